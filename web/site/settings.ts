// The settings of the open program, as in `mnc2.toml`: a link may contain some. They can be shown, changed and removed; errors
// in them are shown.

import { inline, make } from "./page";
import { say } from "./words";

export class Settings {
  private readonly field = make("textarea", { id: "config", spellcheck: "false", autocapitalize: "off" });
  private readonly help = make("p", {});
  private readonly remove = make("button", {});
  private readonly problems = make("ul", { class: "problems", role: "status" });

  /** `changed` hears what the user writes; undefined if the settings are removed. */
  constructor(panel: HTMLElement, changed: (config: string | undefined) => void) {
    this.field.addEventListener("input", () => changed(this.field.value));
    this.remove.addEventListener("click", () => changed(undefined));
    panel.append(this.help, this.field, this.problems, make("div", { class: "fixes" }, this.remove));
    this.translate();
  }

  translate(): void {
    this.help.textContent = say("settingsHelp");
    this.field.setAttribute("aria-label", say("settingsLabel"));
    this.remove.textContent = say("removeSettings");
  }

  /** Another program is open. */
  open(config: string | undefined): void {
    this.field.value = config ?? "";
    this.reported([]);
  }

  /** Shows what is wrong with them. */
  reported(messages: readonly string[]): void {
    this.problems.replaceChildren(...messages.map((message) => make("li", {}, ...inline(message))));
  }
}
