// Tests the extension in an untrusted folder: a program that the folder's own settings name is not started. suite.ts
// starts the same program in a trusted folder, which shows that this test would notice it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as path from "node:path";

import * as vscode from "vscode";

import type { Api } from "../../src/extension";
import { eventually, run as runTests, type Tests } from "./tests";
import { STARTED } from "./ownServer";

const tests: Tests = [];
const test = (name: string, body: () => Promise<void>) => tests.push([name, body]);

/** The editor calls this; its exception is the report. */
export const run = () => runTests(tests);

let api: Api;
let extension: vscode.Extension<Api>;
const folder = () => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri.fsPath;
};
const started = () => existsSync(path.join(folder(), STARTED));

test("the folder is not trusted, and its settings name a server", async () => {
  assert.equal(vscode.workspace.isTrusted, false);
  const settings = await vscode.workspace.openTextDocument(path.join(folder(), ".vscode", "settings.json"));
  assert.match(settings.getText(), /mnc2\.server\.path/);
});

test("another server is started: the one that was packaged with the extension", async () => {
  const found = vscode.extensions.getExtension<Api>("mnc2.mnc2");
  assert.ok(found);
  extension = found;
  api = await extension.activate();
  assert.equal(api.server(), path.join(extension.extensionPath, "bin", "mnc2-lsp"));
  assert.equal(vscode.workspace.getConfiguration("mnc2").get("server.path"), "");
});

test("everything else works", async () => {
  const document = await vscode.workspace.openTextDocument(path.join(folder(), "program.vsm"));
  await vscode.window.showTextDocument(document);
  await eventually("diagnostics", () => vscode.languages.getDiagnostics(document.uri).length > 0);
});

test("nor is it started when the server is restarted", async () => {
  await vscode.commands.executeCommand("mnc2.restartServer");
  assert.equal(api.server(), path.join(extension.extensionPath, "bin", "mnc2-lsp"));
  assert.equal(started(), false);
});
