// The page within a page of the book: it has the theme of the page around it, runs a program without findings immediately, and
// links to the playground.

import { askTheme, isEmbedded } from "./asked";
import { type Shared, sharedOf, toFragment } from "./link";
import { find } from "./page";
import { say } from "./words";

export class Embedding {
  private isFirst = isEmbedded;

  /** `run` runs the program, unless its user was faster. */
  constructor(private readonly run: () => unknown) {
    find("open").hidden = !isEmbedded;
  }

  translate(): void {
    find("open").textContent = say("openInPlayground");
  }

  /** The program was checked; the first time, a program without findings is run. */
  checked(isRight: boolean): void {
    if (this.isFirst && isRight) {
      this.run();
    }
    this.isFirst = false;
  }

  /** The link to the playground holds the program as it is now. */
  async offer(program: Shared): Promise<void> {
    if (isEmbedded) {
      find<HTMLAnchorElement>("open").href = `${location.pathname}${(await toFragment(sharedOf(program))) ?? ""}`;
    }
  }

  /** `changed` hears that the page around this one has another theme. */
  followTheme(changed: () => void): void {
    window.addEventListener("message", (event: MessageEvent<{ theme?: unknown } | null>) => {
      const isAround = isEmbedded && event.source === window.parent && event.origin === location.origin;
      if (isAround && typeof event.data?.theme === "string") {
        askTheme(event.data.theme);
        changed();
      }
    });
  }
}
