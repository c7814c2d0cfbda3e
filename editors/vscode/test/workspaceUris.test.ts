// Names of files for a server in a worker.

import assert from "node:assert/strict";
import { test } from "node:test";

import { type Place, toEditor, toServer } from "../src/workspaceUris";

/** A place, and its path for the server. */
function check(place: Place, path: string): void {
  const there = toServer(place);
  assert.deepEqual(there, { scheme: "file", authority: "", path });
  assert.deepEqual(toEditor(there), place);
}

test("every file of a provider is below the server's folder, and comes back as it was", () => {
  check({ scheme: "memfs", authority: "", path: "/a.vsm" }, "/workspace/memfs/a.vsm");
  check({ scheme: "vscode-vfs", authority: "github", path: "/owner/name/a b.vsm" }, "/workspace/vscode-vfs~github/owner/name/a b.vsm");
  check({ scheme: "vscode-vfs", authority: "github+7b~1/%2F", path: "/a" }, "/workspace/vscode-vfs~github+7b~1%2F%252F/a");
  check({ scheme: "file", authority: "", path: "/workspace/memfs/a.vsm" }, "/workspace/file/workspace/memfs/a.vsm");
  check({ scheme: "file", authority: "server", path: "/share/a.vsm" }, "/workspace/file~server/share/a.vsm");
  check({ scheme: "memfs", authority: "", path: "/" }, "/workspace/memfs/");
  check({ scheme: "memfs", authority: "", path: "//a/~b/" }, "/workspace/memfs//a/~b/");
});

test("what is no file has one name", () => {
  for (const place of [
    { scheme: "untitled", authority: "", path: "Untitled-1" },
    { scheme: "untitled", authority: "", path: "/new.vsm" },
    { scheme: "mnc2-dump", authority: "", path: "/a.vsm.dump" },
    { scheme: "https", authority: "example.com", path: "/workspace/memfs/a.vsm" },
    { scheme: "command", authority: "", path: "mnc2.menu" },
  ]) {
    assert.deepEqual(toServer(place), place);
    assert.deepEqual(toEditor(place), place);
  }
});

test("a path of the server that no file has stays what it is", () => {
  for (const path of ["/", "/workspace", "/other/a.vsm"]) {
    const place = { scheme: "file", authority: "", path };
    assert.deepEqual(toEditor(place), place);
  }
  assert.deepEqual(toEditor({ scheme: "file", authority: "", path: "/workspace/memfs" }), { scheme: "memfs", authority: "", path: "/" });
});
