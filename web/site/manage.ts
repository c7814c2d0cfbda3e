// The user's programs: names, versions, deletion with undo, in a dialog. Loaded at the first use.

import { isName } from "./link";
import { languageOf } from "./languages";
import { notice } from "./notice";
import { make } from "./page";
import type { Program, Programs } from "./programs";
import type { Entry, Version } from "./store";
import { language, say, wordsOf } from "./words";
import { MANAGE_WORDS } from "./words/manage";

const word = wordsOf(MANAGE_WORDS);

export interface ManagingHost {
  programs: Programs;
  /** What is waiting to be kept is kept first. */
  keep(): Promise<void>;
  open(program: Program): void;
  /** Makes the open program one of its versions. */
  restore(version: Version): void;
}

export class Managing {
  private readonly dialog = make("dialog", { id: "programs", "aria-labelledby": "programs-title" });
  /** The program whose versions are shown. */
  private unfolded: string | undefined;

  constructor(private readonly host: ManagingHost) {
    document.body.append(this.dialog);
  }

  async show(): Promise<void> {
    await this.host.keep();
    this.unfolded = this.host.programs.open.id;
    await this.fill();
    this.dialog.showModal();
  }

  private async fill(): Promise<void> {
    const { programs } = this.host;
    const close = make("button", {}, say("close"));
    close.addEventListener("click", () => this.dialog.close());
    const items = await Promise.all(programs.store.all.map((entry) => this.item(entry)));
    this.dialog.replaceChildren(
      make("header", { role: "none" }, make("h2", { id: "programs-title" }, say("mine")), close),
      ...(programs.store.isLasting ? [] : [make("p", { class: "remark" }, say("notKept"))]),
      items.length === 0 ? make("p", { class: "remark" }, word("none")) : make("ul", {}, ...items),
    );
  }

  private async item(entry: Entry): Promise<HTMLElement> {
    const { programs } = this.host;
    const name = make("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": word("name", entry.name) });
    name.value = entry.name;
    const problem = make("p", { class: "problem", role: "alert" });
    name.addEventListener("change", () => void this.rename(entry, name, problem));
    const open = make("button", {}, word("open"));
    open.setAttribute("aria-label", word("openNamed", entry.name));
    open.addEventListener("click", () => {
      this.dialog.close();
      this.host.open(programs.store.find(entry.id) ?? entry);
    });
    const remove = make("button", { "aria-label": word("deleteNamed", entry.name) }, word("delete"));
    remove.addEventListener("click", () => void this.delete(entry));
    const versions = make("details", { open: this.unfolded === entry.id }, make("summary", {}, word("versions")));
    const list = await this.versions(entry);
    versions.append(list.length === 0 ? make("p", { class: "remark" }, word("noVersions")) : make("ul", {}, ...list));
    const isOpen = programs.open.id === entry.id;
    return make(
      "li",
      isOpen ? { "aria-current": "true" } : {},
      make("div", { class: "row" }, name, open, remove),
      problem,
      make("p", { class: "remark" }, word("edited", when(entry.edited), entry.text.split("\n").length)),
      versions,
    );
  }

  private async versions(entry: Entry): Promise<HTMLElement[]> {
    const { programs } = this.host;
    return (await programs.store.versions(entry.id)).map((version) => {
      const restore = make("button", {}, word("restore"));
      restore.addEventListener("click", () => {
        this.dialog.close();
        if (programs.open.id !== entry.id) {
          this.host.open(programs.store.find(entry.id) ?? entry);
        }
        this.host.restore(version);
      });
      const text = make("pre", { tabindex: 0, role: "region", "aria-label": word("text") }, version.content.text);
      return make("li", {}, make("details", {}, make("summary", {}, titleOf(version)), text), restore);
    });
  }

  private async rename(entry: Entry, field: HTMLInputElement, problem: HTMLElement): Promise<void> {
    const { programs } = this.host;
    const wanted = field.value.trim();
    const isSameLanguage = isName(wanted) && languageOf(wanted, entry.text) === languageOf(entry.name, entry.text);
    const isFree = programs.store.freeName(wanted, entry.id) === wanted;
    problem.textContent = !isSameLanguage ? word("badName", /\.\w+$/.exec(entry.name)?.[0] ?? "") : isFree ? "" : word("nameTaken", wanted);
    if (problem.textContent === "" && wanted !== entry.name) {
      await programs.rename(entry.id, wanted);
      await this.fill();
    }
  }

  private async delete(entry: Entry): Promise<void> {
    const { programs } = this.host;
    const isOpen = programs.open.id === entry.id;
    const undo = await programs.store.delete(entry.id);
    if (isOpen) {
      this.host.open(programs.first());
    }
    programs.list();
    const back = async () => {
      await undo();
      programs.list();
      if (isOpen) {
        this.host.open(programs.store.find(entry.id) ?? entry);
      }
    };
    this.dialog.close();
    notice(word("deleted", entry.name), "news", { title: word("undo"), press: () => void back() });
  }
}

/** When and why a version was kept. */
export function titleOf({ at, why }: Version): string {
  return `${when(at)} · ${word(`before_${why}` as const)}`;
}

function when(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}
