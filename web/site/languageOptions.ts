// The options of the other languages, as `[languages]` of `mnc2.toml` has them after the name of the language.

import { type LanguageId, versionsOf } from "./languages";

/** An option with its values, or with the pattern of what is written. */
export type Option = { key: string } & ({ values: readonly string[] } | { pattern: string });

const NUMBER = "0x[0-9A-Fa-f]+|[0-9]+";
const NAME = "[^\\s\"'\\\\=]+";

/** A row for each language, without its versions; `machine` is how the name of a file that describes its machine ends. */
const ROWS: Readonly<Record<LanguageId, { options: readonly Option[]; machine?: string }>> = {
  naplespu: { options: [{ key: "threads", values: ["1", "2", "4", "8"] }, { key: "start", pattern: NAME }] },
  rvmatrix: { options: [{ key: "mlen", values: ["128", "256", "512"] }, { key: "xmisa", pattern: NUMBER }, { key: "start", pattern: NAME }] },
  tensil: { options: [{ key: "advice", values: ["off", "on"] }], machine: "tarch" },
  tinytc: {
    options: [
      { key: "entry", pattern: NAME },
      { key: "groups", pattern: "[1-9][0-9]{0,6}" },
      { key: "subgroup_size", values: ["16", "32"] },
      { key: "work_group_size", pattern: "[0-9]+x[0-9]+" },
    ],
  },
};

export function optionsOf(language: LanguageId): readonly Option[] {
  const versions = versionsOf(language);
  return [...(versions.length > 1 ? [{ key: "version", values: versions }] : []), ...(ROWS[language]?.options ?? [])];
}

/** Whether a file can describe the machine of a language. */
export function hasMachineFile(language: LanguageId): boolean {
  return ROWS[language]?.machine !== undefined;
}

/** The options after the name of a language: `tensil@compiler advice=on`. */
export function valuesIn(named: string): Map<string, string> {
  const [first = "", ...rest] = named.split(/\s+/).filter(Boolean);
  const [, version] = first.split("@");
  const pairs = rest.map((one) => one.split("=", 2) as [string, string]);
  return new Map([...(version === undefined ? [] : [["version", version] as const]), ...pairs]);
}

/** A language with its options; undefined if none is set. */
export function named(language: LanguageId, values: ReadonlyMap<string, string>): string | undefined {
  const set = [...values].filter(([, value]) => value !== "");
  return set.length === 0 ? undefined : [language, ...set.map(([key, value]) => `${key}=${value}`)].join(" ");
}
