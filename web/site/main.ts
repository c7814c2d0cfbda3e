// The page: a program in an editor, the server's findings and explanations, and runs. This file connects the modules of the
// page.

import { EditorView } from "@codemirror/view";
import { SHORTEN, WHY_NO_SHORTER } from "../../editors/vscode/src/protocol";
import { isEmbedded } from "./asked";
import { type Commands, offerActions } from "./editor/actions";
import { darken, declaring, formatDocument, makeClient, stateOf, translate } from "./editor/editor";
import { EDITOR_WORDS } from "./words/editor";
import { Book, showsBook } from "./book";
import { openFile, save } from "./files";
import type { Reported } from "./editor/findings";
import { referenceAtCursor } from "./editor/hover";
import { showValues } from "./editor/values";
import { Embedding } from "./embedding";
import { listFindings } from "./findingsList";
import { Keeping } from "./keeping";
import { Lazily } from "./lazily";
import { sharedOf, toFragment } from "./link";
import { showLoading } from "./loading";
import { Navigation } from "./navigation";
import { hideNotice, notice } from "./notice";
import { languageOf } from "./languages";
import { INPUT_FILE, OtherPanels } from "./otherPanels";
import { find, inline, make } from "./page";
import { CONFIG_FILE, filesBeside, type Program, Programs, testcaseOf } from "./programs";
import { Runs } from "./runs";
import { ROOT, Server } from "./server";
import { Settings } from "./settings";
import type { Lines, Wish } from "./shorten";
import { isAnySolved } from "./solved";
import { type Reason, Store } from "./store";
import { Tabs } from "./tabs";
import { Task } from "./task";
import { theme } from "./theme";
import { Toolbar } from "./toolbar";
import { distrust } from "./trust";
import { isView, ViewPanels } from "./viewPanels";
import { language, say, speak } from "./words";

distrust();

const root = document.documentElement;
await speak(root.lang === "ja" ? "ja" : "en").catch(() => undefined);

const nonce = document.querySelector('meta[name="nonce"]')?.getAttribute("content") ?? "";

// The server, and what the browser keeps.

const server = new Server({
  ready: () => find("status").textContent === say("starting") && status(say("ready")),
  ended: (reason) => {
    runs.interrupt(say("failed", reason));
    status(say("failed", reason));
    connect();
  },
  cannot: (reason) => {
    runs.interrupt(say("notStarted", reason));
    status(say("notStarted", reason));
    notice(say("notStarted", reason), "problem", { title: say("retry"), press: () => connect(() => server.retry()) });
  },
  loading: showLoading,
  complete: () => {
    showLoading();
    keepSite();
  },
});
const client = makeClient({ show: showFindings, beside: showFindingsBeside });
const transport = declaring(server);
const store = await Store.open();
const view = new EditorView({ parent: find("editor"), extensions: [EditorView.cspNonce.of(nonce)] });

