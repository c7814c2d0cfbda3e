// The views of VS Code next to the program: the data from the server that each shows for the open program.

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";

import { addressNear, asked, AUTOMATIC } from "../../editors/vscode/src/addresses";
import {
  CHIP,
  type Chip,
  type ChipQuestion,
  GRIDS,
  type Grids,
  MEMORY,
  type MemoryQuestion,
  type MemoryWords,
  type MomentOfRun,
  type RunToHereResult,
  TIMELINE,
  type Timeline,
} from "../../editors/vscode/src/protocol";
import type { State } from "../../editors/vscode/src/state";
import type { ToGrids } from "../../editors/vscode/webview/messages";
import { Frame, type FromView, type ViewName } from "./frames";
import { hintSettings } from "./preferences";
import type { Words } from "./words/en";
import { language, say } from "./words";

/** Words that the memory view shows, rows of the timeline. */
const WORDS = 64;
const ROWS = 400;

const TITLES: Record<ViewName, keyof Words> = { dump: "tabDump", chip: "tabChip", memory: "tabMemory", timeline: "tabTimeline", grids: "tabGrids" };

/** Whether a tab shows one of the views. */
export function isView(id: string): id is ViewName {
  return id in TITLES;
}

const FIRST_PE = "n0c0b0m0p0";

export interface Run {
  line: number;
  result: RunToHereResult;
  previous: RunToHereResult | null;
  edited: boolean;
}

/** A run of the debugger while it is stopped. */
export interface Debugged {
  /** Its line is counted from 0. */
  now: MomentOfRun;
  /** A different number for each point in time. */
  moment: number;
  ask(method: string, question: object): Promise<unknown>;
  goTo(target: number): void;
}

/** What the views need of the page. */
export interface Around {
  client: LSPClient;
  view: EditorView;
  uri(): string;
  name(): string;
  run(line: number): void;
  /** Whether the server has what hints need. */
  hasHints(): boolean;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
}

export class ViewPanels {
  private readonly frames: Record<ViewName, Frame>;
  private run: Run | undefined;
  private debugged: Debugged | undefined;
  private problem: string | undefined;
  private moment = 0;
  private focus = FIRST_PE;
  private chip: ChipQuestion = { memory: "$lm0", cycle: 0, format: AUTOMATIC };
  private memory: MemoryQuestion = { memory: "$lm0", focus: "", format: AUTOMATIC };
  private rows: { first: number } | { around: number } = { first: 0 };
  /** Counts the requests of a view: only the answer to the newest one is shown. */
  private readonly asked: Record<string, number> = {};

  constructor(
    private readonly around: Around,
    readonly panels: Record<ViewName, HTMLElement>,
  ) {
    const frame = (view: ViewName) => new Frame(view, panels[view], (message) => this.receive(view, message));
    this.frames = { dump: frame("dump"), chip: frame("chip"), memory: frame("memory"), timeline: frame("timeline"), grids: frame("grids") };
  }

  /** Loads a view, if it is not loaded, and sends it the whole state. */
  show(view: ViewName): void {
    this.frames[view].open(say(TITLES[view]), language());
    this.update(view);
  }

  darken(theme: string): void {
    Object.values(this.frames).forEach((frame) => frame.darken(theme));
  }

  /** Views that are there are loaded in the language of the page when they are shown again. */
  translate(shown: string | undefined): void {
    if (shown !== undefined && isView(shown)) {
      this.show(shown);
    }
  }

  /** Sends the server the language of messages, the PE in focus, and which hints are wanted, once there can be hints. */
  configure(): void {
    this.around.client.notification("workspace/didChangeConfiguration", {
      settings: { mnc2: { language: language(), focus: this.focus, ...(this.around.hasHints() && { inlayHints: hintSettings() }) } },
    });
  }

  /** Another program is open. */
  forget(): void {
    this.run = undefined;
    this.problem = undefined;
    this.rows = { first: 0 };
    this.updateAll();
  }

  /** A run of the open program, at a line of which the views can take what to show. */
  ran(line: number, result: RunToHereResult, edited: boolean): void {
    this.run = { line, result, previous: this.run?.result ?? null, edited };
    this.problem = undefined;
    this.moment += 1;
    this.updateAll();
  }

  failed(problem: string): void {
    this.problem = problem;
    this.updateAll();
  }

  /** The program was edited. */
  edited(): void {
    if (this.run !== undefined && !this.run.edited) {
      this.run.edited = true;
      this.updateAll();
    }
  }

  /** Shows the state of the debugger's run; undefined if there is none. */
  follow(debugged: Debugged | undefined): void {
    this.debugged = debugged;
    this.now();
    this.update("chip");
    this.update("memory");
  }

  /** The PE whose values are shown. */
  get element(): string {
    return this.focus;
  }

  /** Shows the values of another PE. */
  select(element: string): void {
    this.focus = element;
    this.configure();
    // The adapter reports then that all values have changed.
    this.debugged?.ask("mnc2/focus", { focus: element }).catch(() => undefined);
    this.update("chip");
    this.update("memory");
  }

  /** The edit has reached the server. */
  followed(): void {
    this.update("timeline");
  }

  cursor(line: number): void {
    this.frames.timeline.send({ type: "cursor", line });
  }

  /** Selects the memory that the line of the cursor suggests. */
  suggest(line: number): void {
    const { doc } = this.around.view.state;
    const near = addressNear({ lineAt: (at) => ({ text: doc.line(at + 1).text }) }, line);
    if (near !== undefined) {
      this.chip = { ...near, cycle: 0 };
      this.memory = { ...near, focus: this.memory.focus };
    }
  }

