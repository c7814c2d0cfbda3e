/** The testcases of a problem, by its name. */
export function testcases(id: string): string[];

/** The names of the problems. */
export const IDS: readonly string[];
