// Frames that show a message if their page cannot be loaded, and try again on request: a browser would show its own error page.

import { make } from "./page";
import { say } from "./words";

/** How long the scripts of a page may take after it has come. */
const PATIENCE_MS = 4000;

/** Shows a page in a frame. `isAlive` returns whether the page has started, or is no longer wanted. */
export function fillFrame(parent: HTMLElement, frame: HTMLIFrameElement, address: string, isAlive: () => boolean = () => true): void {
  const fill = async () => {
    try {
      const answer = await fetch(address);
      if (!answer.ok) {
        throw new Error(`${address}: ${answer.status}`);
      }
      if (frame.parentElement !== parent) {
        parent.replaceChildren(frame);
      }
      frame.addEventListener("load", () => setTimeout(() => isAlive() || complain(), PATIENCE_MS), { once: true });
      frame.src = address;
    } catch {
      complain();
    }
  };
  const complain = () => {
    const again = make("button", {}, say("retry"));
    again.addEventListener("click", () => void fill());
    parent.replaceChildren(make("div", { class: "empty", role: "alert" }, make("p", {}, say("frameMissing")), again));
  };
  void fill();
}