  private updateAll(): void {
    (["dump", "chip", "memory", "grids"] as const).forEach((view) => this.update(view));
  }

  private update(view: ViewName): void {
    if (!this.frames[view].isOpen) {
      return;
    }
    switch (view) {
      case "dump":
        return this.dump();
      case "chip":
        return void this.state<ChipQuestion, Chip>("chip", CHIP, this.chip, {
          memory: this.chip.memory,
          cycle: this.chip.cycle,
          ...asked(this.chip.format),
        });
      case "memory":
        return void this.state<MemoryQuestion, MemoryWords>("memory", MEMORY, this.memory, {
          memory: this.memory.memory,
          count: WORDS,
          focus: this.memory.focus === "" ? this.focus : this.memory.focus,
          ...asked(this.memory.format),
        });
      case "timeline":
        return void this.timeline();
      case "grids":
        return void this.grids();
    }
  }

  private dump(): void {
    const { run, problem, around } = this;
    if (problem !== undefined) {
      this.frames.dump.send({ type: "problem", message: problem });
    } else if (run !== undefined) {
      const { result, previous, edited } = run;
      this.frames.dump.send({ type: "run", name: around.name(), program: around.uri(), result, previous, edited });
    } else {
      this.frames.dump.send({ type: "problem", message: say("runFirst") });
    }
  }

  private async state<Question, Answer>(view: "chip" | "memory", method: string, question: Question, parameters: object) {
    const { around, moment, debugged } = this;
    const number = this.count(view);
    const uri = around.uri();
    try {
      if (debugged !== undefined) {
        const { line, target, targets, focus } = debugged.now;
        const answer = (await debugged.ask(method, parameters)) as Answer;
        const title = target >= targets ? say("atEnd", around.name()) : say("before", around.name(), line + 1);
        // Points in time of the debugger have negative numbers, which differ from the numbers of runs.
        const state: State = { program: uri, title, line: null, current: true, focus, debugged: true, moment: -1 - debugged.moment };
        if (number === this.asked[view]) {
          this.frames[view].send({ type: "state", question, answer, state });
        }
        return;
      }
      const answer = await around.client.request<object, Answer & { line: number; current: boolean }>(method, {
        textDocument: { uri },
        ...parameters,
      });
      const { line, current } = answer;
      const title = say("after", around.name(), line + 1);
      const state: State = { program: uri, title, line, current, focus: this.focus, debugged: false, moment };
      if (number === this.asked[view]) {
        this.frames[view].send({ type: "state", question, answer, state });
      }
    } catch (error) {
      const { message, data } = error as { message?: string; data?: { isNotRun?: boolean } | null };
      if (number === this.asked[view]) {
        const isNotRun = data?.isNotRun === true;
        const said = isNotRun ? (this.problem ?? say("runFirst")) : (message ?? String(error));
        this.frames[view].send({ type: "problem", question, message: said, isNotRun });
      }
    }
  }

  private async grids(): Promise<void> {
    const { around } = this;
    const number = this.count("grids");
    const program = around.uri();
    let told: ToGrids;
    try {
      const answer = await around.client.request<object, Grids>(GRIDS, { textDocument: { uri: program } });
      told = { type: "grids", name: around.name(), program, answer };
    } catch (error) {
      const { message } = error as { message?: string };
      told = { type: "problem", message: this.problem ?? (this.run === undefined ? say("runFirst") : (message ?? String(error))) };
    }
    if (number === this.asked["grids"]) {
      this.frames.grids.send(told);
    }
  }

  private async timeline(): Promise<void> {
    const { around, rows } = this;
    const number = this.count("timeline");
    try {
      around.client.sync();
      const timeline = await around.client.request<object, Timeline>(TIMELINE, {
        textDocument: { uri: around.uri() },
        ...rows,
        count: ROWS,
        of: "program",
      });
      if (number === this.asked["timeline"]) {
        this.rows = { first: timeline.first };
        const line = "around" in rows ? rows.around : null;
        this.frames.timeline.send({ type: "timeline", name: around.name(), program: around.uri(), timeline, line });
        this.now();
      }
    } catch {
      // If the text has changed since, the next answer is on its way.
    }
  }

  /** Sends the position of the debugger's run to the timeline. */
  private now(): void {
    this.frames.timeline.send({ type: "now", now: this.debugged?.now ?? null });
  }

  private count(view: string): number {
    const number = (this.asked[view] ?? 0) + 1;
    this.asked[view] = number;
    return number;
  }

  private receive(view: ViewName, message: FromView): void {
    switch (message.type) {
      case "ready":
        return this.update(view);
      case "reveal":
        return this.around.reveal(message.line);
      case "runAgain":
        return this.run && this.around.run(this.run.line);
      case "run":
        return this.around.run(this.around.view.state.doc.lines - 1);
      case "ask":
        if (view === "chip") {
          this.chip = message.question as ChipQuestion;
        } else {
          this.memory = message.question as MemoryQuestion;
        }
        return this.update(view);
      case "focus":
        return this.select(message.element);
      case "rows":
        this.rows = { first: message.first };
        return this.update("timeline");
      case "around":
        this.rows = { around: message.line };
        return this.update("timeline");
      case "goTo":
        return this.debugged?.goTo(message.target);
      case "openText":
        // The dump can be selected and copied where it is.
        return;
    }
  }
}
