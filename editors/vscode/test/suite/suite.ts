// Tests the extension's features through the editor's own API, in a real workbench with the packaged extension and its
// server. First comes what every editor is tested with: the program of editors/test and its expected.json.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import * as path from "node:path";

import * as vscode from "vscode";

import expected from "../../../test/expected.json";
import type { Api } from "../../src/extension";
import { hostIsDebugged } from "./attach";
import { STARTED, writeOwnServer } from "./ownServer";
import { eventually, run as runTests, type Tests } from "./tests";

const PROGRAM = readFileSync(path.resolve(__dirname, "../../../test/program.vsm"), "utf8");

const tests: Tests = [];
const test = (name: string, body: () => Promise<void>) => tests.push([name, body]);

/** The editor calls this; its exception is the report. */
export const run = () => runTests(tests);

let document: vscode.TextDocument;
let editor: vscode.TextEditor;
let api: Api;

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
  const file = path.join(folder.fsPath, "program.vsm");
  await writeFile(file, PROGRAM);
  document = await vscode.workspace.openTextDocument(file);
  editor = await vscode.window.showTextDocument(document);
  assert.equal(document.languageId, "mnc2");
  const extension = vscode.extensions.getExtension<Api>("mnc2.mnc2");
  assert.ok(extension);
  api = await extension.activate();
  assert.equal(api.server(), path.join(extension.extensionPath, "bin", "mnc2-lsp"));
});

test("it sees the diagnostics that every editor sees", async () => {
  await eventually("the diagnostics", () => codes().length === expected.diagnostics.length);
  const found = vscode.languages.getDiagnostics(document.uri).map(({ code, severity, range, message }) => ({
    code: typeof code === "object" ? code.value : code,
    // The editor counts severities from 0.
    severity: severity + 1,
    line: range.start.line,
    start: range.start.character,
    end: range.end.character,
    message: message.split("\n")[0],
  }));
  const inOrder = found.sort((a, b) => a.line - b.line || a.start - b.start);
  assert.deepEqual(inOrder, expected.diagnostics);
});

test("a finding leads to the page of its code", async () => {
  const [finding] = vscode.languages.getDiagnostics(document.uri);
  assert.ok(finding);
  const command = await eventually("the action", async () => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      finding.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    return actions.find(({ title }) => /^Explain [EW]\d{4}$/.test(title))?.command;
  });
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  const pages = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => /[EW]\d{4}\.md/.test(label));
  await eventually("the page", () => pages().length > 0);
  await vscode.window.tabGroups.close(pages());
  await vscode.window.showTextDocument(document);
});

test("quick fixes correct the program", async () => {
  for (const { line, title } of expected.fixes) {
    // An answer about what has changed meanwhile is empty; the editor asks again.
    const edit = await eventually(`the fix ${title}`, async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        document.lineAt(line).range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.find((action) => action.title === title)?.edit;
    });
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
  await eventually("no diagnostics", () => codes().length === 0);
  assert.equal(document.getText(), `${expected.fixed.join("\n")}\n`);
});

test("hover explains an operand", async () => {
  const line = expected.fixed.findIndex((text) => text.startsWith("dvfmad"));
  const at = new vscode.Position(line, document.lineAt(line).text.indexOf("$ls0v") + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, at);
  const text = hovers.flatMap(({ contents }) => contents.map((part) => (typeof part === "string" ? part : part.value)));
  assert.match(text.join("\n"), /GRF1/);
});

test("the flow of data is a call hierarchy", async () => {
  const lineOf = (start: string) => expected.fixed.findIndex((text) => text.startsWith(start));
  const line = lineOf("dvfmad ");
  const [item] = await vscode.commands.executeCommand<vscode.CallHierarchyItem[]>(
    "vscode.prepareCallHierarchy",
    document.uri,
    new vscode.Position(line, 0),
  );
  assert.equal(item?.name, expected.fixed[line]);
  const incoming = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>("vscode.provideIncomingCalls", item);
  assert.deepEqual(
    incoming.map(({ from }) => from.range.start.line),
    ["d set", "immu i\"0x40240000\"", "dvfmau"].map(lineOf),
  );
  const outgoing = await vscode.commands.executeCommand<vscode.CallHierarchyOutgoingCall[]>("vscode.provideOutgoingCalls", item);
  assert.deepEqual(
    outgoing.map(({ to }) => to.name),
    expected.fixed.filter((text) => text.startsWith("d getd")),
  );
});

