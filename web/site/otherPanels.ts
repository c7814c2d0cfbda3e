// What programs in other languages have next to them: what they are given, and what their machine holds after a run.

import type { LSPClient } from "@codemirror/lsp-client";

import type { RunToHereResult } from "../../editors/vscode/src/protocol";
import { make } from "./page";
import { say } from "./words";

const CONTENT = "mnc2/textDocumentContent";

/** The file by which the server reads what a program is given. */
export const INPUT_FILE = "input.json";

export class OtherPanels {
  private readonly field = make("textarea", { id: "input", spellcheck: "false", autocapitalize: "off" });
  private readonly help = make("p", {});
  private isEmpty = true;
  /** Counts the runs and programs: only the output of the newest one is shown. */
  private number = 0;

  /** `edited` hears what the user writes. */
  constructor(
    private readonly client: LSPClient,
    readonly panels: { input: HTMLElement; output: HTMLElement },
    edited: (input: string) => void,
  ) {
    this.field.addEventListener("input", () => edited(this.field.value));
    this.panels.input.append(this.help, this.field);
    this.translate();
  }

  translate(): void {
    this.help.textContent = say("inputHelp");
    this.field.setAttribute("aria-label", say("inputLabel"));
    if (this.isEmpty) {
      this.forget();
    }
  }

  /** Another program is open. */
  open(input: string): void {
    this.field.value = input;
    this.forget();
  }

  private forget(): void {
    this.number += 1;
    this.isEmpty = true;
    this.panels.output.replaceChildren(make("p", { class: "empty" }, say("noOutput")));
  }

  /** Shows what the machine holds after a run. */
  async ran({ content }: RunToHereResult): Promise<void> {
    this.number += 1;
    const { number } = this;
    const answer = await this.client.request<object, { text: string }>(CONTENT, { uri: content });
    if (number === this.number) {
      const text = make("pre", { tabindex: 0, role: "region", "aria-label": say("tabOutput") }, make("code", {}, answer.text));
      this.isEmpty = false;
      this.panels.output.replaceChildren(text);
    }
  }
}
