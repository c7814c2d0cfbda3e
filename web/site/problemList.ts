// Problems: their list with what is solved, what the task of an open problem shows, and the problems of a visitor, which are
// testcases. Loaded at the first use.

import type { LSPClient } from "@codemirror/lsp-client";
import { PROBLEMS as TASKS } from "problems";

import { coloured } from "./editor/syntax";
import { markdown } from "./markdown";
import { notice } from "./notice";
import { make } from "./page";
import { OwnForm } from "./ownForm";
import { learn, type Problem, problemOf, type Program, type Programs, testcaseOf } from "./programs";
import { testcases } from "./problems/testcases.mjs";
import { reportOffer } from "./records";
import type { Verdict } from "./runs";
import { SolutionList } from "./solutionList";
import { keyOf, Solutions } from "./solutions";
import type { Entry } from "./store";
import type { Description } from "./tasks";
import { language, say, wordsOf } from "./words";
import { PROBLEM_WORDS } from "./words/problems";

const word = wordsOf(PROBLEM_WORDS);

const PROBLEMS: readonly Problem[] = TASKS.map((task) => ({ ...task, testcases: testcases(task.id) }));

export interface ProblemsHost {
  programs: Programs;
  client: LSPClient;
  /** The place of the list. */
  panel: HTMLElement;
  /** The text in the editor. */
  text(): string;
  /** Opens a problem, with the keyboard at its task. */
  open(program: Program): void;
  /** Opens a new program as one's own, with the keyboard at its task. */
  take(program: Program): void;
  /** Puts another text in the place of the open program's. */
  replace(why: "startOver" | "restore", text: string): void;
  /** Shows a list. */
  list(tab: "lessons" | "problems"): void;
  judge(): void;
  /** Waits until it is known which testcases are lessons. */
  learnLessons(): Promise<void>;
}

export class Problems {
  private readonly solutions = Solutions.open();
  private readonly form: OwnForm;

  constructor(private readonly host: ProblemsHost) {
    learn(PROBLEMS);
    this.form = new OwnForm(host.client, (own) => this.take(own));
    // The menu may name what could not be named before.
    host.programs.list();
  }

  /** Fills the list. */
  async list(): Promise<void> {
    const { panel } = this.host;
    const solutions = await this.solutions;
    await solutions.refresh();
    const bests = PROBLEMS.map((problem) => [problem, solutions.best(problem.id)] as const);
    const solved = bests.filter(([, best]) => best !== undefined).length;
    const reached = bests.filter(([problem, best]) => best !== undefined && best <= problem.best).length;
    const progress = word("progress", solved, PROBLEMS.length);
    panel.replaceChildren(
      markdown(`# ${say("problems")}\n\n${word("introduction")}`, coloured),
      make(
        "p",
        { class: "progress" },
        make("progress", { max: PROBLEMS.length, value: solved, "aria-label": progress }),
        progress,
        ...(reached === 0 ? [] : [` · ${word("bests", reached)}`]),
      ),
      make("ol", {}, ...bests.map(([problem, best], index) => this.item(problem, best, index))),
      ...(await this.ownItems(solutions)),
      this.form.element(),
    );
  }

  private item(problem: Problem, best: number | undefined, index: number): HTMLElement {
    const { programs } = this.host;
    const isStarted = best === undefined && programs.solving(problem) !== undefined;
    const state = make("span", { class: `state ${best === undefined ? "" : "solved"}` }, ...(isStarted ? [`${word("started")} · `] : []), ...stateOf(problem, best));
    return this.row(`${index + 1}. ${titleOf(problem)}`, state, problemOf(programs.open) === problem, () => this.open(index));
  }

  private row(title: string, state: HTMLElement, isOpen: boolean, press: () => void): HTMLElement {
    const open = make("button", { "aria-current": isOpen ? "true" : undefined }, make("span", { class: "title" }, title), " ", state);
    open.addEventListener("click", press);
    return make("li", {}, open);
  }

  /** The problems of the user: programs with a testcase of their own. */
  private async ownItems(solutions: Solutions): Promise<HTMLElement[]> {
    const { programs, open } = this.host;
    await this.host.learnLessons();
    const own = new Map<string, Entry>();
    for (const entry of [...programs.store.all].reverse()) {
      if (entry.testcase !== undefined && entry.problem === undefined && !programs.lessons.some(({ testcase }) => testcase === entry.testcase)) {
        own.set(entry.testcase, entry);
      }
    }
    const items = await Promise.all(
      [...own].map(async ([testcase, entry]) => {
        const best = solutions.best(await keyOf(testcase));
        const state = make("span", { class: `state ${best === undefined ? "" : "solved"}` }, ...(best === undefined ? [word("started")] : [mark("✓"), word("ownSolved", best)]));
        return this.row(entry.name, state, testcaseOf(programs.open) === testcase, () => open(entry));
      }),
    );
    return items.length === 0 ? [] : [make("h3", {}, word("ownProblems")), make("ol", {}, ...items)];
  }

