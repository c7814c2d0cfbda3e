// The first difference between the run and the run of another program: a kept version of the program, or another program.

import { languageOf } from "../languages";
import { titleOf } from "../manage";
import { inline, make } from "../page";
import type { Programs } from "../programs";
import { say } from "../words";
import { word } from "./words";

/** The adapter's answer to `mnc2/divergence`; lines are counted from 0. */
export interface Divergence {
  isEqual: boolean;
  line?: number;
  otherLine?: number;
  name?: string;
  value?: string;
  otherValue?: string;
}

interface Other {
  title: string;
  text: string;
}

export interface ComparisonHost {
  programs: Programs;
  /** Whether there is a run. */
  isActive(): boolean;
  /** The text of the program. */
  text(): string;
  /** Compares the run with the run of another program. */
  compare(text: string): Promise<Divergence>;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
}

export class Comparison {
  readonly element = make("section", { hidden: true });
  private readonly heading = make("h2", {});
  private readonly menu = make("select", {});
  private readonly button = make("button", { type: "submit" });
  private readonly result = make("div", { role: "status" });
  private others: readonly Other[] = [];

  constructor(private readonly host: ComparisonHost) {
    const form = make("form", { class: "bar" }, this.menu, this.button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.compare();
    });
    this.element.append(this.heading, form, this.result);
  }

  translate(): void {
    this.heading.textContent = word("difference");
    this.button.textContent = word("compare");
    this.menu.setAttribute("aria-label", word("compareWith"));
    if (!this.element.hidden) {
      void this.offer();
    }
  }

  /** Offers the programs that a run can be compared with, at its start. */
  async offer(): Promise<void> {
    this.forget();
    const { programs, text } = this.host;
    const { id } = programs.open;
    const versions = id === undefined ? [] : await programs.store.versions(id).catch(() => []);
    const found = [
      ...versions.map((version) => ({ title: titleOf(version), name: version.content.name, text: version.content.text })),
      ...programs.store.all.filter((one) => one.id !== id).map((one) => ({ title: one.name, name: one.name, text: one.text })),
    ];
    if (!this.host.isActive()) {
      return;
    }
    this.others = found.filter((one) => one.text !== text() && languageOf(one.name, one.text) === "mnc2");
    this.menu.replaceChildren(...this.others.map(({ title }) => make("option", {}, title)));
    this.element.hidden = this.others.length === 0;
  }

  /** Removes what is offered, and the result. */
  forget(): void {
    this.element.hidden = true;
    this.result.replaceChildren();
  }

  private async compare(): Promise<void> {
    const other = this.others[this.menu.selectedIndex];
    if (other === undefined) {
      return;
    }
    this.button.disabled = true;
    this.result.replaceChildren(make("p", {}, word("comparing")));
    try {
      this.result.replaceChildren(...this.described(await this.host.compare(other.text), other.title));
    } catch (error) {
      this.result.replaceChildren(make("p", { class: "problem" }, (error as Error).message));
    }
    this.button.disabled = false;
  }

  private described({ isEqual, line, otherLine, name, value, otherValue }: Divergence, title: string): HTMLElement[] {
    if (isEqual || (line === undefined && otherLine === undefined)) {
      return [make("p", {}, word("sameRuns"))];
    }
    if (line === undefined) {
      return [make("p", {}, word("onlyOther", title, (otherLine ?? 0) + 1))];
    }
    const place = make("button", { class: "place" }, say("line", line + 1));
    place.addEventListener("click", () => this.host.reveal(line));
    const said = otherLine === undefined ? word("onlyHere") : word("differs", otherLine + 1, title);
    const values = name === undefined ? [] : [make("p", {}, ...inline(word("valuesDiffer", name, value ?? "", otherValue ?? "")))];
    return [make("p", {}, place, said), ...values];
  }
}
