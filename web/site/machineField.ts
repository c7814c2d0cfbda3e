// The file that describes the machine of the open program, such as a `.tarch` file: opened, dropped, pasted or written.

import { make } from "./page";
import { BYTES_MAX } from "./files";
import { say, wordsOf } from "./words";
import { SETTINGS_WORDS } from "./words/settings";

const word = wordsOf(SETTINGS_WORDS);

/** What is wrong with a description; the server judges what its values mean. */
function problemOf(text: string): string {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? "" : word("noMachine");
  } catch (error) {
    return `${word("noMachine")} ${(error as Error).message}`;
  }
}

/** Makes the field; `changed` hears of another description, undefined if it is removed. */
export function machineField(text: string | undefined, changed: (text: string | undefined) => void): HTMLElement {
  const field = make("textarea", { id: "machine", rows: 6, "aria-label": word("machine"), placeholder: '{ "data_type": "FP16BP8", "array_size": 8 }', spellcheck: "false", autocapitalize: "off" });
  const file = make("input", { type: "file", accept: ".tarch,.json", hidden: true });
  const choose = make("button", {}, word("openMachine"));
  const problem = make("p", { class: "problem", role: "alert" });
  const remove = make("button", {}, word("removeMachine"));
  const tell = () => {
    problem.textContent = field.value.trim() === "" ? "" : problemOf(field.value);
    remove.hidden = field.value === "";
  };
  const give = (value: string) => {
    field.value = value;
    tell();
    changed(value.trim() === "" ? undefined : value);
  };
  const open = async (one: File | undefined) => {
    if (one !== undefined && one.size > BYTES_MAX) {
      problem.textContent = say("fileTooLong", one.name);
    } else if (one !== undefined) {
      give(await one.text());
    }
  };
  field.value = text ?? "";
  field.addEventListener("input", () => give(field.value));
  field.addEventListener("drop", (event) => {
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped !== undefined) {
      event.preventDefault();
      void open(dropped);
    }
  });
  file.addEventListener("change", () => void open(file.files?.[0]).then(() => (file.value = "")));
  choose.addEventListener("click", () => file.click());
  remove.addEventListener("click", () => {
    give("");
    field.focus();
  });
  tell();
  return make("div", {}, make("h3", {}, word("machine")), make("p", {}, word("machineHelp")), file, field, problem, make("div", { class: "fixes" }, choose, remove));
}
