// The server's own commands and requests (docs/protocol.md). Only their types.

import type { WorkspaceEdit } from "vscode-languageclient";

/** The server's command; the client library registers it with the editor under this name. */
export const RUN_TO_HERE = "mnc2.runToHere";
/** The command that shows the page of a code, with one `{ code }`. */
export const EXPLAIN = "mnc2.explain";

/** The one argument of the command. */
export interface RunToHereArguments {
  /** The program. */
  uri: string;
  /** The last line that is executed, counted from 0. */
  line: number;
  /** A file whose input part supplies the inputs. */
  testcase?: string;
  /** Whether to run as far as possible if the line cannot be reached. */
  anyway?: boolean;
  /** Whether to run to the end, in another language of the function at the line. */
  toEnd?: boolean;
}

/** The reason why a program cannot be run: the data of the server's error. */
export interface RunProblem {
  /** The testcase, if it is the cause. */
  file: string | null;
  /** The line that is the cause, counted from 0. */
  line: number;
  /** The last line that a run with `anyway` reaches, counted from 0. */
  runnable: number | null;
}

/** The data of an error of the command, if it has any. */
export function runProblem(error: unknown): RunProblem | undefined {
  const data = (error as { data?: Partial<RunProblem> | null } | null | undefined)?.data;
  return typeof data?.line === "number"
    ? { file: data.file ?? null, line: data.line, runnable: data.runnable ?? null }
    : undefined;
}

/** One line of the dump, as the emulator prints it. */
export interface DumpLine {
  /** The `d get` statement that printed it, counted from 0. */
  line: number;
  text: string;
  /** The value alone, as it is shown next to its line in the program. */
  short: string;
}

/** What the last executed line wrote through one of its operands. */
export interface WrittenOperand {
  /** The operand as the program spells it. */
  operand: string;
  /** The PE, MAB, L1B, L2B or group whose values these are. */
  element: string;
  /** The bits of each cycle; null if a mask prevented the write. */
  values: (string | null)[];
  /** The same in the format of the instruction. */
  texts: (string | null)[];
}

/** A value that a program in another language computed, or several of them under one name. */
export interface Computed {
  name: string;
  value?: string;
  parts?: Computed[];
}

/** The result of a run. */
export interface RunToHereResult {
  /** The line that was executed last, counted from 0. */
  line: number;
  /** How many steps were executed. */
  steps: number;
  dump: DumpLine[];
  written: WrittenOperand[];
  /** In another language: what the program computed. */
  computed?: Computed[];
  /** The texts that are shown next to lines of the program. */
  beside: { line: number; text: string }[];
  expected?: Expected;
  /** Whether the dump was cut. */
  truncated: boolean;
  /** Remarks to show before the dump, such as that it was cut. */
  remarks?: string[];
  /** Why the run ended before the requested line. */
  stopped?: { line: number; message: string };
  /** The URI of the whole dump as a text of the server. */
  content: string;
}

/** Whether `value` can be shown as a result; an older or newer server may send another type. */
export function isRunToHereResult(value: unknown): value is RunToHereResult {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const result = value as Partial<RunToHereResult>;
  return (
    typeof result.line === "number" &&
    typeof result.steps === "number" &&
    Array.isArray(result.dump) &&
    Array.isArray(result.written) &&
    Array.isArray(result.beside)
  );
}

/** Reads the argument of the command from a lens or code action. */
export function runToHereArguments(values: readonly unknown[]): RunToHereArguments | undefined {
  const first = values[0] as Partial<RunToHereArguments> | undefined;
  return typeof first?.uri === "string" && typeof first.line === "number"
    ? (first as RunToHereArguments)
    : undefined;
}

/** Whether the server marked a hint as one of steps. */
export function isOfSteps(hint: unknown): boolean {
  return (hint as { data?: { kind?: unknown } }).data?.kind === "steps";
}

/** What comments of the program expected of its dump. */
export interface Expected {
  values: number;
  problems: { line: number; message: string }[];
}

/** The server's request for the chart of units over steps. */
export const TIMELINE = "mnc2/timeline";

/** A unit: a column of the chart. */
export interface TimelineUnit {
  id: string;
  title: string;
}

/** A step or an MV instruction. */
export interface TimelineRow {
  /** Counted from 0. */
  line: number;
  /** Counted from 0. */
  step: number;
  /** n for `nop/n`, 0 for MV instructions. */
  steps: number;
  uses: { unit: string; text: string }[];
}

