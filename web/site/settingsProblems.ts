// What is wrong with the settings of the open program, or with the description of its machine: findings in `mnc2.toml`, and
// warnings of the server's log, which have no place in a text.

import type { Page } from "./laterParts";
import type { Lazily } from "./lazily";
import { notice } from "./notice";
import { say } from "./words";

export class SettingsProblems {
  private found: readonly string[] = [];
  private warnings: readonly string[] = [];

  /** `settings` show the list. */
  constructor(
    private readonly page: () => Page,
    private readonly settings: Lazily<{ reported(): void }>,
  ) {}

  get list(): readonly string[] {
    return [...this.found, ...this.warnings];
  }

  /** Another program is open. */
  forget(): void {
    [this.found, this.warnings] = [[], []];
  }

  /** Settings or machine were changed: the server warns again of what is still wrong. */
  edited(): void {
    this.warnings = [];
    this.settings.loaded?.reported();
  }

  /** The findings in the settings. */
  find(messages: readonly string[]): void {
    this.found = messages;
    this.tell();
  }

  /** The log of the server warns. */
  warn(message: string): void {
    const own = `${this.page().uri()}: `;
    if (message.startsWith(own) && !this.warnings.includes(message.slice(own.length))) {
      this.warnings = [...this.warnings, message.slice(own.length)];
      this.tell();
    }
  }

  private tell(): void {
    const { programs, tabs } = this.page();
    const { config, machine } = programs.open;
    this.settings.loaded?.reported();
    if (tabs.current !== "settings" && this.list.length > 0 && (config ?? machine) !== undefined) {
      notice(say("settingsBroken"), "problem", { title: say("showSettings"), press: () => tabs.choose("settings") });
    }
  }
}
