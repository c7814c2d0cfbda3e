// The parts of the page that are loaded when they are asked for, with what each needs of the page.

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";

import type { Contents } from "./contents";
import { reveal } from "./cursor";
import { showValues } from "./editor/values";
import type { Keeping } from "./keeping";
import { Lazily } from "./lazily";
import type { Navigation } from "./navigation";
import type { TabName } from "./panels";
import type { Preference } from "./preferences";
import { isOther, type Program, type Programs, testcaseOf } from "./programs";
import type { Reports } from "./reports";
import type { Results } from "./results";
import type { Runs } from "./runs";
import { ROOT, type Server } from "./server";
import type { Solving } from "./solving";
import type { Tabs } from "./tabs";
import type { ViewPanels } from "./viewPanels";

/** The page, as its later parts see it. */
export interface Page {
  client: LSPClient;
  server: Server;
  view: EditorView;
  programs: Programs;
  contents: Contents;
  solving: Solving;
  keeping: Keeping;
  navigation: Navigation;
  reports: Reports;
  results: Results;
  runs: Runs;
  panels: Record<TabName, HTMLElement>;
  tabs: Tabs<TabName>;
  views: ViewPanels;
  /** The URI of the open program in the server. */
  uri(): string;
  status(text: string): void;
  /** Opens a program that is not in the address. */
  turnTo(program: Program): void;
  /** What is wrong with the settings of the open program. */
  settingsProblems(): readonly string[];
  /** The user has another preference. */
  preferred(name: Preference): void;
}

/** Makes the parts; `page` is called when one is loaded, after the page has started. */
export function laterParts(page: () => Page) {
  const later = () => import("./later");
  const lessons = new Lazily(async () => new (await import("./lessons")).Lessons(forLessons(page()), forExplaining(page())));
  const examples = new Lazily(async () => page().programs.learnExamples(await import("examples")));
  const learnLessons = () => lessons.with(() => undefined);
  return {
    lessons,
    examples,
    problems: new Lazily(async () => new (await import("./problemList")).Problems({ ...forProblems(page()), learnLessons })),
    settings: new Lazily(async () => new (await later()).Settings(forSettings(page()))),
    shortening: new Lazily(async () => new (await later()).Shortening(forShortening(page()))),
    debugging: new Lazily(async () => new (await later()).Debugging(forDebugging(page()))),
    managing: new Lazily(async () => new (await later()).Managing(forManaging(page()))),
    sharing: new Lazily(async () => new (await later()).Sharing(forSharing(page()))),
    keys: new Lazily(async () => (await later()).showKeys),
    annotations: new Lazily(async () => new (await import("./annotations")).Annotations(forAnnotations(page()))),
  };
}

function forLessons({ programs, panels, view, contents, solving, tabs, turnTo }: Page) {
  return {
    programs,
    panel: panels.lessons,
    text: () => view.state.doc.toString(),
    open: (program: Program) => {
      turnTo(program);
      panels.task.focus();
    },
    leave: (to: string) => void solving.choose(to).then(() => view.focus()),
    replace: (why: "startOver" | "restore", text: string) => contents.replace(why, { text }),
    list: (tab: "lessons" | "problems") => {
      tabs.choose(tab);
      panels[tab].focus();
    },
  };
}

function forExplaining({ client, view, server, programs, runs, results, tabs, panels, uri }: Page) {
  return {
    ...{ client, view, uri, tabs },
    task: panels.task,
    program: () => programs.open,
    isFree: () => server.isComplete && !runs.isBusy,
    ran: results.show,
    failed: results.failed,
  };
}

function forProblems(page: Page) {
  const { client, contents, panels, solving } = page;
  return {
    ...forLessons(page),
    panel: panels.problems,
    client,
    take: (program: Program) => {
      contents.take(program);
      panels.task.focus();
    },
    judge: () => void solving.judge(),
  };
}

function forSettings({ panels, programs, reports, contents, settingsProblems, preferred }: Page) {
  return {
    panel: panels.settings,
    program: () => programs.open,
    codes: () => reports.codes,
    problems: settingsProblems,
    equip: (machine: string | undefined) => contents.give({ machine }),
    changed: (config: string | undefined) => (config === undefined ? contents.removeSettings() : contents.give({ config })),
    preferred,
  };
}

function forShortening({ view, panels, runs, uri, status, tabs }: Page) {
  return { view, panel: panels.shorter, runs, uri, status, show: () => offered(tabs, "shorter"), reveal: (line: number) => reveal(view, line) };
}

function forDebugging({ view, panels, server, programs, views, status, tabs, uri }: Page) {
  return {
    view,
    panel: panels.debugger,
    server,
    programs,
    program: () => ({ name: decodeURIComponent(uri().slice(ROOT.length)), isOther: isOther(programs.open), input: Boolean(programs.open.input) }),
    focus: () => views.element,
    select: (element: string) => views.select(element),
    status,
    show: () => {
      view.dispatch({ effects: showValues.of(null) });
      offered(tabs, "debugger");
    },
    reveal: (line: number) => reveal(view, line),
    busy: (isBusy: boolean) => void document.documentElement.classList.toggle("debugging", isBusy),
    follow: (debugged: Parameters<ViewPanels["follow"]>[0]) => views.follow(debugged),
  };
}

function forManaging({ programs, keeping, contents, solving, turnTo }: Page) {
  return {
    programs,
    keep: async () => {
      await keeping.now();
      await solving.come("", programs.store.all.find((entry) => entry.problem !== undefined));
    },
    open: turnTo,
    restore: ({ content }: { content: Partial<Program> }) => contents.replace("restore", content),
  };
}

function forSharing({ programs, view, navigation }: Page) {
  return {
    program: () => ({ ...programs.open, text: view.state.doc.toString() }),
    shared: (fragment: string) => navigation.shared(fragment),
  };
}

function forAnnotations({ client, view, uri, programs, runs, tabs }: Page) {
  return {
    client,
    view,
    uri,
    isOther: () => isOther(programs.open),
    isJudged: () => testcaseOf(programs.open) !== undefined,
    run: (line: number, toEnd: boolean) => void runs.run(line, toEnd),
    showSteps: () => tabs.choose("timeline"),
  };
}

/** Shows a tab that is not always offered. */
function offered(tabs: Tabs<TabName>, id: TabName): void {
  tabs.offer(id, true);
  tabs.choose(id);
}
