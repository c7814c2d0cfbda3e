// Which program is open, and the others that can be: examples, problems, and what was edited here.

import { FIRST_EXAMPLE, FIRST_LESSON, LATER_NAMES, LESSON_IDS, OTHER_NAMES, PROBLEM_IDS } from "bundled";
import type { Task } from "problems";
import type { Lesson } from "tasks";

import { isEmbedded } from "./asked";
import { inLanguage } from "./examples";
import { languageOf } from "./languages";
import { type Shared, sharedOf } from "./link";
import { INPUT_FILE } from "./otherPanels";
import { find, make } from "./page";
import type { Files } from "./server";
import { isFirstVisit } from "./solved";
import type { Entry, Outcome, Reason, Store } from "./store";
import { type Language, LANGUAGES, language, say } from "./words";

export interface Program extends Shared {
  /** Its record in the store, once it was edited. */
  id?: string;
  /** What of the record is in the editor. */
  revision?: string;
  /** Which of the testcases judges it now, counted from 0. */
  trial?: number;
}

/** What a lesson begins with, and what judges it. */
type Start = Pick<Lesson, "id" | "start" | "testcase">;

/** The entry of the menu for a program of a link that was not edited. */
const LINKED = "linked";

/** What a new program contains, by the language of the page. */
const EMPTY: Record<Language, string> = { en: "# A new program.\n\n", ja: "# 新しいプログラム\n\n" };

/** A program solves a problem if all of its testcases accept it. */
export interface Problem extends Task {
  testcases: readonly string[];
}

/** Whether a program is in another language than MN-Core 2. */
export function isOther({ name, text }: Program): boolean {
  return languageOf(name, text) !== "mnc2";
}

/** The problems, once they have come. */
let problems: readonly Problem[] = [];

/** The problems have come. */
export function learn(list: readonly Problem[]): void {
  problems = list;
}

export function problemOf({ problem }: Program): Problem | undefined {
  return problems.find(({ id }) => id === problem);
}

/** What a program is judged by: the problem's testcases, or its own. */
export function testcasesOf(program: Program): readonly string[] {
  return problemOf(program)?.testcases ?? (program.testcase === undefined ? [] : [program.testcase]);
}

/** The testcase that judges a program now. */
export function testcaseOf(program: Program): string | undefined {
  const testcases = testcasesOf(program);
  return testcases[program.trial ?? 0] ?? testcases[0];
}

/** Whether a text has the frame of a testcase: marked parts, and expected values. */
export function isFramed(text: string): boolean {
  return /^\s*#\s*=======/m.test(text) && /#\s*expect\s*=/.test(text);
}

/** The file that describes the machine of a program. */
const MACHINE_FILE = "machine.tarch";

/** What belongs to a program in addition to its text. */
export type Beside = { [Key in "input" | "config" | "machine"]?: string | undefined };

/** The file of a program's settings. */
export const CONFIG_FILE = "mnc2.toml";

/** What the server finds next to a program: the testcase that it is judged by, its settings, and what it is given. */
export function filesBeside(program: Program): Files {
  const { config, input, machine } = program;
  return { [MACHINE_FILE]: machine ?? null, "testcase.vsm": testcaseOf(program) ?? null, [CONFIG_FILE]: config ?? null, [INPUT_FILE]: input ?? null };
}

/** A program of the page with its comments in a language. */
function translated(example: Program | undefined, wanted: Language): Program | undefined {
  return example && { ...example, text: inLanguage(example.name, example.text, wanted) };
}

export class Programs {
  private readonly menu = find<HTMLSelectElement>("program");
  private current: Program = { name: "", text: "" };
  /** The lessons: the first one until all have come. */
  lessons: readonly Start[] = [FIRST_LESSON];
  /** The examples: the first one until all have come. */
  private examples: readonly Program[] = [FIRST_EXAMPLE];
  /** The examples in other languages, once they have come. */
  private others: readonly Program[] = [];