test("a lens above a d get runs to it", async () => {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100);
  const lenses = all.filter(({ command }) => command?.command === "mnc2.runToHere");
  const gets = expected.fixed.flatMap((text, line) => (text.startsWith("d get") ? [line] : []));
  assert.deepEqual(
    lenses.map(({ command, range }) => [command?.title, range.start.line]),
    gets.map((line) => ["▶ Run to here", line]),
  );
  const command = lenses[0]?.command;
  assert.ok(command);
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  const ran = api.run(document.uri);
  assert.equal(ran?.result.line, gets[0]);
  assert.equal(ran?.result.dump.length, 4);
});

test("the dump opens next to the program, and leaves the cursor there", async () => {
  const tab = await eventually("the dump", () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("mnc2.dump")),
  );
  assert.equal(tab.label, "Dump of program.vsm");
  assert.equal(vscode.window.activeTextEditor?.document, document);
});

test("Run to Cursor runs to the cursor, and remembers the run before", async () => {
  const { line, steps } = expected.run;
  editor.selection = new vscode.Selection(line, 0, line, 0);
  await vscode.commands.executeCommand("mnc2.runToCursor");
  const ran = api.run(document.uri);
  assert.equal(ran?.result.line, line);
  assert.equal(ran?.result.steps, steps);
  assert.deepEqual(ran?.result.beside, expected.beside);
  assert.equal(ran?.previous?.line, line - 1);
  assert.equal(ran?.edited, false);
});

test("the dump as a text is the one that every editor shows", async () => {
  const text = () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "mnc2-dump");
  await vscode.workspace.getConfiguration("mnc2").update("dump.show", "text", vscode.ConfigurationTarget.Workspace);
  await vscode.commands.executeCommand("mnc2.runToCursor");
  const page = await eventually("the text", text);
  assert.equal(page.languageId, "mnc2-dump");
  assert.equal(page.getText(), `${expected.dump.join("\n")}\n`);
  // It follows the next run.
  editor.selection = new vscode.Selection(expected.run.line - 1, 0, expected.run.line - 1, 0);
  await vscode.commands.executeCommand("mnc2.runToCursor");
  await eventually("the new text", () => text()?.lineAt(0).text === `program.vsm, run to line ${expected.run.line}: 5 steps`);
  await vscode.workspace.getConfiguration("mnc2").update("dump.show", undefined, vscode.ConfigurationTarget.Workspace);
});

test("an edit outdates the run", async () => {
  await replace(new vscode.Range(0, 0, 0, 0), "# edited\n");
  await eventually("the run is outdated", () => api.run(document.uri)?.edited);
  await vscode.commands.executeCommand("mnc2.runFile");
  assert.equal(api.run(document.uri)?.edited, false);
  assert.equal(api.run(document.uri)?.result.line, expected.run.line + 1);
});

test("timeline and chip open", async () => {
  await vscode.commands.executeCommand("mnc2.showTimeline");
  await vscode.commands.executeCommand("mnc2.showChip");
  const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  await eventually("their tabs", () => labels().includes("Steps of program.vsm") && labels().includes("Chip of program.vsm"));
});

