// The theme of the page: the chosen theme, otherwise the theme of the system.

import { askedTheme, isEmbedded } from "./asked";
import { read } from "./kept";

export const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** What was chosen: `system`, `light` or `dark`. */
export function chosenTheme(): string {
  return isEmbedded ? askedTheme() : (read("theme") ?? "system");
}

/** The theme that the page has. */
export function theme(): "light" | "dark" {
  const chosen = chosenTheme();
  return chosen === "dark" || (chosen !== "light" && systemIsDark.matches) ? "dark" : "light";
}
