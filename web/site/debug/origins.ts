// The origin of a word: the lines that wrote it, their operands, and, when they are unfolded, the lines that wrote these.

import { make } from "../page";
import { say } from "../words";
import { word } from "./words";

/**
 * The subject of the question: an expression, bytes of a memory, the place of an input, or a wrong value of an output of the
 * testcase, whose line is counted from 0.
 */
export type Asked =
  | { expression: string }
  | { memoryReference: string; bytes: number }
  | { place: string }
  | { output: number; element?: string; address?: number };

/** The adapter's answer to `mnc2/origin`; lines are counted from 0. */
export interface Origin {
  writers: Writer[];
  fromStart: string[];
  isComplete: boolean;
}

interface Writer {
  line: number;
  /** Whether a mask kept the word as it was. */
  isMasked: boolean;
  text: string;
  name: string;
  value: string;
  inputs: { operand: string; fold?: string; name: string; place: string; value: string }[];
}

export interface OriginsHost {
  ask(question: Asked & { line?: number }): Promise<Origin>;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
}

export class Origins {
  readonly element = make("section", { class: "origins", tabindex: -1 });
  private readonly heading = make("h2", {});
  private readonly question = make("p", {});
  private readonly list = make("div", { class: "tree" });

  constructor(private readonly host: OriginsHost) {
    this.element.append(this.heading, this.question, this.list);
    this.forget();
  }

  translate(): void {
    this.heading.textContent = word("origin");
  }

  /** Removes the answers. */
  forget(): void {
    this.element.hidden = true;
    this.list.replaceChildren();
  }

  /**
   * Shows what wrote something before the line that runs next; `where` describes that line. Returns the newest line that wrote it,
   * counted from 0.
   */
  async show(title: string, where: string, asked: Asked): Promise<number | undefined> {
    this.element.hidden = false;
    this.question.replaceChildren(make("code", {}, title), ` · ${where}`);
    const { items, writers } = await this.answers(asked);
    this.list.replaceChildren(...items);
    this.element.scrollIntoView({ block: "nearest" });
    this.element.focus({ preventScroll: true });
    return writers.find(({ isMasked }) => !isMasked)?.line;
  }

  private async answers(asked: Asked & { line?: number }): Promise<{ items: HTMLElement[]; writers: Writer[] }> {
    try {
      const { writers, fromStart, isComplete } = await this.host.ask(asked);
      const items = [
        ...writers.map((writer) => this.writer(writer)),
        ...fromStart.map((name) => make("div", { class: "item" }, word("fromStart", name))),
        ...(isComplete ? [] : [make("div", { class: "item" }, word("moreWriters"))]),
      ];
      return { items, writers };
    } catch (error) {
      return { items: [make("p", { class: "problem" }, (error as Error).message)], writers: [] };
    }
  }

  private writer({ line, text, name, value, inputs }: Writer): HTMLElement {
    const place = make("button", { class: "place" }, say("line", line + 1));
    place.addEventListener("click", () => this.host.reveal(line));
    const code = text.replace(/#.*$/, "").replace(/\s+/g, " ").trim();
    return make(
      "div",
      { class: "item" },
      place,
      " ",
      make("code", {}, code),
      make("div", { class: "value" }, `${name} = ${value}`),
      make("div", { class: "items" }, ...inputs.map((input) => this.input(input, line))),
    );
  }

  private input({ operand, fold, name, place, value }: Writer["inputs"][number], line: number): HTMLElement {
    const content = make("div", { class: "items" });
    const title = make("span", {}, make("code", {}, fold === undefined ? operand : name), " ", make("span", { class: "value" }, value));
    const element = make("details", {}, make("summary", {}, title), content);
    const fill = async () => content.replaceChildren(...(await this.answers({ place, line })).items);
    element.addEventListener("toggle", () => void fill(), { once: true });
    return element;
  }
}
