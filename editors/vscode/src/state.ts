// The state of the chip in messages to views. Only its type: views cannot import the editor.

/** Which state an answer is about. */
export interface State {
  /** The program's URI. */
  program: string;
  /** A description of the point in time. */
  title: string;
  /** The line of the last *Run to here*, counted from 0, so that the view can be restored. */
  line: number | null;
  /** Whether the text that ran is still there. */
  current: boolean;
  /** The PE in focus. */
  focus: string;
  /** Whether it is a point in time of the debugger. */
  debugged: boolean;
  /** A different number for each point in time. */
  moment: number;
}
