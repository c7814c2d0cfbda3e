// The bar of buttons, and the choices of theme and language.

import type { Performing } from "./commands";
import type { Embedding } from "./embedding";
import * as kept from "./kept";
import { notice } from "./notice";
import { find, make } from "./page";
import { chosenTheme, systemIsDark } from "./theme";
import { type Language, language, LANGUAGES, say, speak } from "./words";
import type { Words } from "./words/en";

/** The buttons, with the keys of their labels and of their titles. */
const BUTTONS = {
  manage: ["manage", "manageTitle"],
  run: ["run", "runTitle"],
  here: ["runToHere", "runToHereTitle"],
  debug: ["debug", "debugTitle"],
  judge: ["judge", "judgeTitle"],
  stop: ["stop", "stopTitle"],
  format: ["format", "formatTitle"],
  actions: ["actions", "actionsTitle"],
  shorten: ["shorten", "shortenTitle"],
  share: ["share", "shareTitle"],
  download: ["download", "downloadTitle"],
  keys: ["keys", "keysTitle"],
} as const satisfies Record<string, readonly [keyof Words, keyof Words]>;

/** What screen readers call parts of the page. */
const LABELS: Record<string, keyof Words> = { program: "program", manage: "manageTitle", panes: "views", theme: "theme", language: "language", editor: "editor", side: "viewsOfProgram", tabs: "viewsOfProgram" };

export class Toolbar {
  private readonly themes = find<HTMLSelectElement>("theme");
  private readonly languages = find<HTMLSelectElement>("language");

  constructor(
    perform: Performing,
    private readonly embedding: Embedding,
    changed: { theme(): void; language(): void },
  ) {
    for (const name of Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) {
      find(name).addEventListener("click", () => perform[name]());
    }
    this.themes.addEventListener("change", () => {
      kept.write("theme", this.themes.value);
      changed.theme();
    });
    systemIsDark.addEventListener("change", () => changed.theme());
    embedding.followTheme(() => changed.theme());
    this.languages.addEventListener("change", () => void this.speak(this.languages.value as Language, changed.language));
    this.translate();
  }

  private async speak(wanted: Language, changed: () => void): Promise<void> {
    try {
      await speak(wanted);
    } catch {
      this.languages.value = language();
      notice(say("partMissing"), "problem", { title: say("retry"), press: () => void this.speak(wanted, changed) });
      return;
    }
    kept.write("language", wanted);
    document.documentElement.lang = wanted;
    this.translate();
    changed();
  }

  /** Shows which theme is chosen. */
  choose(): void {
    this.themes.value = chosenTheme();
  }

  private translate(): void {
    document.title = say("title");
    for (const [name, [text, title]] of Object.entries(BUTTONS)) {
      find(name).textContent = say(text);
      find(name).title = say(title);
    }
    find("manage").setAttribute("aria-haspopup", "dialog");
    for (const [id, word] of Object.entries(LABELS)) {
      find(id).setAttribute("aria-label", say(word));
    }
    const options = (choices: readonly (readonly [string, string])[]) => choices.map(([value, title]) => make("option", { value }, title));
    this.embedding.translate();
    this.themes.replaceChildren(...options([["system", say("themeSystem")], ["light", say("themeLight")], ["dark", say("themeDark")]]));
    this.choose();
    find("keys").setAttribute("aria-haspopup", "dialog");
    const panes = find<HTMLSelectElement>("panes");
    const { value } = panes;
    panes.replaceChildren(...options([["right", say("panesRight")], ["below", say("panesBelow")], ["hidden", say("panesHidden")]]));
    panes.value = value || "right";
    panes.title = say("views");
    this.languages.replaceChildren(...options(LANGUAGES));
    this.languages.value = language();
  }
}
