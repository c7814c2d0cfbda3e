// Which program is open, and the others that can be: examples, problems, and what was edited here.

import { EXAMPLES, OTHERS, PROBLEMS } from "bundled";

import { type Entry, History } from "./history";
import { type Shared, sharedOf } from "./link";
import { INPUT_FILE } from "./otherPanels";
import { find, make } from "./page";
import type { Files } from "./server";
import { say } from "./words";

export interface Program extends Shared {
  /** Its entry in the history, once it was edited. */
  id?: string;
}

const EMPTY = "# A new program.\n\n";

export type Problem = (typeof PROBLEMS)[number];

export function problemOf({ problem }: Program): Problem | undefined {
  return PROBLEMS.find(({ id }) => id === problem);
}

/** What the server finds beside a program: the testcase that it is judged by, its settings, and what it is given. */
export function filesBeside(program: Program): Files {
  const { config, input } = program;
  return { "testcase.vsm": problemOf(program)?.testcase ?? null, "mnc2.toml": config ?? null, [INPUT_FILE]: input ?? null };
}

export class Programs {
  readonly history = new History();
  private readonly menu = find<HTMLSelectElement>("program");
  private current: Program = { name: "", text: "" };

  constructor(open: (program: Program) => void) {
    this.menu.addEventListener("change", () => {
      const chosen = this.find(this.menu.value);
      if (chosen !== undefined) {
        open(chosen);
      }
    });
  }

  /** What the page shows first: what was edited last, or the first example. */
  first(): Program {
    const [newest] = this.history.all;
    return newest ?? this.find(`example ${EXAMPLES[0]?.name}`) ?? { name: "new.vsm", text: EMPTY };
  }

  get open(): Program {
    return this.current;
  }

  set open(program: Program) {
    this.current = program;
    this.list();
  }

  /** Changes what the program is given; `keep` keeps it. */
  give(input: string): void {
    this.current = { ...this.current, input };
  }

  /** Keeps an edited program; returns whether the browser does. */
  keep(text: string): boolean {
    const isNew = this.current.id === undefined;
    const id = this.current.id ?? crypto.randomUUID();
    const entry: Entry = { id, ...sharedOf({ ...this.current, text }) };
    this.current = entry;
    const isKept = this.history.put(entry);
    if (isNew) {
      this.list();
    }
    return isKept;
  }

  /** Fills the menu. */
  list(): void {
    const group = (label: string, options: (readonly [string, string])[]) =>
      make("optgroup", { label }, ...options.map(([value, title]) => make("option", { value }, title)));
    const mine = this.history.all.map(({ id, name }) => [`mine ${id}`, name] as const);
    this.menu.replaceChildren(
      make("option", { value: "new" }, say("newProgram")),
      group(say("examples"), EXAMPLES.map(({ name }) => [`example ${name}`, name])),
      group(say("problems"), PROBLEMS.map(({ id }) => [`problem ${id}`, `${id}.vsm`])),
      group(say("otherLanguages"), OTHERS.map(({ name }) => [`other ${name}`, name])),
      ...(mine.length === 0 ? [] : [group(say("mine"), mine)]),
    );
    const { id, problem, name } = this.current;
    const values = id !== undefined ? [`mine ${id}`] : problem !== undefined ? [`problem ${problem}`] : [`example ${name}`, `other ${name}`];
    this.menu.value = values.find((value) => this.find(value) !== undefined) ?? "new";
  }

  private find(value: string): Program | undefined {
    const [kind, ...rest] = value.split(" ");
    const key = rest.join(" ");
    switch (kind) {
      case "new":
        return { name: "new.vsm", text: EMPTY };
      case "example":
        return EXAMPLES.find(({ name }) => name === key);
      case "other":
        return OTHERS.find(({ name }) => name === key);
      case "problem": {
        const problem = PROBLEMS.find(({ id }) => id === key);
        return problem && { name: `${problem.id}.vsm`, text: problem.start, problem: problem.id };
      }
      default:
        return this.history.find(key);
    }
  }
}
