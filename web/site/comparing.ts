// Two accepted solutions: their texts, their parts, whether they are equivalent, and what makes the shorter one shorter.

import type { LSPClient } from "@codemirror/lsp-client";

import { EQUAL, isEqualResult, isShortenResult, WHY_NO_SHORTER } from "../../editors/vscode/src/protocol";
import { changeBlock } from "./changeBlock";
import { execute, withDocuments } from "./documents";
import { difference } from "./editor/difference";
import { inline, make } from "./page";
import type { Solution } from "./solutions";
import { wordsOf } from "./words";
import { COMPARING_WORDS } from "./words/comparing";

const word = wordsOf(COMPARING_WORDS);

/** What a solution's steps are. */
interface Parts {
  /** Steps that only wait. */
  waiting: number;
  /** Steps with more than one expression. */
  shared: number;
}

export class Comparison {
  readonly element: HTMLElement;
  private readonly close = make("button", {}, word("close"));
  private readonly proof = make("p", { class: "proof", role: "status" }, word("proving"));
  private readonly reason = make("p", { role: "status" });

  constructor(
    private readonly client: LSPClient,
    private readonly one: Solution,
    private readonly other: Solution,
    private readonly testcase: string | undefined,
    closed: () => void,
  ) {
    this.close.addEventListener("click", closed);
    const why = make("button", {}, word("why"));
    why.addEventListener("click", () => void this.explain(why));
    this.element = make(
      "div",
      { class: "compared" },
      make("h3", {}, word("title", one.score, other.score)),
      table(one, other),
      make("p", {}, saying(one, other)),
      this.proof,
      changeBlock(difference(linesOf(one.text), linesOf(other.text)), word("change")),
      make("div", { class: "fixes" }, why, this.close),
      this.reason,
    );
    void this.prove();
  }

  focus(): void {
    this.close.focus();
  }

  /** Asks whether the two are equivalent. */
  private async prove(): Promise<void> {
    const { client, one, other, testcase } = this;
    if (client.serverCapabilities?.executeCommandProvider?.commands.includes(EQUAL) !== true) {
      this.proof.textContent = word("noProof");
      return;
    }
    const texts = [one.text, other.text, ...(testcase === undefined ? [] : [testcase])];
    await this.ask(this.proof, () =>
      withDocuments(client, texts, async ([uri, other, testcase]) => {
        const answer = await execute(client, EQUAL, { uri, other, ...(testcase !== undefined && { testcase }) });
        return isEqualResult(answer) ? answer.message : undefined;
      }),
    );
  }

  /** Asks why the shorter one has no shorter order. */
  private async explain(button: HTMLButtonElement): Promise<void> {
    const { client, one, other } = this;
    const shorter = other.score < one.score ? other : one;
    button.disabled = true;
    this.reason.textContent = word("asking");
    await this.ask(this.reason, () =>
      withDocuments(client, [shorter.text], async ([uri]) => {
        const answer = await execute(client, WHY_NO_SHORTER, { uri, apply: false });
        return isShortenResult(answer) ? answer.message : undefined;
      }),
    );
    button.disabled = false;
  }

  private async ask(into: HTMLElement, work: () => Promise<string | undefined>): Promise<void> {
    try {
      into.replaceChildren(...inline((await work()) ?? word("failed", "")));
    } catch (error) {
      into.replaceChildren(...inline(word("failed", (error as { message?: string }).message ?? String(error))));
    }
  }
}

function table(one: Solution, other: Solution): HTMLElement {
  const [parts, others] = [partsOf(one.text), partsOf(other.text)];
  const rows: [Parameters<typeof word>[0], number, number][] = [
    ["score", one.score, other.score],
    ["instructions", one.j, other.j],
    ["transfers", one.m, other.m],
    ["waiting", parts.waiting, others.waiting],
    ["shared", parts.shared, others.shared],
    ["bytes", one.bytes, other.bytes],
  ];
  const head = make("tr", {}, ...(["row", "one", "other"] as const).map((name) => make("th", { scope: "col" }, word(name))));
  const body = rows.map(([name, first, second]) => {
    const cells = [first, second].map((value, at) => make("td", { class: value < [second, first][at]! ? "less" : undefined }, String(value)));
    return make("tr", {}, make("th", { scope: "row" }, ...inline(word(name))), ...cells);
  });
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
}

/** What the shorter one saves, and by what. */
function saying(one: Solution, other: Solution): string {
  if (one.score === other.score) {
    return word("sameScore");
  }
  const [shorter, longer] = one.score < other.score ? [one, other] : [other, one];
  const [few, many] = [partsOf(shorter.text), partsOf(longer.text)];
  const saved = [
    ["savedWaiting", many.waiting - few.waiting],
    ["savedInstructions", longer.j - many.waiting - (shorter.j - few.waiting)],
    ["savedTransfers", longer.m - shorter.m],
    ["savedSharing", few.shared - many.shared],
  ] as const;
  const reasons = saved.filter(([, count]) => count > 0).map(([name, count]) => word(name, count));
  const all = reasons.length === 0 ? word("otherwise") : reasons.join(" · ");
  return word("saves", longer.score - shorter.score, longer.score, all);
}

/** The parts of a program's steps. */
function partsOf(text: string): Parts {
  const parts = { waiting: 0, shared: 0 };
  for (const line of linesOf(text)) {
    const expressions = (/^[^#!]*/.exec(line)?.[0] ?? "").split(";").map((it) => it.trim()).filter((it) => it !== "");
    const wait = /^nop(?:\/(\d+))?$/.exec(expressions[0] ?? "");
    if (wait !== null && expressions.length === 1) {
      parts.waiting += Number(wait[1] ?? 1);
    } else if (expressions.length > 1) {
      parts.shared += 1;
    }
  }
  return parts;
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}
