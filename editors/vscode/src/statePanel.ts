// A tab that shows a state of the chip, and requests it again when the state changes.

import * as vscode from "vscode";

import type { FromState, ToState } from "../webview/messages";
import { keptOf, Panel, programName } from "./panel";
import { sentence } from "./runToHere";
import type { States } from "./states";
import type { ViewName } from "./viewPage";

/** What is special about a view. */
export interface StateView<Question> {
  view: ViewName;
  /** Whether it remembers earlier answers. */
  remembers: boolean;
  /** The title of the tab, at first and for a program. */
  title(program?: string): string;
  /** The request. */
  method: string;
  /** The first question. */
  preset: Question;
  /** The question that a view kept; undefined if it is of another version. */
  read(kept: Partial<Question>): Question | undefined;
  /** What a line of a program, or one above it, suggests. */
  near(document: vscode.TextDocument, line: number): Question | undefined;
  /** The parameters of the request. */
  parameters(question: Question): object;
}

export class StatePanel<Question, Answer> implements vscode.Disposable {
  private readonly panel: Panel<ToState<Question, Answer>, FromState<Question>>;
  private readonly listening: vscode.Disposable;
  private program: vscode.Uri | undefined;
  private question: Question | undefined;
  /** Counts the requests: only the answer to the newest one is shown. */
  private asked = 0;

  /** `run` runs a program to the line of the cursor; `restore` repeats a run without showing it. */
  constructor(
    extension: vscode.Uri,
    private readonly view: StateView<Question>,
    private readonly states: States,
    private readonly run: () => void,
    restore: (program: vscode.Uri, line: number) => void,
  ) {
    this.panel = new Panel(
      extension,
      view.view,
      view.title(),
      (message) => this.receive(message),
      (state) => {
        const kept = keptOf(state);
        this.program = kept && vscode.Uri.parse(kept.program, true);
        const question = (state as { question?: Partial<Question> } | null | undefined)?.question;
        this.question = question && view.read(question);
        if (this.program !== undefined && kept?.line !== undefined) {
          restore(this.program, kept.line);
        }
      },
      view.remembers,
    );
    this.listening = states.onDidChange((program) => {
      if (this.panel.isOpen) {
        this.program = program;
        if (this.panel.isLive) {
          void this.update();
        }
      }
    });
  }

  /** Shows the newest state of a program, with what a line suggests. */
  show(document: vscode.TextDocument, line: number): void {
    this.program = document.uri;
    this.question = this.view.near(document, line) ?? this.question;
    this.panel.show();
    void this.update();
  }

  dispose(): void {
    this.listening.dispose();
    this.panel.dispose();
  }

  private async update(): Promise<void> {
    const { program, view } = this;
    if (program === undefined) {
      return;
    }
    this.asked += 1;
    const { asked } = this;
    const question = this.question ?? view.preset;
    this.panel.name = view.title(programName(program));
    try {
      const told = await this.states.ask<Answer>(program, view.method, view.parameters(question));
      if (told !== undefined && asked === this.asked) {
        this.panel.send({ type: "state", question, ...told });
      }
    } catch (error) {
      if (asked !== this.asked) {
        return;
      }
      const problem = error instanceof Error ? error.message : String(error);
      const isNotRun = (error as { data?: { isNotRun?: boolean } | null }).data?.isNotRun === true;
      // The reason why a run failed is more useful than a message that there was no run.
      const message = isNotRun ? (this.states.problem(program) ?? problem) : problem;
      this.panel.send({ type: "problem", question, message: sentence(message), isNotRun });
    }
  }

  private receive(message: FromState<Question>): void {
    switch (message.type) {
      case "ready":
        return void this.update();
      case "ask":
        this.question = message.question;
        return void this.update();
      case "focus":
        return void this.states.setFocus(this.program, message.element).catch((error: unknown) => {
          void vscode.window.showErrorMessage(sentence(error instanceof Error ? error.message : String(error)));
        });
      case "run":
        return this.run();
    }
  }
}
