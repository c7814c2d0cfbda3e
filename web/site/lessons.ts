// The lessons of the book: the list with what is solved, and what the task of an open lesson shows. A program is one of a lesson
// if it has its testcase, also where it comes from a link or from the book. Loaded with the first task that is shown.

import { type Lesson, LESSONS } from "tasks";

import { isEmbedded } from "./asked";
import { coloured } from "./editor/syntax";
import { Explaining, type ExplainingHost } from "./explaining";
import { markdown } from "./markdown";
import { notice } from "./notice";
import { make } from "./page";
import { type Program, type Programs, testcaseOf } from "./programs";
import type { Verdict } from "./runs";
import { bestScore, solve } from "./solved";
import type { Description } from "./tasks";
import { language, say, wordsOf } from "./words";
import { welcome, type WelcomeHost } from "./welcome";
import { LESSON_WORDS } from "./words/lessons";

const word = wordsOf(LESSON_WORDS);

export interface LessonsHost extends WelcomeHost {
  programs: Programs;
  /** The place of the list. */
  panel: HTMLElement;
  /** The text in the editor. */
  text(): string;
  /** Opens a lesson, with the keyboard at its task. */
  open(program: Program): void;
  /** Puts another text in the place of the open program's. */
  replace(why: "startOver" | "restore", text: string): void;
}

export class Lessons {
  private readonly explaining: Explaining;

  constructor(
    private readonly host: LessonsHost,
    explaining: ExplainingHost,
  ) {
    host.programs.lessons = LESSONS;
    this.explaining = new Explaining(explaining, () => lessonFor(host.programs.open));
  }

  /** Opens a lesson, counted from 0: what was written before, or its starting point. */
  open(index: number): void {
    const program = this.host.programs.find(`lesson ${LESSONS[index]?.id}`);
    if (program !== undefined) {
      this.host.open(program);
    }
  }

  /** Fills the list. */
  list(): void {
    const solved = LESSONS.filter(({ id }) => bestScore(id) !== undefined).length;
    const progress = word("progress", solved, LESSONS.length);
    this.host.panel.replaceChildren(
      markdown(`# ${say("lessons")}\n\n${word("introduction")}`, coloured),
      make("p", { class: "progress" }, make("progress", { max: LESSONS.length, value: solved, "aria-label": progress }), progress),
      make("ol", {}, ...LESSONS.map((lesson, index) => this.item(lesson, index))),
    );
  }

  private item(lesson: Lesson, index: number): HTMLElement {
    const { programs } = this.host;
    const isStarted = programs.written(lesson) !== undefined;
    const open = make(
      "button",
      { "aria-current": lessonFor(programs.open) === lesson ? "true" : undefined },
      make("span", { class: "title" }, `${index + 1}. ${titleOf(lesson)}`),
      " ",
      stateOf(lesson) ?? make("span", { class: "state" }, isStarted ? word("started") : ""),
    );
    open.addEventListener("click", () => this.open(index));
    return make("li", {}, open);
  }

  /** Whether a program is written for a lesson. */
  describes(program: Program): boolean {
    return lessonFor(program) !== undefined;
  }

  describe(program: Program): Description {
    const lesson = lessonFor(program);
    return lesson === undefined ? { head: [], body: [] } : { head: this.head(lesson), body: this.body(lesson) };
  }

  /** A program was opened: the view that explains its lesson opens, too. */
  opened(): void {
    this.explaining.open();
  }

  /** Another tab is shown. */
  arrange(): void {
    this.explaining.arrange();
  }

  /** The open program was judged. */
  judged(): void {
    this.explaining.judged();
  }

  /** All of the server is there. */
  complete(): void {
    this.explaining.complete();
  }

  /** A program was accepted. */
  accepted(program: Program, { result }: Verdict): void {
    const lesson = lessonFor(program);
    if (lesson !== undefined) {
      solve(lesson.id, result.score.total);
    }
  }

  private head(lesson: Lesson): Node[] {
    const index = LESSONS.indexOf(lesson);
    const all = button(word("all"), () => this.host.list("lessons"));
    const state = stateOf(lesson);
    const next = button(word("next"), () => this.open(index + 1));
    next.className = "primary";
    const after = index + 1 === LESSONS.length ? make("span", {}, word("last")) : next;
    return [
      make("span", {}, word("number", index + 1, LESSONS.length)),
      ...(state === undefined ? [] : [state]),
      make("div", { class: "group" }, this.explaining.fold(), all, ...(state === undefined ? [] : [after])),
    ];
  }

  private body(lesson: Lesson): Node[] {
    const solution = make("code");
    coloured(lesson.solution, "mnc2", solution);
    const title = word("solution", lesson.score);
    const isFirst = lesson === LESSONS[0] && this.host.programs.isFirstVisit;
    return [
      ...(isFirst ? [make("p", { class: "about" }, word("about"))] : []),
      markdown(lesson.task[language()], coloured),
      this.explaining.look(lesson),
      ...(isFirst ? [welcome(this.host)] : []),
      make("div", { class: "fixes" }, button(word("startOver"), () => this.startOver(lesson))),
      make(
        "details",
        {},
        make("summary", {}, word("showSolution")),
        make("p", {}, title),
        make("pre", { tabindex: 0, role: "region", "aria-label": title }, solution),
      ),
    ];
  }

  private startOver(lesson: Lesson): void {
    const { host } = this;
    const before = host.text();
    const start = host.programs.startOf(lesson).text;
    if (before !== start) {
      host.replace("startOver", start);
      notice(word("startedOver"), "news", { title: word("undo"), press: () => host.replace("restore", before) });
    }
  }
}

/** The lesson that a program is written for. A page of the book has the task itself. */
function lessonFor(program: Program): Lesson | undefined {
  return isEmbedded ? undefined : LESSONS.find(({ testcase }) => testcase === testcaseOf(program));
}

function button(title: string, press: () => void): HTMLButtonElement {
  const element = make("button", {}, title);
  element.addEventListener("click", press);
  return element;
}

function titleOf({ task }: Lesson): string {
  return /^# (.*)/.exec(task[language()])?.[1] ?? "";
}

/** That a lesson is solved, and with which score. */
function stateOf({ id, score }: Lesson): HTMLElement | undefined {
  const best = bestScore(id);
  if (best === undefined) {
    return undefined;
  }
  const said = best > score ? word("solvedLonger", best, score) : word("solved", best);
  return make("span", { class: "state solved" }, make("span", { "aria-hidden": "true" }, "✓ "), said);
}
