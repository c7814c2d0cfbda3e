// The origin of a value as a tree in the panel, which is wide enough for lines of code: the lines that wrote the value, their
// operands, and in turn the lines that wrote these.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { DEBUG_TYPE } from "./debug";
import type { DebuggedRun, Moment } from "./debuggedRun";
import { reveal } from "./panel";

/** The view, as package.json names it. */
const VIEW = "mnc2.origin";

/** The adapter's request (docs/debugging.md). */
const ORIGIN = "mnc2/origin";

/**
 * The subject of the question: an expression, bytes of a memory, the place of an input, or the first wrong value of an output
 * of the testcase, whose line is counted from 1.
 */
type Asked = { expression: string } | { memoryReference: string; bytes: number } | { place: string } | { output: number };

/** The adapter's answer; lines are counted from 1. */
interface Origin {
  writers: Writer[];
  fromStart: string[];
  isComplete: boolean;
}

interface Writer {
  line: number;
  /** The point in time before the line, as the target of a `goto`. */
  target: number;
  isEdit: boolean;
  /** Whether a mask kept the words as they were. */
  isMasked: boolean;
  text: string;
  cycle: number;
  name: string;
  value: string;
  inputs: Input[];
}

interface Input {
  operand: string;
  /** What many inputs that are alike and follow one another have in common. */
  fold?: string;
  name: string;
  place: string;
  value: string;
}

type Node =
  | { kind: "question"; title: string; when: string; children: Node[] }
  | { kind: "writer"; writer: Writer; isOnly: boolean; program: vscode.Uri }
  | { kind: "fold"; label: string; inputs: Input[]; line: number; program: vscode.Uri }
  | { kind: "input"; input: Input; line: number; program: vscode.Uri }
  | { kind: "start"; name: string }
  | { kind: "more" }
  | { kind: "problem"; message: string };

/** What the Variables view passes to a command of its context menu. */
interface OfVariable {
  variable?: { name?: string; evaluateName?: string; memoryReference?: string };
}

