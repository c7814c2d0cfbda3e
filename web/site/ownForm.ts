// The form for a testcase of one's own: pasted, dropped or opened. A text that is not a testcase stays in the form, with the reason.

import type { LSPClient } from "@codemirror/lsp-client";

import { JUDGE } from "../../editors/vscode/src/protocol";
import { execute, withDocuments } from "./documents";
import { inline, make } from "./page";
import { type OwnProblem, ownProblem, TESTCASE_MAX_MB } from "./ownProblem";
import { wordsOf } from "./words";
import { PROBLEM_WORDS } from "./words/problems";

const word = wordsOf(PROBLEM_WORDS);

/** A program without errors. */
const NOTHING = "nop\n";

export class OwnForm {
  private readonly field = make("textarea", { id: "testcase", rows: 8, spellcheck: "false", autocapitalize: "off" });
  private readonly said = make("p", { class: "problem", role: "alert" });
  private isChecking = false;

  constructor(
    private readonly client: LSPClient,
    private readonly take: (own: OwnProblem) => void,
  ) {
    this.field.addEventListener("dragover", (event) => event.preventDefault());
    this.field.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) {
        event.preventDefault();
        void this.read(file);
      }
    });
    this.field.addEventListener("input", () => this.said.replaceChildren());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.altKey)) {
        event.preventDefault();
        void this.solve(this.field.value);
      }
    });
  }

  /** The form in the language of the page. */
  element(): HTMLElement {
    this.field.setAttribute("aria-label", word("ownLabel"));
    const solve = make("button", { class: "primary" }, word("solve"));
    solve.addEventListener("click", () => void this.solve(this.field.value));
    const file = make("input", { type: "file", accept: ".vsm,.txt", hidden: true });
    file.addEventListener("change", () => void this.read(file.files?.[0]));
    const open = make("button", {}, word("openFile"));
    open.addEventListener("click", () => file.click());
    return make(
      "section",
      { class: "own" },
      make("h3", {}, word("ownHeading")),
      make("p", {}, word("ownHelp")),
      this.field,
      this.said,
      make("div", { class: "fixes" }, solve, open, file),
    );
  }

  private async read(file: File | undefined): Promise<void> {
    if (file === undefined) {
      return;
    }
    if (file.size > TESTCASE_MAX_MB * 1_000_000) {
      this.say(word("tooLong", TESTCASE_MAX_MB));
      return;
    }
    await this.solve(await file.text());
  }

  /** Makes a problem of a text. */
  async solve(text: string): Promise<void> {
    this.field.value = text;
    const own = ownProblem(text);
    if (typeof own === "string") {
      this.say(word(own, TESTCASE_MAX_MB));
      return;
    }
    if (this.isChecking) {
      return;
    }
    this.isChecking = true;
    this.say(word("checking"));
    const problem = await this.problemOf(own.testcase);
    this.isChecking = false;
    if (problem === undefined) {
      this.field.value = "";
      this.said.replaceChildren();
      this.take(own);
    } else {
      this.say(word("notTestcase", problem));
    }
  }

  /** What the server finds wrong with a testcase. */
  private async problemOf(testcase: string): Promise<string | undefined> {
    try {
      await withDocuments(this.client, [testcase, NOTHING], ([named, uri]) => execute(this.client, JUDGE, { uri, testcase: named, quiet: true }));
      return undefined;
    } catch (error) {
      return (error as { message?: string }).message ?? String(error);
    }
  }

  private say(text: string): void {
    this.said.replaceChildren(...inline(text));
    this.field.focus();
  }
}
