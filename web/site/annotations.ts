// What is known about the program while it is written: its steps and its score at the bottom of the page, hints in its lines,
// and commands above them. Loaded once the whole server is there, of which they are the first to need the rest.

import type { LSPClient } from "@codemirror/lsp-client";
import { StateEffect } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { CodeLens, CodeLensParams } from "vscode-languageserver-protocol";

import { RUN_TO_HERE, TIMELINE, type Timeline } from "../../editors/vscode/src/protocol";
import { isEmbedded } from "./asked";
import { hints, hintsChanged } from "./editor/hints";
import { showLenses } from "./editor/lenses";
import { find } from "./page";
import { preferred } from "./preferences";
import { wordsOf } from "./words";
import { ANNOTATION_WORDS } from "./words/annotations";

/** How long the findings of the text must not change before it is asked what the program takes. */
const REST_MS = 150;

const word = wordsOf(ANNOTATION_WORDS);

export interface AnnotationsHost {
  client: LSPClient;
  view: EditorView;
  uri(): string;
  /** Whether the program is in another language. */
  isOther(): boolean;
  /** Whether a testcase judges the program, by its score. */
  isJudged(): boolean;
  /** Runs up to a line, counted from 0, or to the end of what begins there. */
  run(line: number, toEnd: boolean): void;
  /** Shows the steps of the program. */
  showSteps(): void;
}

export class Annotations {
  private readonly score = find<HTMLButtonElement>("score");
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: AnnotationsHost) {
    this.score.addEventListener("click", () => host.showSteps());
    this.followed();
  }

  /** The server has the text that is in the editor. */
  followed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.request(), REST_MS);
  }

  /** Another program is open: its figures come. */
  forget(): void {
    this.score.hidden = true;
  }

  /** Others are wanted, or in another language. */
  changed(): void {
    this.host.view.dispatch({ effects: hintsChanged.of(null) });
    this.followed();
  }

  private async request(): Promise<void> {
    const { view } = this.host;
    if (!isEmbedded && view.plugin(hints) === null) {
      view.dispatch({ effects: StateEffect.appendConfig.of(hints) });
    }
    await Promise.all([this.count(), this.offer()]);
  }

  /** Shows the steps, and the score where it counts. */
  private async count(): Promise<void> {
    const { host } = this;
    if (host.isOther()) {
      this.forget();
      return;
    }
    const { doc } = host.view.state;
    const timeline = await this.ask<Timeline>(TIMELINE, { count: 0 });
    // If the text has changed since, the next answer is on its way.
    if (timeline !== undefined && host.view.state.doc.eq(doc)) {
      this.tell(timeline);
    }
  }

  private tell({ steps, score, profile, clockMhz }: Timeline): void {
    const isScored = profile === "contest" || this.host.isJudged();
    const counted = steps === 1 ? word("step") : word("steps", steps);
    this.score.textContent = isScored ? word("scored", counted, score.total) : counted;
    const time = word("time", duration((steps * 4) / clockMhz), clockMhz);
    this.score.title = [time, ...(isScored ? [word("parts", score.j, score.m, score.bytes)] : []), word("press")].join("\n");
    this.score.hidden = false;
  }

  /** Shows the commands above lines. */
  private async offer(): Promise<void> {
    const { view } = this.host;
    if (isEmbedded || preferred("lenses") === "off") {
      showLenses(view, [], this.press);
      return;
    }
    const { doc } = view.state;
    const lenses = await this.ask<CodeLens[] | null>("textDocument/codeLens", {} satisfies Partial<CodeLensParams>);
    if (lenses !== undefined && view.state.doc.eq(doc)) {
      showLenses(view, lenses ?? [], this.press);
    }
  }

  private readonly press = (command: string, argument: unknown): void => {
    const { line, toEnd } = (argument ?? {}) as { line?: number; toEnd?: boolean };
    if (command === RUN_TO_HERE && line !== undefined) {
      this.host.run(line, toEnd === true);
    } else {
      this.host.showSteps();
    }
  };

  /** Requests something about the open program; undefined if it is not known. */
  private async ask<Answer>(method: string, parameters: object): Promise<Answer | undefined> {
    const { client, uri } = this.host;
    client.sync();
    return client.request<object, Answer>(method, { textDocument: { uri: uri() }, ...parameters }).catch(() => undefined);
  }
}

function duration(microseconds: number): string {
  const [number, unit] = microseconds < 1 ? [microseconds * 1000, "ns"] : microseconds < 1000 ? [microseconds, "µs"] : [microseconds / 1000, "ms"];
  return `${Number(number.toPrecision(3))} ${unit}`;
}