export class OriginTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<Node>;
  private readonly listening: vscode.Disposable;
  private root: Node | undefined;

  constructor(private readonly run: DebuggedRun) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.listening = vscode.Disposable.from(
      vscode.debug.onDidStartDebugSession(({ type }) => {
        // Where a session that ends hides the view, the panel shows another one, and starts a terminal.
        if (type === DEBUG_TYPE) {
          void vscode.commands.executeCommand("setContext", "mnc2.hasDebugged", true);
        }
      }),
      vscode.debug.onDidTerminateDebugSession(({ type }) => {
        if (type === DEBUG_TYPE) {
          this.show(undefined);
        }
      }),
    );
  }

  readonly onDidChangeTreeData = this.changed.event;

  /** Requests the origin of a variable of the Variables view, of an operand, or of an expression that the user types. */
  async ask(of: unknown, operand: string | undefined): Promise<void> {
    const now = this.run.moment;
    if (now === undefined) {
      void vscode.window.showInformationMessage(l10n.t("Stop a program in the debugger first."));
      return;
    }
    // A menu is about what it was opened on; the palette is about anything.
    const isMenu = of !== undefined && operand !== undefined;
    const asked = this.ofVariable(of) ?? (isMenu ? { expression: operand } : await typed(operand));
    if (asked === undefined) {
      return;
    }
    await this.answer(asked, "expression" in asked ? asked.expression : ((of as OfVariable).variable?.name ?? ""), now);
  }

  /** Goes to the end of a run and asks for the first wrong value of an output of the testcase, in the line counted from 0. */
  async askOutput(program: vscode.Uri, output: number, title: string): Promise<void> {
    const start = await this.run.standing(program);
    if (start !== undefined) {
      await this.run.goTo(start.targets);
      const end = await this.run.standing(program);
      await (end && this.answer({ output: output + 1 }, title, end));
    }
  }

  private async answer(asked: Asked, title: string, { program, line, target, targets }: Moment): Promise<void> {
    const when = target >= targets ? l10n.t("at the end") : l10n.t("before line {0}", line + 1);
    const root: Node = { kind: "question", title, when, children: await this.origins(asked, program) };
    this.show(root);
    await this.view.reveal(root, { expand: true, select: true, focus: false });
  }

  /** Goes to the point in time before a line of the tree. */
  async goTo(node: unknown): Promise<void> {
    const { writer } = node as { writer?: Writer };
    if (writer !== undefined) {
      await this.run.goTo(writer.target).catch((problem: unknown) => vscode.window.showErrorMessage(words(problem)));
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    switch (node.kind) {
      case "question": {
        const item = new vscode.TreeItem(node.title, Expanded);
        item.description = node.when;
        item.iconPath = new vscode.ThemeIcon("question");
        return item;
      }
      case "writer": {
        const { writer, isOnly, program } = node;
        const code = writer.text.replace(/#.*$/, "").replace(/\s+/g, " ").trim();
        const item = new vscode.TreeItem(`${writer.line}: ${code}`, writer.inputs.length > 0 ? Expanded : None);
        item.description = isOnly ? writer.value : `${writer.name} = ${writer.value}`;
        item.tooltip = `${writer.text}\n${writer.name} = ${writer.value}`;
        item.iconPath = new vscode.ThemeIcon(iconOf(writer));
        item.contextValue = "moment";
        item.command = jump(program, writer.line);
        return item;
      }
      case "fold": {
        const item = new vscode.TreeItem(node.inputs[0]?.operand ?? "", Collapsed);
        item.description = node.label;
        item.iconPath = new vscode.ThemeIcon("fold");
        item.command = jump(node.program, node.line);
        return item;
      }
      case "input": {
        const { input, line, program } = node;
        const item = new vscode.TreeItem(input.fold === undefined ? input.operand : input.name, Collapsed);
        item.description = input.value;
        item.tooltip = `${input.name} = ${input.value}`;
        item.iconPath = new vscode.ThemeIcon("arrow-left");
        item.command = jump(program, line);
        return item;
      }
      case "start": {
        const item = new vscode.TreeItem(l10n.t("{0}: as the run started", node.name), None);
        item.iconPath = new vscode.ThemeIcon("circle-outline");
        return item;
      }
      case "more":
        return new vscode.TreeItem(l10n.t("There are more lines that wrote parts of it."), None);
      case "problem": {
        const item = new vscode.TreeItem(node.message, None);
        item.iconPath = new vscode.ThemeIcon("warning");
        return item;
      }
    }
  }

  async getChildren(node?: Node): Promise<Node[]> {
    switch (node?.kind) {
      case undefined:
        return this.root === undefined ? [] : [this.root];
      case "question":
        return node.children;
      case "writer":
        return folded(node.writer.inputs, node.writer.line, node.program);
      case "fold":
        return node.inputs.map((input) => ({ kind: "input", input, line: node.line, program: node.program }));
      case "input":
        return this.origins({ place: node.input.place }, node.program, node.line);
      default:
        return [];
    }
  }

  /** Only the root is revealed. */
  getParent(): undefined {
    return undefined;
  }

  dispose(): void {
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  private show(root: Node | undefined): void {
    this.root = root;
    this.changed.fire(undefined);
  }

  /** What wrote something before a line, counted from 1; without a line, before the line that runs next. */
  private async origins(asked: Asked, program: vscode.Uri, line?: number): Promise<Node[]> {
    try {
      const { writers, fromStart, isComplete } = await this.run.ask<Origin>(ORIGIN, { ...asked, line });
      const isOnly = writers.length === 1;
      return [
        ...writers.map((writer): Node => ({ kind: "writer", writer, isOnly, program })),
        ...fromStart.map((name): Node => ({ kind: "start", name })),
        ...(isComplete ? [] : [{ kind: "more" } as const]),
      ];
    } catch (problem) {
      return [{ kind: "problem", message: words(problem) }];
    }
  }

  private ofVariable(of: unknown): Asked | undefined {
    const { variable } = (of ?? {}) as OfVariable;
    if (variable?.evaluateName !== undefined) {
      return { expression: variable.evaluateName };
    }
    return variable?.memoryReference === undefined ? undefined : { memoryReference: variable.memoryReference, bytes: 1 };
  }
}

async function typed(suggested: string | undefined): Promise<Asked | undefined> {
  const expression = await vscode.window.showInputBox({
    ...(suggested === undefined ? {} : { value: suggested }),
    title: l10n.t("Where does the value come from?"),
    prompt: l10n.t("A place, such as $lr0v or $lm4@n0c1b2m3p1"),
  });
  return expression === undefined || expression.trim() === "" ? undefined : { expression: expression.trim() };
}

function iconOf(writer: Writer): string {
  if (writer.isEdit) {
    return "edit";
  }
  return writer.isMasked ? "circle-slash" : "circle-small-filled";
}

/** The inputs, those that are alike below one node. */
function folded(inputs: Input[], line: number, program: vscode.Uri): Node[] {
  const nodes: Node[] = [];
  for (const input of inputs) {
    const last = nodes.at(-1);
    if (input.fold === undefined) {
      nodes.push({ kind: "input", input, line, program });
    } else if (last?.kind === "fold" && last.label === input.fold && last.inputs[0]?.operand === input.operand) {
      last.inputs.push(input);
    } else {
      nodes.push({ kind: "fold", label: input.fold, inputs: [input], line, program });
    }
  }
  return nodes;
}

/** Moves the cursor to a line, counted from 1; the run stays where it is. */
function jump(program: vscode.Uri, line: number): vscode.Command {
  return { command: SHOW_LINE, title: "", arguments: [program, line - 1] };
}

/** The command that shows a line of the tree. */
const SHOW_LINE = "mnc2.showLineOfOrigin";

export function registerJumps(): vscode.Disposable {
  return vscode.commands.registerCommand(SHOW_LINE, (program: vscode.Uri, line: number) => reveal(program, line));
}

function words(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
