// A program as a link.

import { sharedOf, toFragment } from "./link";
import { notice } from "./notice";
import { make } from "./page";
import type { Program } from "./programs";
import { say } from "./words";

/** Copies a link that holds the program with this text, and shows it. */
export async function share(program: Program, text: string): Promise<void> {
  const fragment = await toFragment(sharedOf({ ...program, text }));
  if (fragment === undefined) {
    notice(say("tooLongToShare"), "problem");
    return;
  }
  const link = `${location.origin}${location.pathname}${fragment}`;
  const field = make("input", { id: "link", readonly: true, "aria-label": say("link") });
  field.value = link;
  const isCopied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  notice(say(isCopied === true ? "copied" : "copyThis"), "news", field);
  field.select();
}
