// The heat map of memories: the tab that shows what a machine of another language holds after a run.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import type { FromGrids, ToGrids } from "../webview/messages";
import { keptOf, Panel, programName } from "./panel";
import { GRIDS, type Grids } from "./protocol";
import { sentence } from "./runToHere";

export class GridsPanel implements vscode.Disposable {
  private readonly panel: Panel<ToGrids, FromGrids>;
  private program: vscode.Uri | undefined;

  /** `run` runs a program to its end; it shows itself why it could not. */
  constructor(
    extension: vscode.Uri,
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly run: (program: vscode.Uri) => Promise<unknown>,
  ) {
    this.panel = new Panel(
      extension,
      "grids",
      l10n.t("Heat map"),
      (message) => this.receive(message),
      (state) => {
        const kept = keptOf(state);
        this.program = kept && vscode.Uri.parse(kept.program, true);
      },
    );
  }

  /** Shows the memories of a program, which has run. */
  show(program: vscode.Uri): void {
    this.program = program;
    this.panel.show();
    void this.update();
  }

  /** Shows another run of the program that is shown. */
  async update(): Promise<void> {
    const { program } = this;
    const client = this.client();
    if (program === undefined || client === undefined || !this.panel.isOpen) {
      return;
    }
    const name = programName(program);
    this.panel.name = l10n.t("Heat map of {0}", name);
    try {
      const uri = client.code2ProtocolConverter.asUri(program);
      const answer = await client.sendRequest<Grids>(GRIDS, { textDocument: { uri } });
      this.panel.send({ type: "grids", name, program: program.toString(), answer });
    } catch (error) {
      this.panel.send({ type: "problem", message: sentence(error instanceof Error ? error.message : String(error)) });
    }
  }

  dispose(): void {
    this.panel.dispose();
  }

  private receive(message: FromGrids): void {
    if (message.type === "run" && this.program !== undefined) {
      void this.run(this.program).then(() => this.update());
    } else {
      void this.update();
    }
  }
}
