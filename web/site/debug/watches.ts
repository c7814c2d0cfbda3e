// Expressions that are computed at each stop.

import { make } from "../page";
import { word } from "./words";

type Evaluate = (expression: string) => Promise<string>;

export class Watches {
  readonly element = make("section", {});
  private readonly heading = make("h2", {});
  private readonly list = make("ul", {});
  private readonly field = make("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  private readonly expressions: string[] = [];
  private readonly values = new Map<string, string>();
  private asked = 0;

  constructor(private readonly evaluate: Evaluate) {
    const form = make("form", {}, this.field);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const expression = this.field.value.trim();
      if (expression !== "" && !this.expressions.includes(expression)) {
        this.expressions.push(expression);
        this.field.value = "";
        void this.show(false);
      }
    });
    this.element.append(this.heading, this.list, form);
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

  /** Computes the values; at another moment those that have changed are marked. */
  async show(isMoved: boolean): Promise<void> {
    this.asked += 1;
    const { asked } = this;
    const values = await Promise.all(
      this.expressions.map((expression) => this.evaluate(expression).catch((error: Error) => error.message)),
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
