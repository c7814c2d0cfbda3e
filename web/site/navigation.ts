// The address of the page: a link holds a program there until it is edited, or names one of the page; the way back leads to what
// was open before.

import { isEmbedded } from "./asked";
import { BadLink, fromFragment, type Shared, sharedOf } from "./link";
import { notice } from "./notice";
import type { Program, Programs } from "./programs";
import { say } from "./words";
import type { Words } from "./words/en";

/** What the browser remembers of a place in its history: what the menu called the program that was open. */
interface Place {
  key?: string;
}

export interface NavigationHost {
  programs: Programs;
  /** Opens a program in the editor. */
  open(program: Program): void;
  /** Waits until the program of an entry of the menu has come, and what judges the program of a link or of the store. */
  come(value: string, program?: Program): Promise<void>;
  /** A link was opened. */
  opened(shared: Shared): void;
}

export class Navigation {
  /** The place that was read last. */
  private seen = "";

  constructor(private readonly host: NavigationHost) {
    const moved = () => this.seen !== here() && void this.read(false);
    window.addEventListener("popstate", moved);
    window.addEventListener("hashchange", moved);
  }

  /** Opens the program in the address. At the start, if the address has none, opens the program that was edited last. */
  async read(isStart: boolean): Promise<void> {
    const { host } = this;
    const { programs } = host;
    this.seen = here();
    let shared: Shared | undefined;
    let problem: keyof Words | undefined;
    const named = namedIn(location.hash);
    try {
      shared = named === undefined ? await fromFragment(location.hash) : undefined;
    } catch (error) {
      problem = error instanceof BadLink ? error.why : "linkBroken";
    }
    const { key = named } = (history.state ?? {}) as Place;
    await host.come(key ?? "", shared ?? (isStart && key === undefined ? programs.first() : undefined));
    const before = key === undefined ? undefined : programs.find(key);
    if (named !== undefined && before === undefined) {
      problem = "linkUnknown";
    }
    if (shared !== undefined && before?.id === undefined && !isLinkTo(before, shared)) {
      host.open(this.own(shared) ?? shared);
      host.opened(shared);
    } else if (isStart || (before !== undefined && problem === undefined && key !== programs.key)) {
      host.open(before ?? programs.first());
    }
    if (problem !== undefined) {
      this.clear();
      notice(say(problem), "problem");
    } else {
      this.remember();
    }
  }

  /** Another program was opened in the page: the way back leads to the link. */
  turned(): void {
    if (location.hash === "") {
      this.remember();
    } else if (!isEmbedded) {
      history.pushState(this.place(), "", location.pathname);
      this.seen = here();
    }
  }

  /** The program was edited and saved: the address no longer describes the text in the editor. */
  clear(): void {
    if (!isEmbedded) {
      history.replaceState(this.place(), "", location.pathname);
      this.seen = here();
    }
  }

  /** The program that is open has become one's own: the way back leads to the link that it comes from. */
  adopted(): void {
    if (namedIn(location.hash) !== undefined) {
      this.turned();
    } else if (location.hash === "" || isEmbedded) {
      this.remember();
    } else {
      history.pushState(this.place(), "", location.href);
      this.seen = here();
    }
  }

  /** The program was shared: its link is in the address until it is edited. */
  shared(fragment: string): void {
    if (!isEmbedded) {
      history.replaceState(this.place(), "", location.pathname + fragment);
      this.seen = here();
    }
  }

  /** One's own program with the content of a link, regardless of who the link says has written it. */
  private own({ author: _, ...content }: Shared): Program | undefined {
    return this.host.programs.store.same(content);
  }

  /** The address stays; the way back leads to what is open now. */
  remember(): void {
    if (!isEmbedded) {
      history.replaceState(this.place(), "");
      this.seen = here();
    }
  }

  private place(): Place {
    return { key: this.host.programs.key };
  }
}

/** What the menu calls the program of the page that an address such as `#lesson/01-step` names. */
function namedIn(fragment: string): string | undefined {
  const [, kind, name] = /^#(example|lesson|other|problem)\/([\w.-]+)$/.exec(fragment) ?? [];
  return kind && `${kind} ${name}`;
}

/** Whether a link is one to a program of the page. */
function isLinkTo(program: Program | undefined, { author: _, ...content }: Shared): boolean {
  return program !== undefined && JSON.stringify(sharedOf(program)) === JSON.stringify(sharedOf(content));
}

function here(): string {
  return `${location.hash} ${((history.state ?? {}) as Place).key ?? ""}`;
}
