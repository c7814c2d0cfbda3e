// The values where a run is stopped, as lists that unfold. Values that have changed since the last stop are marked.

import { make } from "../page";
import type { Asked } from "./origins";
import { word } from "./words";

/** Items that a list shows at first, and how many more each time. */
const PAGE = 32;

export interface Variable {
  name: string;
  value: string;
  variablesReference: number;
  indexedVariables?: number;
  evaluateName?: string;
  memoryReference?: string;
  presentationHint?: { attributes?: string[] };
}

type List = Pick<Variable, "variablesReference" | "indexedVariables">;

export interface TreeHost {
  ask<Answer>(command: string, parameters: object): Promise<Answer>;
  /** Shows the origin of a word. */
  origin(title: string, asked: Asked): void;
}

interface Scope {
  name: string;
  variablesReference: number;
}

export class Tree {
  readonly element = make("div", { class: "tree" });
  /** The lists that are unfolded, by the names on their path, and how many items each shows. */
  private readonly unfolded = new Map<string, number>();
  private values = new Map<string, string>();
  private before = new Map<string, string>();
  /** Counts the requests: only the newest answers are shown. */
  private asked = 0;
  private isFirst = true;

  constructor(private readonly host: TreeHost) {}

  private ask<Answer>(command: string, parameters: object): Promise<Answer> {
    return this.host.ask<Answer>(command, parameters);
  }

  /** Forgets a run. */
  forget(): void {
    this.asked += 1;
    this.isFirst = true;
    this.values = new Map();
    this.element.replaceChildren();
  }

  /** Shows the values after the run has moved. */
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
  private async list(path: string, title: HTMLElement, of: List, ...tools: HTMLElement[]): Promise<HTMLElement> {
    const content = make("div", { class: "items" });
    const element = make("details", { "data-path": path }, make("summary", {}, title), content);
    const again = () => void fill().catch(() => undefined);
    const fill = async () => content.replaceChildren(...tools, ...(of.variablesReference > 0 ? await this.items(path, of, again) : []));
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

  private async items(path: string, { variablesReference, indexedVariables }: List, again: () => void): Promise<HTMLElement[]> {
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
        const tools = this.tools(variablesReference, variable);
        return variable.variablesReference > 0 || tools.length > 0 ? this.list(own, title, variable, ...tools) : make("div", { class: "item" }, title);
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

  /** The tools of a word: a field to change it, and a button that shows its origin. */
  private tools(list: number, variable: Variable): HTMLElement[] {
    const { name, value, evaluateName, memoryReference, presentationHint, indexedVariables } = variable;
    const asked = evaluateName !== undefined ? { expression: evaluateName } : memoryReference !== undefined ? { memoryReference, bytes: 1 } : undefined;
    // A whole memory is none.
    if (asked === undefined || indexedVariables !== undefined) {
      return [];
    }
    const origin = make("button", {}, word("whoWrote"));
    origin.addEventListener("click", () => this.host.origin(evaluateName ?? name, asked));
    if (presentationHint?.attributes?.includes("readOnly") === true) {
      return [make("div", { class: "row" }, origin)];
    }
    const field = make("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": word("change", name) });
    // The number alone, without its bits.
    field.value = value.split(" · ")[0] ?? "";
    const problem = make("p", { class: "problem", role: "alert" });
    const change = make("button", { type: "submit" }, word("changeIt"));
    const form = make("form", { class: "row" }, field, change, origin);
    origin.type = "button";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      problem.textContent = "";
      // The adapter reports then that values have changed.
      this.ask("setVariable", { variablesReference: list, name, value: field.value }).catch((error: Error) => (problem.textContent = error.message));
    });
    return [form, problem];
  }
}
