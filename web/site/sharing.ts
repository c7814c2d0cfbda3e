// A program as a link, as Markdown, and as a frame in other pages: a dialog. Loaded when it is asked for.

import * as kept from "./kept";
import { AUTHOR_LENGTH_MAX, isAuthor, sharedOf, toFragment } from "./link";
import { notice } from "./notice";
import { make } from "./page";
import type { Program } from "./programs";
import { language, say, wordsOf } from "./words";
import { SHARING_WORDS } from "./words/sharing";

const word = wordsOf(SHARING_WORDS);

/** The heights of frames, in pixels. */
const HEIGHTS = { small: 320, medium: 460, large: 640 } as const;
const THEMES = ["system", "light", "dark"] as const;

/** What the user is called in links. */
const AUTHOR = "author";

export interface SharingHost {
  /** The program with the text that is in the editor. */
  program(): Program;
  /** The fragment of the link of the open program. */
  shared(fragment: string): void;
}

export class Sharing {
  private readonly dialog = make("dialog", { id: "sharing", "aria-labelledby": "sharing-title" });
  private readonly link = make("input", { id: "link", readonly: true });
  private readonly said = make("p", { role: "status" });
  private readonly text = make("textarea", { id: "shared-text", readonly: true, rows: 7 });
  private author: string | undefined;

  constructor(private readonly host: SharingHost) {
    document.body.append(this.dialog);
  }

  /** Copies the link, and shows it with what else there is to copy. */
  async show(): Promise<void> {
    const program = this.host.program();
    this.author = program.author ?? this.name;
    const fragment = await this.fragment();
    if (fragment === undefined) {
      notice(say("tooLongToShare"), "problem");
      return;
    }
    this.fill(program);
    this.text.hidden = true;
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
    await this.update();
    await this.copy(this.link, say("copied"), say("copyThis"));
  }

  /** What the user was called last. */
  private get name(): string | undefined {
    const name = kept.read(AUTHOR);
    return isAuthor(name) ? name : undefined;
  }

  private fragment(): Promise<string | undefined> {
    const { author: _, ...program } = this.host.program();
    return toFragment(sharedOf({ ...program, ...(this.author !== undefined && { author: this.author }) }));
  }

  private fill(program: Program): void {
    const button = (title: string, press: () => void) => {
      const element = make("button", {}, title);
      element.addEventListener("click", press);
      return element;
    };
    const close = button(say("close"), () => this.dialog.close());
    this.link.setAttribute("aria-label", say("link"));
    this.text.setAttribute("aria-label", word("text"));
    const size = choice("frame-size", (Object.keys(HEIGHTS) as (keyof typeof HEIGHTS)[]).map((name) => [name, word(name)]), "medium");
    const theme = choice("frame-theme", THEMES.map((name) => [name, word(name)]), "system");
    const copyLink = button(word("copyLink"), () => void this.copy(this.link, say("copied"), say("copyThis")));
    this.dialog.replaceChildren(
      make("header", { role: "none" }, make("h2", { id: "sharing-title" }, say("share")), close),
      make("div", { class: "row" }, this.link, copyLink),
      this.said,
      // The text of a link that was not edited is its author's.
      program.author === undefined ? this.nameField() : make("p", { class: "remark" }, word("of", program.author)),
      make("h3", {}, word("elsewhere")),
      make(
        "div",
        { class: "row" },
        button(word("markdown"), () => void this.offer(this.markdown(), word("markdownCopied"))),
        button(word("frame"), () => void this.offer(this.frame(HEIGHTS[size.value as keyof typeof HEIGHTS], theme.value), word("frameCopied"))),
        make("label", {}, word("size"), " ", size),
        make("label", {}, word("theme"), " ", theme),
      ),
      this.text,
    );
  }

  private nameField(): HTMLElement {
    const field = make("input", { id: "author", maxlength: AUTHOR_LENGTH_MAX, autocomplete: "nickname", spellcheck: "false" });
    field.value = this.author ?? "";
    field.addEventListener("input", () => {
      const name = field.value.trim();
      this.author = isAuthor(name) ? name : undefined;
      kept.write(AUTHOR, name);
      this.said.textContent = name === "" || this.author !== undefined ? "" : word("noName");
      void this.update();
    });
    return make("label", { class: "row" }, make("span", {}, word("name")), field);
  }

  /** Makes the link anew, which is then the address of the page, too. */
  private async update(): Promise<void> {
    const fragment = await this.fragment();
    if (fragment === undefined) {
      // A name may be what is too much.
      this.said.textContent = say("tooLongToShare");
      return;
    }
    this.link.value = `${location.origin}${location.pathname}${fragment}`;
    this.host.shared(fragment);
  }

  private markdown(): string {
    const { name, text } = this.host.program();
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
    const fence = "`".repeat(longest + 1);
    return `[${name}](${this.link.value})\n\n${fence}${/\w+$/.exec(name)?.[0] ?? ""}\n${text.replace(/\n*$/, "\n")}${fence}\n`;
  }

  private frame(height: number, theme: string): string {
    const { origin, pathname, hash } = new URL(this.link.value);
    const parameters = [theme === "system" ? "embed" : `embed&amp;theme=${theme}`, `language=${language()}`].join("&amp;");
    return `<iframe src="${origin}${pathname}?${parameters}${hash}" title="${this.host.program().name}" width="100%" height="${height}" loading="lazy"></iframe>\n`;
  }

  private async offer(text: string, copied: string): Promise<void> {
    this.text.value = text;
    this.text.hidden = false;
    await this.copy(this.text, copied, word("copyIt"));
  }

  /** Copies the content of a field; where the browser does not allow it, the user does. */
  private async copy(field: HTMLInputElement | HTMLTextAreaElement, copied: string, otherwise: string): Promise<void> {
    field.focus();
    field.select();
    const isCopied = await navigator.clipboard?.writeText(field.value).then(
      () => true,
      () => false,
    );
    this.said.textContent = isCopied === true ? copied : otherwise;
  }
}

function choice(id: string, options: readonly (readonly [string, string])[], value: string): HTMLSelectElement {
  const menu = make("select", { id }, ...options.map(([option, title]) => make("option", { value: option }, title)));
  menu.value = value;
  return menu;
}
