// What the program is to do: the task of a problem, the testcase that judges it, and the last verdict, which is about the
// text that was judged.

import type { JudgeResult } from "../../editors/vscode/src/protocol";
import { coloured } from "./editor/syntax";
import { Lazily } from "./lazily";
import type { Lessons } from "./lessons";
import { inline, make } from "./page";
import { type Program, testcaseOf } from "./programs";
import { say } from "./words";
import type { WrongValuesHost } from "./wrongValues";

export class Task {
  private readonly head = make("div", { class: "lesson" });
  private readonly body = make("section");
  private readonly verdict = make("div", { class: "verdict", role: "status" });
  private readonly old = make("p", { class: "remark" });
  private readonly wrong = make("section", { class: "wrong-values" });
  private result: JudgeResult | undefined;
  private readonly lists = new Lazily(async () => (await import("./later")).listWrongValues);

  constructor(
    private readonly panel: HTMLElement,
    private readonly host: WrongValuesHost,
    private readonly lessons: Lazily<Lessons>,
  ) {}

  /** Shows the task of a program, without a verdict. */
  open(program: Program): void {
    this.verdict.className = "verdict";
    this.verdict.replaceChildren();
    this.result = undefined;
    this.show(program);
  }

  /** Shows the task in the language of the page. */
  show(program: Program): void {
    const text = testcaseOf(program);
    if (text === undefined) {
      this.panel.replaceChildren();
      return;
    }
    const testcase = make("code");
    coloured(text, "mnc2", testcase);
    this.old.textContent = say("editedSince");
    this.list();
    const details = make(
      "details",
      {},
      make("summary", {}, say("testcase")),
      make("pre", { tabindex: 0, role: "region", "aria-label": say("testcase") }, testcase),
    );
    this.panel.replaceChildren(this.head, this.verdict, this.wrong, this.body, details);
    void this.lessons.with((lessons) => {
      this.describe(lessons, program);
      // Without a text, the testcase is the task.
      details.open = !this.body.hasChildNodes();
    });
  }

  private describe(lessons: Lessons, program: Program): void {
    const { head, body } = lessons.describe(program);
    this.head.replaceChildren(...head);
    this.body.replaceChildren(...body);
  }

  /** Shows a verdict on a program; `isOld` if it was edited since it was judged. */
  judged(program: Program, result: JudgeResult, isOld: boolean): void {
    this.say(result.accepted, result.message, isOld, result);
    if (result.accepted) {
      void this.lessons.with((lessons) => {
        lessons.accepted(program, result);
        this.describe(lessons, program);
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
