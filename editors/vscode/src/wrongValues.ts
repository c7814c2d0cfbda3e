// What is wrong with a judged program, as messages of its test: for each output line of the testcase the expected and
// the actual values, with the memory and the PE that they were read from.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import type { JudgeResult, WrongValue } from "./protocol";
import { memoryName } from "./words";

/** Maximum number of messages of a test; the first ones show the problem. */
const MESSAGES_MAX = 50;

/** The messages that have *Show Origin* in their menu, as package.json names them. */
const WRONG_OUTPUT = "mnc2.wrongOutput";

/** A message about a program; of wrong values, with the line of their output in the testcase, counted from 0. */
export interface Said {
  message: vscode.TestMessage;
  output?: number;
}

/** The messages of a program that has wrong values, or assertions that do not hold. */
export function messagesOf(result: JudgeResult, program: vscode.Uri, testcase: vscode.Uri): Said[] {
  const messages: Said[] = result.assertions.map(({ line, message }) => {
    const said = new vscode.TestMessage(message);
    said.location = at(program, line);
    return { message: said };
  });
  const lines = new Map<number, WrongValue[]>();
  for (const wrong of result.mismatches) {
    lines.set(wrong.line, [...(lines.get(wrong.line) ?? []), wrong]);
  }
  for (const [line, values] of lines) {
    // The first message has the sentences about all wrong values.
    const suspects = messages.length === result.assertions.length ? (result.suspects ?? []) : [];
    messages.push({ message: ofOutput(line, values, suspects, program, testcase), output: line });
  }
  const shown = messages.slice(0, MESSAGES_MAX);
  return shown.length > 0 ? shown : [{ message: new vscode.TestMessage(result.message) }];
}

/** The message about the wrong values of an output line. */
function ofOutput(line: number, values: WrongValue[], suspects: readonly string[], program: vscode.Uri, testcase: vscode.Uri): vscode.TestMessage {
  const [first] = values;
  const expects = l10n.t("{0} line {1}", vscode.workspace.asRelativePath(testcase), line + 1);
  const said: string[] = [];
  if (first !== undefined) {
    const parts = [placeOf(first) || l10n.t("The value"), actualOf(first), first.expected] as const;
    said.push(
      values.length === 1
        ? l10n.t("{0} is {1}, expected {2} ({3})", ...parts, expects)
        : l10n.t("{0} is {1}, expected {2} ({3}, where {4} values are wrong)", ...parts, expects, values.length),
    );
  }
  const writers = first?.writers ?? [];
  if (writers.length > 0) {
    said.push(l10n.t("Lines that write what is read there: {0}", writers.map((writer) => writer + 1).join(", ")));
  }
  said.push(...suspects);
  // The editor shows the beginning next to the line: the value comes first.
  const column = (text: (value: WrongValue) => string) => values.map((value) => `${text(value)}  ${placeOf(value)}`).join("\n");
  const message = vscode.TestMessage.diff(
    said.join("\n"),
    column(({ expected }) => expected),
    column(({ actual }) => actual),
  );
  message.contextValue = WRONG_OUTPUT;
  const last = writers.at(-1);
  message.location = last === undefined ? at(testcase, line) : at(program, last);
  return message;
}

/** The value that was found, with the bits of an integer, which often show the error. */
function actualOf({ actual, hexadecimal }: WrongValue): string {
  return (hexadecimal ?? null) === null ? actual : `${actual} (${hexadecimal})`;
}

/** The index of a value in the output, and the memory that it was read from. */
function placeOf({ position, memory, element, address }: WrongValue): string {
  const place = memory === null ? "" : `${memoryName(memory)}(${element},${address})`;
  return [position ?? "", place].filter((part) => part !== "").join(" ");
}

/** A line of a text. */
export function at(text: vscode.Uri, line: number): vscode.Location {
  return new vscode.Location(text, new vscode.Position(line, 0));
}
