// The view of instruction words: the bits of a step as boxes, coloured by how each field is known, and a row for each
// field that is used.

import { draw, editor, find, listen, make } from "./page";
import * as l10n from "@vscode/l10n";

import type { StepWord, WordField } from "../src/protocol";
import type { FromWord, ToWord } from "./messages";

/** Bits in a row of the picture, and the size of one. */
const BITS_IN_ROW = 73;
const BIT_WIDTH = 14;
const BIT_HEIGHT = 22;
const NAME_HEIGHT = 15;
const ROW_HEIGHT = NAME_HEIGHT + BIT_HEIGHT + 12;
/** The bits of the word that is shown: 292 in auto-stride mode, 426 in flat mode. */
let bitsOfWord = 0;

const host = editor<FromWord, undefined>();
const picture = find<SVGElement>("picture");

listen<ToWord>(({ line, word }) => show(line, word));
host.send({ type: "ready" });

function show(line: number, word: StepWord | null): void {
  const message = find("message");
  message.hidden = word !== null;
  find("body").hidden = word === null;
  find("summary").textContent = word === null ? l10n.t("line {0}", line + 1) : `${l10n.t("line {0}", line + 1)} · ${word.text}`;
  if (word === null) {
    message.textContent = l10n.t("This line has no word: it is not a step, or it has an error.");
    return;
  }
  find("hexadecimal").textContent = word.hexadecimal;
  const said = word.output?.message ?? "";
  find("difference").textContent = said;
  find("difference").hidden = said === "";
  const leads = find<HTMLButtonElement>("openOutput");
  leads.hidden = word.output === null;
  leads.onclick = () => {
    if (word.output !== null) {
      host.send({ type: "openOutput", uri: word.output.uri, line: word.output.line });
    }
  };
  bitsOfWord = Math.max(...word.fields.map(({ high }) => high)) + 1;
  const rows = Math.ceil(bitsOfWord / BITS_IN_ROW);
  picture.setAttribute("viewBox", `0 0 ${BITS_IN_ROW * BIT_WIDTH} ${rows * ROW_HEIGHT}`);
  picture.replaceChildren(...components(word), ...word.fields.flatMap((field) => boxes(field, word)));
  find("fields").replaceChildren(...word.fields.filter(({ used }) => used).map((field) => row(field, word)));
}

/** A part of a row of the picture. */
interface Part {
  x: number;
  y: number;
  width: number;
  /** The highest bit of the part. */
  high: number;
  low: number;
}

/** The rectangles of the picture that bits cover: more than one if they continue in the next row. */
function parts(high: number, low: number): Part[] {
  const found: Part[] = [];
  for (let bit = high; bit >= low; ) {
    const place = bitsOfWord - 1 - bit;
    const column = place % BITS_IN_ROW;
    const count = Math.min(bit - low + 1, BITS_IN_ROW - column);
    const y = Math.floor(place / BITS_IN_ROW) * ROW_HEIGHT;
    found.push({ x: column * BIT_WIDTH, y, width: count * BIT_WIDTH, high: bit, low: bit - count + 1 });
    bit -= count;
  }
  return found;
}

/** The names of the units' parts of the word, over their fields. */
function components({ fields }: StepWord): Node[] {
  // In flat mode the addresses of the later cycles are apart from their unit.
  const spans: { name: string; high: number; low: number }[] = [];
  for (const { component: name, high, low } of fields) {
    const last = spans.at(-1);
    if (last?.name === name) {
      last.low = low;
    } else {
      spans.push({ name, high, low });
    }
  }
  return spans.flatMap(({ name, high, low }) =>
    parts(high, low).map(({ x, y, width }) =>
      draw("text", { class: "component", x: x + 2, y: y + NAME_HEIGHT - 4 }, fitting(name, width)),
    ),
  );
}

/** A text, or nothing if it is too wide. */
function fitting(text: string, width: number): string {
  return text.length * 6.5 + 4 <= width ? text : "";
}

function boxes(field: WordField, word: StepWord): Node[] {
  return parts(field.high, field.low).map(({ x, y, width, high, low }) => {
    const group = draw(
      "g",
      { class: looks(field), "data-field": field.name },
      draw("title", {}, [`${field.title} · ${bits(field)}`, `${content(field)} · ${known(field)}`].join("\n")),
      draw("rect", { x: x + 0.5, y: y + NAME_HEIGHT, width: width - 1, height: BIT_HEIGHT }),
    );
    for (let bit = high; bit >= low; bit -= 1) {
      const digit = field.content === null ? "?" : String((field.content >>> (bit - field.low)) & 1);
      const at = x + (high - bit + 0.5) * BIT_WIDTH;
      group.append(draw("text", { class: "bit", x: at, y: y + NAME_HEIGHT + 15 }, digit));
    }
    group.addEventListener("click", () => select(field, word));
    return group;
  });
}

/** The classes of a field. */
function looks({ used, certainty, there }: WordField): string {
  return ["field", used ? certainty : "idle", there === null ? "" : "differs"].join(" ").trim();
}

function bits({ high, low }: WordField): string {
  return high === low ? String(high) : `${high}:${low}`;
}

function content({ content: number }: WordField): string {
  return number === null ? "?" : `0x${number.toString(16)}`;
}

function known({ used, status }: WordField): string {
  return used ? status : l10n.t("not used");
}

function row(field: WordField, word: StepWord): HTMLTableRowElement {
  const there = field.there === null ? "" : `0x${field.there.toString(16)}`;
  const line = make(
    "tr",
    { class: looks(field) },
    make("td", {}, bits(field)),
    make("td", {}, field.name),
    make("td", {}, content(field)),
    make("td", { class: "certainty" }, field.status),
    make("td", {}, there),
  );
  line.addEventListener("click", () => select(field, word));
  return line;
}

/** Selects the part of the program that needs a field. */
function select({ range }: WordField, { line }: StepWord): void {
  if (range !== null) {
    host.send({ type: "select", line, start: range.start.character, end: range.end.character });
  }
}
