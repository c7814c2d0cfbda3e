// Where the results of runs and of judgements are shown: next to the lines, in the views, and in the tab of the task.

import type { EditorView } from "@codemirror/view";

import type { RunToHereResult } from "../../editors/vscode/src/protocol";
import { showValues } from "./editor/values";
import type { OtherPanels } from "./otherPanels";
import { RUN_TABS, type TabName } from "./panels";
import { isOther, type Program } from "./programs";
import type { Verdict } from "./runs";
import type { Tabs } from "./tabs";
import type { Task } from "./task";
import type { ViewPanels } from "./viewPanels";

export interface ResultsHost {
  view: EditorView;
  views: ViewPanels;
  others: OtherPanels;
  task: Task;
  tabs: Tabs<TabName>;
  /** The open program. */
  program(): Program;
  /** The open program was judged. */
  judged(): void;
}

export class Results {
  constructor(private readonly host: ResultsHost) {}

  /** Shows a run in the views; if it `isOld`, its lines are others now. */
  readonly show = (line: number, result: RunToHereResult, isOld: boolean): void => {
    const { view, views } = this.host;
    view.dispatch({ effects: showValues.of(isOld ? null : { line: result.line, beside: result.beside }) });
    views.suggest(Math.min(result.line, view.state.doc.lines - 1));
    views.ran(line, result, isOld);
  };

  /** Shows a run, and a tab that has it. */
  readonly ran = (line: number, result: RunToHereResult, isOld: boolean): void => {
    const { others, tabs, program } = this.host;
    this.show(line, result, isOld);
    const isInOther = isOther(program());
    const shown = isInOther ? RUN_TABS.other : RUN_TABS.own;
    if (isInOther) {
      void others.ran(result);
    }
    tabs.choose(tabs.current !== undefined && shown.includes(tabs.current) ? tabs.current : (shown[0] ?? "findings"));
  };

  readonly failed = (problem: string): void => this.host.views.failed(problem);

  readonly verdict = (verdict: Verdict): void => {
    const { task, program } = this.host;
    task.judged(program(), verdict);
    this.showTask();
  };

  readonly notJudged = (problem: string, isOld: boolean): void => {
    const { views, task } = this.host;
    views.failed(problem);
    task.notJudged(problem, isOld);
    this.showTask();
  };

  /** Shows the tab of the task, unless the task is above a view. */
  private showTask(): void {
    const { task, tabs, judged } = this.host;
    tabs.choose((task.isShown ? tabs.current : undefined) ?? "task");
    task.begin();
    judged();
  }
}
