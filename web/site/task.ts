// What the program is to do: the task of a problem, the testcase that judges it, and the last verdict, which is about the
// text that was judged.

import type { JudgeResult } from "../../editors/vscode/src/protocol";
import { coloured } from "./editor/syntax";
import { Lazily } from "./lazily";
import { inline, make } from "./page";
import { type Program, testcasesOf } from "./programs";
import type { Verdict } from "./runs";
import type { Describing, Tasks } from "./tasks";
import { say } from "./words";
import type { WrongValuesHost } from "./wrongValues";

export class Task {
  private readonly head = make("div", { class: "lesson" });
  private readonly body = make("section");
  private readonly verdict = make("div", { class: "verdict", role: "status" });
  private readonly old = make("p", { class: "remark" });
  private readonly wrong = make("section", { class: "wrong-values" });
  private result: JudgeResult | undefined;
  /** The program whose task is shown. */
  private shown: Program | undefined;
  private readonly lists = new Lazily(async () => (await import("./later")).listWrongValues);

  constructor(
    private readonly panel: HTMLElement,
    private readonly host: WrongValuesHost,
    private readonly tasks: Tasks,
  ) {}

  /** Shows the task of a program, without a verdict. */
  open(program: Program): void {
    this.verdict.className = "verdict";
    this.verdict.replaceChildren();
    this.result = undefined;
    this.show(program, true);
  }

  /** Whether the task is in its tab, or above a view. */
  get isShown(): boolean {
    return !this.panel.hidden;
  }

  /** Scrolls to the verdict, which is above the text. */
  begin(): void {
    this.panel.scrollTop = 0;
  }

  /** Shows the task in the language of the page. */
  show(program: Program, isOpened = false): void {
    const testcases = testcasesOf(program);
    this.shown = program;
    if (testcases.length === 0) {
      this.panel.replaceChildren();
      return;
    }
    this.old.textContent = say("editedSince");
    this.list();
    const details = testcases.map((text, at) => testcaseDetails(text, testcases.length === 1 ? say("testcase") : say("testcaseNumber", at + 1)));
    this.panel.replaceChildren(this.head, this.verdict, this.wrong, this.body, ...details);
    void this.describe(program, (it) => {
      // Without a text, the testcase is the task.
      details.forEach((one) => (one.open = this.body.querySelector(".markdown") === null));
      if (isOpened) {
        it.opened?.(program);
      }
    });
  }

  private async describe(program: Program, then: (it: Describing) => void = () => undefined): Promise<void> {
    await this.tasks.with(program, (it) => {
      if (this.shown === program) {
        const { head, body } = it.describe(program);
        this.head.replaceChildren(...head);
        this.body.replaceChildren(...body);
        then(it);
      }
    });
  }

  /** Shows a verdict on a program; `isOld` if it was edited since it was judged. */
  judged(program: Program, verdict: Verdict): void {
    const { result, isOld } = verdict;
    this.say(result.accepted, result.message, isOld, result);
    if (result.accepted) {
      this.shown = program;
      void this.tasks.with(program, async (it) => {
        await it.accepted(program, verdict);
        await this.describe(program);
      });
    }
  }

  /** Shows why there is no verdict. */
  notJudged(problem: string, isOld: boolean): void {
    this.say(false, problem, isOld);
  }

  private say(isAccepted: boolean, message: string, isOld: boolean, result?: JudgeResult): void {
    this.verdict.className = `verdict ${isAccepted ? "accepted" : "wrong"}`;
    this.verdict.replaceChildren(make("p", {}, ...inline(message)));
    this.result = result;
    this.list();
    if (isOld) {
      this.edited();
    }
  }

  /** The program was edited: the verdict is about another text. Returns whether there is one that was about this text. */
  edited(): boolean {
    const isNews = this.verdict.hasChildNodes() && !this.isOld;
    if (isNews) {
      this.verdict.classList.add("old");
      this.verdict.prepend(this.old);
      // The debugger would run another program, and lines may be others.
      this.wrong.querySelectorAll<HTMLButtonElement>(":is(td, li) button").forEach((button) => (button.disabled = true));
    }
    return isNews;
  }

  private get isOld(): boolean {
    return this.verdict.classList.contains("old");
  }

  /** Lists what is wrong with the program that was judged. */
  private list(): void {
    this.wrong.replaceChildren();
    const { result } = this;
    if (result !== undefined && result.mismatches.length + result.assertions.length > 0) {
      void this.lists.with((list) => {
        if (this.result === result) {
          this.wrong.replaceChildren(...list(result, () => this.isOld, this.host));
        }
      });
    }
  }
}

/** A testcase, folded. */
function testcaseDetails(text: string, title: string): HTMLDetailsElement {
  const testcase = make("code");
  coloured(text, "mnc2", testcase);
  return make("details", {}, make("summary", {}, title), make("pre", { tabindex: 0, role: "region", "aria-label": title }, testcase));
}
