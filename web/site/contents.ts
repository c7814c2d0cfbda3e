// What changes the open program as a whole: its text, its input and its settings, with the files that the server finds next to
// it.

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";

import { openFile } from "./files";
import type { Keeping } from "./keeping";
import { languageOf } from "./languages";
import type { Navigation } from "./navigation";
import { type Beside, filesBeside, type Program, type Programs } from "./programs";
import { ROOT, type Server } from "./server";
import type { Reason } from "./store";

export interface ContentsHost {
  client: LSPClient;
  server: Server;
  view: EditorView;
  programs: Programs;
  keeping: Keeping;
  navigation: Navigation;
  /** Opens a program in the editor. */
  open(program: Program): void;
  /** The user has changed something other than the text. */
  edited(): void;
  showSettings(): void;
}

export class Contents {
  constructor(private readonly host: ContentsHost) {}

  /** Writes the files that belong to the open program. */
  write(): void {
    const { server, client, programs } = this.host;
    const beside = filesBeside(programs.open);
    server.write(beside);
    const changes = Object.entries(beside).map(([name, content]) => ({ uri: uriFor(name), type: content === null ? 3 : 1 }));
    client.notification("workspace/didChangeWatchedFiles", { changes });
  }

  /** Changes the input, the settings or the machine of the open program. */
  give(beside: Beside): void {
    this.host.programs.give(beside);
    this.write();
    this.host.edited();
  }

  /** Removes the settings of the open program, of which a version is kept. */
  removeSettings(): void {
    void this.host.programs.mark("settings", this.text);
    this.give({ config: undefined });
  }

  /** Puts another content in the place of the open program's, of which a version is kept. */
  replace(why: Reason, content: Partial<Program>): void {
    const { programs, keeping, open } = this.host;
    // What waits to be kept becomes the revision that this one is based on.
    void keeping.now();
    void programs.mark(why, this.text);
    open({ ...programs.open, ...content, name: programs.open.name });
    keeping.edited();
  }

  /** Opens a program that comes from a file, as one's own. */
  take(program: Program): void {
    const { programs, keeping, navigation, open } = this.host;
    open({ ...program, name: programs.store.freeName(program.name) });
    keeping.edited();
    navigation.turned();
  }

  /** Opens a file that was dropped: a program, or what describes the machine of the open one. */
  drop(file: File): void {
    const { name, text } = this.host.programs.open;
    const equip = (machine: string) => {
      this.give({ machine });
      this.host.showSettings();
    };
    void openFile(file, (program) => this.take(program), languageOf(name, text) === "tensil" ? equip : undefined);
  }

  private get text(): string {
    return this.host.view.state.doc.toString();
  }
}

/** The URI of a file in the folder of programs. */
export function uriFor(name: string): string {
  return `${ROOT}${encodeURIComponent(name)}`;
}
