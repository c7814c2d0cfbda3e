// Settings as the text of an `mnc2.toml`, changed line by line: comments, and what this page does not offer, stay. Only keys with a
// line each are found.

/** The headings of the tables that the page changes: of levels by the codes of rules, and of languages by the names of files. */
export type Heading = "[levels]" | "[languages]";

/** The lines of a table, as the first and the line after the last; without a name, of the keys before all tables. */
function table(lines: readonly string[], heading?: string): [number, number] | undefined {
  const isHeading = (line: string) => /^\s*\[/.test(line);
  const start = heading === undefined ? 0 : lines.findIndex((line) => line.replace(/#.*/, "").trim() === heading) + 1;
  if (heading !== undefined && start === 0) {
    return undefined;
  }
  const length = lines.slice(start).findIndex(isHeading);
  return [start, length === -1 ? lines.length : start + length];
}

/** The parts of a line `key = "value" # comment`. */
function parts(line: string): { key: string; value: string; comment: string } | undefined {
  const [, quoted, bare, value, comment = ""] = /^\s*(?:["']([^"'\\]+)["']|([\w-]+))\s*=\s*["']([^"'\\]*)["']\s*(#.*)?$/.exec(line) ?? [];
  const key = quoted ?? bare;
  return key === undefined || value === undefined ? undefined : { key, value, comment };
}

function linesOf(config: string): string[] {
  return config === "" ? [] : config.replace(/\n$/, "").split("\n");
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** The value of a key before all tables; undefined if it is missing. */
export function valueOf(config: string, key: string): string | undefined {
  const lines = linesOf(config);
  const [first, end] = table(lines) ?? [0, 0];
  return lines.slice(first, end).map(parts).find((one) => one?.key === key)?.value;
}

/** The settings with another value of a key; without one, without the key. */
export function withValue(config: string, key: string, value: string | undefined): string {
  return changed(linesOf(config), [0, table(linesOf(config))?.[1] ?? 0], key, value);
}

/** The keys of a table with their values. */
export function entriesOf(config: string, heading: Heading): [string, string][] {
  const lines = linesOf(config);
  const [first, end] = table(lines, heading) ?? [0, 0];
  return lines.slice(first, end).flatMap((line) => {
    const found = parts(line);
    return found === undefined ? [] : [[found.key, found.value] as [string, string]];
  });
}

/** The settings with another value of a key in a table; without one, without the key. */
export function withEntry(config: string, heading: Heading, key: string, value: string | undefined): string {
  const lines = linesOf(config);
  const range = table(lines, heading);
  if (range === undefined) {
    const before = lines.length === 0 ? [] : [...lines, ""];
    return value === undefined ? config : joined([...before, heading, `${keyed(key)} = "${value}"`]);
  }
  const result = changed(lines, range, key, value);
  return /\S/.test(bodyOf(result, heading)) ? result : joined(withoutTable(linesOf(result), heading));
}

/** A key as it is written: a pattern of files needs quotes. */
function keyed(key: string): string {
  return /^[\w-]+$/.test(key) ? key : `"${key}"`;
}

/** What a table contains. */
function bodyOf(config: string, heading: Heading): string {
  const lines = linesOf(config);
  const [first, end] = table(lines, heading) ?? [0, 0];
  return lines.slice(first, end).join("\n");
}

function withoutTable(lines: readonly string[], heading: Heading): string[] {
  const [first, end] = table(lines, heading) ?? [0, 0];
  const before = lines.slice(0, Math.max(0, first - 1));
  while (before.at(-1)?.trim() === "") {
    before.pop();
  }
  return [...before, ...lines.slice(end)];
}

function changed(lines: readonly string[], [first, end]: readonly [number, number], key: string, value: string | undefined): string {
  const own = lines.slice(first, end);
  const at = own.findIndex((line) => parts(line)?.key === key);
  const written = (comment = "") => (value === undefined ? [] : [`${keyed(key)} = "${value}"${comment && ` ${comment}`}`]);
  if (at === -1) {
    // Before the blank lines that divide tables.
    let last = own.length;
    while (last > 0 && own[last - 1]?.trim() === "") {
      last -= 1;
    }
    own.splice(last, 0, ...written());
    if (value !== undefined && last === own.length - 1 && end < lines.length) {
      own.push("");
    }
  } else {
    own.splice(at, 1, ...written(parts(own[at] ?? "")?.comment));
  }
  return joined([...lines.slice(0, first), ...own, ...lines.slice(end)]);
}
