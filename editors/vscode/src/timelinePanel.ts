// The step timeline: the tab that shows a program as units over steps, and follows it.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import type { FromTimeline, ToTimeline } from "../webview/messages";
import type { DebuggedRun } from "./debuggedRun";
import { keptOf, Panel, programName, reveal } from "./panel";
import { PREVIEW } from "./preview";
import { TIMELINE, type Timeline } from "./protocol";

/** How long the text must not change before the view follows it. */
const REST_MS = 250;

/** How long the editor takes to show where the run has stopped. */
const REVEALED_MS = 1000;

/** Rows that the view holds; scrolling to others requests them. */
const ROWS = 400;

/** Which text of a program: the text of the editor, or the text that the last search proposed. */
type Of = "program" | "proposal";

/** Which rows: those from one on, or those around a line. */
type Part = { first: number } | { around: number };

export class TimelinePanel implements vscode.Disposable {
  private readonly panel: Panel<ToTimeline, FromTimeline>;
  private readonly disposables: vscode.Disposable[];
  private program: vscode.Uri | undefined;
  private part: Part = { first: 0 };
  /** The line at which a view opens that has chosen none itself. */
  private line = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the requests: only the answer to the newest one is shown. */
  private asked = 0;
  /** Waits for the editor to take the keyboard, which the view then takes back. */
  private returning: ReturnType<typeof setTimeout> | undefined;

  constructor(
    extension: vscode.Uri,
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly debugged: DebuggedRun,
    private readonly of: Of = "program",
  ) {
    const restore = (state: unknown) => {
      const kept = keptOf(state);
      this.program = kept && vscode.Uri.parse(kept.program, true);
      this.line = kept?.line ?? 0;
    };
    this.panel = new Panel(
      extension,
      "timeline",
      l10n.t("Steps"),
      (message) => this.receive(message),
      // A server that has just started has no proposals.
      of === "program" ? restore : undefined,
    );
    const isShown = (document: vscode.TextDocument) =>
      of === "program" && this.panel.isOpen && document.uri.toString() === this.program?.toString();
    this.disposables = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isShown(document)) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.update(), REST_MS);
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const isProgram = editor?.document.languageId === "mnc2" && editor.document.uri.scheme !== PREVIEW;
        if (isProgram && of === "program" && this.panel.isOpen && !isShown(editor.document)) {
          this.program = editor.document.uri;
          this.showAround(editor.selection.active.line);
        }
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (isShown(textEditor.document)) {
          this.panel.send({ type: "cursor", line: textEditor.selection.active.line });
        }
      }),
      debugged.onDidChange(() => this.tellNow()),
    ];
  }

  /** Shows the steps of a program, at a line; in a column, if the view is new. */
  show(program: vscode.Uri, line: number, column?: vscode.ViewColumn): void {
    this.program = program;
    this.panel.show(column);
    this.showAround(line);
  }

  close(): void {
    this.panel.close();
  }

  /** Sends the request again, to a server that has been restarted. */
  refresh(): void {
    if (this.panel.isOpen) {
      void this.update();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearInterval(this.returning);
    this.panel.dispose();
    this.disposables.forEach((one) => one.dispose());
  }

  private showAround(line: number): void {
    this.line = line;
    this.part = { around: line };
    void this.update();
  }

  private async update(): Promise<void> {
    const { program, part } = this;
    const client = this.client();
    if (program === undefined || !client?.isRunning()) {
      return;
    }
    this.asked += 1;
    const { asked } = this;
    const name = programName(program);
    this.panel.name = this.of === "program" ? l10n.t("Steps of {0}", name) : l10n.t("Proposed steps of {0}", name);
    try {
      // A restored tab may be the only part of its program on the screen.
      await vscode.workspace.openTextDocument(program);
      const timeline: Timeline = await client.sendRequest(TIMELINE, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(program) },
        ...part,
        count: ROWS,
        of: this.of,
      });
      if (asked === this.asked) {
        this.part = { first: timeline.first };
        const line = "around" in part ? part.around : null;
        this.panel.send({ type: "timeline", name, program: program.toString(), timeline, line });
        this.tellNow();
      }
    } catch (error) {
      // If the text has changed since, the next answer is on its way.
      client.debug(`${TIMELINE}: ${String(error)}`);
    }
  }

  /** Sends the view the current point in time of the debugger's run, if the run is of its program. */
  private tellNow(): void {
    const { moment } = this.debugged;
    const isHere = this.of === "program" && moment?.program.toString() === this.program?.toString();
    if (this.panel.isOpen) {
      this.panel.send({ type: "now", now: isHere && moment !== undefined ? moment : null });
    }
  }

  /** Moves the debugger's run. The editor takes the keyboard where it stops; the slider gets it back. */
  private async goTo(target: number): Promise<void> {
    clearInterval(this.returning);
    // If the session has ended since, there is nowhere to go.
    await this.debugged.goTo(target).catch(() => this.tellNow());
    clearInterval(this.returning);
    const until = Date.now() + REVEALED_MS;
    this.returning = setInterval(() => {
      const isTaken = !this.panel.isActive;
      if (isTaken && this.panel.isOpen) {
        this.panel.focus();
        this.panel.send({ type: "keyboard" });
      }
      if (isTaken || Date.now() > until) {
        clearInterval(this.returning);
      }
    }, REVEALED_MS / 10);
  }

  private receive(message: FromTimeline): void {
    switch (message.type) {
      case "ready":
        // What was sent before is lost.
        return this.showAround(message.line ?? this.line);
      case "reveal":
        // The lines of a proposal are in no editor.
        return this.program === undefined || this.of === "proposal" ? undefined : void reveal(this.program, message.line);
      case "rows":
        this.part = { first: message.first };
        return void this.update();
      case "around":
        return this.showAround(message.line);
      case "goTo":
        return void this.goTo(message.target);
    }
  }
}
