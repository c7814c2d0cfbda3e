// Runs tests one after the other inside the editor, and reports through the console, which the driver reads.

import assert from "node:assert/strict";

/** Tests by their names. */
export type Tests = [string, () => Promise<void>][];

/** Throws all failures together. */
export async function run(tests: Tests): Promise<void> {
  const failures: string[] = [];
  for (const [name, body] of tests) {
    try {
      await body();
      console.log(`ok - ${name}`);
    } catch (problem) {
      failures.push(`not ok - ${name}: ${problem instanceof Error ? problem.stack : String(problem)}`);
      console.error(failures.at(-1));
    }
  }
  console.log(`${tests.length - failures.length} passed, ${failures.length} failed`);
  if (failures.length > 0) {
    throw new Error(failures.join("\n"));
  }
}

/** Waits until a condition returns something, and returns that. */
export async function eventually<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await condition();
    if (found) {
      return found;
    }
    assert.ok(Date.now() < deadline, `${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