  /** `choose` opens the program of an entry of the menu. */
  constructor(
    readonly store: Store,
    choose: (value: string) => void,
  ) {
    this.menu.addEventListener("change", () => choose(this.menu.value));
  }

  /** Whether its user has kept nothing, and has neither solved nor closed a lesson. */
  get isFirstVisit(): boolean {
    return !isEmbedded && this.store.all.length === 0 && isFirstVisit();
  }

  /** What the page shows first: what was edited last; the first lesson in a first visit, the first example later. */
  first(): Program {
    const [newest] = this.store.all;
    return newest ?? this.find(this.isFirstVisit ? `lesson ${FIRST_LESSON.id}` : `example ${FIRST_EXAMPLE.name}`) ?? this.fresh();
  }

  /** All examples have come. */
  learnExamples({ LATER_EXAMPLES, OTHERS }: typeof import("examples")): void {
    this.examples = [FIRST_EXAMPLE, ...LATER_EXAMPLES];
    this.others = OTHERS;
  }

  fresh(): Program {
    return { name: this.store.freeName("new.vsm"), text: EMPTY[language()] };
  }

  get open(): Program {
    return this.current;
  }

  set open(program: Program) {
    this.current = program;
    this.list();
  }

  /** What the menu calls the program that is open. */
  get key(): string {
    return this.menu.value;
  }

  /** Changes what belongs to the program; `keep` saves it. */
  give(beside: Beside): void {
    const entries = Object.entries({ ...this.current, ...beside }).filter(([, value]) => value !== undefined);
    this.current = Object.fromEntries(entries) as unknown as Program;
  }

  /** Chooses which of the testcases judges the open program, counted from 0. */
  try(trial: number): void {
    this.current = { ...this.current, trial };
  }

  /** Makes the open program one's own, once it is edited. */
  adopt(text: string): void {
    if (this.current.id === undefined) {
      const { revision: _, ...entry } = this.record(text);
      this.store.hold({ ...entry, revision: "" });
      this.current = entry;
      this.list();
    }
  }

  /** The record of the open program with this text. */
  private record(text: string): Entry {
    // What was edited is no longer the text of its first author.
    const { author: _, ...current } = this.current;
    const { id, name } = current;
    return {
      ...sharedOf({ ...current, name: id === undefined ? this.store.freeName(name) : name, text }),
      id: id ?? crypto.randomUUID(),
      edited: Date.now(),
      revision: crypto.randomUUID(),
    };
  }

  /** Keeps what is being kept where even a closed page has time for it, and the open program with this text. */
  rescue(text?: string): void {
    this.store.rescue(text === undefined ? undefined : this.record(text), this.current.revision);
  }

  /** Keeps the open program with this text. Where another tab has kept another text, this one is kept apart. */
  async keep(text: string): Promise<{ outcome: Outcome; name: string }> {
    const { revision } = this.current;
    const entry = this.record(text);
    this.current = entry;
    const outcome = await this.store.put(entry, revision);
    if (outcome !== "apart") {
      return { outcome, name: entry.name };
    }
    const copy = { ...entry, id: crypto.randomUUID(), name: this.store.freeName(entry.name) };
    if (this.current.id === entry.id) {
      const { id, name } = copy;
      this.current = { ...this.current, id, name };
    }
    await this.store.put(copy, undefined);
    this.list();
    return { outcome, name: copy.name };
  }

  /** Keeps a version of the open program, with this text, if it is one's own. */
  async mark(why: Reason, text: string): Promise<void> {
    const { id } = this.current;
    if (id !== undefined) {
      await this.store.mark(id, why, { ...this.current, text });
    }
  }

  /** Gives one's own program another name. */
  async rename(id: string, name: string): Promise<void> {
    const entry = this.store.find(id);
    if (entry !== undefined) {
      const renamed = { ...entry, name, revision: crypto.randomUUID() };
      if (this.current.id === id) {
        this.current = { ...this.current, name, revision: renamed.revision };
      }
      await this.store.put(renamed, entry.revision);
      this.list();
    }
  }

