// The views of a program, which are the views of VS Code in frames: the messages to and from them.

import { fillFrame } from "./frameFilling";

import type { FromChip, FromDump, FromGrids, FromMemory, FromTimeline } from "../../editors/vscode/webview/messages";

export type ViewName = "dump" | "chip" | "memory" | "timeline" | "grids";

export type FromView = FromDump | FromChip | FromMemory | FromTimeline | FromGrids;

export class Frame {
  private element: HTMLIFrameElement | undefined;
  private isReady = false;

  constructor(
    private readonly view: ViewName,
    private readonly parent: HTMLElement,
    private readonly receive: (message: FromView) => void,
  ) {
    window.addEventListener("message", (event: MessageEvent<FromView>) => {
      if (this.element !== undefined && event.source === this.element.contentWindow && event.origin === location.origin) {
        this.isReady ||= event.data.type === "ready";
        this.receive(event.data);
      }
    });
  }

  /** Loads the view, in a language, if it is not there. */
  open(title: string, language: string): void {
    if (this.element?.dataset["language"] === language) {
      return;
    }
    this.isReady = false;
    const element = document.createElement("iframe");
    element.title = title;
    element.dataset["language"] = language;
    this.element = element;
    fillFrame(this.parent, element, `views/${this.view}.${language}.html`, () => this.isReady || this.element !== element);
  }

  get isOpen(): boolean {
    return this.element !== undefined;
  }

  send(message: object): void {
    if (this.isReady) {
      this.element?.contentWindow?.postMessage(message, location.origin);
    }
  }

  /** Follows the theme of the page. */
  darken(theme: string): void {
    const root = this.element?.contentDocument?.documentElement;
    if (root) {
      root.dataset["theme"] = theme;
    }
  }
}
