// A testcase that a visitor has: found in a text that may have a program in its frame.

/** The longest text that is taken for a testcase, in MB. */
export const TESTCASE_MAX_MB = 4;

/** The line of a testcase where the program goes. */
const MARKER = "# ======= YOUR VSM WILL BE INSERTED HERE =======";

const isMarker = (line: string) => /^\s*#.*YOUR VSM WILL BE INSERTED HERE/.test(line);
const isOutputMarker = (line: string) => /^\s*#\s*=+\s*Output\s*=+/.test(line);
const isExpectation = (line: string) => /#\s*expect\s*=/.test(line);
const isInstruction = (line: string) => /^\s*[^#\s]/.test(line) && !/^\s*(d\s+[sg]et\w*|[cefr]\s+[\da-f])/i.test(line);

/** Why a text is not a testcase, as a name of the words for it. */
export type NotTestcase = "empty" | "tooLong" | "noFrame" | "noExpectation";

/** A testcase without a program, and the program that was in its frame, which may be empty. */
export interface OwnProblem {
  testcase: string;
  program: string;
}

/** What a text is, if it is a testcase. */
export function ownProblem(text: string): OwnProblem | NotTestcase {
  if (text.trim() === "") {
    return "empty";
  }
  if (text.length > TESTCASE_MAX_MB * 1_000_000) {
    return "tooLong";
  }
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const marker = lines.findIndex(isMarker);
  if (marker < 0) {
    return withoutMarker(lines);
  }
  const first = lines.findIndex((line, at) => at > marker && isExpectation(line));
  if (first < 0) {
    return "noExpectation";
  }
  // Between two markers is what runs after the program; without the second one, what is before the outputs is a program.
  const hasSuffix = lines.some((line, at) => at > marker && isOutputMarker(line));
  const end = hasSuffix ? marker + 1 : endOfProgram(lines, marker + 1, first);
  return split(lines, marker + 1, end, []);
}

/** A program in the place of the marker. */
function withoutMarker(lines: readonly string[]): OwnProblem | NotTestcase {
  const first = lines.findIndex(isExpectation);
  const begin = lines.findIndex((line, at) => at < first && isInstruction(line));
  if (begin < 0) {
    return "noFrame";
  }
  return split(lines, begin, endOfProgram(lines, begin, first), [MARKER]);
}

/** Where the instructions end that are before the outputs. */
function endOfProgram(lines: readonly string[], begin: number, first: number): number {
  let end = first;
  while (end > begin && !isInstruction(lines[end - 1] ?? "")) {
    end -= 1;
  }
  return end;
}

function split(lines: readonly string[], begin: number, end: number, between: readonly string[]): OwnProblem {
  const program = lines.slice(begin, end).join("\n").trim();
  return {
    testcase: [...lines.slice(0, begin), ...between, ...lines.slice(end)].join("\n"),
    program: program === "" ? "" : `${program}\n`,
  };
}
