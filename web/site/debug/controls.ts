// The buttons and keys that move a run.

import { make } from "../page";
import { word } from "./words";

/** Buttons, and the requests that they make. */
const BUTTONS = {
  goOn: "continue",
  goBack: "reverseContinue",
  step: "next",
  stepBack: "stepBack",
  cycle: "stepIn",
  restart: "restart",
} as const;

const KEYS: Readonly<Record<string, string>> = { F5: "goOn", "Alt+F5": "goBack", "Shift+F5": "end", F10: "step", "Shift+F10": "stepBack" };

/** A request that sets a run going. */
export type Motion = (typeof BUTTONS)[keyof typeof BUTTONS] | "goto";

export interface ControlsHost {
  isActive(): boolean;
  isRunning(): boolean;
  move(motion: Motion): void;
  pause(): void;
  end(): void;
}

export class Controls {
  readonly element = make("div", { class: "bar", role: "toolbar" });
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(private readonly host: ControlsHost) {
    for (const name of [...Object.keys(BUTTONS), "pause", "end"]) {
      const button = make("button", {});
      button.addEventListener("click", () => this.press(name));
      this.buttons.set(name, button);
      this.element.append(button);
    }
    document.addEventListener("keydown", (event) => this.key(event));
  }

  translate(): void {
    for (const [name, button] of this.buttons) {
      button.textContent = word(name as "goOn");
      button.title = word(`${name}Title` as "goOnTitle");
    }
    this.element.setAttribute("aria-label", word("toolbar"));
  }

  /** Enables what the run can do now. */
  enable(): void {
    const isRunning = this.host.isRunning();
    for (const [name, button] of this.buttons) {
      const isOffered = name === "end" || (name === "pause") === isRunning;
      button.disabled = !this.host.isActive() || !isOffered;
      button.hidden = name === "pause" ? !isRunning : name === "goOn" && isRunning;
    }
  }

  private press(name: string): void {
    if (name === "end") {
      this.host.end();
    } else if (name === "pause") {
      this.host.pause();
    } else {
      this.host.move(BUTTONS[name as keyof typeof BUTTONS]);
    }
  }

  private key(event: KeyboardEvent): void {
    if (!this.host.isActive() || event.defaultPrevented || event.ctrlKey || event.metaKey) {
      return;
    }
    const pressed = KEYS[`${event.altKey ? "Alt+" : ""}${event.shiftKey ? "Shift+" : ""}${event.key}`];
    if (pressed !== undefined) {
      event.preventDefault();
      this.press(pressed);
    }
  }
}
