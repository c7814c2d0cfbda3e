// A host program and its kernel are debugged together: the editor attaches to a host in C that waits with `MNC2_DEBUG`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import * as path from "node:path";

import * as vscode from "vscode";

import { eventually } from "./tests";

/** PDM to L2BM of group 0 and back, with the tags of host/c/tests/debugged.c. */
const KERNEL = `nop; wait i01
mvp/n64i02 $p0@0 $lc0@0.0
nop; wait i02
mvp/n64i03 $lc0@0.0 $p4096@0
`;

/** The first and the last word that the host sends, and gets back from another place. */
const RESULT = "0102030405060708 0102030405060747\n";

/** Runs `host`, which the driver has put into the folder, with the debugger on its kernel. */
export async function hostIsDebugged(folder: string): Promise<void> {
  const kernel = path.join(folder, "kernel.vsm");
  await writeFile(kernel, KERNEL);
  const host = spawn(path.join(folder, "host"), [kernel, "1"], { env: { MNC2_DEBUG: "1", LC_ALL: "C" } });
  const ended = once(host, "exit");
  let [out, errors] = ["", ""];
  host.stdout.on("data", (data) => (out += String(data)));
  host.stderr.on("data", (data) => (errors += String(data)));
  try {
    const invited = await eventually("the invitation", () => /in VS Code, start (\{.*?\});/.exec(errors));
    assert.ok(await vscode.debug.startDebugging(undefined, JSON.parse(invited[1] ?? "") as vscode.DebugConfiguration));
    await debugged(kernel);
    const [status] = (await ended) as [number | null];
    assert.deepEqual([status, out], [0, RESULT]);
  } finally {
    host.kill();
  }
}

/** From the stop at the first step to the end. */
async function debugged(kernel: string): Promise<void> {
  const session = await eventually("a session", () => vscode.debug.activeDebugSession);
  const stoppedAt = (line: number) =>
    eventually(`the stop at line ${line}`, async () => {
      const { stackFrames } = await session.customRequest("stackTrace", { threadId: 1 });
      const editor = vscode.window.activeTextEditor;
      const isShown = editor?.document.uri.fsPath === kernel && editor.selection.active.line === line - 1;
      return stackFrames[0]?.line === line && isShown;
    });
  const word = async (memoryReference: string) => {
    const { data } = await session.customRequest("readMemory", { memoryReference, count: 8 });
    return Buffer.from(data as string, "base64").toString("hex");
  };
  await stoppedAt(1);
  assert.equal(await word("pdm@n0"), "0102030405060708");
  assert.equal(await word("l2bm@n0c0"), "0000000000000000");
  await eventually("the focus", () => vscode.debug.activeStackItem);
  for (const line of [2, 3]) {
    await vscode.commands.executeCommand("workbench.action.debug.stepOver");
    await stoppedAt(line);
  }
  assert.equal(await word("l2bm@n0c0"), "0102030405060708");
  // At its end the run stops once more, so that it can go back.
  await eventually("the end", async () => {
    // The command is cancelled if the session ends before its answer.
    await vscode.commands.executeCommand("workbench.action.debug.continue").then(undefined, () => undefined);
    return vscode.debug.activeDebugSession === undefined;
  });
}
