// A message that stays until it is closed, for texts that do not fit in the line at the bottom, with buttons.

import { find, inline, make } from "./page";
import { say } from "./words";

/** A button of a notice; pressing it closes the notice. */
export interface Choice {
  title: string;
  press(): void;
}

export function notice(text: string, kind: "problem" | "news", ...more: (Node | Choice)[]): void {
  const element = find("notice");
  const close = make("button", { class: "close" }, say("close"));
  close.addEventListener("click", hideNotice);
  const isNode = (one: Node | Choice): one is Node => one instanceof Node;
  const choices = more.flatMap((one) => {
    if (isNode(one)) {
      return [];
    }
    const { title, press } = one;
    const button = make("button", {}, title);
    button.addEventListener("click", () => {
      hideNotice();
      press();
    });
    return [button];
  });
  element.className = kind;
  // An alert is read aloud when its content comes, so the role is set first.
  element.setAttribute("role", kind === "problem" ? "alert" : "status");
  element.hidden = false;
  element.replaceChildren(
    make("p", {}, ...inline(text)),
    close,
    ...more.filter(isNode),
    ...(choices.length === 0 ? [] : [make("div", { class: "fixes" }, ...choices)]),
  );
}

export function hideNotice(): void {
  find("notice").hidden = true;
}
