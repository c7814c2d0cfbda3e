// The extension's features through the editor's own API, in a real workbench with the packaged extension and its server.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import * as path from "node:path";

import * as vscode from "vscode";

import type { Api } from "../../src/extension";

const PROGRAM = `# Each PE counts from 1 and doubles what it has.
linc $subpeid $lm0
d get $lm0n0c0b0m0 1
nop/2
lpassa $lm1 $ln0
ladd $lm0 $lm0 $lr0v     # the same sum in all four cycles
d get $lr0n0c0b0m0p3 4
`;

const tests: [string, () => Promise<void>][] = [];
const test = (name: string, body: () => Promise<void>) => tests.push([name, body]);

let document: vscode.TextDocument;
let editor: vscode.TextEditor;
let api: Api;

/** The editor calls this; what it throws is its report. */
export async function run(): Promise<void> {
  const failures: string[] = [];
  for (const [name, body] of tests) {
    try {
      await body();
      console.log(`ok - ${name}`);
    } catch (problem) {
      failures.push(`not ok - ${name}: ${problem instanceof Error ? problem.stack : String(problem)}`);
      console.error(failures.at(-1));
    }
  }
  console.log(`${tests.length - failures.length} passed, ${failures.length} failed`);
  if (failures.length > 0) {
    throw new Error(failures.join("\n"));
  }
}

async function eventually<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await condition();
    if (found) {
      return found;
    }
    assert.ok(Date.now() < deadline, `${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function replace(range: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

const codes = () =>
  vscode.languages.getDiagnostics(document.uri).map(({ code, range }) => ({
    code: typeof code === "object" ? code.value : code,
    line: range.start.line,
  }));

test("the extension starts the server that it was packaged with", async () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const file = path.join(folder.fsPath, "suite.vsm");
  await writeFile(file, PROGRAM);
  document = await vscode.workspace.openTextDocument(file);
  editor = await vscode.window.showTextDocument(document);
  assert.equal(document.languageId, "mnc2");
  const extension = vscode.extensions.getExtension<Api>("mnc2.mnc2");
  assert.ok(extension);
  api = await extension.activate();
  assert.equal(api.server(), path.join(extension.extensionPath, "bin", "mnc2-lsp"));
});

test("diagnostics come with code and place", async () => {
  await eventually("a diagnostic", () => codes().length > 0);
  assert.deepEqual(codes(), [{ code: "E0305", line: 4 }]);
});

test("a quick fix mends the program", async () => {
  const [diagnostic] = vscode.languages.getDiagnostics(document.uri);
  assert.ok(diagnostic);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    diagnostic.range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const fix = actions.find(({ edit }) => edit !== undefined);
  assert.ok(fix?.edit, `none among ${actions.map(({ title }) => title).join(", ")}`);
  assert.ok(await vscode.workspace.applyEdit(fix.edit));
  await eventually("no diagnostics", () => codes().length === 0);
});

test("hover explains an operand", async () => {
  const at = new vscode.Position(5, document.lineAt(5).text.indexOf("$lr0v") + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, at);
  const text = hovers.flatMap(({ contents }) => contents.map((part) => (typeof part === "string" ? part : part.value)));
  assert.match(text.join("\n"), /GRF0/);
});

test("a lens above a d get runs to it", async () => {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100);
  const lenses = all.filter(({ command }) => command?.command === "mnc2.runToHere");
  assert.deepEqual(
    lenses.map(({ command, range }) => [command?.title, range.start.line]),
    [["▶ Run to here", 2], ["▶ Run to here", 6]],
  );
  const command = lenses[0]?.command;
  assert.ok(command);
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  const ran = api.run(document.uri);
  assert.equal(ran?.result.line, 2);
  assert.equal(ran?.result.dump.length, 4);
  assert.match(ran?.result.dump[3]?.text ?? "", /^DEBUG-LM0\(n0c0b0m0p3,0\):.*v:0x4\)/);
});

test("the dump opens beside the program, and leaves the cursor there", async () => {
  const tab = await eventually("the dump", () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("mnc2.dump")),
  );
  assert.equal(tab.label, "Dump of suite.vsm");
  assert.equal(vscode.window.activeTextEditor?.document, document);
});

test("Run to Cursor runs to the cursor, and remembers the run before", async () => {
  editor.selection = new vscode.Selection(6, 0, 6, 0);
  await vscode.commands.executeCommand("mnc2.runToCursor");
  const ran = api.run(document.uri);
  assert.equal(ran?.result.line, 6);
  assert.equal(ran?.result.steps, 5);
  assert.equal(ran?.previous?.line, 2);
  assert.equal(ran?.edited, false);
});

test("an edit outdates the run", async () => {
  await replace(new vscode.Range(0, 0, 0, 0), "# edited\n");
  await eventually("the run is outdated", () => api.run(document.uri)?.edited);
  await vscode.commands.executeCommand("mnc2.runFile");
  assert.equal(api.run(document.uri)?.edited, false);
  assert.equal(api.run(document.uri)?.result.line, 7);
});

test("timeline and chip open", async () => {
  await vscode.commands.executeCommand("mnc2.showTimeline");
  await vscode.commands.executeCommand("mnc2.showChip");
  const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  await eventually("their tabs", () => labels().includes("Steps of suite.vsm") && labels().includes("Chip after suite.vsm"));
});

test("the status bar tells steps and score, and follows the text", async () => {
  await eventually("the score", () => api.status().includes("5 steps, score 5"));
  await replace(new vscode.Range(4, 0, 4, 0), "nop\n");
  await eventually("the new score", () => api.status().includes("6 steps, score 6"));
});

test("Judge with Testcase tells a verdict", async () => {
  const testcase = path.join(path.dirname(document.uri.fsPath), "testcase.vsm");
  await writeFile(
    testcase,
    "# ======= YOUR VSM WILL BE INSERTED HERE =======\nd get $lm0n0c0b0m0p0 1 # expect=[7] / Long atol=0 rtol=0\n",
  );
  const verdict = await vscode.commands.executeCommand<{ accepted: boolean; wrong: number } | undefined>("mnc2.judgeFile");
  assert.equal(verdict?.accepted, false);
  assert.equal(verdict?.wrong, 1);
});

test("the file is formatted", async () => {
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", document.uri, {
    tabSize: 4,
    insertSpaces: true,
  });
  assert.ok(Array.isArray(edits));
});

test("the server restarts", async () => {
  await vscode.commands.executeCommand("mnc2.restartServer");
  assert.ok(api.server());
  await replace(new vscode.Range(0, 0, 0, 0), "lpasa\n");
  await eventually("a diagnostic of the new server", () => codes().some(({ code }) => code === "E0201"));
});

test("a setting of the workspace reaches the server", async () => {
  await vscode.workspace.getConfiguration("mnc2").update("mode", "auto", vscode.ConfigurationTarget.Workspace);
  await replace(new vscode.Range(0, 0, 1, 0), "lpassa $lm[0,2,4,6] $lr0v\n");
  await eventually("a flat list is refused in auto mode", () => codes().some(({ line }) => line === 0));
});
