// What the program is to do: the task of a problem, the testcase that judges it, and the last verdict, which is about the
// text that was judged.

import { coloured } from "./editor/syntax";
import { markdown } from "./markdown";
import { inline, make } from "./page";
import { problemOf, type Program, testcaseOf } from "./programs";
import { language, say } from "./words";

export class Task {
  private readonly verdict = make("div", { class: "verdict", role: "status" });
  private readonly old = make("p", { class: "remark" });

  constructor(private readonly panel: HTMLElement) {}

  /** Shows the task of a program, without a verdict. */
  open(program: Program): void {
    this.verdict.className = "verdict";
    this.verdict.replaceChildren();
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
    this.panel.replaceChildren(
      this.verdict,
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
  judged(isAccepted: boolean, lines: readonly string[], isOld: boolean): void {
    this.verdict.className = `verdict ${isAccepted ? "accepted" : "wrong"}`;
    this.verdict.replaceChildren(...lines.map((line) => make("p", {}, ...inline(line))));
    if (isOld) {
      this.edited();
    }
  }

  /** The program was edited: the verdict is about another text. Returns whether there is one that was about this text. */
  edited(): boolean {
    const isNews = this.verdict.hasChildNodes() && !this.verdict.classList.contains("old");
    if (isNews) {
      this.verdict.classList.add("old");
      this.verdict.prepend(this.old);
    }
    return isNews;
  }
}