  /** Opens a problem, counted from 0: what was written before, or its starting point. */
  open(index: number): void {
    const program = this.host.programs.find(`problem ${PROBLEMS[index]?.id}`);
    if (program !== undefined) {
      this.host.open(program);
    }
  }

  /** Makes a problem of a text. One that is not a testcase stays in the form, with the reason. */
  async solveOwn(text: string): Promise<void> {
    this.host.list("problems");
    await this.list();
    await this.form.solve(text);
  }

  private take({ testcase, program }: { testcase: string; program: string }): void {
    const { host } = this;
    const { name, text } = host.programs.fresh();
    host.take({ name: name.replace(/^new/, "problem"), text: program || text, testcase });
    if (program !== "") {
      host.judge();
    }
  }

  describe(program: Program): Description {
    const problem = problemOf(program);
    const state = make("span", { class: "state" });
    const record = make("div", { class: "record" });
    const list = new SolutionList(program, this.solutions, keyFor(program), {
      client: this.host.client,
      use: (text) => this.use(text),
      changed: () => void this.tell(program, state, record),
    });
    void this.tell(program, state, record);
    return {
      head: [make("span", {}, problem === undefined ? word("own") : word("number", PROBLEMS.indexOf(problem) + 1, PROBLEMS.length)), state, this.ways(problem), record],
      body: problem === undefined ? [list.element] : [markdown(problem.task[language()], coloured), this.bound(problem), this.fixes(problem), list.element],
    };
  }

  /** Fills in how well a problem is solved. */
  private async tell(program: Program, state: HTMLElement, record: HTMLElement): Promise<void> {
    const solutions = await this.solutions;
    const [best] = solutions.for(await keyFor(program));
    const problem = problemOf(program);
    state.className = `state ${best === undefined ? "" : "solved"}`;
    if (problem !== undefined) {
      state.replaceChildren(...stateOf(problem, best?.score));
      record.replaceChildren(...(best !== undefined && best.score < problem.best ? reportOffer(titleOf(problem), problem, best) : []));
    } else {
      state.replaceChildren(...(best === undefined ? [] : [mark("✓"), word("ownSolved", best.score)]));
    }
  }

  private ways(problem: Problem | undefined): HTMLElement {
    const index = problem === undefined ? PROBLEMS.length : PROBLEMS.indexOf(problem);
    const next = index + 1 < PROBLEMS.length ? [button(word("next"), () => this.open(index + 1))] : [];
    return make("div", { class: "group" }, button(word("all"), () => this.host.list("problems")), ...next);
  }

  /** The scores to compare with, and the argument for the bound. */
  private bound({ bound, argument }: Problem): HTMLElement {
    return make("details", { class: "bound" }, make("summary", {}, word("bound", bound)), markdown(argument[language()], coloured));
  }

  private fixes(problem: Problem): HTMLElement {
    return make("div", { class: "fixes" }, button(word("startOver"), () => this.use(this.host.programs.startOfProblem(problem).text, word("startedOver"))));
  }

  /** Puts a text into the editor, in the place of what is there. */
  private use(text: string, said = word("replaced")): void {
    const { host } = this;
    const before = host.text();
    if (before !== text) {
      host.replace("startOver", text);
      notice(said, "news", { title: word("undo"), press: () => host.replace("restore", before) });
    }
  }

  /** A program was accepted: its text is kept. */
  async accepted(program: Program, { result, text }: Verdict): Promise<void> {
    const solutions = await this.solutions;
    const { total, j, m, bytes } = result.score;
    const outcome = await solutions.add({ problem: await keyFor(program), text, score: total, j, m, bytes, at: Date.now() });
    if (outcome === "full") {
      notice(word("full"), "problem");
    }
  }
}

/** What the solutions of a program are kept under. */
async function keyFor(program: Program): Promise<string> {
  return problemOf(program)?.id ?? (await keyOf(program.testcase ?? ""));
}

function titleOf({ task }: Problem): string {
  return /^# (.*)/.exec(task[language()])?.[1] ?? "";
}

/** How well a problem is solved, next to the best known score and the bound. */
function stateOf({ best, bound }: Problem, mine: number | undefined): (Node | string)[] {
  if (mine === undefined) {
    return [word("unsolved", best, bound)];
  }
  if (mine < best) {
    return [mark("★"), mine < bound ? word("below", mine, bound) : word("better", mine, best)];
  }
  if (mine > best) {
    return [mark("✓"), word("solved", mine, best, bound)];
  }
  return mine === bound ? [mark("★"), word("proven", mine)] : [mark("★"), word("reached", mine, bound)];
}

function mark(sign: string): HTMLElement {
  return make("span", { "aria-hidden": "true" }, `${sign} `);
}

function button(title: string, press: () => void): HTMLButtonElement {
  const element = make("button", {}, title);
  element.addEventListener("click", press);
  return element;
}
