// The debugger: a session, the keys and buttons that move its run, and the state where it is stopped. Loaded at the first use.

import type { EditorView as View } from "@codemirror/view";
import { EditorView } from "@codemirror/view";

import type { MomentOfRun } from "../../../editors/vscode/src/protocol";
import { stand, type Stop } from "../editor/stops";
import { showValues } from "../editor/values";
import { make } from "../page";
import { INPUT_FILE } from "../otherPanels";
import type { Server } from "../server";
import type { Debugged } from "../viewPanels";
import { language } from "../words";
import { Adapter } from "./adapter";
import { Breakpoints } from "./breakpoints";
import { operandsOf } from "./operands";
import { type Origin, Origins } from "./origins";
import { Tree } from "./tree";
import { Watches } from "./watches";
import { word } from "./words";

/** The folder of the program, as the adapter sees it. */
const FOLDER = "/playground";

/** How long the text must not change before the run follows it. */
const REST_MS = 400;

/** Maximum number of operands whose values are shown next to a line. */
const BESIDE_MAX = 6;

/** Characters of output that are shown: the last ones. */
const OUTPUT_MAX = 20_000;

export interface DebugHost {
  view: View;
  panel: HTMLElement;
  server: Server;
  /** The program that is open; `input` is true if it reads a file. */
  program(): { name: string; isOther: boolean; input: boolean };
  /** The PE whose values are shown first. */
  focus(): string;
  status(text: string): void;
  /** Shows the panel. */
  show(): void;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
  /** A session has begun, or has ended. */
  busy(isBusy: boolean): void;
  /** Shows the state of the run in the views; undefined if there is none. */
  follow(debugged: Debugged | undefined): void;
}

interface Stopped {
  reason: string;
  description?: string;
  text?: string;
}

/** Buttons, and the requests that they make. */
const BUTTONS = {
  goOn: "continue",
  goBack: "reverseContinue",
  step: "next",
  stepBack: "stepBack",
  cycle: "stepIn",
  restart: "restart",
} as const;

/** Motions that have no effect at the end of a run. */
const FORWARD: readonly string[] = ["continue", "next", "stepIn"];

type Motion = (typeof BUTTONS)[keyof typeof BUTTONS] | "goto";

export class Debugging {
  private adapter: Adapter | undefined;
  private isOther = false;
  private isRunning = false;
  private frame = 0;
  private now: MomentOfRun | undefined;
  /** The line where the run is stopped, counted from 0. */
  private line: number | undefined;
  private moment = 0;
  /** Counts the stops: only the newest one is shown. */
  private stops = 0;
  /** The place to go to next, while the run is on its way to another one. */
  private wanted: number | undefined;
  private following: ReturnType<typeof setTimeout> | undefined;
  private said: () => string = () => "";

  private readonly where = make("p", { role: "status" });
  private readonly slider = make("input", { type: "range", min: 0, step: 1 });
  private readonly toolbar = make("div", { class: "bar", role: "toolbar" });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly valuesHeading = make("h2", {});
  private readonly outputHeading = make("h2", {});
  private readonly outputs = make("section", {});
  private readonly output = make("pre", { tabindex: 0, role: "region" });
  private readonly breakpoints: Breakpoints;
  private readonly origins: Origins;
  private readonly tree = new Tree({
    ask: (command, parameters) => this.ask(command, parameters),
    origin: (title, asked) => void this.origins.show(title, this.now === undefined ? "" : this.place(this.now.line), asked),
  });
  private readonly watches = new Watches({
    evaluate: async (expression) => {
      const { result } = await this.ask<{ result: string }>("evaluate", { expression, context: "watch", frameId: this.frame });
      return result;
    },
    set: (expression, value) => this.ask("setExpression", { expression, value, frameId: this.frame }),
  });

