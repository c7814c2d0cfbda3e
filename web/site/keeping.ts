// Saves the program: soon after an edit, and immediately when the page is left; and follows what another tab has written to the
// same program.

import type { EditorView } from "@codemirror/view";

import { isEmbedded } from "./asked";
import { replaceText } from "./editor/editor";
import { sharedOf } from "./link";
import { notice } from "./notice";
import type { Programs } from "./programs";
import type { Outcome } from "./store";
import { say } from "./words";

/** How long the text must not change before the browser keeps it. */
const KEEP_MS = 400;

export interface KeepingHost {
  view: EditorView;
  status(text: string): void;
  /** The open program is kept as it is; `isLasting` if a reload does not lose it. */
  kept(isLasting: boolean): void;
  /** Another tab has changed something other than the text of the program, such as its input. */
  changed(): void;
  /** Shows what there is to delete. */
  manage(): void;
}

export class Keeping {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** The outcome that was reported last: each is reported once. */
  private told: Outcome | undefined;

  constructor(
    private readonly programs: Programs,
    private readonly host: KeepingHost,
  ) {
    window.addEventListener("pagehide", () => this.leave());
    document.addEventListener("visibilitychange", () => void this.now());
  }

  /** The program was edited. */
  edited(): void {
    this.programs.adopt(this.host.view.state.doc.toString());
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.now(), KEEP_MS);
  }

  /** Keeps what is to be kept. */
  async now(): Promise<void> {
    if (this.waiting === undefined) {
      return;
    }
    clearTimeout(this.waiting);
    this.waiting = undefined;
    const { outcome, name } = await this.programs.keep(this.host.view.state.doc.toString());
    if (outcome === "kept") {
      this.told = undefined;
    } else if (outcome === "apart") {
      this.host.status(say("keptApart", name));
    } else if (this.told !== outcome && !isEmbedded) {
      this.told = outcome;
      this.complain(outcome);
    }
    this.host.kept(outcome === "kept");
  }

  private complain(outcome: "full" | "forbidden"): void {
    if (outcome === "full") {
      notice(say("storeFull"), "problem", { title: say("mine"), press: () => this.host.manage() });
    } else {
      notice(say("notKept"), "problem");
    }
  }

  /** The page is left: the database may have no time for what was written last. */
  private leave(): void {
    const { programs, host, waiting } = this;
    programs.rescue(waiting === undefined ? undefined : host.view.state.doc.toString());
    void this.now();
  }

  /** Another tab has changed a program. */
  async heard(id: string): Promise<void> {
    const { programs, host } = this;
    const isOpen = () => programs.open.id === id;
    if (isOpen() && this.waiting !== undefined) {
      // Both have written: this one is kept apart.
      return;
    }
    const entry = await programs.store.reread(id);
    programs.list();
    if (entry === undefined || !isOpen() || this.waiting !== undefined || entry.revision === programs.open.revision) {
      return;
    }
    const isBeside = JSON.stringify({ ...sharedOf(entry), text: "" }) !== JSON.stringify({ ...sharedOf(programs.open), text: "" });
    programs.open = entry;
    replaceText(host.view, entry.text);
    if (isBeside) {
      host.changed();
    }
  }
}
