// The accepted solutions of a problem: each can be put into the editor, deleted, and two of them compared.

import type { LSPClient } from "@codemirror/lsp-client";

import { Comparison } from "./comparing";
import { notice } from "./notice";
import { make } from "./page";
import { problemOf, type Program, testcaseOf } from "./programs";
import type { Solution, Solutions } from "./solutions";
import { language, wordsOf } from "./words";
import { PROBLEM_WORDS } from "./words/problems";

const word = wordsOf(PROBLEM_WORDS);

export interface SolutionListHost {
  client: LSPClient;
  /** Puts a solution into the editor. */
  use(text: string): void;
  /** A solution was deleted, or has come back. */
  changed(): void;
}

export class SolutionList {
  readonly element = make("section", { class: "solutions" });
  private chosen: Solution[] = [];
  private readonly compared = make("div");
  private readonly compare = make("button", {}, word("compare"));

  constructor(
    private readonly program: Program,
    private readonly solutions: Promise<Solutions>,
    private readonly key: Promise<string>,
    private readonly host: SolutionListHost,
  ) {
    this.compare.addEventListener("click", () => this.show());
    void this.fill();
  }

  private async fill(): Promise<void> {
    const solutions = await this.solutions;
    const list = solutions.for(await this.key);
    this.chosen = this.chosen.filter((it) => list.includes(it));
    this.element.replaceChildren(
      // Below the title of the task, if there is one.
      make(problemOf(this.program) === undefined ? "h2" : "h3", {}, word("solutions")),
      ...(solutions.isLasting ? [] : [make("p", { class: "remark" }, word("notKept"))]),
      list.length === 0 ? make("p", { class: "remark" }, word("noSolutions")) : make("ul", {}, ...list.map((it) => this.item(it))),
      ...(list.length < 2 ? [] : [make("div", { class: "fixes" }, this.compare)]),
      this.compared,
    );
    this.offer();
  }

  private item(solution: Solution): HTMLElement {
    const name = nameOf(solution);
    const choose = make("input", { type: "checkbox", "aria-label": word("choose", name), checked: this.chosen.includes(solution) });
    choose.addEventListener("change", () => {
      this.chosen = choose.checked ? [...this.chosen, solution] : this.chosen.filter((it) => it !== solution);
      this.offer();
    });
    const use = make("button", { "aria-label": word("useNamed", name) }, word("use"));
    use.addEventListener("click", () => this.host.use(solution.text));
    const remove = make("button", { "aria-label": word("deleteNamed", name) }, word("delete"));
    remove.addEventListener("click", () => void this.delete(solution));
    return make("li", {}, make("label", {}, choose, " ", name), make("span", { class: "group" }, use, remove));
  }

  /** Two can be compared. */
  private offer(): void {
    this.compare.disabled = this.chosen.length !== 2;
    this.compare.title = this.compare.disabled ? word("chooseTwo") : "";
  }

  private show(): void {
    // From the longer one to the shorter one.
    const [one, other] = [...this.chosen].sort((a, b) => b.score - a.score || b.bytes - a.bytes);
    if (one !== undefined && other !== undefined) {
      const comparison = new Comparison(this.host.client, one, other, testcaseOf(this.program), () => {
        this.compared.replaceChildren();
        this.compare.focus();
      });
      this.compared.replaceChildren(comparison.element);
      comparison.focus();
    }
  }

  private async delete(solution: Solution): Promise<void> {
    const solutions = await this.solutions;
    await solutions.delete(solution);
    await this.fill();
    this.host.changed();
    const back = async () => {
      const { id: _, ...rest } = solution;
      await solutions.add(rest);
      await this.fill();
      this.host.changed();
    };
    notice(word("deleted"), "news", { title: word("undo"), press: () => void back() });
  }
}

/** What a solution is called: its score, its length, and when it was accepted. */
function nameOf({ score, bytes, at }: Solution): string {
  return word("entry", score, bytes, new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at));
}
