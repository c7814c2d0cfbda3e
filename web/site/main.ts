// The page: a program in an editor, what the server says about it, and runs.

import { EditorView } from "@codemirror/view";
import { SHORTEN, WHY_NO_SHORTER } from "../../editors/vscode/src/protocol";
import { isEmbedded } from "./asked";
import { type Commands, offerActions } from "./editor/actions";
import { darken, declaring, formatDocument, makeClient, stateOf, translate } from "./editor/editor";
import { EDITOR_WORDS } from "./words/editor";
import { Book, showsBook } from "./book";
import type { Debugging } from "./debug/debugging";
import type { Reported } from "./editor/findings";
import { referenceAtCursor } from "./editor/hover";
import { coloured } from "./editor/syntax";
import { showValues } from "./editor/values";
import { Embedding } from "./embedding";
import { listFindings } from "./findingsList";

import { BadLink, fromFragment, sharedOf, toFragment } from "./link";
import { markdown } from "./markdown";
import { hideNotice, notice } from "./notice";
import * as kept from "./kept";
import { languageOf } from "./languages";
import { INPUT_FILE, OtherPanels } from "./otherPanels";
import { find, make } from "./page";
import { filesBeside, type Program, problemOf, Programs } from "./programs";
import { Runs } from "./runs";
import { ROOT, Server } from "./server";
import type { Lines, Shortening, Wish } from "./shorten";
import { Tabs } from "./tabs";
import { chosenTheme, systemIsDark, theme } from "./theme";
import { distrust } from "./trust";
import { isView, ViewPanels } from "./viewPanels";
import type { Words } from "./words/en";
import { type Language, language, LANGUAGES, say, speak } from "./words";

distrust();

/** How long the text must not change before the browser keeps it. */
const KEEP_MS = 400;

const root = document.documentElement;
speak(root.lang === "ja" ? "ja" : "en");

const nonce = document.querySelector('meta[name="nonce"]')?.getAttribute("content") ?? "";

// The parts of the page, from the server on.

const server = new Server({
  ready: () => status(say("ready")),
  ended: (reason) => {
    runs.interrupt(say("failed", reason));
    status(say("failed", reason));
    connect();
  },
  cannot: (reason) => {
    runs.interrupt(say("notStarted", reason));
    status(say("notStarted", reason));
    notice(say("notStarted", reason), "problem");
  },
});
const client = makeClient(showFindings);
const transport = declaring(server);
const view = new EditorView({ parent: find("editor"), extensions: [EditorView.cspNonce.of(nonce)] });
const panel = (name: string) => make("div", { class: `panel ${name}` });
const panels = {
  task: panel("task"),
  findings: panel("findings"),
  dump: panel("dump"),
  chip: panel("chip"),
  memory: panel("memory"),
  timeline: panel("timeline"),
  input: panel("input"),
  output: panel("output"),
  grids: panel("grids"),
  debugger: panel("debugging"),
  shorter: panel("shorter"),
  book: panel("book"),
};
const views = new ViewPanels(
  {
    client,
    view,
    uri: () => uriOf(programs.open.name),
    name: () => programs.open.name,
    run: (line) => void runs.run(Math.min(line, lastLine())),
    reveal: (line) => goTo(view.state.doc.line(Math.min(line + 1, view.state.doc.lines)).from),
  },
  panels,
);
const others = new OtherPanels(client, panels, (input) => {
  programs.give(input);
  server.write({ [INPUT_FILE]: input });
  edited();
});
/** The tabs that show a run: of a program of MN-Core 2, and of one in another language. */
const RUN_TABS = { own: ["dump", "chip", "memory", "timeline"], other: ["output", "grids"] } as const;
const titles = {
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
  book: "tabBook",
} as const;
type TabName = keyof typeof titles;
const tabs = new Tabs(
  (Object.keys(titles) as TabName[]).map((id) => ({ id, title: () => say(titles[id]), panel: panels[id] })),
  (id) => {
    if (id === "book") {
      book.open();
    } else if (isView(id)) {
      views.show(id);
    }
  },
);
tabs.offer("book", showsBook);
const book = new Book(panels.book, () => tabs.choose("book"));
const embedding = new Embedding(() => void runs.run(lastLine()));
const runs = new Runs({
  client,
  view,
  uri: () => uriOf(programs.open.name),
  input: () => (isOther(programs.open) && programs.open.input ? INPUT_FILE : undefined),
  status,
  busy: (isBusy) => {
    find<HTMLButtonElement>("stop").disabled = !isBusy;
    root.classList.toggle("busy", isBusy);
  },
  ran: (line, result) => {
    view.dispatch({ effects: showValues.of({ line: result.line, beside: result.beside }) });
    views.suggest(Math.min(result.line, view.state.doc.lines - 1));
    views.ran(line, result);
    const shown: readonly TabName[] = isOther(programs.open) ? RUN_TABS.other : RUN_TABS.own;
    if (isOther(programs.open)) {
      void others.ran(result);
    }
    if (tabs.current === undefined || !shown.includes(tabs.current)) {
      tabs.choose(shown[0] ?? "findings");
    }
  },
  failed: (problem) => views.failed(problem),
  verdict: (isAccepted, lines) => {
    const list = panels.task.querySelector(".verdict") ?? panels.task;
    list.className = `verdict ${isAccepted ? "accepted" : "wrong"}`;
    list.replaceChildren(...lines.map((line) => make("p", {}, line)));
    tabs.choose("task");
  },
  restart: connect,
});
const programs = new Programs(open);

