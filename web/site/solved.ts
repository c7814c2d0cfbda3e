// Which lessons are solved, with the best score of each, and whether the first one was closed, as the browser stores it.

import * as kept from "./kept";

const PREFIX = "solved.";
const CLOSED = "lesson";

/** The scores in a page whose browser stores nothing. */
const scores = new Map<string, number>();

/** The best score of a lesson; undefined if it is not solved. */
export function bestScore(lesson: string): number | undefined {
  const score = Number(kept.read(PREFIX + lesson) ?? NaN);
  const known = [score, scores.get(lesson) ?? NaN].filter((one) => !Number.isNaN(one));
  return known.length === 0 ? undefined : Math.min(...known);
}

/** A lesson was solved with a score. */
export function solve(lesson: string, score: number): void {
  const best = Math.min(score, bestScore(lesson) ?? score);
  scores.set(lesson, best);
  kept.write(PREFIX + lesson, String(best));
}

/** Whether no lesson is solved, and the first one was not closed. */
export function isFirstVisit(): boolean {
  return scores.size === 0 && kept.keys(PREFIX).length === 0 && kept.read(CLOSED) === null;
}

/** The next visit begins without a lesson. */
export function closeLessons(): void {
  kept.write(CLOSED, "closed");
}
