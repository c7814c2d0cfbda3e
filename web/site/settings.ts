// The settings of the open program, as in `mnc2.toml`, which its link contains; and how the user likes the page. Loaded when
// they are shown. Choices change the text of the settings, which can also be written; errors in it are shown.

import { languageOf } from "./languages";
import { hasMachineFile, named, type Option, optionsOf, valuesIn } from "./languageOptions";
import { machineField } from "./machineField";
import { inline, make } from "./page";
import { choicesOf, prefer, type Preference, preferred, PREFERENCES } from "./preferences";
import type { Program } from "./programs";
import { entriesOf, valueOf, withEntry, withValue } from "./toml";
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
  /** The open program. */
  program(): Program;
  /** The codes of the findings of the program. */
  codes(): readonly string[];
  /** What is wrong with the settings. */
  problems(): readonly string[];
  /** The user has changed what describes the machine. */
  equip(machine: string | undefined): void;
  /** The user has changed the settings; undefined if they are removed. */
  changed(config: string | undefined): void;
  /** Another preference. */
  preferred(name: Preference): void;
}

export class Settings {
  private readonly field = make("textarea", { id: "config", rows: 8, placeholder: "# mnc2.toml", spellcheck: "false", autocapitalize: "off" });
  private readonly choices = make("div", { class: "choices" });
  private readonly machine = make("div", {});
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
      section("program", make("p", {}, ...inline(word("programHelp"))), this.choices, this.machine, this.levels, this.field, make("div", { role: "status" }, this.problems), make("div", { class: "fixes" }, this.remove)),
      section("page", make("p", {}, word("pageHelp")), make("div", { class: "choices" }, ...PREFERENCES.map((name) => this.preference(name)))),
    );
    this.open();
  }

  /** Another program is open. */
  open(): void {
    const { config, machine } = this.host.program();
    this.field.value = config ?? "";
    this.fill();
    const field = hasMachineFile(this.language) ? [machineField(machine, (text) => this.host.equip(text))] : [];
    this.machine.replaceChildren(...field);
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
    const names = this.language === "mnc2" ? (["profile", "mode"] as const) : [];
    this.choices.replaceChildren(
      ...optionsOf(this.language).map((option) => this.option(option, config)),
      ...names.map((name) => {
        const value = valueOf(config, name) ?? "";
        const options = offered(CHOICES[name], `${name}_`, word("unset", CHOICES[name][0]));
        return this.choice(word(name), options, value, (chosen) => withValue(this.field.value, name, chosen || undefined));
      }),
    );
    this.fillLevels(config);
  }

  private get language(): string {
    const { name, text } = this.host.program();
    return languageOf(name, text);
  }

  /** A choice of the language's option, which the settings have by a pattern of files. */
  private option(option: Option, config: string): HTMLElement {
    const { key } = option;
    const { language } = this;
    const files = `*.${this.host.program().name.split(".").pop()}`;
    const own = entriesOf(config, "[languages]").find(([, said]) => said.split(/[@\s]/)[0] === language);
    const [pattern, said] = own ?? [files, ""];
    const set = valuesIn(said);
    const write = (value: string) => withEntry(this.field.value, "[languages]", pattern, named(language, new Map([...set, [key, value]])));
    if ("values" in option) {
      const options = option.values.map((value) => [value, value] as const);
      return this.choice(key, [["", word("optionUnset")], ...options], set.get(key) ?? "", write);
    }
    const field = make("input", { value: set.get(key) ?? "", pattern: option.pattern, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    field.dataset["setting"] = key;
    const take = () => {
      const config = write(field.value);
      if (config !== this.field.value && field.reportValidity()) {
        this.write(config);
        return true;
      }
      return false;
    };
    field.addEventListener("change", take);
    // Not every browser has a change at this key.
    field.addEventListener("keydown", ({ key: pressed }) => pressed === "Enter" && take() && this.focus(key));
    return make("label", {}, make("span", {}, key), field);
  }

  private fillLevels(config: string): void {
    const set = new Map(entriesOf(config, "[levels]"));
    const codes = [...new Set([...set.keys(), ...this.host.codes()])].sort();
    const options = offered(LEVELS, "level_", word("levelUnset"));
    const rows = codes.map((code) =>
      this.choice(code, options, set.get(code) ?? "", (level) => withEntry(this.field.value, "[levels]", code, level || undefined)),
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
        this.write(withEntry(this.field.value, "[levels]", wanted, "off"));
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
