// Which memory, address and format a line of a program suggests to views. Pure text.

/** The lines of a text, counted from 0; a `TextDocument` is one. */
export interface Lines {
  lineAt(line: number): { text: string };
}

/** The format of the instruction that wrote the words. */
export const AUTOMATIC = "automatic";

/** A format as a parameter of a request. */
export function asked(format: string): { format?: string } {
  return format === AUTOMATIC ? {} : { format };
}

/** Lines above the cursor that are searched for a `d get`. */
const LINES_ABOVE = 200;

/** Memory, address and format that a line, or a `d get` above it, suggests. */
export function addressNear(
  document: Lines,
  line: number,
): { memory: string; format: string } | undefined {
  const own = addressIn(document.lineAt(line).text);
  for (let above = line - 1; own === undefined && above >= Math.max(0, line - LINES_ABOVE); above -= 1) {
    const { text } = document.lineAt(above);
    if (/^\s*d\s+get/.test(text)) {
      return addressIn(text);
    }
  }
  return own;
}

/** The address that a `d get` shows, in its own format; otherwise the last address that the line writes. */
function addressIn(line: string): { memory: string; format: string } | undefined {
  const code = line.replace(/#.*$/, "");
  const get = /^\s*d\s+get([a-z]*)\s+(\$[a-z]+\d*)/.exec(code);
  if (get !== null) {
    const [, type = "", spelled = ""] = get;
    const formats: Record<string, string> = { d: "double", f: "single", h: "half" };
    return { memory: spelled, format: formats[type.replace(/^b/, "")] ?? AUTOMATIC };
  }
  const operand = code.match(/\$(?:ll|l)?[mnrs]\d+/g)?.at(-1);
  return operand === undefined ? undefined : { memory: operand, format: AUTOMATIC };
}
