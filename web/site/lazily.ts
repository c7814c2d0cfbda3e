// A part of the page that is loaded when it is needed, and again if it could not be loaded.

import { notice } from "./notice";
import { say } from "./words";

export class Lazily<Part> {
  private loading: Promise<Part> | undefined;
  /** The part, once it is there. */
  loaded: Part | undefined;

  constructor(private readonly load: () => Promise<Part>) {}

  /** Does something with the part. Where it cannot be loaded, that is said, with a way to try it again. */
  async with(work: (part: Part) => unknown): Promise<void> {
    let part: Part;
    try {
      this.loading ??= this.load();
      part = await this.loading;
    } catch {
      this.loading = undefined;
      notice(say("partMissing"), "problem", { title: say("retry"), press: () => void this.with(work) });
      return;
    }
    this.loaded = part;
    await work(part);
  }
}
