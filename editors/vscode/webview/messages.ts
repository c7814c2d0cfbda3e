// What passes between the extension and its views.

import type { Chip, ChipQuestion, RunToHereResult, Timeline } from "../src/protocol";

/** A view says so when it can show something; the answer is everything that there is to show. */
export interface Ready {
  type: "ready";
}

/** Puts the cursor of the program's editor into a line, counted from 0. */
export interface Reveal {
  type: "reveal";
  line: number;
}

/** The dump view is told of a run. */
export interface ShowRun {
  type: "run";
  name: string;
  result: RunToHereResult;
  /** The run before, to mark what has changed. */
  previous: RunToHereResult | null;
  /** Whether the program has been edited since. */
  edited: boolean;
}

export type ToDump = ShowRun;
export type FromDump = Ready | Reveal | { type: "openText" } | { type: "runAgain" };

export type ToTimeline =
  | { type: "timeline"; name: string; timeline: Timeline }
  | { type: "cursor"; line: number }
  | { type: "problem"; message: string };
export type FromTimeline = Ready | Reveal;

export type ToChip =
  | { type: "chip"; name: string; question: ChipQuestion; chip: Chip; focus: string }
  | { type: "problem"; question: ChipQuestion | null; message: string };
export type FromChip =
  | Ready
  | { type: "ask"; question: ChipQuestion }
  | { type: "focus"; element: string }
  | { type: "run" };