test("the status bar tells steps, follows the text, and tells the score in the contest", async () => {
  await eventually("the steps", () => api.status().endsWith("5 steps"));
  await replace(new vscode.Range(9, 0, 9, 0), "nop\n");
  await eventually("the new steps", () => api.status().endsWith("6 steps"));
  const configuration = vscode.workspace.getConfiguration("mnc2", document.uri);
  await configuration.update("profile", "contest", vscode.ConfigurationTarget.Global);
  await eventually("the score", () => api.status().includes("6 steps, score 6"));
  await configuration.update("profile", undefined, vscode.ConfigurationTarget.Global);
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

test("tasks check, run and judge the program with the packaged command", async () => {
  const tasks = await vscode.tasks.fetchTasks({ type: "mnc2" });
  const lines = tasks.map(({ execution }) => {
    assert.ok(execution instanceof vscode.ProcessExecution);
    assert.match(execution.process, /[/\\]bin[/\\]mnc2(\.exe)?$/);
    return execution.args.join(" ");
  });
  assert.deepEqual(lines.sort(), [
    "check --format short .",
    "check --format short program.vsm",
    "judge testcase.vsm program.vsm",
    "run program.vsm",
  ]);
});

const KERNEL = readFileSync(path.resolve(__dirname, "../../../test/kernel.S"), "utf8");

test("assembly is checked where mnc2.toml names its language, and nowhere else", async () => {
  const folder = path.dirname(document.uri.fsPath);
  const project = path.join(folder, "mnc2.toml");
  const file = path.join(folder, "kernel.S");
  await writeFile(file, KERNEL);
  const kernel = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(kernel);
  const found = () =>
    vscode.languages
      .getDiagnostics(kernel.uri)
      .map(({ code }) => (typeof code === "object" ? code.value : code))
      .sort()
      .join(" ");
  const at = new vscode.Position(5, 6);
  const hover = async () => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", kernel.uri, at);
    return hovers.flatMap(({ contents }) => contents.map((part) => (typeof part === "string" ? part : part.value))).join("\n");
  };
  assert.equal(await hover(), "");
  assert.equal(found(), "");
  await writeFile(project, "[languages]\n'*.S' = 'rvmatrix'\n");
  await eventually("the findings", () => found() === "RV0202 RV0401");
  assert.match(await hover(), /fmmacc\.s[^]*rvmatrix@0\.2/);
  const list = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", kernel.uri, at);
  assert.ok(list.items.some(({ label }) => label === "fmmacc.s"));
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    kernel.uri,
    kernel.lineAt(4).range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const fix = actions.find(({ edit }) => edit !== undefined)?.edit;
  assert.ok(fix);
  assert.ok(await vscode.workspace.applyEdit(fix));
  assert.match(kernel.lineAt(4).text, /mcfgmi +zero, 2/);
  await eventually("its finding going away", () => found() === "RV0401");
  await rm(project);
  await eventually("no findings", () => found() === "");
  assert.equal(await hover(), "");
  await vscode.commands.executeCommand("workbench.action.files.revert");
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  await vscode.window.showTextDocument(document);
});

test("a launch without debugging runs the program", async () => {
  await replace(new vscode.Range(0, 0, 0, 0), "# launched\n");
  assert.equal(api.run(document.uri)?.edited, true);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const launch = { type: "mnc2", request: "launch", name: "Run", program: document.uri.fsPath };
  assert.equal(await vscode.debug.startDebugging(folder, launch, { noDebug: true }), false);
  await eventually("the run", () => api.run(document.uri)?.edited === false);
  assert.equal(vscode.debug.activeDebugSession, undefined);
});

test("F5 debugs the program, forward and backward", async () => {
  const folder = path.dirname(document.uri.fsPath);
  const file = path.join(folder, "debugged.vsm");
  await writeFile(file, "lpassa $subpeid $lr0\nnop/2\nladd $lr0 $lr0 $ls0\nnop/2\nd get $ls0n0c0b0m0p1 1\n");
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
  await vscode.commands.executeCommand("workbench.action.debug.start");
  await eventually("a session", () => vscode.debug.activeDebugSession?.type === "mnc2");
  const session = vscode.debug.activeDebugSession;
  assert.ok(session);
  const stoppedAt = (line: number) =>
    eventually(`the stop at line ${line}`, async () => {
      const { stackFrames } = await session.customRequest("stackTrace", { threadId: 1 });
      // The editor's commands are for what it shows.
      return stackFrames[0]?.line === line && vscode.window.activeTextEditor?.selection.active.line === line - 1;
    });
  const value = async (expression: string) =>
    (await session.customRequest("evaluate", { expression, context: "watch" })).result as string;
  await stoppedAt(1);
  await eventually("the focus", () => vscode.debug.activeStackItem);
  for (const line of [2, 3, 4]) {
    await vscode.commands.executeCommand("workbench.action.debug.stepOver");
    await stoppedAt(line);
  }
  assert.match(await value("$ls0@n0c0b0m0p1,l"), /^2$/);
  await vscode.commands.executeCommand("workbench.action.debug.stepBack");
  await stoppedAt(3);
  assert.match(await value("$ls0@n0c0b0m0p1,l"), /^0$/);
  vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(vscode.Uri.file(file), new vscode.Position(4, 0)))]);
  await vscode.commands.executeCommand("workbench.action.debug.continue");
  await stoppedAt(5);
  await vscode.commands.executeCommand("workbench.action.debug.reverseContinue");
  await stoppedAt(1);
  await vscode.debug.stopDebugging(session);
  await eventually("the end", () => vscode.debug.activeDebugSession === undefined);
  vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
  editor = await vscode.window.showTextDocument(document);
});

