// The messages between the extension and its views.

import type {
  Chip,
  ChipQuestion,
  Grids,
  MemoryQuestion,
  MemoryWords,
  RunToHereResult,
  StepWord,
  Timeline,
} from "../src/protocol";
import type { State } from "../src/state";

/** A view sends this when it can show something; the answer is all its data. */
export interface Ready {
  type: "ready";
}

/** Moves the cursor of the program's editor to a line, counted from 0. */
export interface Reveal {
  type: "reveal";
  line: number;
}

/** Shows a run in the dump view. */
export interface ShowRun {
  type: "run";
  name: string;
  /** The program's URI, which the view keeps for being restored. */
  program: string;
  result: RunToHereResult;
  /** The previous run, to mark what has changed. */
  previous: RunToHereResult | null;
  /** Whether the program has been edited since. */
  edited: boolean;
}

export type ToDump = ShowRun | { type: "problem"; message: string };
export type FromDump = Ready | Reveal | { type: "openText" } | { type: "runAgain" };

/** Some rows of the timeline. */
export interface ShowTimeline {
  type: "timeline";
  name: string;
  program: string;
  timeline: Timeline;
  /** The line that the rows were requested for; null if the view requested rows. */
  line: number | null;
}

/** The position of the debugger's run; null while it is not in the program. */
export interface ShowNow {
  type: "now";
  now: { line: number; target: number; targets: number; step: number; steps: number } | null;
}

/** The view has the keyboard again: `keyboard` gives it to the slider. */
export type ToTimeline = ShowTimeline | ShowNow | { type: "keyboard" } | { type: "cursor"; line: number };
/** The timeline also sends the line that was selected before it was hidden or reloaded. */
export type FromTimeline =
  | (Ready & { line: number | null })
  | Reveal
  | { type: "rows"; first: number }
  | { type: "around"; line: number }
  | { type: "goTo"; target: number };

/** The word of the step in a line, counted from 0; null where there is none. */
export interface ToWord {
  type: "word";
  line: number;
  word: StepWord | null;
}

export type FromWord =
  | Ready
  | { type: "select"; line: number; start: number; end: number }
  | { type: "openOutput"; uri: string; line: number };

/** Shows a state of the chip in a view. */
export type ToState<Question, Answer> =
  | { type: "state"; question: Question; answer: Answer; state: State }
  | { type: "problem"; question: Question; message: string; isNotRun: boolean };
export type FromState<Question> =
  | Ready
  | { type: "ask"; question: Question }
  | { type: "focus"; element: string }
  | { type: "run" };

export type ToChip = ToState<ChipQuestion, Chip>;
export type FromChip = FromState<ChipQuestion>;
export type ToMemory = ToState<MemoryQuestion, MemoryWords>;
export type FromMemory = FromState<MemoryQuestion>;

/** Shows a run of a program in another language in the heat map. */
export type ToGrids =
  | { type: "grids"; name: string; program: string; answer: Grids }
  | { type: "problem"; message: string };
export type FromGrids = Ready | { type: "run" };
