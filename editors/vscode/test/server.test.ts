// Where the server is searched for.

import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { findServer, type ServerPlaces } from "../src/server";

/** Finds a server among `programs`, files below a fresh folder; `<root>` is replaced with that folder. */
async function check(
  programs: string[],
  places: Pick<ServerPlaces, "configured" | "searchPath">,
  expected: string | RegExp,
): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), "mnc2-server-"));
  const placed = (text: string) => text.replaceAll("<root>", root);
  try {
    for (const program of programs) {
      const file = path.join(root, program);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, "#!/bin/sh\n");
      await chmod(file, file.endsWith(".txt") ? 0o644 : 0o755);
    }
    const found = await findServer({
      configured: placed(places.configured),
      extension: path.join(root, "extension"),
      searchPath: placed(places.searchPath),
      home: path.join(root, "home"),
      platform: "linux",
    });
    if (typeof expected === "string") {
      assert.deepEqual(found, { command: placed(expected) });
    } else {
      assert.match("problem" in found ? found.problem : "", expected);
    }
  } finally {
    await rm(root, { recursive: true });
  }
}

test("the configured server wins", () =>
  check(["own", "extension/bin/mnc2-lsp"], { configured: "<root>/own", searchPath: "" }, "<root>/own"));

test("then the packaged one, then PATH, then where cargo installs", async () => {
  const searchPath = "<root>/none:<root>/path";
  await check(["extension/bin/mnc2-lsp", "path/mnc2-lsp"], { configured: "", searchPath }, "<root>/extension/bin/mnc2-lsp");
  await check(["path/mnc2-lsp", "home/.cargo/bin/mnc2-lsp"], { configured: " ", searchPath }, "<root>/path/mnc2-lsp");
  await check(["home/.cargo/bin/mnc2-lsp"], { configured: "", searchPath }, "<root>/home/.cargo/bin/mnc2-lsp");
  await check(["home/own"], { configured: "~/own", searchPath }, "<root>/home/own");
});

test("a configured server that does not work is a problem, not passed over", async () => {
  await check(["path/mnc2-lsp"], { configured: "<root>/gone", searchPath: "<root>/path" }, /names no program/);
  await check(["own.txt"], { configured: "<root>/own.txt", searchPath: "" }, /names no program/);
  await check([], { configured: "target/mnc2-lsp", searchPath: "" }, /absolute path/);
});

test("no server is a problem that says what to do; folders and relative entries do not count", async () => {
  await check(["path/mnc2-lsp/file"], { configured: "", searchPath: "<root>/path" }, /cargo install .* mnc2-lsp/);
  await check([], { configured: "", searchPath: ".:bin" }, /not installed/);
});
