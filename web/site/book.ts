// The book next to the program: its pages in a frame, and the way there from findings and explanations.

import { isEmbedded } from "./asked";
import { fillFrame } from "./frameFilling";
import { make } from "./page";
import { language, say } from "./words";

/** Set by the build: whether the site has the book. */
declare const HAS_BOOK: boolean;

/** The address of the documentation in the server's links. */
const DOCUMENTATION = "https://github.com/mnc2/mnc2/blob/main/docs/";

const FOLDER = "book/";

/** The pages that are shown first. */
const FIRST = { en: "index.html", ja: "getting-started.ja.html" };

/** The name of the frame; the pages check it to detect that they are in a frame of this site. */
const FRAME = "mnc2-book";

/** Whether there is a tab for it: not in a page of the book. */
export const showsBook = HAS_BOOK && !isEmbedded;

/** The address of a page that the server names: in the book of this site, if it has one. */
export function addressOf(page: string): string {
  const [, path = "", anchor = ""] = /^([\w./-]+)\.md(#[\w-]+)?$/.exec(page.startsWith(DOCUMENTATION) ? page.slice(DOCUMENTATION.length) : "") ?? [];
  return HAS_BOOK && path !== "" ? `${FOLDER}${path.replace(/(^|\/)README$/, "$1index")}.html${anchor}` : page;
}

/** The pages about instructions, by the section of the manual. */
interface Reference {
  section: string;
  name: string;
  page: string;
}

let reference: Promise<readonly Reference[]> | undefined;

/** The list comes with the book when it is needed first, and not with the page. */
function loaded(): Promise<readonly Reference[]> {
  reference ??= fetch(`${FOLDER}reference.json`)
    .then((answer) => answer.json() as Promise<Reference[]>)
    .catch(() => {
      // Without a network it may come later.
      reference = undefined;
      return [];
    });
  return reference;
}

/** The page about the instruction that an explanation of the server is about. */
export async function referenceOf(explanation: string): Promise<string | undefined> {
  const [, spelling = ""] = /^### ([^\s:：]+)/.exec(explanation) ?? [];
  const [, section] = /^(?:Manual|マニュアル) (\d+(?:\.\d+)*)\.?$/m.exec(explanation) ?? [];
  if (!HAS_BOOK || spelling === "" || section === undefined) {
    return undefined;
  }
  const named = (await loaded()).filter((one) => one.section === section);
  const page = (named.find(({ name }) => spelling.includes(name)) ?? named[0])?.page;
  return page === undefined ? undefined : DOCUMENTATION + page;
}

/** A link to a page: of the book in its tab, of another site in a tab of the browser. */
export function linkTo(page: string, name: string, ...children: (Node | string)[]): HTMLAnchorElement {
  return make("a", { class: name, href: addressOf(page), target: "_blank", rel: "noopener noreferrer" }, ...children);
}

export class Book {
  private frame: HTMLIFrameElement | undefined;
  private shown = "";

  /** `turned` hears that a page is to be seen. */
  constructor(
    private readonly panel: HTMLElement,
    private readonly turned: () => void,
  ) {
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const page = link?.getAttribute("href");
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (showsBook && isPlain && page?.startsWith(FOLDER)) {
        event.preventDefault();
        this.turnTo(page);
      }
    });
  }

  /** Shows a page. */
  turnTo(page: string): void {
    if (showsBook) {
      this.load(addressOf(page));
      this.turned();
    } else {
      window.open(addressOf(page), "_blank", "noopener");
    }
  }

  /** Shows what was read last, or the first page. */
  open(): void {
    if (this.frame === undefined) {
      this.load(FOLDER + FIRST[language()]);
    }
  }

  /** The first page is there in both languages. */
  translate(): void {
    if (this.frame !== undefined) {
      this.frame.title = say("tabBook");
    }
    if (Object.values(FIRST).some((page) => this.shown === FOLDER + page)) {
      this.load(FOLDER + FIRST[language()]);
    }
  }

  private load(page: string): void {
    this.shown = page;
    this.frame ??= make("iframe", { name: FRAME, title: say("tabBook") });
    fillFrame(this.panel, this.frame, page);
  }
}
