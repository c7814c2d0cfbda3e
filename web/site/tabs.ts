// The views next to the program, one of which is shown: tabs with arrow keys, as screen readers expect them.

import { find, make } from "./page";

export interface Tab<Id extends string> {
  id: Id;
  title(): string;
  panel: HTMLElement;
}

/** How much of the next tab is seen, as a sign that there is one. */
const NEIGHBOUR_PIXELS = 28;

export class Tabs<Id extends string> {
  private readonly buttons = new Map<Id, HTMLButtonElement>();
  private chosen: Id | undefined;
  /** The tab whose panel is above the chosen one. */
  above: Id | undefined;

  constructor(
    private readonly tabs: readonly Tab<Id>[],
    private readonly shown: (id: Id, isAsked: boolean) => void,
  ) {
    for (const { id, panel } of tabs) {
      const button = make("button", { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, tabindex: -1 });
      button.addEventListener("click", () => this.choose(id));
      this.buttons.set(id, button);
      panel.id = `panel-${id}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      panel.hidden = true;
      panel.tabIndex = -1;
      find("tabs").append(button);
      find("panels").append(panel);
    }
    find("tabs").addEventListener("keydown", (event) => this.key(event));
    this.translate();
  }

  get current(): Id | undefined {
    return this.chosen;
  }

  translate(): void {
    this.tabs.forEach(({ id, title }) => {
      const button = this.buttons.get(id);
      if (button) {
        button.textContent = title();
      }
    });
  }

  /** Hides or shows a tab; a hidden one is not chosen. */
  offer(id: Id, isOffered: boolean): void {
    const button = this.buttons.get(id);
    if (button) {
      button.hidden = !isOffered;
    }
    if (!isOffered && this.chosen === id) {
      this.choose(this.tabs.find((tab) => !this.buttons.get(tab.id)?.hidden)?.id ?? id, false);
    }
  }

  /** Moves the keyboard to the chosen tab. */
  focus(): void {
    if (this.chosen !== undefined) {
      this.buttons.get(this.chosen)?.focus();
    }
  }

  /** Shows a tab; `isAsked` unless the page itself chooses it. */
  choose(id: Id, isAsked = true): void {
    this.chosen = id;
    for (const { id: other, panel } of this.tabs) {
      const isChosen = other === id;
      panel.hidden = !isChosen && other !== this.above;
      const button = this.buttons.get(other);
      button?.setAttribute("aria-selected", String(isChosen));
      button?.setAttribute("tabindex", isChosen ? "0" : "-1");
    }
    this.reveal(this.buttons.get(id));
    this.shown(id, isAsked);
  }

  /** Scrolls the bar to a button; `scrollIntoView` would scroll the page around an embedded one, too. */
  private reveal(button: HTMLElement | undefined): void {
    const bar = find("tabs");
    if (button !== undefined) {
      const start = button.offsetLeft - bar.offsetLeft - NEIGHBOUR_PIXELS;
      const end = start + button.offsetWidth + 2 * NEIGHBOUR_PIXELS;
      bar.scrollLeft = Math.min(start, Math.max(bar.scrollLeft, end - bar.clientWidth));
    }
  }

  private key(event: KeyboardEvent): void {
    const offered = this.tabs.map(({ id }) => id).filter((id) => !this.buttons.get(id)?.hidden);
    const at = offered.findIndex((id) => id === this.chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: offered.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const id = offered[(to + offered.length) % offered.length];
      if (id !== undefined) {
        this.choose(id);
        this.buttons.get(id)?.focus();
      }
    }
  }
}
