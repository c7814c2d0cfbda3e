// Where the language server is: the configured path, the one packaged with the extension, PATH, or
// where `cargo install` puts programs (an editor started from a menu often has another PATH).
// Starts nothing.

import * as l10n from "@vscode/l10n";

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import * as path from "node:path";

/** The places to look in. */
export interface ServerPlaces {
  /** The setting `mnc2.server.path`; empty when unset. */
  configured: string;
  /** The folder of the extension. */
  extension: string;
  /** The environment variable PATH. */
  searchPath: string;
  /** The user's home folder. */
  home: string;
  platform: NodeJS.Platform;
}

/** The server's path, or why there is none, in words for the user. */
export type FoundServer = { command: string } | { problem: string };

/** Finds the server. A configured path that does not work is a problem, never passed over. */
export async function findServer(places: ServerPlaces): Promise<FoundServer> {
  const program = places.platform === "win32" ? "mnc2-lsp.exe" : "mnc2-lsp";
  const configured = places.configured.trim();
  if (configured !== "") {
    const command = configured.replace(/^~(?=$|[/\\])/, places.home);
    if (!path.isAbsolute(command)) {
      return { problem: l10n.t('The setting mnc2.server.path must be an absolute path, not "{0}".', configured) };
    }
    return (await isExecutable(command))
      ? { command }
      : { problem: l10n.t("The setting mnc2.server.path names no program that can be started: {0}", command) };
  }
  const folders = [
    path.join(places.extension, "bin"),
    // A relative entry of PATH would depend on the folder the editor happens to run in.
    ...places.searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
    path.join(places.home, ".cargo", "bin"),
  ];
  for (const folder of folders) {
    const command = path.join(folder, program);
    if (await isExecutable(command)) {
      return { command };
    }
  }
  return {
    problem: l10n.t(
      "The language server {0} is neither packaged with this extension nor on PATH nor in ~/.cargo/bin. Install it, or name it in the setting mnc2.server.path.",
      program,
    ),
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