// Tabs and their panels.

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
  settings: panel("settings"),
  debugger: panel("debugging"),
  shorter: panel("shorter"),
  lessons: panel("lessons"),
  book: panel("book"),
};
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
  settings: "tabSettings",
  debugger: "tabDebugger",
  shorter: "tabShorter",
  lessons: "lessons",
  book: "tabBook",
} as const;
type TabName = keyof typeof titles;
/** The tabs that show a run: of a program of MN-Core 2, and of one in another language. */
const RUN_TABS = { own: ["dump", "chip", "memory", "timeline"], other: ["output", "grids"] } as const;
const views = new ViewPanels(
  {
    client,
    view,
    uri: () => uri,
    name: () => programs.open.name,
    run: (line) => void runs.run(Math.min(line, lastLine())),
    reveal,
  },
  panels,
);
const others = new OtherPanels(client, panels, (input) => give({ input }));
const settings = new Settings(panels.settings, (config) => (config === undefined ? removeSettings() : give({ config })));
const lessons = new Lazily(async () => {
  const { Lessons } = await import("./later");
  return new Lessons({
    programs,
    panel: panels.lessons,
    text: () => view.state.doc.toString(),
    open: (program) => {
      turnTo(program);
      panels.task.focus();
    },
    replace: (why, text) => replace(why, { text }),
    show: () => {
      tabs.choose("lessons");
      panels.lessons.focus();
    },
  });
});
const task = new Task(
  panels.task,
  {
    ask: (question) => void debugging.with((it) => it.ask(question)),
    reveal,
  },
  lessons,
);
const tabs = new Tabs(
  (Object.keys(titles) as TabName[]).map((id) => ({ id, title: () => say(titles[id]), panel: panels[id] })),
  (id) => {
    if (id === "book") {
      book.open();
    } else if (id === "lessons") {
      void lessons.with((it) => it.list());
    } else if (isView(id)) {
      views.show(id);
    }
  },
);
tabs.offer("book", showsBook);
tabs.offer("lessons", !isEmbedded);
const book = new Book(panels.book, () => tabs.choose("book"));
const embedding = new Embedding(() => void runs.run(lastLine()));
const runs = new Runs({
  client,
  view,
  uri: () => uri,
  input: () => (isOther(programs.open) && programs.open.input ? INPUT_FILE : undefined),
  status,
  busy: (isBusy) => {
    find<HTMLButtonElement>("stop").disabled = !isBusy;
    root.classList.toggle("busy", isBusy);
    showLoading();
  },
  ran: (line, result, isOld) => {
    view.dispatch({ effects: showValues.of(isOld ? null : { line: result.line, beside: result.beside }) });
    views.suggest(Math.min(result.line, view.state.doc.lines - 1));
    views.ran(line, result, isOld);
    const shown: readonly TabName[] = isOther(programs.open) ? RUN_TABS.other : RUN_TABS.own;
    if (isOther(programs.open)) {
      void others.ran(result);
    }
    if (tabs.current === undefined || !shown.includes(tabs.current)) {
      tabs.choose(shown[0] ?? "findings");
    }
  },
  failed: (problem) => views.failed(problem),
  verdict: (result, isOld) => {
    task.judged(programs.open, result, isOld);
    tabs.choose("task");
  },
  notJudged: (problem, isOld) => {
    views.failed(problem);
    task.notJudged(problem, isOld);
    tabs.choose("task");
  },
  restart: () => connect(),
});

// Programs, and their versions in the browser.

const programs = new Programs(store, come, turnTo);
const navigation = new Navigation({
  programs,
  open,
  come,
  opened: ({ name, config }) => {
    if (isEmbedded) {
      return;
    }
    status(say("opened", name));
    if (config !== undefined) {
      notice(say("withSettings"), "news", make("pre", {}, config), { title: say("showSettings"), press: () => tabs.choose("settings") });
    }
  },
});
const keeping = new Keeping(programs, {
  view,
  status,
  kept: (isLasting) => {
    if (isLasting) {
      navigation.clear();
    }
    void embedding.offer(programs.open);
  },
  changed: () => open(programs.open),
  manage: () => void manage(),
});

store.heard = (id) => void keeping.heard(id);

/** The URI of the open program in the server: a program with another name is opened anew. */
let uri = ROOT;

/** Whether a program is in another language than MN-Core 2. */
function isOther({ name, text }: Program): boolean {
  return languageOf(name, text) !== "mnc2";
}

function status(text: string): void {
  find("status").replaceChildren(...inline(text));
}

/** Starts a server, and sends it the whole state. */
function connect(start = () => server.start()): void {
  client.disconnect();
  start();
  client.connect(transport);
  views.configure();
}

let reported: readonly Reported[] = [];

