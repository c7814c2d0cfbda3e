// A score that is better than ours, and the report about it.

import { notice } from "./notice";
import { make } from "./page";
import type { Problem } from "./programs";
import type { Solution } from "./solutions";
import { wordsOf } from "./words";
import { PROBLEM_WORDS } from "./words/problems";

const word = wordsOf(PROBLEM_WORDS);

/** What a solution that is better than the best known shows, with a button that copies a report. */
export function reportOffer(title: string, problem: Problem, solution: Solution): Node[] {
  const { best, bound } = problem;
  const isBelow = solution.score < bound;
  const copy = make("button", { class: "primary" }, word("copyReport"));
  copy.addEventListener("click", () => void copyReport(reportOn(title, problem, solution)));
  return [
    make("strong", {}, word("betterTitle")),
    make("p", {}, isBelow ? word("belowText", solution.score, bound) : word("betterText", solution.score, best)),
    make("div", { class: "fixes" }, copy),
  ];
}

/** A report for the project, which is in English. */
function reportOn(title: string, { id, best, bound }: Problem, { score, j, m, bytes, text }: Solution): string {
  const fence = "```";
  return [
    `Problem \`${id}\` (${title}): score ${score}, best known ${best}, bound ${bound}.`,
    "",
    `ACCEPTED!! score=${score} j=${j} m=${m} bytes=${bytes}`,
    "",
    `${fence}vsm`,
    text.trimEnd(),
    fence,
    "",
  ].join("\n");
}

async function copyReport(report: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(report).then(
    () => true,
    () => false,
  );
  const field = make("textarea", { id: "report", readonly: true, rows: 6, "aria-label": word("report") });
  field.value = report;
  notice(word(isCopied === true ? "reportCopied" : "copyThis"), "news", field);
  field.select();
}
