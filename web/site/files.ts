// Programs as files: those that are dropped on the page, with what describes their machine, and those that are saved.

import { isName } from "./link";
import { notice } from "./notice";
import { make } from "./page";
import type { Program } from "./programs";
import { say } from "./words";

/** The longest file that is opened. */
export const BYTES_MAX = 4_000_000;

/** Opens a file as a program, if it is one; what describes a machine is given to `equip`, if the open program has one. */
export async function openFile(file: File, take: (program: Program) => void, equip?: (machine: string) => void): Promise<void> {
  const isMachine = /\.tarch$/i.test(file.name);
  if (isMachine ? equip === undefined : !isName(file.name)) {
    notice(say(isMachine ? "noMachine" : "noProgram", file.name), "problem");
  } else if (file.size > BYTES_MAX) {
    notice(say("fileTooLong", file.name), "problem");
  } else if (isMachine) {
    equip?.(await file.text());
  } else {
    take({ name: file.name, text: await file.text() });
  }
}

/** Saves a text as a file. */
export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
