// A language server of a folder's own: a script that records that it was started, and then runs the packaged one.

import { chmod, writeFile } from "node:fs/promises";
import * as path from "node:path";

/** The file that shows that it was started. */
export const STARTED = "started";

/** Writes the script into a folder; returns its path. */
export async function writeOwnServer(folder: string, server: string): Promise<string> {
  const script = path.join(folder, "own-server");
  await writeFile(script, `#!/bin/sh\ntouch '${path.join(folder, STARTED)}'\nexec '${server}' "$@"\n`);
  await chmod(script, 0o755);
  return script;
}