/** A result on its way from a line that writes it to one that reads it. */
export interface TimelineArrow {
  from: number;
  to: number;
  operand: string;
  store: string;
  distance: number;
  needed: number | null;
  certain: boolean;
}

export interface Timeline {
  version: number;
  steps: number;
  score: { total: number; j: number; m: number; bytes: number };
  /** The profile of the program, and the clock in MHz for the estimated time. */
  profile: string;
  clockMhz: number;
  units: TimelineUnit[];
  rowsInAll: number;
  /** The first of the rows, counted from 0. */
  first: number;
  rows: TimelineRow[];
  arrows: TimelineArrow[];
  /** The lines that no order can shorten, as far as a search found them. */
  binding?: number[];
}

/** The request, of the server and the debugger, for the values at one address on all elements of the chip. */
export const CHIP = "mnc2/chip";

/** The level whose values a picture of the chip shows. */
export type ChipLevel = "pe" | "mab" | "l1b" | "l2b" | "group";

export interface ChipQuestion {
  /** As in a `d get` statement, such as `$lm0`. */
  memory: string;
  /** The entry of the T-register. */
  cycle: number;
  /** How words are read; `automatic` is the format of the instruction that wrote them. */
  format: string;
}

/** Words as they are, and as they are read. */
export interface ChipValue {
  bits: string;
  text: string;
  number: number | null;
}

export interface Chip {
  level: ChipLevel;
  /** How the words are read. */
  format: string;
  values: ChipValue[];
  /** For each element the index of its value in `values`. */
  elements: number[];
}

/** The request for consecutive words of a memory on one element. */
export const MEMORY = "mnc2/memory";

export interface MemoryQuestion {
  /** As in a `d get` statement, such as `$lm0`: the first address. */
  memory: string;
  /** A PE; empty for the PE in focus. */
  focus: string;
  /** How words are read; `automatic` is the format of the instruction that wrote each. */
  format: string;
}

export interface MemoryWords {
  /** The name of the element. */
  element: string;
  level: ChipLevel;
  words: { name: string; format: string; value: ChipValue }[];
  /** The arguments for the words before and after these. */
  before: string | null;
  after: string | null;
}

/** The server's request for the instruction word of a step. */
export const WORD = "mnc2/word";

/** A field of an instruction word. */
export interface WordField {
  name: string;
  title: string;
  /** The unit that it belongs to. */
  component: string;
  /** Its highest and its lowest bit. */
  high: number;
  low: number;
  /** null if nothing is known. */
  content: number | null;
  /** Whether the step uses it. */
  used: boolean;
  certainty: "known" | "inferred" | "unknown";
  /** The same in more detail, for people. */
  status: string;
  /** The part of the program that needs it. */
  range: { start: { line: number; character: number }; end: { line: number; character: number } } | null;
  /** What it has in the assembler's output next to the program, if that differs. */
  there: number | null;
}

export interface StepWord {
  /** Counted from 0. */
  line: number;
  text: string;
  hexadecimal: string;
  /** From the highest bits down. */
  fields: WordField[];
  /** The line of the assembler's output next to the program, counted from 0, and what differs there. */
  output: { uri: string; line: number; message: string | null } | null;
}

/** The server's command that judges a program by a testcase. */
export const JUDGE = "mnc2.judge";

export interface JudgeResult {
  accepted: boolean;
  score: { total: number; j: number; m: number; bytes: number };
  wrong: number;
  /** The first wrong values. */
  mismatches: WrongValue[];
  /** Sentences about lines that the wrong values point to; absent from older servers. */
  suspects?: string[];
  /** Number of assertions of the program that do not hold, and the first of these. */
  failedAssertions: number;
  assertions: { line: number; message: string }[];
  message: string;
}

/** A value that differs from the testcase. Lines are counted from 0. */
export interface WrongValue {
  /** The output line of the testcase. */
  line: number;
  /** Its index in the output of the problem, such as `[0,3]`. */
  position: string | null;
  actual: string;
  /** The bits of an integer; null for other values, and absent from older servers. */
  hexadecimal?: string | null;
  expected: string;
  error: string | null;
  /** The place that it was read from. */
  memory: string | null;
  element: string | null;
  address: number | null;
  /** The lines of the program whose writes reach the output line. */
  writers: number[] | null;
}

