// Which lessons are solved, with the best score of each, as the browser stores it.

import * as kept from "./kept";

const PREFIX = "solved.";

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

/** Whether any lesson is solved. */
export function isAnySolved(): boolean {
  return scores.size > 0 || kept.keys(PREFIX).length > 0;
}
