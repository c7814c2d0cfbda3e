// Where the program and its views are: the views to the right or below, with a splitter between both, or hidden.

import { isEmbedded } from "./asked";
import * as kept from "./kept";
import { find } from "./page";
import { prefer, preferred } from "./preferences";
import { say } from "./words";

/** The least and the largest share of the program, in percent. */
const SHARE_RANGE = [15, 85] as const;
const SHARE = 50;

/** How far an arrow key moves the splitter, and with Shift, in percent. */
const STEP = 2;
const STRIDE = 10;

/** Pixels that a pointer moves before it drags, and the time between two presses that are one. */
const DRAG_PIXELS = 3;
const DOUBLE_MS = 400;

type Side = "right" | "below";

export class Layout {
  private readonly splitter = find("splitter");
  private readonly choice = find<HTMLSelectElement>("panes");
  /** Where the page is too narrow for both next to each other, the views are below. */
  private readonly isNarrow = matchMedia("(max-width: 820px)");
  private readonly shares = new Map<Side, number>();
  /** Where the views are when they are not hidden. */
  private side: Side = preferred("panes") === "below" ? "below" : "right";
  /** When the splitter was pressed last: not every browser reports a double press of what captures the pointer. */
  private pressed = -Infinity;
  private isHidden = !isEmbedded && preferred("panes") === "hidden";

  constructor() {
    this.splitter.addEventListener("keydown", (event) => this.key(event));
    this.splitter.addEventListener("pointerdown", (event) => this.drag(event));
    this.choice.addEventListener("change", () => this.arrange(this.choice.value as Side | "hidden"));
    this.isNarrow.addEventListener("change", () => this.apply());
    this.apply();
  }

  translate(): void {
    this.apply();
  }

  /** Puts the views somewhere else. */
  arrange(panes: Side | "hidden"): void {
    prefer("panes", panes);
    this.isHidden = panes === "hidden";
    if (panes !== "hidden") {
      this.side = panes;
    }
    this.apply();
  }

  /** Puts the views where they come next: right, below, hidden. */
  next(): void {
    this.arrange(this.isHidden ? "right" : this.side === "right" ? "below" : "hidden");
  }

  /** Shows the views if they are hidden. */
  reveal(): void {
    if (this.isHidden) {
      this.arrange(this.side);
    }
  }

  private get axis(): Side {
    return this.isNarrow.matches ? "below" : this.side;
  }

  private get now(): number {
    const stored = Number(kept.read(`split.${this.axis}`) ?? SHARE);
    return bounded(this.shares.get(this.axis) ?? (Number.isFinite(stored) ? stored : SHARE));
  }

  /** Gives the program a share of the width or height, in percent. */
  private share(percent: number): void {
    const share = Math.round(bounded(percent) * 10) / 10;
    this.shares.set(this.axis, share);
    kept.write(`split.${this.axis}`, String(share));
    this.reveal();
    this.apply();
  }

  private apply(): void {
    const { splitter, choice, axis, isHidden } = this;
    const root = document.documentElement;
    root.dataset["panes"] = isHidden ? "hidden" : axis;
    root.style.setProperty("--share", String(this.now));
    const [least, largest] = SHARE_RANGE;
    const values = { orientation: axis === "right" ? "vertical" : "horizontal", valuemin: least, valuemax: isHidden ? 100 : largest, valuenow: isHidden ? 100 : this.now };
    for (const [name, value] of Object.entries(values)) {
      splitter.setAttribute(`aria-${name}`, String(value));
    }
    splitter.setAttribute("aria-label", say("splitter"));
    splitter.title = say("splitterTitle");
    choice.value = isHidden ? "hidden" : this.side;
  }

  private key(event: KeyboardEvent): void {
    const step = event.shiftKey ? STRIDE : STEP;
    const [less, more] = this.axis === "right" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const [least, largest] = SHARE_RANGE;
    const to = { [less]: this.now - step, [more]: this.now + step, Home: least, End: largest }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.share(to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.arrange(this.isHidden ? this.side : "hidden");
    }
  }

  /** Shows hidden views; a double press gives both the same room. */
  private press(at: number): void {
    this.reveal();
    if (at - this.pressed < DOUBLE_MS) {
      this.share(SHARE);
    }
    this.pressed = at;
  }

  private drag(start: PointerEvent): void {
    if (start.button !== 0) {
      return;
    }
    const { splitter } = this;
    const abort = new AbortController();
    const { signal } = abort;
    let isDragged = false;
    splitter.setPointerCapture(start.pointerId);
    start.preventDefault();
    splitter.focus();
    splitter.addEventListener("pointermove", (event) => {
      isDragged ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > DRAG_PIXELS;
      if (isDragged) {
        const { left, top, width, height } = find("main").getBoundingClientRect();
        this.share(100 * (this.axis === "right" ? (event.clientX - left) / width : (event.clientY - top) / height));
      }
    }, { signal });
    const end = () => {
      abort.abort();
      if (!isDragged) {
        this.press(start.timeStamp);
      }
    };
    splitter.addEventListener("pointerup", end, { signal });
    splitter.addEventListener("pointercancel", () => abort.abort(), { signal });
  }
}

function bounded(percent: number): number {
  const [least, largest] = SHARE_RANGE;
  return Math.min(largest, Math.max(least, percent));
}
