// Expressions that are computed at each stop. An assignment in their field changes a memory.

import { make } from "../page";
import { word } from "./words";

/** `$lr0 = 1.5`; comparisons are none. */
const ASSIGNMENT = /^([^=]*[^=!<>\s])\s*=(?!=)\s*(.+)$/;

export interface WatchesHost {
  evaluate(expression: string): Promise<string>;
  set(expression: string, value: string): Promise<unknown>;
}

export class Watches {
  readonly element = make("section", { class: "watches" });
  private readonly heading = make("h2", {});
  private readonly list = make("ul", {});
  private readonly problem = make("p", { class: "problem", role: "alert" });
  private readonly field = make("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  private readonly expressions: string[] = [];
  private readonly values = new Map<string, string>();
  private asked = 0;

  constructor(private readonly host: WatchesHost) {
    const form = make("form", {}, this.field);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.take(this.field.value.trim());
    });
    this.element.append(this.heading, this.list, form, this.problem);
  }

  private async take(text: string): Promise<void> {
    this.problem.textContent = "";
    const [, place, value] = ASSIGNMENT.exec(text) ?? [];
    if (place !== undefined && value !== undefined) {
      try {
        await this.host.set(place, value);
      } catch (error) {
        this.problem.textContent = (error as Error).message;
        return;
      }
    } else if (text !== "" && !this.expressions.includes(text)) {
      this.expressions.push(text);
    }
    this.field.value = "";
    await this.show(false);
  }

  translate(isOther: boolean): void {
    this.heading.textContent = word("watch");
    const help = word(isOther ? "watchHelpOther" : "watchHelp");
    this.field.placeholder = help;
    this.field.setAttribute("aria-label", help);
    void this.show(false);
  }

  /** Forgets what the values were. */
  forget(): void {
    this.values.clear();
  }

  /** Computes the values; after a move, those that have changed are marked. */
  async show(isMoved: boolean): Promise<void> {
    this.asked += 1;
    const { asked } = this;
    const values = await Promise.all(
      this.expressions.map((expression) => this.host.evaluate(expression).catch((error: Error) => error.message)),
    );
    if (asked !== this.asked) {
      return;
    }
    const items = this.expressions.map((expression, index) => {
      const now = values[index] ?? "";
      const before = this.values.get(expression);
      this.values.set(expression, now);
      const value = make("span", { class: "value" }, now);
      value.classList.toggle("changed", isMoved && before !== undefined && before !== now);
      const remove = make("button", { class: "place", "aria-label": word("remove", expression) }, "×");
      remove.addEventListener("click", () => {
        this.expressions.splice(this.expressions.indexOf(expression), 1);
        this.values.delete(expression);
        void this.show(false);
        this.field.focus();
      });
      return make("li", {}, make("code", {}, expression), " ", value, " ", remove);
    });
    this.list.replaceChildren(...items);
  }
}
