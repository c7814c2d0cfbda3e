// The chip view: the tab that shows the values of one address on every element of the chip.

import * as l10n from "@vscode/l10n";

import { addressNear, asked, AUTOMATIC } from "./addresses";
import { CHIP, type ChipQuestion } from "./protocol";
import type { StateView } from "./statePanel";

export const CHIP_VIEW: StateView<ChipQuestion> = {
  view: "chip",
  remembers: false,
  title: (program) => (program === undefined ? l10n.t("Chip") : l10n.t("Chip of {0}", program)),
  method: CHIP,
  preset: { memory: "$lm0", cycle: 0, format: AUTOMATIC },
  read: ({ memory, cycle, format }) =>
    typeof memory === "string" && typeof cycle === "number" && typeof format === "string"
      ? { memory, cycle, format }
      : undefined,
  near: (document, line) => {
    const found = addressNear(document, line);
    return found && { ...found, cycle: 0 };
  },
  parameters: ({ memory, cycle, format }) => ({ memory, cycle, ...asked(format) }),
};
