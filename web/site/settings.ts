// The settings of the open program, as in `mnc2.toml`, which its link contains; and how the user likes the page. Loaded when
// they are shown. Choices change the text of the settings, which can also be written; errors in it are shown.

import { inline, make } from "./page";
import { choicesOf, prefer, type Preference, preferred, PREFERENCES } from "./preferences";
import { levelsOf, valueOf, withLevel, withValue } from "./toml";
import { say, wordsOf } from "./words";
import { SETTINGS_WORDS, type SettingsWord } from "./words/settings";

const word = wordsOf(SETTINGS_WORDS);

/** What `mnc2.toml` takes, the value without the key first. */
const CHOICES = { profile: ["assembler", "hardware", "contest"], mode: ["infer", "auto", "flat"] } as const;
const LEVELS = ["off", "hint", "info", "warning", "error"] as const;

/** A code of a rule, or the beginning of codes. */
const CODE = /^(all|[A-Z]{1,4}\d{0,4})$/;

export interface SettingsHost {
  panel: HTMLElement;
  /** The settings of the open program. */
  config(): string | undefined;
  /** Whether the program is in another language, which has no profiles. */
  isOther(): boolean;
  /** The codes of the findings of the program. */
  codes(): readonly string[];
  /** What is wrong with the settings. */
  problems(): readonly string[];
  /** The user has changed the settings; undefined if they are removed. */
  changed(config: string | undefined): void;
  /** Another preference. */
  preferred(name: Preference): void;
}

export class Settings {
  private readonly field = make("textarea", { id: "config", rows: 8, placeholder: "# mnc2.toml", spellcheck: "false", autocapitalize: "off" });
  private readonly choices = make("div", { class: "choices" });
  private readonly levels = make("div", { class: "levels" });
  private readonly problems = make("ul", { class: "problems" });
  private readonly remove = make("button", {});

  constructor(private readonly host: SettingsHost) {
    this.field.addEventListener("input", () => {
      host.changed(this.field.value);
      this.fill();
    });
    this.remove.addEventListener("click", () => {
      host.changed(undefined);
      this.open();
      this.field.focus();
    });
    this.translate();
  }

  /** Shows everything in the language of the page. */
  translate(): void {
    this.field.setAttribute("aria-label", say("settingsLabel"));
    this.remove.textContent = say("removeSettings");
    const section = (name: SettingsWord, ...children: Node[]) => make("section", {}, make("h2", {}, word(name)), ...children);
    this.host.panel.replaceChildren(
      section("program", make("p", {}, ...inline(word("programHelp"))), this.choices, this.levels, this.field, make("div", { role: "status" }, this.problems), make("div", { class: "fixes" }, this.remove)),
      section("page", make("p", {}, word("pageHelp")), make("div", { class: "choices" }, ...PREFERENCES.map((name) => this.preference(name)))),
    );
    this.open();
  }

  /** Another program is open. */
  open(): void {
    this.field.value = this.host.config() ?? "";
    this.fill();
    this.reported();
  }

  /** Shows what is wrong with the settings. */
  reported(): void {
    this.problems.replaceChildren(...this.host.problems().map((message) => make("li", {}, ...inline(message))));
  }

  /** Shows the settings as choices. */
  private fill(): void {
    const config = this.field.value;
    this.remove.hidden = config === "";
    const names = this.host.isOther() ? [] : (["profile", "mode"] as const);
    this.choices.replaceChildren(
      ...names.map((name) => {
        const value = valueOf(config, name) ?? "";
        const options = offered(CHOICES[name], `${name}_`, word("unset", CHOICES[name][0]));
        return this.choice(word(name), options, value, (chosen) => withValue(this.field.value, name, chosen || undefined));
      }),
    );
    this.fillLevels(config);
  }

  private fillLevels(config: string): void {
    const set = new Map(levelsOf(config));
    const codes = [...new Set([...set.keys(), ...this.host.codes()])].sort();
    const options = offered(LEVELS, "level_", word("levelUnset"));
    const rows = codes.map((code) =>
      this.choice(code, options, set.get(code) ?? "", (level) => withLevel(this.field.value, code, level || undefined)),
    );
    const code = make("input", { "aria-label": word("code"), placeholder: word("codeHelp"), spellcheck: "false", autocapitalize: "characters", autocomplete: "off" });
    const add = make("button", { type: "submit" }, word("add"));
    const problem = make("p", { class: "problem", role: "alert" });
    const form = make("form", { class: "row" }, code, add);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wanted = code.value.trim();
      problem.textContent = CODE.test(wanted) ? "" : word("noCode", wanted);
      if (problem.textContent === "") {
        this.write(withLevel(this.field.value, wanted, "off"));
        this.focus(wanted);
      }
    });
    this.levels.replaceChildren(make("h3", {}, word("levels")), make("div", { class: "choices" }, ...rows), form, problem);
  }

  /** A labelled choice; `write` makes the settings with what is chosen. */
  private choice(title: string, options: Options, value: string, write: (chosen: string) => string): HTMLElement {
    const menu = selection(options, value);
    menu.dataset["setting"] = title;
    menu.addEventListener("change", () => {
      this.write(write(menu.value));
      this.focus(title);
    });
    return make("label", {}, make("span", {}, title), menu);
  }

  private write(config: string): void {
    this.field.value = config;
    this.host.changed(config === "" ? undefined : config);
    this.fill();
  }

  /** The choices were made anew: the keyboard stays at one. */
  private focus(setting: string): void {
    [...this.host.panel.querySelectorAll<HTMLElement>("[data-setting]")].find((menu) => menu.dataset["setting"] === setting)?.focus();
  }

  private preference(name: Preference): HTMLElement {
    const menu = selection(offered(choicesOf(name), `${name}_`), preferred(name));
    menu.id = `prefers-${name}`;
    menu.addEventListener("change", () => {
      prefer(name, menu.value);
      this.host.preferred(name);
    });
    return make("label", {}, make("span", {}, word(name)), menu);
  }
}

type Options = readonly (readonly [string, string])[];

/** Choices with their titles, which begin with a prefix among the words; the first may be that nothing is chosen. */
function offered(choices: readonly string[], prefix: string, none?: string): Options {
  const named = choices.map((choice) => [choice, word(`${prefix}${choice}` as SettingsWord)] as const);
  return none === undefined ? named : [["", none], ...named];
}

function selection(options: Options, value: string): HTMLSelectElement {
  const menu = make("select", {}, ...options.map(([option, title]) => make("option", { value: option }, title)));
  if (!options.some(([option]) => option === value)) {
    menu.append(make("option", { value }, value));
  }
  menu.value = value;
  return menu;
}
