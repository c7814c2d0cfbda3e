// A message that stays until it is closed, with more than the line at the bottom can say.

import { find, make } from "./page";
import { say } from "./words";

export function notice(text: string, kind: "problem" | "news", ...more: Node[]): void {
  const element = find("notice");
  const close = make("button", { class: "close" }, say("close"));
  close.addEventListener("click", hideNotice);
  element.className = kind;
  // An alert is read aloud when its content comes, so the role is set first.
  element.setAttribute("role", kind === "problem" ? "alert" : "status");
  element.hidden = false;
  element.replaceChildren(make("p", {}, text), ...more, close);
}

export function hideNotice(): void {
  find("notice").hidden = true;
}
