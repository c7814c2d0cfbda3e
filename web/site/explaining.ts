// The view that explains a lesson: it opens with the lesson's program, which is run for it, and the task is above it. Where the
// page is too small for both, the task has the tab to itself, and a button in it shows the view.

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { Lesson } from "tasks";

import { isRunToHereResult, RUN_TO_HERE, type RunToHereResult, TIMELINE, type Timeline } from "../../editors/vscode/src/protocol";
import { lastLine } from "./cursor";
import { find, inline, make } from "./page";
import { type TabName, TITLES } from "./panels";
import type { Program } from "./programs";
import type { Tabs } from "./tabs";
import { language, say, wordsOf } from "./words";
import { LESSON_WORDS } from "./words/lessons";

const word = wordsOf(LESSON_WORDS);

/** The largest number of steps of a program that is run without being asked to. */
const STEPS = 200;

/** The tabs that tell something about the program. */
const ABOUT: readonly (TabName | undefined)[] = ["findings", "dump", "chip", "memory", "timeline", "debugger", "shorter"];

export interface ExplainingHost {
  client: LSPClient;
  view: EditorView;
  uri(): string;
  tabs: Tabs<TabName>;
  /** The panel of the task. */
  task: HTMLElement;
  /** The open program. */
  program(): Program;
  /** Whether the server can run a program now. */
  isFree(): boolean;
  ran(line: number, result: RunToHereResult, isOld: boolean): void;
  failed(problem: string): void;
}

/** The least place in pixels that a task above a view needs, and that one next to it needs, as the style has them. */
const ABOVE = { width: 480, height: 460 };
const NEXT = { width: 900, height: 260 };

export class Explaining {
  private folding = make("button");
  /** Counts the runs: only the newest one is shown. */
  private number = 0;
  /** Whether the program is still to be run. */
  private waits = false;

  constructor(
    private readonly host: ExplainingHost,
    private readonly lesson: () => Lesson | undefined,
  ) {
    new ResizeObserver(() => this.arrange()).observe(find("side"));
  }

  /** Whether a view and the task fit into the page. */
  private get fits(): boolean {
    const { clientWidth, clientHeight } = find("side");
    return [ABOVE, NEXT].some(({ width, height }) => clientWidth >= width && clientHeight >= height);
  }

  /** A program was opened. A tab that was chosen meanwhile stays. */
  open(): void {
    const { tabs } = this.host;
    const lesson = this.lesson();
    if (lesson !== undefined) {
      this.hide(false);
      if (this.fits && tabs.current === "task") {
        // A panel that is hidden loses the keyboard, also if it is shown again immediately.
        tabs.above = "task";
        tabs.choose(lesson.view, false);
      }
      void this.run();
    }
  }

  /** Puts the task of a lesson above what is shown about its program, or next to it. */
  arrange(): void {
    const { tabs, task } = this.host;
    const isAbove = ABOUT.includes(tabs.current) && this.lesson() !== undefined && this.fits;
    find("panels").classList.toggle("with-task", isAbove);
    tabs.above = isAbove ? "task" : undefined;
    task.hidden = !isAbove && tabs.current !== "task";
    task.setAttribute("role", isAbove ? "region" : "tabpanel");
  }

  /** The program was judged: the verdict is in sight, and the views show what was judged. */
  judged(): void {
    if (this.lesson() !== undefined) {
      this.hide(false);
      void this.run();
    }
  }

  /** All of the server is there. */
  complete(): void {
    if (this.waits) {
      void this.run();
    }
  }

  /** A button that hides the task while it is above a view. */
  fold(): HTMLElement {
    this.folding = make("button", { class: "fold" });
    this.folding.addEventListener("click", () => this.hide(!this.isHidden));
    this.hide(this.isHidden);
    return this.folding;
  }

  /** The view that explains a lesson, and what it shows. */
  look({ view, look }: Lesson): HTMLElement {
    const show = make("button", { class: "place" }, say(TITLES[view]));
    show.addEventListener("click", () => this.host.tabs.choose(view));
    return make("p", { class: "look" }, show, ": ", ...inline(look[language()]));
  }

  private get isHidden(): boolean {
    return this.host.task.classList.contains("folded");
  }

  private hide(isHidden: boolean): void {
    this.host.task.classList.toggle("folded", isHidden);
    this.folding.setAttribute("aria-expanded", String(!isHidden));
    this.folding.textContent = word(isHidden ? "showTask" : "hideTask");
  }

  /** Runs the program for the views, unless that takes long. Nobody has asked for it, so nothing waits for it. */
  private async run(): Promise<void> {
    const { host } = this;
    this.waits = !host.isFree();
    if (this.waits) {
      return;
    }
    this.number += 1;
    const { number } = this;
    const uri = host.uri();
    const lesson = this.lesson();
    const { doc } = host.view.state;
    const line = lastLine(host.view, false);
    const isNews = () => number === this.number && uri === host.uri() && lesson === this.lesson();
    try {
      host.client.sync();
      const { steps } = await host.client.request<object, Timeline>(TIMELINE, { textDocument: { uri }, first: 0, count: 1, of: "program" });
      if (steps > STEPS) {
        return;
      }
      const answer = await host.client.request<object, unknown>("workspace/executeCommand", { command: RUN_TO_HERE, arguments: [{ uri, line }] });
      if (isNews() && isRunToHereResult(answer)) {
        host.ran(line, answer, !host.view.state.doc.eq(doc));
      }
    } catch (error) {
      if (isNews()) {
        const { message } = error as { message?: string };
        host.failed(say("notRun", message ?? String(error)));
      }
    }
  }
}
