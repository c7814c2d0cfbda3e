// The debugger: a session, the keys and buttons that move its run, and the state where it is stopped. Loaded at the first use.

import type { MomentOfRun } from "../../../editors/vscode/src/protocol";
import type { Stop } from "../editor/stops";
import { make } from "../page";
import { INPUT_FILE } from "../otherPanels";
import { Adapter } from "./adapter";
import { Breakpoints } from "./breakpoints";
import { Comparison, type Divergence } from "./comparison";
import { Controls, type Motion } from "./controls";
import type { DebugHost, EndQuestion } from "./host";
import { Marks } from "./marks";
import { type Origin, Origins } from "./origins";
import { Output } from "./output";
import { Tree } from "./tree";
import { Watches } from "./watches";
import { word } from "./words";

/** The folder of the program, as the adapter sees it. */
const FOLDER = "/playground";

/** The file of a program that the run is compared with; no program has such a name. */
const OTHER_FILE = "-other.vsm";

/** How long the text must not change before the run follows it. */
const REST_MS = 400;

interface Stopped {
  reason: string;
  description?: string;
  text?: string;
}

/** Motions that have no effect at the end of a run. */
const FORWARD: readonly string[] = ["continue", "next", "stepIn"];

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
  /** What is asked at the end of the run, until it is there. */
  private question: EndQuestion | undefined;
  private following: ReturnType<typeof setTimeout> | undefined;
  private said: () => string = () => "";

  private readonly where = make("p", { role: "status" });
  private readonly slider = make("input", { type: "range", min: 0, step: 1 });
  private readonly valuesHeading = make("h2", {});
  private readonly output = new Output();
  private readonly controls = new Controls({
    isActive: () => this.isActive,
    isRunning: () => this.isRunning,
    move: (motion) => void this.move(motion),
    pause: () => void this.request("pause", { threadId: 1 }).catch(() => undefined),
    end: () => this.end(),
  });
  private readonly marks: Marks;
  private readonly breakpoints: Breakpoints;
  private readonly origins: Origins;
  private readonly comparison: Comparison;
  private readonly tree = new Tree({
    ask: (command, parameters) => this.request(command, parameters),
    origin: (title, asked) => void this.origins.show(title, this.now === undefined ? "" : this.place(this.now.line), asked),
  });
  private readonly watches = new Watches({
    evaluate: (expression) => this.evaluate(expression, "watch"),
    set: (expression, value) => this.request("setExpression", { expression, value, frameId: this.frame }),
  });

  constructor(private readonly host: DebugHost) {
    this.marks = new Marks(host.view);
    this.breakpoints = new Breakpoints({
      view: host.view,
      isOther: () => host.program().isOther,
      reveal: (line) => host.reveal(line),
      changed: (stops) => this.setBreakpoints(stops),
    });
    this.origins = new Origins({
      ask: (question) => this.request<Origin>("mnc2/origin", question),
      reveal: (line) => host.reveal(line),
    });
    this.comparison = new Comparison({
      programs: host.programs,
      isActive: () => this.isActive,
      text: () => host.view.state.doc.toString(),
      compare: (text) => this.compare(text),
      reveal: (line) => host.reveal(line),
    });
    this.slider.addEventListener("input", () => void this.goTo(Number(this.slider.value)));
    host.panel.replaceChildren(
      make(
        "div",
        { class: "debugger" },
        this.controls.element,
        this.where,
        this.slider,
        this.watches.element,
        this.origins.element,
        this.comparison.element,
        make("section", {}, this.valuesHeading, this.tree.element),
        this.breakpoints.element,
        this.output.element,
      ),
    );
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
    this.output.print("");
    this.watches.forget();
    this.translate();
    this.run(() => word("starting"));
    host.status("");
    host.busy(true);
    host.show();
    try {
      await adapter.start({ ...host.server.written, [name]: host.view.state.doc.toString() });
      const given = isOther ? { ...(input && { mem: INPUT_FILE }) } : { focus: host.focus() };
      await adapter.ask("launch", { program: `${FOLDER}/${name}`, stopOnEntry: true, ...given });
      await this.breakpoints.tell();
      await adapter.ask("configurationDone");
      if (!isOther) {
        await this.comparison.offer();
      }
    } catch (error) {
      if (this.adapter === adapter) {
        this.end(word("notStarted", (error as Error).message));
      }
    }
  }

  /** Debugs the program anew up to its end, and asks there. */
  async ask(question: EndQuestion): Promise<void> {
    this.end();
    this.host.select(pe(question.asked.element));
    this.question = question;
    await this.debug();
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
    this.comparison.forget();
    host.busy(false);
    this.controls.enable();
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
    this.controls.translate();
    this.slider.setAttribute("aria-label", word("moment"));
    this.valuesHeading.textContent = word("values");
    this.output.translate();
    this.origins.translate();
    this.comparison.translate();
    this.breakpoints.translate();
    this.where.textContent = this.said();
    this.watches.translate(this.isOther);
    this.controls.enable();
  }

  private async request<Answer>(command: string, parameters: object = {}): Promise<Answer> {
    if (this.adapter === undefined) {
      throw new Error(word("ended"));
    }
    return this.adapter.ask<Answer>(command, parameters);
  }

  private async evaluate(expression: string, context: string): Promise<string> {
    const { result } = await this.request<{ result: string }>("evaluate", { expression, context, frameId: this.frame });
    return result;
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
      await this.request(motion, { threadId: 1, ...more });
    } catch (error) {
      if (this.isActive) {
        this.isRunning = false;
        this.tell(said);
        this.controls.enable();
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
        return this.output.print((body as { output: string }).output);
      case "progressUpdate":
        return this.host.status((body as { message: string }).message);
      case "terminated":
        return this.end();
    }
  }

  /** The run has stopped. */
  private async look({ reason, description, text }: Stopped): Promise<void> {
    this.stops += 1;
    const { stops } = this;
    const { stackFrames } = await this.request<{ stackFrames: { id: number; line: number }[] }>("stackTrace", { threadId: 1 });
    const now = this.isOther ? undefined : await this.request<MomentOfRun>("mnc2/now");
    const top = stackFrames[0];
    if (stops !== this.stops || top === undefined) {
      return;
    }
    this.isRunning = false;
    this.frame = top.id;
    this.now = now;
    this.moment += 1;
    const line = this.marks.stop(top.line);
    this.line = line;
    const why = () => description ?? text ?? ({ entry: word("entry"), breakpoint: word("breakpoint"), pause: word("paused") }[reason] ?? "");
    this.tell(() => [this.place(line), why()].filter(Boolean).join(" · "));
    this.controls.enable();
    await this.show();
    const { wanted } = this;
    this.wanted = undefined;
    if (wanted !== undefined && wanted !== now?.target) {
      await this.goTo(wanted);
    } else {
      await this.answer(reason === "entry");
    }
  }

  /** Answers the question about the end of the run, where the run is there; from its start it goes there first. */
  private async answer(isAtStart: boolean): Promise<void> {
    const { question, now } = this;
    if (question === undefined || now === undefined) {
      return;
    }
    if (isAtStart && !this.isAtEnd) {
      return this.goTo(now.targets);
    }
    // A run that was stopped on its way stays where it is.
    this.question = undefined;
    if (this.isAtEnd) {
      const { title, remark, asked } = question;
      const line = await this.origins.show(title, `${remark} · ${this.place(now.line)}`, asked);
      this.marks.point(line);
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
      this.now = await this.request<MomentOfRun>("mnc2/now");
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
        ask: (method, question) => this.request(method, question),
        goTo: (target) => void this.goTo(target),
      });
    }
    const evaluate = this.isAtEnd ? undefined : (expression: string) => this.evaluate(expression, "variables");
    const besides = this.line === undefined ? undefined : this.marks.show(this.line, evaluate);
    await Promise.all([this.tree.move(this.frame), this.watches.show(!isSame), besides]);
  }

  private run(said: () => string): void {
    this.isRunning = true;
    this.tell(said);
    this.controls.enable();
  }

  /** Removes the marks of the run's position. */
  private leave(): void {
    this.stops += 1;
    this.isRunning = false;
    this.now = undefined;
    this.line = undefined;
    this.wanted = undefined;
    this.question = undefined;
    this.slider.hidden = true;
    this.marks.remove();
    this.host.follow(undefined);
  }

  private tell(said: () => string): void {
    this.said = said;
    this.where.textContent = said();
  }

  /** The problem of each breakpoint, as far as the adapter reports it. */
  private async setBreakpoints(stops: readonly Stop[]): Promise<(string | undefined)[]> {
    if (!this.isActive) {
      return [];
    }
    const source = { path: `${FOLDER}/${this.host.program().name}` };
    const breakpoints = stops.map(({ line, condition }) => ({ line, ...(condition !== "" && { condition }) }));
    const answer = await this.request<{ breakpoints: { message?: string }[] }>("setBreakpoints", { source, breakpoints });
    return answer.breakpoints.map(({ message }) => message);
  }

  /** Where the run of another program differs first. */
  private async compare(text: string): Promise<Divergence> {
    this.adapter?.write({ [OTHER_FILE]: text });
    return this.request<Divergence>("mnc2/divergence", { program: `${FOLDER}/${OTHER_FILE}` });
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
    void this.comparison.offer();
    try {
      await this.request("mnc2/reload");
      await this.breakpoints.tell();
    } catch (error) {
      if (this.isActive) {
        host.status(word("kept", (error as Error).message));
      }
    }
  }
}

/** The first PE of an element of the chip; without one, of the chip. */
function pe(element = ""): string {
  return ["n", "c", "b", "m", "p"].map((level) => new RegExp(`${level}\\d+`).exec(element)?.[0] ?? `${level}0`).join("");
}
