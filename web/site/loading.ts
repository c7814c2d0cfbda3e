// How much of the server has come, while something waits for it.

import { FIRST, REST } from "./parts";
import { find } from "./page";
import { say } from "./words";

const TITLES = { [FIRST]: "loadingFirst", [REST]: "loadingRest" } as const;

let now: { file: string; bytes: number; all: number } | undefined;

/** Shows that `bytes` bytes of a part have arrived; without a part, the last known state. */
export function showLoading(file?: string, bytes = 0, all = 0): void {
  if (file !== undefined) {
    now = bytes < all ? { file, bytes, all } : undefined;
  }
  const bar = find<HTMLProgressElement>("loading");
  // Parts that no work depends on are loaded without a progress bar.
  const isWaitedFor = now?.file === FIRST || document.documentElement.classList.contains("busy");
  bar.hidden = now === undefined || !isWaitedFor;
  if (now !== undefined) {
    const of = say(TITLES[now.file as keyof typeof TITLES], megabytes(now.bytes), megabytes(now.all));
    bar.max = now.all;
    bar.value = now.bytes;
    bar.setAttribute("aria-label", of);
    if (isWaitedFor) {
      find("status").textContent = of;
    }
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
