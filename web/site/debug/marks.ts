// What the editor shows of a run that is stopped: the line that runs next, and the values of its operands.

import { EditorView } from "@codemirror/view";

import { stand } from "../editor/stops";
import { showValues } from "../editor/values";
import { valuesOfLine } from "./operands";

/** Pixels above and below the line of a stop that stay visible. */
const MARGIN = 60;

export class Marks {
  /** Counts the stops: values that arrive after the next one are not shown. */
  private stops = 0;

  constructor(private readonly view: EditorView) {}

  /** Marks a line, counted from 0; of lines beyond the end the last one. Returns the marked line. */
  stop(wanted: number): number {
    const { view } = this;
    const { doc } = view.state;
    const line = Math.min(wanted, doc.lines - 1);
    this.stops += 1;
    stand(view, line);
    view.dispatch({ effects: EditorView.scrollIntoView(doc.line(line + 1).from, { y: "nearest", yMargin: MARGIN }) });
    return line;
  }

  /** Shows the values of the operands of a line next to it; without `evaluate`, none. */
  async show(line: number, evaluate?: (expression: string) => Promise<string>): Promise<void> {
    const { view, stops } = this;
    const { doc } = view.state;
    if (line >= doc.lines) {
      return;
    }
    const values = evaluate === undefined ? [] : await valuesOfLine(view, line, evaluate);
    if (stops === this.stops && view.state.doc.eq(doc)) {
      const text = values.join("   ");
      // A line beyond the end: no line is marked as reached.
      view.dispatch({ effects: showValues.of({ line: doc.lines, beside: text === "" ? [] : [{ line, text }] }) });
    }
  }

  /** Moves the cursor of the program to a line, counted from 0; the keyboard stays where it is. */
  point(line = -1): void {
    const { doc } = this.view.state;
    if (line >= 0 && line < doc.lines) {
      const at = doc.line(line + 1).from;
      this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    }
  }

  /** The run has ended. */
  remove(): void {
    this.stops += 1;
    stand(this.view, null);
    this.view.dispatch({ effects: showValues.of(null) });
  }
}
