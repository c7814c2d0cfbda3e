// Who describes the task of a program: the lessons, or the problems, among which is any testcase that is no lesson. Both are
// loaded when they are needed.

import { isEmbedded } from "./asked";
import type { Lazily } from "./lazily";
import type { Lessons } from "./lessons";
import type { Problems } from "./problemList";
import type { Program } from "./programs";
import type { Verdict } from "./runs";

/** What the task of a program shows: above the verdict, and below it. */
export interface Description {
  head: Node[];
  body: Node[];
}

/** What describes tasks, and hears of programs that were accepted. */
export interface Describing {
  describe(program: Program): Description;
  accepted(program: Program, verdict: Verdict): void | Promise<void>;
  /** The program was opened. */
  opened?(program: Program): void;
}

export class Tasks {
  constructor(
    private readonly lessons: Lazily<Lessons>,
    private readonly problems: Lazily<Problems>,
  ) {}

  /** Does something with what describes the task of a program. */
  async with(program: Program, work: (it: Describing) => unknown): Promise<void> {
    if (program.problem !== undefined) {
      await this.problems.with(work);
      return;
    }
    await this.lessons.with(async (lessons) => {
      if (isEmbedded || lessons.describes(program)) {
        await work(lessons);
      } else {
        await this.problems.with(work);
      }
    });
  }
}
