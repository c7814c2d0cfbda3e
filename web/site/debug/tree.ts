// The values where a run stands, as lists that unfold. What has changed since the stop before is marked.

import { make } from "../page";
import { word } from "./words";

/** Items that a list shows at first, and how many more each time. */
const PAGE = 32;

export interface Variable {
  name: string;
  value: string;
  variablesReference: number;
  indexedVariables?: number;
}

interface Scope {
  name: string;
  variablesReference: number;
}

type Ask = <Answer>(command: string, parameters: object) => Promise<Answer>;

export class Tree {
  readonly element = make("div", { class: "tree" });
  /** The lists that are unfolded, by the names on the way to them, and how many items each shows. */
  private readonly unfolded = new Map<string, number>();
  private values = new Map<string, string>();
  private before = new Map<string, string>();
  /** Counts what was asked: only the newest answers are shown. */
  private asked = 0;
  private isFirst = true;

  constructor(private readonly ask: Ask) {}

  /** Forgets a run. */
  forget(): void {
    this.asked += 1;
    this.isFirst = true;
    this.values = new Map();
    this.element.replaceChildren();
  }

  /** Shows the values at another moment. */
  async move(frameId: number): Promise<void> {
    this.before = this.values;
    this.values = new Map();
    this.asked += 1;
    const { asked } = this;
    const { scopes } = await this.ask<{ scopes: Scope[] }>("scopes", { frameId });
    // What the line does is what people look for first.
    if (this.isFirst && scopes[0] !== undefined && !scopes.some(({ name }) => this.unfolded.has(name))) {
      this.unfolded.set(scopes[0].name, PAGE);
    }
    this.isFirst = false;
    const lists = await Promise.all(scopes.map(({ name, variablesReference }) => this.list(name, make("span", {}, name), { variablesReference })));
    if (asked === this.asked) {
      const focused = this.element.querySelector<HTMLElement>(":focus")?.closest<HTMLElement>("[data-path]")?.dataset["path"];
      this.element.replaceChildren(...lists);
      if (focused !== undefined) {
        const again = [...this.element.querySelectorAll<HTMLElement>("[data-path]")].find((one) => one.dataset["path"] === focused);
        again?.querySelector("summary")?.focus();
      }
    }
  }

  /** A list that unfolds. */
  private async list(path: string, title: HTMLElement, of: Pick<Variable, "variablesReference" | "indexedVariables">): Promise<HTMLElement> {
    const content = make("div", { class: "items" });
    const element = make("details", { "data-path": path }, make("summary", {}, title), content);
    const fill = async () => content.replaceChildren(...(await this.items(path, of, () => void fill().catch(() => undefined))));
    if (this.unfolded.has(path)) {
      element.open = true;
      await fill();
    }
    element.addEventListener("toggle", () => {
      if (element.open && !this.unfolded.has(path)) {
        this.unfolded.set(path, PAGE);
        // Where the run has gone on meanwhile, its next stop shows it.
        void fill().catch(() => undefined);
      } else if (!element.open) {
        this.unfolded.delete(path);
      }
    });
    return element;
  }

  private async items(path: string, { variablesReference, indexedVariables }: Pick<Variable, "variablesReference" | "indexedVariables">, again: () => void): Promise<HTMLElement[]> {
    const count = this.unfolded.get(path) ?? PAGE;
    const page = indexedVariables === undefined ? {} : { filter: "indexed", start: 0, count: Math.min(count, indexedVariables) };
    const { variables } = await this.ask<{ variables: Variable[] }>("variables", { variablesReference, ...page });
    const shown = variables.slice(0, count);
    const items = await Promise.all(
      shown.map(async (variable) => {
        const own = `${path}\n${variable.name}`;
        const value = make("span", { class: "value" }, variable.value);
        const before = this.before.get(own);
        this.values.set(own, variable.value);
        value.classList.toggle("changed", before !== undefined && before !== variable.value);
        const title = make("span", {}, make("code", {}, variable.name), " ", value);
        return variable.variablesReference > 0 ? this.list(own, title, variable) : make("div", { class: "item" }, title);
      }),
    );
    if ((indexedVariables ?? variables.length) > count) {
      const more = make("button", { class: "place" }, word("more"));
      more.addEventListener("click", () => {
        this.unfolded.set(path, count + PAGE);
        again();
      });
      items.push(make("div", { class: "item" }, more));
    }
    return items;
  }
}