test("a host program and its kernel are debugged together", async () => {
  await hostIsDebugged(path.dirname(document.uri.fsPath));
  editor = await vscode.window.showTextDocument(document);
});

test("every snippet is a program without errors", async () => {
  const snippets: Record<string, { body: string[] }> = JSON.parse(
    readFileSync(path.resolve(__dirname, "../../snippets/mnc2.json"), "utf8"),
  );
  for (const [name, { body }] of Object.entries(snippets)) {
    const program = await vscode.workspace.openTextDocument({ language: "mnc2", content: "" });
    const shown = await vscode.window.showTextDocument(program);
    await shown.insertSnippet(new vscode.SnippetString(`${body.join("\n").replace("$0", "")}notanopcode\n`));
    const errors = () =>
      vscode.languages.getDiagnostics(program.uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    await eventually(`the diagnostics of ${name}`, () => errors().length > 0);
    assert.deepEqual(errors().map(({ range }) => program.lineAt(range.start.line).text), ["notanopcode"], name);
  }
  editor = await vscode.window.showTextDocument(document);
});

test("saving applies the fixes that are sure, where the user has asked for it", async () => {
  const folder = path.dirname(document.uri.fsPath);
  const file = path.join(folder, "onsave.vsm");
  await writeFile(file, "");
  const editing = vscode.workspace.getConfiguration("editor", { languageId: "mnc2" });
  const files = vscode.workspace.getConfiguration("files");
  const configure = async (actions: unknown, autoSave: unknown) => {
    await editing.update("codeActionsOnSave", actions, vscode.ConfigurationTarget.Workspace, true);
    await files.update("autoSave", autoSave, vscode.ConfigurationTarget.Workspace);
  };
  // In a browser files are saved one second after an edit, without these actions; on a desktop they are not. A save by
  // the user during that one would do nothing.
  await configure({ "source.fixAll": "explicit" }, "off");
  const program = await vscode.workspace.openTextDocument(file);
  const shown = await vscode.window.showTextDocument(program);
  await shown.edit((edit) => edit.insert(new vscode.Position(0, 0), "D GET $lr0n0c0b0m0p0 1\nnop // done\n"));
  await eventually("the diagnostics", () => vscode.languages.getDiagnostics(program.uri).length > 0);
  await eventually("the fixes", async () => {
    await vscode.commands.executeCommand("workbench.action.files.save");
    return readFileSync(file, "utf8") === "d get $lr0n0c0b0m0p0 1\nnop # done\n";
  });
  await configure(undefined, undefined);
  editor = await vscode.window.showTextDocument(document);
});

test("the tests are the testcases of the folder with their programs", async () => {
  const folder = vscode.Uri.joinPath(document.uri, "..", "judged");
  const at = (name: string) => vscode.Uri.joinPath(folder, name);
  const write = (name: string, text: string) => vscode.workspace.fs.writeFile(at(name), new TextEncoder().encode(text));
  const listed = () => api.tests().find(({ testcase }) => testcase === at("testcase.vsm").fsPath)?.solutions ?? [];
  const are = (...names: string[]) => JSON.stringify(listed()) === JSON.stringify(names.map((name) => at(name).fsPath));
  await write("testcase.vsm", "# ======= YOUR VSM WILL BE INSERTED HERE =======\nd getd $ln0n0c0b0m0p0 1 # expect=[1, 2] / Int @[0],[1]\n");
  await write("a.vsm", "nop\n");
  await write("b.vsm", "nop\n");
  await eventually("the programs", () => are("a.vsm", "b.vsm"));
  await vscode.workspace.fs.delete(at("a.vsm"));
  await eventually("one program less", () => are("b.vsm"));
  await vscode.workspace.fs.delete(folder, { recursive: true });
  await eventually("no program", () => are());
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

test("a server that a trusted folder names is started", async () => {
  const packaged = api.server();
  assert.ok(packaged);
  const folder = path.dirname(document.uri.fsPath);
  const own = await writeOwnServer(folder, packaged);
  const configure = (value: string | undefined) =>
    vscode.workspace.getConfiguration("mnc2").update("server.path", value, vscode.ConfigurationTarget.Workspace);
  await configure(own);
  await eventually("the start", () => api.server() === own);
  assert.ok(existsSync(path.join(folder, STARTED)));
  await configure(undefined);
  await eventually("the packaged server", () => api.server() === packaged);
});
