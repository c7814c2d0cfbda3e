// What the page does for programs with testcases: it judges them, recognises what is in the frame of a testcase, and waits for
// the lessons, problems and examples that come later.

import { LATER_NAMES, OTHER_NAMES } from "bundled";

import { isEmbedded } from "./asked";
import type { Page } from "./laterParts";
import type { Lazily } from "./lazily";
import type { Lessons } from "./lessons";
import { notice } from "./notice";
import { find } from "./page";
import type { Problems } from "./problemList";
import { isFramed, problemOf, type Program, testcaseOf, testcasesOf } from "./programs";
import { say } from "./words";

export interface SolvingHost {
  lessons: Lazily<Lessons>;
  problems: Lazily<Problems>;
  /** The examples but the first one. */
  examples: Lazily<void>;
  /** The page, once it has started. */
  page(): Page;
  /** Opens a program in the editor. */
  open(program: Program): void;
}

export class Solving {
  /** How often a program was chosen, or another address. */
  private choices = 0;

  constructor(private readonly host: SolvingHost) {
    for (const moved of ["hashchange", "popstate"]) {
      window.addEventListener(moved, () => (this.choices += 1));
    }
  }

  /** Judges the open program by its testcases. */
  readonly judge = async (): Promise<void> => {
    const { programs, keeping, view, runs, contents, status } = this.host.page();
    const trials = testcasesOf(programs.open).length;
    if (trials === 0) {
      status(say("noTestcase"));
      return;
    }
    await keeping.now();
    await programs.mark("judge", view.state.doc.toString());
    await runs.judge(trials, (trial) => {
      programs.try(trial);
      contents.write();
    });
  };

  /** Offers to solve what is in the frame of a testcase. */
  readonly recognise = (): void => {
    const { programs, view } = this.host.page();
    const text = view.state.doc.toString();
    if (!isEmbedded && testcaseOf(programs.open) === undefined && isFramed(text)) {
      notice(say("framed"), "news", { title: say("solveFramed"), press: () => void this.host.problems.with((it) => it.solveOwn(text)) });
    }
  };

  /** Opens the program of an entry of the menu, once it has come, unless another one was chosen in the meantime. */
  readonly choose = async (value: string): Promise<void> => {
    const { programs, turnTo } = this.host.page();
    this.choices += 1;
    const own = this.choices;
    const open = (): void => {
      const chosen = programs.find(value);
      if (chosen !== undefined && own === this.choices) {
        turnTo(chosen);
      }
    };
    const part = this.partOf(value);
    await (part === undefined ? open() : part.with(open));
    // What has not come is not open.
    programs.list();
  };

  /** Waits until the program of an entry of the menu has come, or the problem of a program. */
  readonly come = async (value: string, program?: Program): Promise<void> => {
    await this.partOf(value, program)?.with(() => this.learned());
  };

  /** The part that knows a program, if it comes later. */
  private partOf(value: string, program = this.host.page().programs.find(value)): Lazily<Lessons> | Lazily<Problems> | Lazily<void> | undefined {
    const { lessons, examples, problems } = this.host;
    if (value.startsWith("lesson ")) {
      return lessons;
    }
    // A program of a link may be an example.
    const isNamed = [...LATER_NAMES, ...OTHER_NAMES].includes(program?.name ?? "");
    if (value.startsWith("other ") || (isNamed && program?.id === undefined) || (value.startsWith("example ") && program === undefined)) {
      return examples;
    }
    const isUnknown = program?.problem !== undefined && problemOf(program) === undefined;
    return value.startsWith("problem ") || isUnknown ? problems : undefined;
  }

  /** The problems have come: if the open program is written for one of them, it can be judged. */
  private learned(): void {
    const { programs } = this.host.page();
    if (find("judge").hidden && testcaseOf(programs.open) !== undefined) {
      this.host.open(programs.open);
    }
  }
}
