// Tasks: the command `mnc2` checks, runs and judges programs in a terminal. They have no problem matcher: the server reports
// the findings of the workspace, and Problems would list each of them twice. The matchers of package.json are for tasks of
// users.

import * as path from "node:path";

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { programEditor } from "./panel";

/** The type of our tasks. */
export const TASK_TYPE = "mnc2";

/** A task as tasks.json writes it. */
interface Definition extends vscode.TaskDefinition {
  task: "check" | "run" | "judge";
  /** A program, or for `check` also a folder; relative paths start at the workspace folder. */
  program?: string;
  /** The testcase for `judge`; by default `testcase.vsm` next to the program. */
  testcase?: string;
}

export class ProgramTasks implements vscode.TaskProvider {
  /** `command` finds the command `mnc2`. */
  constructor(private readonly command: () => Promise<string>) {}

  async provideTasks(): Promise<vscode.Task[]> {
    const tasks: vscode.Task[] = [];
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      tasks.push(await this.task({ type: TASK_TYPE, task: "check", program: "." }, folder, l10n.t("check all programs")));
    }
    const program = programEditor()?.document.uri;
    if (program?.scheme === "file") {
      const folder = vscode.workspace.getWorkspaceFolder(program);
      const file = folder === undefined ? program.fsPath : vscode.workspace.asRelativePath(program, false);
      for (const task of ["check", "run", "judge"] as const) {
        tasks.push(await this.task({ type: TASK_TYPE, task, program: file }, folder, `${task} ${path.basename(file)}`));
      }
    }
    return tasks;
  }

  async resolveTask(task: vscode.Task): Promise<vscode.Task | undefined> {
    const definition = task.definition as Partial<Definition>;
    const folder = typeof task.scope === "object" ? task.scope : undefined;
    return isDefinition(definition) ? this.task(definition, folder, task.name) : undefined;
  }

  private async task(definition: Definition, folder: vscode.WorkspaceFolder | undefined, name: string): Promise<vscode.Task> {
    const task = new vscode.Task(
      definition,
      folder ?? vscode.TaskScope.Workspace,
      name,
      TASK_TYPE,
      new vscode.ProcessExecution(await this.command(), commandLine(definition), {
        ...(folder === undefined ? {} : { cwd: folder.uri.fsPath }),
      }),
      [],
    );
    if (definition.task === "check") {
      task.group = vscode.TaskGroup.Build;
    } else if (definition.task === "judge") {
      task.group = vscode.TaskGroup.Test;
    }
    return task;
  }
}

function isDefinition(definition: Partial<Definition>): definition is Definition {
  return definition.task === "check" || definition.task === "run" || definition.task === "judge";
}

/** The arguments of `mnc2`. */
function commandLine({ task, program = "${file}", testcase }: Definition): string[] {
  switch (task) {
    case "check":
      return ["check", "--format", "short", program];
    case "run":
      return ["run", program];
    case "judge":
      return ["judge", testcase ?? beside(program), program];
  }
}

/** The testcase in the folder of a program. */
function beside(program: string): string {
  return program === "${file}" ? "${fileDirname}/testcase.vsm" : path.join(path.dirname(program), "testcase.vsm");
}
