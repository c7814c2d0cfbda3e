// A part of the page that is loaded when it is needed, and again if it could not be loaded.

import { notice } from "./notice";
import { say } from "./words";

export class Lazily<Part> {
  private loading: Promise<Part> | undefined;
  /** How often any part could not be loaded. */
  private static failures = 0;
  /** The part, once it is there. */
  loaded: Part | undefined;

  constructor(private readonly load: () => Promise<Part>) {}

  /** Does something with the part, which nobody has asked for: if it cannot be loaded, nothing is done until the next time. */
  async quietly(work: (part: Part) => unknown): Promise<void> {
    try {
      this.loaded = await (this.loading ??= this.load());
    } catch {
      this.loading = undefined;
      return;
    }
    await work(this.loaded);
  }

  /** Does something with the part. If it cannot be loaded, a notice offers to try it again. */
  async with(work: (part: Part) => unknown): Promise<void> {
    let part: Part;
    try {
      this.loading ??= this.load();
      part = await this.loading;
    } catch {
      this.loading = undefined;
      Lazily.failures += 1;
      // Firefox does not fetch a module again that it could not fetch once.
      const again = { title: say("retry"), press: () => void this.with(work) };
      const anew = { title: say("reload"), press: () => window.location.reload() };
      notice(say("partMissing"), "problem", Lazily.failures > 1 ? anew : again);
      return;
    }
    this.loaded = part;
    await work(part);
  }
}