  constructor(private readonly host: DebugHost) {
    this.breakpoints = new Breakpoints({
      view: host.view,
      isOther: () => host.program().isOther,
      reveal: (line) => host.reveal(line),
      changed: (stops) => this.setBreakpoints(stops),
    });
    this.origins = new Origins({
      ask: (question) => this.ask<Origin>("mnc2/origin", question),
      reveal: (line) => host.reveal(line),
    });
    for (const name of [...Object.keys(BUTTONS), "pause", "end"]) {
      const button = make("button", {});
      button.addEventListener("click", () => this.press(name));
      this.buttons.set(name, button);
      this.toolbar.append(button);
    }
    this.slider.addEventListener("input", () => void this.goTo(Number(this.slider.value)));
    host.panel.replaceChildren(
      make(
        "div",
        { class: "debugger" },
        this.toolbar,
        this.where,
        this.slider,
        this.watches.element,
        this.origins.element,
        make("section", {}, this.valuesHeading, this.tree.element),
        this.breakpoints.element,
        this.outputs,
      ),
    );
    this.outputs.append(this.outputHeading, this.output);
    document.addEventListener("keydown", (event) => this.key(event));
    this.translate();
  }

  get isActive(): boolean {
    return this.adapter !== undefined;
  }

  /** Starts a session, or continues the run of the active session. */
  async debug(): Promise<void> {
    if (this.isActive) {
      return this.move("continue");
    }
    const { host } = this;
    const { name, isOther, input } = host.program();
    const adapter: Adapter = new Adapter(host.server, {
      event: (event, body) => this.adapter === adapter && this.heard(event, body),
      ended: (reason) => this.adapter === adapter && this.end(word("notDone", reason)),
    });
    this.adapter = adapter;
    this.isOther = isOther;
    this.print("");
    this.watches.forget();
    this.translate();
    this.run(() => word("starting"));
    host.status("");
    host.busy(true);
    host.show();
    try {
      await adapter.start({ ...host.server.written, [name]: host.view.state.doc.toString() });
      await adapter.ask("initialize", {
        adapterID: "mnc2",
        locale: language(),
        linesStartAt1: false,
        columnsStartAt1: false,
        pathFormat: "path",
        supportsVariablePaging: true,
        supportsProgressReporting: true,
        supportsInvalidatedEvent: true,
      });
      const given = isOther ? { ...(input && { mem: INPUT_FILE }) } : { focus: host.focus() };
      await adapter.ask("launch", { program: `${FOLDER}/${name}`, stopOnEntry: true, ...given });
      await this.breakpoints.tell();
      await adapter.ask("configurationDone");
    } catch (error) {
      if (this.adapter === adapter) {
        this.end(word("notStarted", (error as Error).message));
      }
    }
  }

  /** Ends the session, even during a run. */
  end(said = word("ended")): void {
    const { adapter, host } = this;
    if (adapter === undefined) {
      return;
    }
    this.adapter = undefined;
    clearTimeout(this.following);
    this.following = undefined;
    adapter.end();
    this.leave();
    this.tell(() => said);
    host.status(said);
    this.tree.forget();
    this.origins.forget();
    host.busy(false);
    this.enable();
  }

  /** Adds a breakpoint at a line, counted from 0, or removes it. */
  toggle(line: number): void {
    this.breakpoints.toggle(line);
  }

  /** The program was edited: the run follows it, or cannot. */
  edited(): void {
    this.breakpoints.show([]);
    if (!this.isActive) {
      return;
    }
    if (this.isOther) {
      this.end(word("edited"));
      return;
    }
    clearTimeout(this.following);
    this.following = setTimeout(() => void this.follow(), REST_MS);
  }

  translate(): void {
    for (const [name, button] of this.buttons) {
      button.textContent = word(name as "goOn");
      button.title = word(`${name}Title` as "goOnTitle");
    }
    this.toolbar.setAttribute("aria-label", word("toolbar"));
    this.slider.setAttribute("aria-label", word("moment"));
    this.valuesHeading.textContent = word("values");
    this.outputHeading.textContent = word("output");
    this.output.setAttribute("aria-label", word("output"));
    this.origins.translate();
    this.breakpoints.translate();
    this.where.textContent = this.said();
    this.watches.translate(this.isOther);
    this.enable();
  }

  private async ask<Answer>(command: string, parameters: object = {}): Promise<Answer> {
    if (this.adapter === undefined) {
      throw new Error(word("ended"));
    }
    return this.adapter.ask<Answer>(command, parameters);
  }

