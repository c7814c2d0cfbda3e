// The findings of the open program: their list, and how many there are of each severity.

import { isEmbedded } from "./asked";
import type { Reported } from "./editor/findings";
import { listFindings } from "./findingsList";
import { find, make } from "./page";
import { isAnySolved } from "./solved";
import { testcaseOf, type Programs } from "./programs";
import { say } from "./words";

export interface ReportsHost {
  programs: Programs;
  panel: HTMLElement;
  /** Moves the cursor to a place in the text. */
  goTo(at: number): void;
  /** Opens the first lesson. */
  learn(): void;
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

  /** Lists them in the language of the page; the first visit has a welcome in the place of no findings. */
  list(): void {
    const { panel, goTo } = this.host;
    listFindings(panel, this.reported, goTo, this.isNew ? this.welcome() : undefined);
  }

  /** Whether the page is new to its user, who has kept nothing. */
  private get isNew(): boolean {
    const { programs } = this.host;
    return !isEmbedded && programs.store.all.length === 0 && !isAnySolved() && testcaseOf(programs.open) === undefined;
  }

  private welcome(): HTMLElement {
    const start = make("button", { class: "primary" }, say("startLessons"));
    start.addEventListener("click", () => this.host.learn());
    return make("div", { class: "empty" }, make("p", {}, say("about")), make("p", {}, say("welcome")), start);
  }
}
