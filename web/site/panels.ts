// The panels next to the program, each with the title of its tab.

import { make } from "./page";
import type { Words } from "./words/en";

/** The titles of the tabs, in their order. */
export const TITLES = {
  task: "tabTask",
  findings: "tabFindings",
  dump: "tabDump",
  chip: "tabChip",
  memory: "tabMemory",
  timeline: "tabTimeline",
  input: "tabInput",
  output: "tabOutput",
  grids: "tabGrids",
  debugger: "tabDebugger",
  shorter: "tabShorter",
  settings: "tabSettings",
  lessons: "lessons",
  problems: "problems",
  book: "tabBook",
} as const satisfies Record<string, keyof Words>;

export type TabName = keyof typeof TITLES;

/** The tabs that show a run: of a program of MN-Core 2, and of one in another language. */
export const RUN_TABS: Record<"own" | "other", readonly TabName[]> = {
  own: ["dump", "chip", "memory", "timeline"],
  other: ["output", "grids"],
};

/** Makes an empty panel for each tab. */
export function makePanels(): Record<TabName, HTMLElement> {
  const names = Object.keys(TITLES) as TabName[];
  // A class may not be the name of what the panel contains.
  const classes: Partial<Record<TabName, string>> = { debugger: "debugging", problems: "problem-list" };
  const panel = (name: TabName) => make("div", { class: `panel ${classes[name] ?? name}` });
  const panels: Partial<Record<TabName, HTMLElement>> = {};
  names.forEach((name) => (panels[name] = panel(name)));
  return panels as Record<TabName, HTMLElement>;
}