  private press(name: string): void {
    if (name === "end") {
      this.end();
    } else if (name === "pause") {
      void this.ask("pause", { threadId: 1 }).catch(() => undefined);
    } else {
      void this.move(BUTTONS[name as keyof typeof BUTTONS]);
    }
  }

  private key(event: KeyboardEvent): void {
    if (!this.isActive || event.defaultPrevented || event.ctrlKey || event.metaKey) {
      return;
    }
    const name = `${event.altKey ? "Alt+" : ""}${event.shiftKey ? "Shift+" : ""}${event.key}`;
    const pressed = { F5: "goOn", "Alt+F5": "goBack", "Shift+F5": "end", F10: "step", "Shift+F10": "stepBack" }[name];
    if (pressed !== undefined) {
      event.preventDefault();
      this.press(pressed);
    }
  }

  /** Whether the run is at its end, from where it can only go back. */
  private get isAtEnd(): boolean {
    return this.now !== undefined && this.now.target >= this.now.targets;
  }

  /** Sets the run going. */
  private async move(motion: Motion, more: object = {}): Promise<void> {
    if (!this.isActive || this.isRunning) {
      return;
    }
    if (this.isAtEnd && FORWARD.includes(motion)) {
      this.host.status(word("noFurther"));
      return;
    }
    const { said } = this;
    if (this.following !== undefined) {
      // The adapter reads the file before the run continues.
      this.write();
      void this.breakpoints.tell();
    }
    this.run(() => word("runs"));
    try {
      await this.ask(motion, { threadId: 1, ...more });
    } catch (error) {
      if (this.isActive) {
        this.isRunning = false;
        this.tell(said);
        this.enable();
        this.host.status(word("notDone", (error as Error).message));
      }
    }
  }

  /** Goes to a point of the run, forward or backward. Of the requests made while the run moves, only the last is followed. */
  private async goTo(targetId: number): Promise<void> {
    if (this.isRunning) {
      this.wanted = targetId;
    } else {
      await this.move("goto", { targetId });
    }
  }

  private heard(event: string, body: unknown): void {
    switch (event) {
      case "stopped":
        return void this.look(body as Stopped).catch(() => undefined);
      case "continued":
        return this.run(() => word("runs"));
      case "invalidated":
        return void this.show(true).catch(() => undefined);
      case "output":
        return this.print((body as { output: string }).output);
      case "progressUpdate":
        return this.host.status((body as { message: string }).message);
      case "terminated":
        return this.end();
    }
  }

  /** Shows what the program prints; nothing begins anew. */
  private print(text: string): void {
    this.outputs.hidden = text === "";
    this.output.textContent = text === "" ? "" : ((this.output.textContent ?? "") + text).slice(-OUTPUT_MAX);
    this.output.scrollTop = this.output.scrollHeight;
  }

  /** The run has stopped. */
  private async look({ reason, description, text }: Stopped): Promise<void> {
    this.stops += 1;
    const { stops } = this;
    const { stackFrames } = await this.ask<{ stackFrames: { id: number; line: number }[] }>("stackTrace", { threadId: 1 });
    const now = this.isOther ? undefined : await this.ask<MomentOfRun>("mnc2/now");
    const top = stackFrames[0];
    if (stops !== this.stops || top === undefined) {
      return;
    }
    this.isRunning = false;
    this.frame = top.id;
    this.now = now;
    this.moment += 1;
    const { view } = this.host;
    const { doc } = view.state;
    const line = Math.min(top.line, doc.lines - 1);
    this.line = line;
    stand(view, line);
    view.dispatch({ effects: EditorView.scrollIntoView(doc.line(line + 1).from, { y: "nearest", yMargin: 60 }) });
    const why = () => description ?? text ?? ({ entry: word("entry"), breakpoint: word("breakpoint"), pause: word("paused") }[reason] ?? "");
    this.tell(() => [this.place(line), why()].filter(Boolean).join(" · "));
    this.enable();
    await this.show();
    const { wanted } = this;
    this.wanted = undefined;
    if (wanted !== undefined && wanted !== now?.target) {
      await this.goTo(wanted);
    }
  }

