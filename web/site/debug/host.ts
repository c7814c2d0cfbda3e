// What the debugger needs of the page, and what the page requests of it.

import type { EditorView } from "@codemirror/view";

import type { Programs } from "../programs";
import type { Server } from "../server";
import type { Debugged } from "../viewPanels";
import type { Asked } from "./origins";

export interface DebugHost {
  view: EditorView;
  panel: HTMLElement;
  server: Server;
  programs: Programs;
  /** The program that is open; `input` is true if it reads a file. */
  program(): { name: string; isOther: boolean; input: boolean };
  /** The PE whose values are shown first. */
  focus(): string;
  /** Shows the values of another PE. */
  select(element: string): void;
  status(text: string): void;
  /** Shows the panel. */
  show(): void;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
  /** A session has begun, or has ended. */
  busy(isBusy: boolean): void;
  /** Shows the state of the run in the views; undefined if there is none. */
  follow(debugged: Debugged | undefined): void;
}

/** A question about a wrong value at the end of a run: how it is titled, and what is remarked on it. */
export interface EndQuestion {
  title: string;
  remark: string;
  asked: Asked & { element?: string };
}
