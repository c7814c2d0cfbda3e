// The findings of the open program: their list, and how many there are of each severity.

import type { Reported } from "./editor/findings";
import { listFindings } from "./findingsList";
import { find } from "./page";
import { say } from "./words";

export interface ReportsHost {
  panel: HTMLElement;
  /** Moves the cursor to a place in the text. */
  goTo(at: number): void;
}

export class Reports {
  private reported: readonly Reported[] = [];

  constructor(private readonly host: ReportsHost) {}

  /** Another program is open. */
  forget(): void {
    this.reported = [];
    find("counts").textContent = "";
  }

  /** The codes of the findings, each once. */
  get codes(): string[] {
    return [...new Set(this.reported.map(({ code }) => code))];
  }

  show(reported: readonly Reported[]): void {
    this.reported = reported;
    this.list();
    const count = (severity: string) => reported.filter((one) => one.severity === severity).length;
    const counts = (["error", "warning", "info", "hint"] as const)
      .map((severity) => [count(severity), say(severity)] as const)
      .filter(([number]) => number > 0)
      .map(([number, name]) => `${name} ${number}`);
    find("counts").textContent = counts.join(" · ") || say("noFindings");
  }

  /** Lists them in the language of the page. */
  list(): void {
    listFindings(this.host.panel, this.reported, this.host.goTo);
  }
}