  /** A description of the position of the run. */
  private place(line: number): string {
    const { now } = this;
    if (now === undefined) {
      return word("atLine", line + 1);
    }
    const at = this.isAtEnd ? word("atEnd") : word("beforeLine", now.line + 1);
    return `${at} · ${word("steps", now.step, now.steps)}`;
  }

  /** Shows the values at the current point of the run; `isSame` if the run has not moved. */
  private async show(isSame = false): Promise<void> {
    if (isSame && this.now !== undefined) {
      this.now = await this.ask<MomentOfRun>("mnc2/now");
    }
    const { now, slider, moment } = this;
    slider.hidden = now === undefined;
    if (now !== undefined) {
      slider.max = String(now.targets);
      slider.value = String(this.wanted ?? now.target);
      slider.setAttribute("aria-valuetext", this.place(now.line));
      this.host.follow({
        now,
        moment,
        ask: (method, question) => this.ask(method, question),
        goTo: (target) => void this.goTo(target),
      });
    }
    await Promise.all([this.tree.move(this.frame), this.watches.show(!isSame), this.besides()]);
  }

  /** Shows the values of the operands of the line that runs next, next to that line. */
  private async besides(): Promise<void> {
    const { view } = this.host;
    const { line, stops } = this;
    const { doc } = view.state;
    if (line === undefined || line >= doc.lines) {
      return;
    }
    const operands = this.isAtEnd ? [] : (await operandsOf(view, line)).slice(0, BESIDE_MAX);
    const values = await Promise.all(
      operands.map((expression) =>
        this.ask<{ result: string }>("evaluate", { expression, context: "variables", frameId: this.frame }).then(
          ({ result }) => [`${expression} = ${result}`],
          () => [],
        ),
      ),
    );
    if (stops === this.stops && view.state.doc.eq(doc)) {
      const text = values.flat().join("   ");
      // A line beyond the end: no line is marked as reached.
      view.dispatch({ effects: showValues.of({ line: doc.lines, beside: text === "" ? [] : [{ line, text }] }) });
    }
  }

  private run(said: () => string): void {
    this.isRunning = true;
    this.tell(said);
    this.enable();
  }

  /** Removes the marks of the run's position. */
  private leave(): void {
    this.stops += 1;
    this.isRunning = false;
    this.now = undefined;
    this.line = undefined;
    this.wanted = undefined;
    this.slider.hidden = true;
    stand(this.host.view, null);
    this.host.view.dispatch({ effects: showValues.of(null) });
    this.host.follow(undefined);
  }

  private tell(said: () => string): void {
    this.said = said;
    this.where.textContent = said();
  }

  private enable(): void {
    for (const [name, button] of this.buttons) {
      const isOffered = name === "end" || (name === "pause") === this.isRunning;
      button.disabled = !this.isActive || !isOffered;
      button.hidden = name === "pause" ? !this.isRunning : name === "goOn" && this.isRunning;
    }
  }

  /** The problem of each breakpoint, as far as the adapter reports it. */
  private async setBreakpoints(stops: readonly Stop[]): Promise<(string | undefined)[]> {
    if (!this.isActive) {
      return [];
    }
    const source = { path: `${FOLDER}/${this.host.program().name}` };
    const breakpoints = stops.map(({ line, condition }) => ({ line, ...(condition !== "" && { condition }) }));
    const answer = await this.ask<{ breakpoints: { message?: string }[] }>("setBreakpoints", { source, breakpoints });
    return answer.breakpoints.map(({ message }) => message);
  }

  private write(): void {
    const { adapter, host } = this;
    clearTimeout(this.following);
    this.following = undefined;
    adapter?.write({ [host.program().name]: host.view.state.doc.toString() });
  }

  /** Takes an edit into the run. */
  private async follow(): Promise<void> {
    const { host } = this;
    this.write();
    try {
      await this.ask("mnc2/reload");
      await this.breakpoints.tell();
    } catch (error) {
      if (this.isActive) {
        host.status(word("kept", (error as Error).message));
      }
    }
  }
}
