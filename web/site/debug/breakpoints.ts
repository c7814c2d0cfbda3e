// The list of breakpoints, each with its condition.

import type { EditorView } from "@codemirror/view";

import { setStop, type Stop, stopsOf } from "../editor/stops";
import { make } from "../page";
import { say } from "../words";
import { word } from "./words";

export interface BreakpointsHost {
  view: EditorView;
  isOther(): boolean;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
  /** Sends the breakpoints to the adapter; returns the problem of each, in their order. */
  changed(stops: readonly Stop[]): Promise<readonly (string | undefined)[]>;
}

export class Breakpoints {
  readonly element = make("section", {});
  private readonly heading = make("h2", {});
  private readonly list = make("ul", {});
  private readonly hint = make("p", { class: "remark" });
  private asked = 0;

  constructor(private readonly host: BreakpointsHost) {
    this.element.append(this.heading, this.list, this.hint);
  }

  translate(): void {
    this.heading.textContent = word("breakpoints");
    this.hint.textContent = word("hint");
    this.show([]);
  }

  /** Sets a breakpoint at a line, counted from 0, or removes it. */
  toggle(line: number): void {
    const { view } = this.host;
    const isThere = stopsOf(view.state).some((stop) => stop.line === line);
    setStop(view, line, isThere ? null : "");
    void this.tell();
  }

  /** Sends all breakpoints to the adapter. */
  async tell(): Promise<void> {
    this.show([]);
    this.asked += 1;
    const { asked } = this;
    const problems = await this.host.changed(stopsOf(this.host.view.state)).catch(() => []);
    if (asked === this.asked) {
      this.show(problems);
    }
  }

  /** Shows them where they are now. */
  show(problems: readonly (string | undefined)[]): void {
    const { view, reveal, isOther } = this.host;
    const stops = stopsOf(view.state);
    this.hint.hidden = stops.length > 0;
    const focused = [...this.list.querySelectorAll("input")].findIndex((field) => field === document.activeElement);
    const items = stops.map(({ line, condition }, index) => {
      const name = say("line", line + 1);
      const place = make("button", { class: "place" }, name);
      place.addEventListener("click", () => reveal(line));
      const field = make("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: word(isOther() ? "condition" : "conditionHelp") });
      field.value = condition;
      field.setAttribute("aria-label", `${name}: ${word("condition")}`);
      const take = () => {
        const wanted = field.value.trim();
        const stop = stopsOf(view.state).find((stop) => stop.line === line);
        if (stop !== undefined && stop.condition !== wanted) {
          setStop(view, line, wanted);
          void this.tell();
        }
      };
      field.addEventListener("change", take);
      field.addEventListener("keydown", ({ key }) => key === "Enter" && take());
      const remove = make("button", { class: "place", "aria-label": word("remove", name) }, "×");
      remove.addEventListener("click", () => this.toggle(line));
      const problem = problems[index];
      return make("li", { class: "stop" }, place, field, remove, ...(problem === undefined ? [] : [make("p", { class: "problem" }, problem)]));
    });
    this.list.replaceChildren(...items);
    this.list.querySelectorAll("input")[focused]?.focus();
  }
}