/** Whether `value` is a verdict; an older or newer server may send another type. */
export function isJudgeResult(value: unknown): value is JudgeResult {
  const result = value as Partial<JudgeResult> | null | undefined;
  return (
    typeof result?.accepted === "boolean" &&
    typeof result.message === "string" &&
    typeof result.failedAssertions === "number" &&
    Array.isArray(result.mismatches) &&
    Array.isArray(result.assertions)
  );
}

/** The server's request for what there is to judge in the workspace. */
export const SOLUTIONS = "mnc2/solutions";

export interface Solutions {
  /** Each testcase with the programs that it judges. */
  problems: { testcase: string; solutions: string[] }[];
}

/** The server's command that compares what two programs compute. */
export const EQUAL = "mnc2.equal";

export interface EqualResult {
  verdict: "same" | "different" | "undecided";
  message: string;
}

export function isEqualResult(value: unknown): value is EqualResult {
  const result = value as Partial<EqualResult> | null | undefined;
  return typeof result?.verdict === "string" && typeof result.message === "string";
}

/** The server's commands that search for a shorter order of some lines. */
export const SHORTEN = "mnc2.shorten";
export const WHY_NO_SHORTER = "mnc2.whyNoShorter";

/** The one argument of the commands. */
export interface ShortenArguments {
  uri: string;
  /** The version that the lines are of. */
  version?: number;
  /** The first and the last line, counted from 0; without them, all lines of the program. */
  first?: number;
  last?: number;
}

/** A line that no order can shorten. */
export interface BindingLine {
  /** Counted from 0. */
  line: number;
  /** The text to show next to the line. */
  text: string;
}

/** A rule that wrote a proposal, with the line to show its explanation next to. */
export interface AppliedRule extends BindingLine {
  /** The lines that it changed. */
  lines: readonly number[];
}

export interface ShortenResult {
  version: number;
  first: number;
  last: number;
  /** Steps before and after. */
  before: number;
  after: number;
  /** Whether no order is shorter. */
  shortest: boolean;
  message: string;
  binding: BindingLine[];
  rules?: AppliedRule[];
  /** The edit that shortens the lines, if there is one. */
  edit?: WorkspaceEdit;
}

/** Whether `value` can be shown as a result; an older or newer server may send another type. */
export function isShortenResult(value: unknown): value is ShortenResult {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const result = value as Partial<ShortenResult>;
  return (
    typeof result.version === "number" &&
    typeof result.before === "number" &&
    typeof result.after === "number" &&
    typeof result.message === "string" &&
    Array.isArray(result.binding)
  );
}

/** Reads the argument of the commands from a lens or code action. */
export function shortenArguments(values: readonly unknown[]): ShortenArguments | undefined {
  const first = values[0] as Partial<ShortenArguments> | undefined;
  return typeof first?.uri === "string" ? (first as ShortenArguments) : undefined;
}

/** What the machine of another language holds after a run, as numbers in rows. */
export const GRIDS = "mnc2/grids";

/** The answer to `mnc2/grids`. */
export interface Grids {
  /** The line that ran last, counted from 0. */
  line: number;
  steps: number;
  /** Whether the program is still as it was. */
  current: boolean;
  grids: Grid[];
}

/** A memory as numbers in rows; a value that is not finite is null. */
export interface Grid {
  name: string;
  rowsTotal: number;
  columns: number;
  rows: { name: string; values: (number | null)[] }[];
}

/** The language of a document and its machine; null for MN-Core 2. */
export const LANGUAGE = "mnc2/language";

/** The answer to `mnc2/language`. */
export interface DocumentLanguage {
  language: string;
  name: string;
  version: string;
  machine: string;
}

/** The text of a virtual document. */
export const TEXT_DOCUMENT_CONTENT = "mnc2/textDocumentContent";

/** The adapter's answer to `mnc2/now`: a point in time of a run, which is the state before a line. */
export interface MomentOfRun {
  /** The line that runs next, or the last one at the end; counted as the session counts lines. */
  line: number;
  /** The target of a `goto`, which is the number of statements before the line, and the target of the end. */
  target: number;
  targets: number;
  /** Steps that have run, and steps of the whole run. */
  step: number;
  steps: number;
  /** The PE whose values are shown. */
  focus: string;
}