/** Whether a program is in another language than MN-Core 2. */
function isOther({ name, text }: Program): boolean {
  return languageOf(name, text) !== "mnc2";
}

function uriOf(name: string): string {
  return `${ROOT}${encodeURIComponent(name)}`;
}

function status(text: string): void {
  find("status").textContent = text;
}

/** Starts a server, and tells it everything anew. */
function connect(): void {
  client.disconnect();
  server.start();
  client.connect(transport);
  views.configure();
}

let reported: readonly Reported[] = [];

function showFindings(of: EditorView, list: Reported[]): void {
  if (of !== view) {
    return;
  }
  reported = list;
  listFindings(panels.findings, list, goTo);
  const count = (severity: string) => list.filter((one) => one.severity === severity).length;
  const counts = (["error", "warning", "info", "hint"] as const)
    .map((severity) => [count(severity), say(severity)] as const)
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${name} ${number}`);
  find("counts").textContent = counts.join(" · ") || say("noFindings");
  embedding.checked(list.length === 0);
  views.followed();
}

function goTo(at: number): void {
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** Opens a program in the editor. */
function open(program: Program): void {
  keepNow();
  runs.stop();
  debugging?.end();
  hideNotice();
  programs.open = program;
  const problem = problemOf(program);
  const isInOther = isOther(program);
  const beside = filesBeside(program);
  server.write(beside);
  const changes = Object.entries(beside).map(([name, content]) => ({ uri: uriOf(name), type: content === null ? 3 : 1 }));
  client.notification("workspace/didChangeWatchedFiles", { changes });
  void embedding.offer(program);
  showTask();
  find("judge").hidden = problem === undefined;
  tabs.offer("task", problem !== undefined);
  others.open(program.input ?? "");
  tabs.offer("input", isInOther);
  RUN_TABS.own.forEach((id) => tabs.offer(id, !isInOther));
  RUN_TABS.other.forEach((id) => tabs.offer(id, isInOther));
  tabs.offer("debugger", false);
  tabs.offer("shorter", false);
  find("shorten").hidden = isInOther;
  reported = [];
  find("counts").textContent = "";
  status(say(server.isReady ? "ready" : "starting"));
  view.setState(
    stateOf(client, program.name, program.text, {
      label: say("editor"),
      nonce,
      isDark: root.dataset["theme"] === "dark",
      phrases: EDITOR_WORDS[language()],
      keys: [
        { key: "Mod-Enter", run: () => runHere() },
        { key: "Shift-Mod-Enter", run: () => runAll() },
        { key: "Mod-.", run: () => (void offerActions(view, COMMANDS), true) },
        { key: "Mod-s", run: () => (keepNow(), true) },
        { key: "F5", run: () => withDebugger((it) => it.debug()) },
        { key: "F9", run: () => withDebugger((it) => it.toggle(cursorLine())) },
        { key: "F1", run: () => (void referenceAtCursor(view).then((page) => page && book.turnTo(page)), true) },
      ],
      edited,
      moved: () => views.cursor(cursorLine()),
      numberPressed: (line) => void withDebugger((it) => it.toggle(line)),
    }),
  );
  // A text that is wider than its place is scrolled by keys.
  view.scrollDOM.tabIndex = 0;
  view.scrollDOM.setAttribute("role", "group");
  view.scrollDOM.setAttribute("aria-label", say("editor"));
  views.forget();
  // The book stays open beside its programs.
  if (tabs.current !== "book") {
    tabs.choose(problem === undefined ? "findings" : "task");
  }
}

function showTask(): void {
  const problem = problemOf(programs.open);
  if (problem === undefined) {
    panels.task.replaceChildren();
    return;
  }
  const testcase = make("code");
  coloured(problem.testcase, "mnc2", testcase);
  panels.task.replaceChildren(
    make("div", { class: "verdict", role: "status" }),
    markdown(problem.task[language()], coloured),
    make("details", {}, make("summary", {}, say("testcase")), make("pre", { tabindex: 0, role: "region", "aria-label": say("testcase") }, testcase)),
  );
}

// Keeping programs.

let keeping: ReturnType<typeof setTimeout> | undefined;
let isWarned = false;

function edited(): void {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, KEEP_MS);
  runs.edited();
  debugging?.edited();
  views.edited();
}

function keepNow(): void {
  if (keeping === undefined) {
    return;
  }
  clearTimeout(keeping);
  keeping = undefined;
  if (!programs.keep(view.state.doc.toString()) && !isWarned) {
    isWarned = true;
    notice(say("notKept"), "problem");
  }
  void embedding.offer(programs.open);
}

window.addEventListener("pagehide", keepNow);
document.addEventListener("visibilitychange", keepNow);

// What buttons do.

function cursorLine(): number {
  return view.state.doc.lineAt(view.state.selection.main.head).number - 1;
}

function runHere(): boolean {
  void runs.run(cursorLine());
  return true;
}

function runAll(): boolean {
  void runs.run(lastLine());
  return true;
}

/** The commands that actions are; the others have buttons of their own. */
const COMMANDS: Commands = {
  [SHORTEN]: (lines) => void shorten(SHORTEN, lines as Lines),
  [WHY_NO_SHORTER]: (lines) => void shorten(WHY_NO_SHORTER, lines as Lines),
};

let shortening: Promise<Shortening> | undefined;

/** Searches for a shorter order of some lines, or else of the selected ones, or of the program. */
async function shorten(wish: Wish, lines?: Lines): Promise<void> {
  shortening ??= import("./later").then(
    ({ Shortening }) =>
      new Shortening({
        view,
        panel: panels.shorter,
        runs,
        uri: () => uriOf(programs.open.name),
        status,
        show: () => {
          tabs.offer("shorter", true);
          tabs.choose("shorter");
        },
        reveal: (line) => goTo(view.state.doc.line(line + 1).from),
      }),
  );
  await (await shortening).search(wish, lines);
}

let debugging: Debugging | undefined;
let debuggerComes: Promise<Debugging> | undefined;

/** Does something with the debugger, which is loaded first. */
function withDebugger(work: (debugging: Debugging) => unknown): boolean {
  debuggerComes ??= import("./later").then(
    ({ Debugging }) =>
      (debugging = new Debugging({
        view,
        panel: panels.debugger,
        server,
        program: () => ({ name: programs.open.name, isOther: isOther(programs.open), input: Boolean(programs.open.input) }),
        focus: () => views.element,
        status,
        show: () => {
          view.dispatch({ effects: showValues.of(null) });
          tabs.offer("debugger", true);
          tabs.choose("debugger");
        },
        reveal: (line) => goTo(view.state.doc.line(line + 1).from),
        busy: (isBusy) => root.classList.toggle("debugging", isBusy),
        follow: (debugged) => views.follow(debugged),
      })),
  );
  void debuggerComes.then(work);
  return true;
}

/** The last line that is not blank, counted from 0. */
function lastLine(): number {
  const { doc } = view.state;
  let line = doc.lines;
  while (line > 1 && doc.line(line).text.trim() === "") {
    line -= 1;
  }
  return line - 1;
}

find("run").addEventListener("click", runAll);
find("here").addEventListener("click", runHere);
find("debug").addEventListener("click", () => withDebugger((it) => it.debug()));
find("stop").addEventListener("click", () => runs.stop());
find("judge").addEventListener("click", () => void runs.judge());
find("format").addEventListener("click", () => {
  formatDocument(view);
  view.focus();
});
find("actions").addEventListener("click", () => void offerActions(view, COMMANDS));
find("shorten").addEventListener("click", () => void shorten(SHORTEN));
find("share").addEventListener("click", () => void share());
find("download").addEventListener("click", () => {
  const url = URL.createObjectURL(new Blob([view.state.doc.toString()], { type: "text/plain" }));
  make("a", { href: url, download: programs.open.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
});

async function share(): Promise<void> {
  const fragment = await toFragment(sharedOf({ ...programs.open, text: view.state.doc.toString() }));
  if (fragment === undefined) {
    notice(say("tooLongToShare"), "problem");
    return;
  }
  const link = `${location.origin}${location.pathname}${fragment}`;
  const field = make("input", { id: "link", readonly: true, "aria-label": say("link") });
  field.value = link;
  const isCopied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  notice(say(isCopied === true ? "copied" : "copyThis"), "news", field);
  field.select();
}

/** Opens what the address holds, or, at the start, what was edited last if that is no program. */
async function openLink(isStart: boolean): Promise<void> {
  const fragment = location.hash;
  // The address no longer says what is in the editor once that is edited.
  if (fragment !== "" && !isEmbedded) {
    history.replaceState(null, "", location.pathname);
  }
  let shared: Program | undefined;
  let problem: keyof Words | undefined;
  try {
    shared = await fromFragment(fragment);
  } catch (error) {
    problem = error instanceof BadLink ? error.why : "linkBroken";
  }
  if (shared !== undefined) {
    open(shared);
    programs.keep(shared.text);
    status(say("opened", shared.name));
    if (shared.config !== undefined && !isEmbedded) {
      notice(say("withSettings"), "news", make("pre", {}, shared.config));
    }
  } else if (isStart) {
    open(programs.first());
  }
  if (problem !== undefined) {
    notice(say(problem), "problem");
  }
}

window.addEventListener("hashchange", () => void openLink(false));

// Theme and language.

const themes = find<HTMLSelectElement>("theme");
const languages = find<HTMLSelectElement>("language");

function applyTheme(): void {
  themes.value = chosenTheme();
  root.dataset["theme"] = theme();
  darken(view, theme() === "dark");
  views.darken(theme());
}

themes.addEventListener("change", () => {
  kept.write("theme", themes.value);
  applyTheme();
});
systemIsDark.addEventListener("change", applyTheme);
embedding.followTheme(applyTheme);

function label(): void {
  document.title = say("title");
  const named: Record<string, [keyof Words, keyof Words]> = {
    run: ["run", "runTitle"],
    here: ["runToHere", "runToHereTitle"],
    debug: ["debug", "debugTitle"],
    judge: ["judge", "judgeTitle"],
    stop: ["stop", "stopTitle"],
    format: ["format", "formatTitle"],
    actions: ["actions", "actionsTitle"],
    shorten: ["shorten", "shortenTitle"],
    share: ["share", "shareTitle"],
    download: ["download", "downloadTitle"],
  };
  for (const [id, [text, title]] of Object.entries(named)) {
    find(id).textContent = say(text);
    find(id).title = say(title);
  }
  const told: Record<string, keyof Words> = { program: "program", theme: "theme", language: "language", editor: "editor", side: "views", tabs: "views" };
  for (const [id, word] of Object.entries(told)) {
    find(id).setAttribute("aria-label", say(word));
  }
  const options = (choices: readonly (readonly [string, string])[]) =>
    choices.map(([value, title]) => make("option", { value }, title));
  embedding.translate();
  themes.replaceChildren(...options([["system", say("themeSystem")], ["light", say("themeLight")], ["dark", say("themeDark")]]));
  themes.value = chosenTheme();
  languages.replaceChildren(...options(LANGUAGES));
  languages.value = language();
}

languages.addEventListener("change", () => {
  const wanted = languages.value as Language;
  kept.write("language", wanted);
  speak(wanted);
  root.lang = wanted;
  label();
  tabs.translate();
  book.translate();
  others.translate();
  debugging?.translate();
  programs.list();
  showTask();
  listFindings(panels.findings, reported, goTo);
  translate(view, EDITOR_WORDS[wanted]);
  views.configure();
  views.translate(tabs.current);
  status(say("ready"));
});

label();
status(say("starting"));
connect();
void openLink(true).then(applyTheme);

if ("serviceWorker" in navigator) {
  // Where it is not allowed, the page needs the network each time.
  window.addEventListener("load", () => void navigator.serviceWorker.register("offline.js").catch(() => undefined));
}
