// Finds our programs: the path in the settings, the one packaged with the extension, PATH, or the folder where
// `cargo install` puts programs (an editor started from a menu often has another PATH). Starts nothing.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import * as path from "node:path";

import * as l10n from "@vscode/l10n";

import type { Missing } from "./host";

/** The places to look in. */
export interface ProgramPlaces {
  /** The folder of the extension. */
  extension: string;
  /** The environment variable PATH. */
  searchPath: string;
  /** The user's home folder. */
  home: string;
  platform: NodeJS.Platform;
}

export interface ServerPlaces extends ProgramPlaces {
  /** The setting `mnc2.server.path`; empty when unset. */
  configured: string;
}

/** The server's path, or why there is none. */
export type FoundServer = { command: string } | Missing;

/** Installs the server, the debug adapter and the command if Cargo is available. */
export const INSTALL_COMMAND = "cargo install --locked --git https://github.com/mnc2/mnc2 mnc2-lsp mnc2-dap mnc2";

/** Explains how to install the server, with Cargo and without. */
export const INSTALL_PAGE = "https://github.com/mnc2/mnc2/blob/main/docs/getting-started.md";

/** Finds the server. If a configured path does not work, that is an error; no other place is tried. */
export async function findServer(places: ServerPlaces): Promise<FoundServer> {
  const configured = places.configured.trim();
  if (configured !== "") {
    const command = configured.replace(/^~(?=$|[/\\])/, places.home);
    if (!path.isAbsolute(command)) {
      return {
        cause: "configured",
        problem: l10n.t('The setting mnc2.server.path must be an absolute path, not "{0}".', configured),
      };
    }
    return (await isExecutable(command))
      ? { command }
      : {
          cause: "configured",
          problem: l10n.t("The setting mnc2.server.path names no program that can be started: {0}", command),
        };
  }
  const command = await findProgram("mnc2-lsp", places);
  return command === undefined
    ? {
        cause: "missing",
        problem: l10n.t(
          "The language server mnc2-lsp is not installed. To install it, run: {0}",
          INSTALL_COMMAND,
        ),
      }
    : { command };
}

/** Finds one of our programs by its name; undefined if it is not installed. */
export async function findProgram(name: string, places: ProgramPlaces): Promise<string | undefined> {
  const file = places.platform === "win32" ? `${name}.exe` : name;
  const folders = [
    path.join(places.extension, "bin"),
    // A relative entry of PATH would depend on the folder that the editor happens to run in.
    ...places.searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
    path.join(places.home, ".cargo", "bin"),
  ];
  for (const folder of folders) {
    const command = path.join(folder, file);
    if (await isExecutable(command)) {
      return command;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
