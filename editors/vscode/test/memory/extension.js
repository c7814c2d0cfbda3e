// Files in memory, as `memory://test/folder/name`. What there is at the beginning, the page that serves the tests says.

const vscode = require("vscode");

const { FileSystemError, FileType } = vscode;

class Memory {
  /** By path: bytes of files, `undefined` for folders. */
  entries = new Map([["/", undefined]]);
  changed = new vscode.EventEmitter();
  onDidChangeFile = this.changed.event;

  put(path, bytes) {
    for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
      this.entries.set(path.slice(0, at), undefined);
    }
    this.entries.set(path, bytes);
  }

  known({ path }) {
    const name = path.length > 1 ? path.replace(/\/$/, "") : path;
    if (!this.entries.has(name)) {
      throw FileSystemError.FileNotFound(path);
    }
    return this.entries.get(name);
  }

  tell(type, ...uris) {
    this.changed.fire(uris.map((uri) => ({ type, uri })));
  }

  watch() {
    return { dispose() {} };
  }

  stat(uri) {
    const bytes = this.known(uri);
    const type = bytes === undefined ? FileType.Directory : FileType.File;
    return { type, size: bytes?.length ?? 0, ctime: 0, mtime: Date.now() };
  }

  readDirectory(uri) {
    this.known(uri);
    const start = uri.path.replace(/\/?$/, "/");
    const inside = [...this.entries].filter(([path]) => path.startsWith(start) && !path.slice(start.length).includes("/"));
    return inside
      .map(([path, bytes]) => [path.slice(start.length), bytes === undefined ? FileType.Directory : FileType.File])
      .filter(([name]) => name !== "");
  }

  readFile(uri) {
    return this.known(uri);
  }

  writeFile(uri, bytes) {
    const isNew = !this.entries.has(uri.path);
    this.put(uri.path, bytes);
    this.tell(isNew ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed, uri);
  }

  createDirectory(uri) {
    this.put(uri.path, undefined);
    this.tell(vscode.FileChangeType.Created, uri);
  }

  delete(uri) {
    const gone = [...this.entries.keys()].filter((path) => path === uri.path || path.startsWith(`${uri.path}/`));
    gone.forEach((path) => this.entries.delete(path));
    this.tell(vscode.FileChangeType.Deleted, uri);
  }

  rename(from, to) {
    this.put(to.path, this.known(from));
    this.entries.delete(from.path);
    this.tell(vscode.FileChangeType.Deleted, from);
    this.tell(vscode.FileChangeType.Created, to);
  }
}

exports.activate = async (context) => {
  const memory = new Memory();
  const files = await (await fetch(vscode.Uri.joinPath(context.extensionUri, "..", "files.json").toString(true))).json();
  for (const [path, text] of Object.entries(files)) {
    memory.put(path, new TextEncoder().encode(text));
  }
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("memory", memory, { isCaseSensitive: true }));
};
