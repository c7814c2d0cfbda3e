// The memory view: the tab that shows consecutive words of a memory on one PE, or on what it belongs to.

import * as l10n from "@vscode/l10n";

import { addressNear, asked, AUTOMATIC } from "./addresses";
import { MEMORY, type MemoryQuestion } from "./protocol";
import type { StateView } from "./statePanel";

/** Number of words that the view shows. */
const WORDS = 64;

export const MEMORY_VIEW: StateView<MemoryQuestion> = {
  view: "memory",
  remembers: true,
  title: (program) => (program === undefined ? l10n.t("Memory of a PE") : l10n.t("Memory of {0}", program)),
  method: MEMORY,
  preset: { memory: "$lm0", focus: "", format: AUTOMATIC },
  read: ({ memory, focus, format }) =>
    typeof memory === "string" && typeof focus === "string" && typeof format === "string"
      ? { memory, focus, format }
      : undefined,
  near: (document, line) => {
    const found = addressNear(document, line);
    return found && { ...found, focus: "" };
  },
  parameters: ({ memory, focus, format }) => ({
    memory,
    count: WORDS,
    ...(focus === "" ? {} : { focus }),
    ...asked(format),
  }),
};
