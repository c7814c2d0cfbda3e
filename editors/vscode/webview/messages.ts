// The messages between the extension and its views.

import type { Chip, ChipQuestion, RunToHereResult, Timeline } from "../src/protocol";

/** A view sends this when it can show something; the answer is all its data. */
export interface Ready {
  type: "ready";
}

/** Moves the cursor of the program's editor to a line, counted from 0. */
export interface Reveal {
  type: "reveal";
  line: number;
}

/** Tells the dump view about a run. */
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

export type ToTimeline = ShowTimeline | { type: "cursor"; line: number };
/** The timeline also says which line it had chosen before it was hidden or reloaded. */
export type FromTimeline =
  | (Ready & { line: number | null })
  | Reveal
  | { type: "rows"; first: number }
  | { type: "around"; line: number };

export type ToChip =
  | { type: "chip"; name: string; program: string; question: ChipQuestion; chip: Chip; focus: string }
  | { type: "problem"; question: ChipQuestion | null; message: string; isNotRun: boolean };
export type FromChip =
  | Ready
  | { type: "ask"; question: ChipQuestion }
  | { type: "focus"; element: string }
  | { type: "run" };
