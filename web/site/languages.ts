// The languages of programs, which the name of a file tells; assemblies that share one say it in their first lines.

/** What the protocol calls a language. */
export type LanguageId = "mnc2" | "naplespu" | "rvmatrix" | "tensil" | "tinytc";

const BY_EXTENSION: Record<string, LanguageId> = {
  ".vsm": "mnc2",
  ".ir": "tinytc",
  ".tasm": "tensil",
  ".s": "naplespu",
  ".S": "rvmatrix",
};

const ASSEMBLIES: readonly LanguageId[] = ["naplespu", "rvmatrix"];

/** First lines in which a text may say its language. */
const FIRST_LINES = 5;

/** The end of a file's name that tells its language; undefined if no language of this page has it. */
function extensionOf(name: string): string | undefined {
  return Object.keys(BY_EXTENSION).find((extension) => name.endsWith(extension));
}

/** Whether a name is that of a program. */
export function isProgram(name: string): boolean {
  return extensionOf(name) !== undefined;
}

export function languageOf(name: string, text: string): LanguageId {
  const language = BY_EXTENSION[extensionOf(name) ?? ".vsm"] ?? "mnc2";
  if (!ASSEMBLIES.includes(language)) {
    return language;
  }
  const first = text.split("\n", FIRST_LINES).join("\n");
  const said = /mnc2:\s*language=(\w+)/.exec(first)?.[1];
  return ASSEMBLIES.find((one) => one === said) ?? language;
}

/** What begins a comment. */
export function commentOf(language: LanguageId): string {
  return { mnc2: "#", naplespu: "#", rvmatrix: "#", tensil: "//", tinytc: ";" }[language];
}
