// The files of the workspace for a server in a worker, which cannot read them itself: they are read when it starts, and
// again when they change. A folder may be far away, so what other programs do not need is not read.

import * as vscode from "vscode";

import { ROOT, toServer } from "./workspaceUris";

/** What files hold by their paths below the server's folder; `null` where there is no file any more. */
export type Files = Record<string, Uint8Array | null>;

/** The names of files that the server reads: programs, their projects, and inputs of runs. */
const READ = /(\.(vsm|_vsm|param|stparam|asm|dat|tasm|tprog|tarch|ir|s|S|json|toml)|\/\.(git)?ignore)$/;

/** The names of folders that are not read: hidden ones, and those that hold what others wrote or what was built. */
const PASSED_OVER = /^(\..*|node_modules|target)$/;

/** Limits: files that are read, the size of one file and of all files, folders that are listed, and concurrent reads. */
const FILES_MAX = 2000;
const FILE_BYTES_MAX = 16 << 20;
const BYTES_MAX = 128 << 20;
const FOLDERS_MAX = 5000;
const AT_ONCE = 8;

export class WorkspaceFiles {
  /** Everything that was read, for a server that is started later. */
  private readonly known = new Map<string, Uint8Array>();
  private bytes = 0;
  /** Folders that were listed. */
  private readonly listed = new Set<string>();

  /**
   * `changed` is called with the files that were read, `found` with files that no event names, `full` when a limit is reached.
   */
  constructor(
    private readonly changed: (files: Files) => void,
    private readonly found: (file: vscode.Uri) => void,
    private readonly full: () => void,
  ) {}

  /** Everything that is known. */
  all(): Files {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => `${pathOf(uri)}/`);
    const empty = folders.map((folder) => [folder, new Uint8Array()] as const);
    return Object.fromEntries([...empty, ...this.known]);
  }

  /** Reads folders and those in them, nearest first. */
  async readFolders(folders: readonly vscode.Uri[], depth = Number.POSITIVE_INFINITY): Promise<void> {
    let level = folders;
    for (let below = 0; level.length > 0 && below <= depth; below += 1) {
      const next: vscode.Uri[] = [];
      await atOnce(level, async (folder) => {
        next.push(...(await this.readFolder(folder)));
      });
      level = next;
    }
  }

  /** Reads a file again, or removes it: a notification of the server follows. */
  async refresh(file: vscode.Uri): Promise<void> {
    if (READ.test(file.path) && !isPassedOver(file)) {
      await this.read(file);
    }
  }

  /** Reads a file, or a folder with everything in it, that is new. */
  async add(created: vscode.Uri): Promise<void> {
    if (READ.test(created.path)) {
      await this.refresh(created);
    } else if (!isPassedOver(vscode.Uri.joinPath(created, "file"))) {
      await this.readFolders([created]);
    }
  }

  /** Forgets a file, or a folder with everything in it. */
  forget(gone: vscode.Uri): void {
    const path = pathOf(gone);
    const isGone = (name: string) => name === path || name.startsWith(`${path}/`);
    for (const file of [...this.known.keys()].filter(isGone)) {
      this.put(file, undefined);
    }
    for (const folder of [...this.listed].filter(isGone)) {
      this.listed.delete(folder);
    }
  }

  /** Reads the files of a folder; the folders in it. */
  private async readFolder(folder: vscode.Uri): Promise<vscode.Uri[]> {
    const name = pathOf(folder);
    if (this.listed.has(name)) {
      return [];
    }
    if (this.listed.size >= FOLDERS_MAX) {
      this.full();
      return [];
    }
    this.listed.add(name);
    const entries = await entriesOf(folder);
    const files = entries.filter(([name, type]) => isFile(type) && READ.test(`/${name}`));
    await atOnce(files, async ([name]) => {
      const file = vscode.Uri.joinPath(folder, name);
      await this.read(file);
      this.found(file);
    });
    return entries
      .filter(([name, type]) => type === vscode.FileType.Directory && !PASSED_OVER.test(name))
      .map(([name]) => vscode.Uri.joinPath(folder, name));
  }

  private async read(file: vscode.Uri): Promise<void> {
    const path = pathOf(file);
    const content = await contentOf(file);
    const before = this.known.get(path);
    const bytes = this.bytes - (before?.length ?? 0) + (content?.length ?? 0);
    if (content !== undefined && (bytes > BYTES_MAX || (before === undefined && this.known.size >= FILES_MAX))) {
      this.full();
      return;
    }
    if (content !== undefined || before !== undefined) {
      this.put(path, content);
    }
  }

  /** Remembers what a file holds, or that it is gone. */
  private put(path: string, content: Uint8Array | undefined): void {
    this.bytes += (content?.length ?? 0) - (this.known.get(path)?.length ?? 0);
    if (content === undefined) {
      this.known.delete(path);
    } else {
      this.known.set(path, content);
    }
    this.changed({ [path]: content ?? null });
  }
}

/** Whether a file is in a folder that is not read. */
function isPassedOver(file: vscode.Uri): boolean {
  const folders = vscode.workspace.asRelativePath(file, false).split("/").slice(0, -1);
  return folders.some((name) => PASSED_OVER.test(name));
}

/** A path below the server's folder. */
function pathOf(uri: vscode.Uri): string {
  return toServer(uri).path.slice(ROOT.length + 1);
}

function isFile(type: vscode.FileType): boolean {
  return (type & vscode.FileType.File) !== 0;
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    // Gone, or not for everyone.
    return [];
  }
}

/** What a file holds; undefined where there is none that can be read. */
async function contentOf(file: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(file);
    return isFile(type) && size <= FILE_BYTES_MAX ? await vscode.workspace.fs.readFile(file) : undefined;
  } catch {
    return undefined;
  }
}

/** Does work for each item, for several items at the same time. */
async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
