// The first difference between the run and the run of another program: a kept version of the program, or another program.

import { type Format, formattedWritten } from "../../../editors/vscode/src/dumpRows";
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

/** How values are shown. */
const FORMATS = ["hexadecimal", "integer64", "integer32", "integer16", "double", "single", "half"] as const satisfies readonly Format[];

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
  private readonly format = make("select", {});
  private readonly result = make("div", { role: "status" });
  /** What was found, and the title of the other program. */
  private found: { divergence: Divergence; title: string } | undefined;
  private others: readonly Other[] = [];

  constructor(private readonly host: ComparisonHost) {
    const form = make("form", { class: "bar" }, this.menu, this.button, this.format);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.compare();
    });
    this.format.addEventListener("change", () => this.tell());
    this.element.append(this.heading, form, this.result);
  }

  translate(): void {
    this.heading.textContent = word("difference");
    this.button.textContent = word("compare");
    this.menu.setAttribute("aria-label", word("compareWith"));
    const { value } = this.format;
    this.format.setAttribute("aria-label", word("format"));
    this.format.replaceChildren(...FORMATS.map((format) => make("option", { value: format }, word(`format_${format}`))));
    this.format.value = value || FORMATS[0];
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
    this.found = undefined;
    this.result.replaceChildren();
  }

  private async compare(): Promise<void> {
    const other = this.others[this.menu.selectedIndex];
    if (other === undefined) {
      return;
    }
    this.button.disabled = true;
    this.found = undefined;
    this.result.replaceChildren(make("p", {}, word("comparing")));
    try {
      this.found = { divergence: await this.host.compare(other.text), title: other.title };
      this.tell();
    } catch (error) {
      this.result.replaceChildren(make("p", { class: "problem" }, (error as Error).message));
    }
    this.button.disabled = false;
  }

  /** Shows what was found, in the chosen format. */
  private tell(): void {
    if (this.found !== undefined) {
      this.result.replaceChildren(...this.described(this.found.divergence, this.found.title));
    }
  }

  /** A value in the chosen format; as it is where its words are too short for that. */
  private formatted(bits = ""): string {
    return formattedWritten(bits, bits, this.format.value as Format);
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
    const values = name === undefined ? [] : [make("p", {}, ...inline(word("valuesDiffer", name, this.formatted(value), this.formatted(otherValue))))];
    return [make("p", {}, place, said), ...values];
  }
}
