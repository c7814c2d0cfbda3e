// What the program is to do: the task of a problem, the testcase that judges it, and the last verdict, which is about the
// text that was judged.

import type { JudgeResult } from "../../editors/vscode/src/protocol";
import { coloured } from "./editor/syntax";
import { Lazily } from "./lazily";
import { markdown } from "./markdown";
import { inline, make } from "./page";
import { problemOf, type Program, testcaseOf } from "./programs";
import { language, say } from "./words";
import type { WrongValuesHost } from "./wrongValues";

export class Task {
  private readonly verdict = make("div", { class: "verdict", role: "status" });
  private readonly old = make("p", { class: "remark" });
  private readonly wrong = make("section", { class: "wrong-values" });
  private result: JudgeResult | undefined;
  private readonly lists = new Lazily(async () => (await import("./later")).listWrongValues);

  constructor(
    private readonly panel: HTMLElement,
    private readonly host: WrongValuesHost,
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
    const problem = problemOf(program);
    const text = testcaseOf(program);
    if (text === undefined) {
      this.panel.replaceChildren();
      return;
    }
    const testcase = make("code");
    coloured(text, "mnc2", testcase);
    this.old.textContent = say("editedSince");
    this.list();
    this.panel.replaceChildren(
      this.verdict,
      this.wrong,
      ...(problem === undefined ? [] : [markdown(problem.task[language()], coloured)]),
      make(
        "details",
        { open: problem === undefined },
        make("summary", {}, say("testcase")),
        make("pre", { tabindex: 0, role: "region", "aria-label": say("testcase") }, testcase),
      ),
    );
  }

  /** Shows a verdict; `isOld` if the program was edited since it was judged. */
  judged(result: JudgeResult, isOld: boolean): void {
    const { accepted, message } = result;
    this.verdict.className = `verdict ${accepted ? "accepted" : "wrong"}`;
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