  /** The open program with its comments in the language of the page, if it is one of the page that was not edited. */
  translated(): Program | undefined {
    const isExample = this.current.id === undefined && /^(new$|(example|problem|lesson|other) )/.test(this.key);
    return isExample ? this.find(this.key) : undefined;
  }

  /** Fills the menu. */
  list(): void {
    const group = (label: string, options: (readonly [string, string])[]) =>
      make("optgroup", { label }, ...options.map(([value, title]) => make("option", { value }, title)));
    const mine = this.store.all.map(({ id, name }) => [`mine ${id}`, name] as const);
    const { id, problem, name, text, testcase } = this.current;
    const lesson = this.lessons.find((one) => one.testcase === testcase)?.id;
    const values = id !== undefined ? [`mine ${id}`] : [`problem ${problem}`, `lesson ${lesson}`, `example ${name}`, `other ${name}`];
    const own = values.find((value) => id !== undefined || this.isTextOf(value, text));
    // A program of a link is none of the others.
    const linked = own === undefined && !Object.values(EMPTY).includes(text) ? [make("option", { value: LINKED }, name)] : [];
    this.menu.replaceChildren(
      make("option", { value: "new" }, say("newProgram")),
      ...linked,
      ...(mine.length === 0 ? [] : [group(say("mine"), mine)]),
      group(say("lessons"), LESSON_IDS.map((id) => [`lesson ${id}`, `${id}.vsm`])),
      group(say("examples"), [FIRST_EXAMPLE.name, ...LATER_NAMES].map((name) => [`example ${name}`, name])),
      group(say("problems"), PROBLEM_IDS.map((id) => [`problem ${id}`, `${id}.vsm`])),
      group(say("otherLanguages"), OTHER_NAMES.map((name) => [`other ${name}`, name])),
    );
    this.menu.value = own ?? (linked.length > 0 ? LINKED : "new");
  }

  /** Whether a text is the text of an entry of the menu, in any language. */
  private isTextOf(value: string, text: string): boolean {
    return LANGUAGES.some(([it]) => this.find(value, it)?.text === text);
  }

  /** The program of an entry of the menu, with its comments in a language. */
  find(value: string, wanted = language()): Program | undefined {
    const [kind, ...rest] = value.split(" ");
    const key = rest.join(" ");
    switch (kind) {
      case "new":
        return this.fresh();
      case "example":
        return translated(this.examples.find(({ name }) => name === key), wanted);
      case "other":
        return translated(this.others.find(({ name }) => name === key), wanted);
      case "problem": {
        const problem = problems.find(({ id }) => id === key);
        return problem && (this.solving(problem) ?? this.startOfProblem(problem, wanted));
      }
      case "lesson": {
        const lesson = this.lessons.find(({ id }) => id === key);
        return lesson && (this.written(lesson) ?? this.startOf(lesson, wanted));
      }
      default:
        return this.store.find(key);
    }
  }

  /** What was written last for a problem. */
  solving({ id }: Problem): Entry | undefined {
    return this.store.all.find((entry) => entry.problem === id);
  }

  /** The program that a problem begins with. */
  startOfProblem({ id, start }: Problem, wanted = language()): Program {
    const name = `${id}.vsm`;
    return { name, text: inLanguage(name, start, wanted), problem: id };
  }

  /** What was written last in a lesson. */
  written({ testcase }: Start): Entry | undefined {
    return this.store.all.find((entry) => entry.testcase === testcase);
  }

  /** The program that a lesson begins with. */
  startOf({ id, start, testcase }: Start, wanted = language()): Program {
    const name = `${id}.vsm`;
    return { name, text: inLanguage(name, start, wanted), testcase };
  }
}