function showFindings(of: EditorView, list: Reported[]): void {
  if (of !== view) {
    return;
  }
  reported = list;
  listReported();
  const count = (severity: string) => list.filter((one) => one.severity === severity).length;
  const counts = (["error", "warning", "info", "hint"] as const)
    .map((severity) => [count(severity), say(severity)] as const)
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${name} ${number}`);
  find("counts").textContent = counts.join(" · ") || say("noFindings");
  embedding.checked(list.length === 0);
  views.followed();
}

function listReported(): void {
  // Who has kept nothing is new here.
  const isNew = !isEmbedded && store.all.length === 0 && !isAnySolved() && testcaseOf(programs.open) === undefined;
  const start = make("button", { class: "primary" }, say("startLessons"));
  start.addEventListener("click", () => void lessons.with((it) => it.open(0)));
  listFindings(panels.findings, reported, goTo, isNew ? make("div", { class: "empty" }, make("p", {}, say("welcome")), start) : undefined);
}

function showFindingsBeside(of: string, list: readonly { message: string | { value: string } }[]): void {
  if (of === uriOf(CONFIG_FILE)) {
    const messages = list.map(({ message }) => (typeof message === "string" ? message : message.value));
    settings.reported(messages);
    if (messages.length > 0 && programs.open.config !== undefined && tabs.current !== "settings") {
      notice(say("settingsBroken"), "problem", { title: say("showSettings"), press: () => tabs.choose("settings") });
    }
  }
}

function goTo(at: number): void {
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** Moves the cursor to a line, counted from 0. */
function reveal(line: number): void {
  goTo(view.state.doc.line(Math.min(line + 1, view.state.doc.lines)).from);
}

function uriOf(name: string): string {
  return `${ROOT}${encodeURIComponent(name)}`;
}

/** Writes the files that belong to the open program. */
function writeBeside(): void {
  const beside = filesBeside(programs.open);
  server.write(beside);
  const changes = Object.entries(beside).map(([name, content]) => ({ uri: uriOf(name), type: content === null ? 3 : 1 }));
  client.notification("workspace/didChangeWatchedFiles", { changes });
}

/** Opens a program in the editor. */
function open(program: Program): void {
  void keeping.now();
  runs.stop();
  debugging.loaded?.end();
  hideNotice();
  programs.open = program;
  uri = uriOf(program.name);
  const isInOther = isOther(program);
  const isJudged = testcaseOf(program) !== undefined;
  settings.open(program.config);
  writeBeside();
  void embedding.offer(program);
  task.open(program);
  find("judge").hidden = !isJudged;
  tabs.offer("task", isJudged);
  others.open(program.input ?? "");
  tabs.offer("input", isInOther);
  RUN_TABS.own.forEach((id) => tabs.offer(id, !isInOther));
  RUN_TABS.other.forEach((id) => tabs.offer(id, isInOther));
  tabs.offer("settings", program.config !== undefined && !isEmbedded);
  tabs.offer("debugger", false);
  tabs.offer("shorter", false);
  find("shorten").hidden = isInOther;
  reported = [];
  find("counts").textContent = "";
  status(say(server.isReady ? "ready" : "starting"));
  view.setState(
    stateOf(client, uri, program.name, program.text, {
      label: say("editor"),
      nonce,
      isDark: root.dataset["theme"] === "dark",
      phrases: EDITOR_WORDS[language()],
      keys: [
        { key: "Mod-Enter", run: () => (runHere(), true) },
        { key: "Shift-Mod-Enter", run: () => (runAll(), true) },
        { key: "Mod-.", run: () => (void offerActions(view, COMMANDS), true) },
        { key: "Mod-s", run: () => (void keeping.now(), true) },
        { key: "F5", run: () => (void debugging.with((it) => it.debug()), true) },
        { key: "F9", run: () => (void debugging.with((it) => it.toggle(cursorLine())), true) },
        { key: "F1", run: () => (void referenceAtCursor(view).then((page) => page && book.turnTo(page)), true) },
      ],
      edited,
      pasted: (before) => {
        programs.adopt(before);
        void programs.mark("paste", before);
      },
      moved: () => views.cursor(cursorLine()),
      numberPressed: (line) => void debugging.with((it) => it.toggle(line)),
      dropped: (file) => void openFile(file, take),
    }),
  );
  // A text that is wider than its place is scrolled by keys.
  view.scrollDOM.tabIndex = 0;
  view.scrollDOM.setAttribute("role", "group");
  view.scrollDOM.setAttribute("aria-label", say("editor"));
  views.forget();
  // The book stays open next to its programs.
  if (tabs.current !== "book") {
    tabs.choose(isJudged ? "task" : "findings");
  }
}

/** Opens a program that is not in the address. */
function turnTo(program: Program): void {
  open(program);
  navigation.turned();
}

/** Waits until the program of an entry of the menu has come: a lesson comes later. */
async function come(value: string): Promise<void> {
  if (value.startsWith("lesson ")) {
    await lessons.with(() => undefined);
  }
}

/** Puts another content in the place of the open program's, of which a version is kept. */
function replace(why: Reason, content: Partial<Program>): void {
  // What waits to be kept becomes the revision that this one is based on.
  void keeping.now();
  void programs.mark(why, view.state.doc.toString());
  open({ ...programs.open, ...content, name: programs.open.name });
  keeping.edited();
}

/** Opens a program that comes from a file, as one's own. */
function take(program: Program): void {
  open({ ...program, name: store.freeName(program.name) });
  keeping.edited();
  navigation.turned();
}

function edited(isOwn: boolean): void {
  if (isOwn) {
    const isNew = programs.open.id === undefined;
    keeping.edited();
    if (isNew) {
      navigation.remember();
    }
  }
  if (task.edited()) {
    status(say("editedSince"));
  }
  runs.edited();
  debugging.loaded?.edited();
  views.edited();
}

/** Changes the input or the settings of the open program. */
function give(beside: { input: string } | { config: string }): void {
  programs.give(beside);
  writeBeside();
  edited(true);
}

function removeSettings(): void {
  void programs.mark("settings", view.state.doc.toString());
  programs.give({ config: undefined });
  writeBeside();
  edited(true);
  settings.open(undefined);
  tabs.offer("settings", false);
}

// What buttons do.

function cursorLine(): number {
  return view.state.doc.lineAt(view.state.selection.main.head).number - 1;
}

function runHere(): void {
  void runs.run(cursorLine());
}

function runAll(): void {
  void runs.run(lastLine());
}

async function judge(): Promise<void> {
  await keeping.now();
  await programs.mark("judge", view.state.doc.toString());
  await runs.judge();
}

/** The commands that actions are; the others have buttons of their own. */
const COMMANDS: Commands = {
  [SHORTEN]: (lines) => shorten(SHORTEN, lines as Lines),
  [WHY_NO_SHORTER]: (lines) => shorten(WHY_NO_SHORTER, lines as Lines),
};

const shortening = new Lazily(async () => {
  const { Shortening } = await import("./later");
  return new Shortening({
    view,
    panel: panels.shorter,
    runs,
    uri: () => uri,
    status,
    show: () => {
      tabs.offer("shorter", true);
      tabs.choose("shorter");
    },
    reveal,
  });
});

/** Searches for a shorter order of some lines, by default of the selected lines, or of the program. */
function shorten(wish: Wish, lines?: Lines): void {
  void shortening.with((it) => it.search(wish, lines));
}

const debugging = new Lazily(async () => {
  const { Debugging } = await import("./later");
  return new Debugging({
    view,
    panel: panels.debugger,
    server,
    programs,
    program: () => ({ name: decodeURIComponent(uri.slice(ROOT.length)), isOther: isOther(programs.open), input: Boolean(programs.open.input) }),
    focus: () => views.element,
    select: (element) => views.select(element),
    status,
    show: () => {
      view.dispatch({ effects: showValues.of(null) });
      tabs.offer("debugger", true);
      tabs.choose("debugger");
    },
    reveal,
    busy: (isBusy) => root.classList.toggle("debugging", isBusy),
    follow: (debugged) => views.follow(debugged),
  });
});

const managing = new Lazily(async () => {
  const { Managing } = await import("./later");
  return new Managing({
    programs,
    keep: () => keeping.now(),
    open: turnTo,
    restore: ({ content }) => replace("restore", content),
  });
});

function manage(): Promise<void> {
  return managing.with((it) => it.show());
}

/** The last line to run to, counted from 0: of MN-Core 2 the last that is not blank, of other languages the end of the text. */
function lastLine(): number {
  const { doc } = view.state;
  if (isOther(programs.open)) {
    return doc.lines - 1;
  }
  let line = doc.lines;
  while (line > 1 && doc.line(line).text.trim() === "") {
    line -= 1;
  }
  return line - 1;
}

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

// Theme and language.

function applyTheme(): void {
  toolbar.choose();
  root.dataset["theme"] = theme();
  darken(view, theme() === "dark");
  views.darken(theme());
}

const toolbar = new Toolbar(
  {
    manage: () => void manage(),
    run: runAll,
    here: runHere,
    debug: () => void debugging.with((it) => it.debug()),
    judge: () => void judge(),
    stop: () => runs.stop(),
    format: () => {
      formatDocument(view);
      view.focus();
    },
    actions: () => void offerActions(view, COMMANDS),
    shorten: () => shorten(SHORTEN),
    share: () => void share(),
    download: () => save(programs.open.name, view.state.doc.toString()),
  },
  embedding,
  {
    theme: applyTheme,
    language: () => {
      tabs.translate();
      book.translate();
      others.translate();
      settings.translate();
      debugging.loaded?.translate();
      // A run of the debugger continues with its text.
      const example = debugging.loaded?.isActive ? undefined : programs.translated();
      if (example === undefined) {
        programs.list();
      } else {
        open(example);
      }
      task.show(programs.open);
      listReported();
      lessons.loaded?.list();
      translate(view, EDITOR_WORDS[language()]);
      views.configure();
      views.translate(tabs.current);
      status(say("ready"));
    },
  },
);

status(say("starting"));
connect();
void navigation.read(true).then(applyTheme);

/** Keeps the site for use without a network, once what a run needs has come. */
function keepSite(): void {
  if ("serviceWorker" in navigator) {
    // Where it is not allowed, the page needs the network each time.
    void navigator.serviceWorker.register("offline.js").catch(() => undefined);
  }
}
