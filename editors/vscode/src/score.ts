// The status bar: the score of the program.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { programEditor, programName } from "./panel";
import { TIMELINE, type Timeline } from "./protocol";
import { steps as stepsText } from "./words";

/** How long the text must not change before its score is requested. */
const REST_MS = 300;

/** How often a failed request is repeated, each time after a pause. */
const TRIES = 100;

/** The score of the visible program, at the right of the status bar. */
export class ScoreItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("mnc2.score", vscode.StatusBarAlignment.Right, 110);
  /** A project decides the profile if no setting does. */
  private readonly projects = vscode.workspace.createFileSystemWatcher("**/mnc2.toml");
  private readonly disposables: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `showProfile` gets the profile of the program. */
  constructor(
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly showProfile: (profile: string) => void,
  ) {
    this.item.name = l10n.t("MN-Core 2 steps and score");
    this.item.command = "mnc2.showTimeline";
    const soon = () => this.soon();
    this.disposables = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(soon),
      // After a reload with a view in front no text editor is active, and the program appears late.
      vscode.window.onDidChangeVisibleTextEditors(soon),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === programEditor()?.document) {
          soon();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("mnc2")) {
          soon();
        }
      }),
      this.projects,
      this.projects.onDidChange(soon),
      this.projects.onDidCreate(soon),
      this.projects.onDidDelete(soon),
    ];
  }

  /** The text shown, for tests. */
  get text(): string {
    return this.item.text;
  }

  /** Sends a request soon; a further call before that delays it. */
  soon(tries = TRIES): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(tries), REST_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.forEach((one) => one.dispose());
  }

  private async update(tries: number): Promise<void> {
    const document = programEditor()?.document;
    const client = this.client();
    if (document === undefined || !client?.isRunning()) {
      this.item.hide();
      return;
    }
    try {
      const { steps, score, profile, clockMhz }: Timeline = await client.sendRequest(TIMELINE, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
        count: 0,
      });
      // The score counts in the contest alone.
      const isScored = profile === "contest";
      const counted = isScored ? l10n.t("{0}, score {1}", stepsText(steps), score.total) : stepsText(steps);
      this.item.text = `$(circuit-board) ${counted}`;
      const lines = [
        `**${programName(document.uri)}**`,
        l10n.t("{0} of 4 cycles: about {1} at {2} MHz, not counting MV instructions", stepsText(steps), duration((steps * 4) / clockMhz), clockMhz),
        ...(isScored
          ? [l10n.t("Score {0}: PE instructions {1}, MV instructions {2}; source bytes {3}", score.total, score.j, score.m, score.bytes)]
          : []),
        l10n.t("Click for the step timeline."),
      ];
      this.item.tooltip = new vscode.MarkdownString(lines.join("\n\n"));
      this.item.accessibilityInformation = {
        label: l10n.t("MN-Core 2 program: {0}", counted),
        role: "button",
      };
      this.item.show();
      this.showProfile(profile);
      const chosen = vscode.workspace.getConfiguration("mnc2", document.uri).get<string>("profile");
      if (chosen && chosen !== profile && tries > 0) {
        // The answer is older than the setting.
        this.soon(tries - 1);
      }
    } catch {
      // The text has changed since, or has not been sent to the server yet.
      if (tries > 0) {
        this.soon(tries - 1);
      }
    }
  }
}

function duration(microseconds: number): string {
  return microseconds < 1000
    ? `${Number(microseconds.toPrecision(3))} µs`
    : `${Number((microseconds / 1000).toPrecision(3))} ms`;
}
