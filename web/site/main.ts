// The page: a program in an editor, the server's findings and explanations, and runs. This file connects the modules of the
// page.

import { EditorView } from "@codemirror/view";
import { SHORTEN, WHY_NO_SHORTER } from "../../editors/vscode/src/protocol";
import { isEmbedded } from "./asked";
import { type Commands, offerActions } from "./editor/actions";
import { darken, declaring, type EditorParts, formatDocument, makeClient, stateOf, translate, wrap } from "./editor/editor";
import { EDITOR_WORDS } from "./words/editor";
import { Book, showsBook } from "./book";
import { editorKeys, listen, type Performing } from "./commands";
import { Contents, uriFor } from "./contents";
import { cursorLine, goTo, lastLine, reveal } from "./cursor";
import { save } from "./files";
import type { Reported } from "./editor/findings";
import { referenceAtCursor } from "./editor/hover";
import { Embedding } from "./embedding";
import { Keeping } from "./keeping";
import { laterParts, type Page } from "./laterParts";
import { Layout } from "./layout";
import { showLoading } from "./loading";
import { Navigation } from "./navigation";
import { hideNotice, notice } from "./notice";
import { keepSite } from "./offline";
import { INPUT_FILE, OtherPanels } from "./otherPanels";
import { makePanels, RUN_TABS, type TabName, TITLES } from "./panels";
import { find, inline, make } from "./page";
import { CONFIG_FILE, isOther, type Program, Programs, testcaseOf } from "./programs";
import { type Preference, preferred } from "./preferences";
import { Reports } from "./reports";
import { Results } from "./results";
import { Runs } from "./runs";
import { ROOT, Server } from "./server";
import type { Lines, Wish } from "./shorten";
import { SettingsProblems } from "./settingsProblems";
import { hideShared, showShared, translateShared } from "./shared";
import { Solving } from "./solving";
import { Store } from "./store";
import { Tabs } from "./tabs";
import { Task } from "./task";
import { Tasks } from "./tasks";
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
    views.configure();
    annotate();
    lessons.loaded?.complete();
    keepSite();
  },
});
const client = makeClient({ show: showFindings, beside: showFindingsBeside, warned: (message) => settingsProblems.warn(message) });
const transport = declaring(server);
const store = await Store.open();
const view = new EditorView({ parent: find("editor"), extensions: [EditorView.cspNonce.of(nonce)] });

// Tabs and their panels.

const panels = makePanels();
const views = new ViewPanels(
  {
    client,
    view,
    uri: () => uri,
    name: () => programs.open.name,
    run: (line) => void runs.run(Math.min(line, endLine())),
    hasHints: () => server.isComplete,
    reveal: (line) => reveal(view, line),
  },
  panels,
);
const others = new OtherPanels(client, panels, (input) => contents.give({ input }));
const { lessons, examples, problems, settings, shortening, debugging, managing, sharing, keys, annotations } = laterParts(() => page);
const solving = new Solving({ lessons, examples, problems, page: () => page, open });
const task = new Task(
  panels.task,
  {
    ask: (question) => void debugging.with((it) => it.ask(question)),
    reveal: (line) => reveal(view, line),
  },
  new Tasks(lessons, problems),
);
const tabs = new Tabs(
  (Object.keys(TITLES) as TabName[]).map((id) => ({ id, title: () => say(TITLES[id]), panel: panels[id] })),
  (id, isAsked) => {
    if (isAsked) {
      layout.reveal();
    }
    if (id === "book") {
      book.open();
    } else if (id === "lessons") {
      void lessons.with((it) => it.list());
    } else if (id === "settings") {
      void settings.with((it) => it.open());
    } else if (id === "problems") {
      void problems.with((it) => it.list());
    } else if (isView(id)) {
      views.show(id);
    }
    lessons.loaded?.arrange();
  },
);
tabs.offer("book", showsBook);
(["lessons", "problems", "settings"] as const).forEach((id) => tabs.offer(id, !isEmbedded));
const layout = new Layout();
const book = new Book(panels.book, () => tabs.choose("book"));
const embedding = new Embedding(() => root.classList.contains("busy") || void runs.run(endLine()));
const results = new Results({ view, views, others, task, tabs, program: () => programs.open, judged: () => lessons.loaded?.judged() });
const runs = new Runs({
  ...results,
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
  restart: () => connect(),
});

// Programs, and their versions in the browser.

const programs = new Programs(store, solving.choose);
const navigation = new Navigation({
  programs,
  open,
  come: solving.come,
  opened: ({ name, config }) => {
    if (isEmbedded) {
      return;
    }
    status(say("opened", name));
    if (programs.open.id === undefined) {
      showShared(programs.open, copyShared);
    }
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
  manage: () => perform.manage(),
});

const contents = new Contents({
  ...{ client, server, view, programs, keeping, navigation, open },
  edited: () => {
    settingsProblems.edited();
    edited(true);
  },
  showSettings: () => tabs.choose("settings"),
});
const settingsProblems = new SettingsProblems(() => page, settings);
const reports = new Reports({ panel: panels.findings, goTo: (at) => goTo(view, at) });

const page: Page = {
  client,
  server,
  view,
  programs,
  contents,
  solving,
  keeping,
  navigation,
  reports,
  results,
  runs,
  panels,
  tabs,
  views,
  uri: () => uri,
  status,
  turnTo,
  settingsProblems: () => settingsProblems.list,
  preferred: applyPreference,
};

store.heard = (id) => void keeping.heard(id);

/** The URI of the open program in the server: a program with another name is opened anew. */
let uri = ROOT;

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

function showFindings(of: EditorView, list: Reported[]): void {
  if (of === view) {
    reports.show(list);
    embedding.checked(list.length === 0);
    views.followed();
    annotate();
  }
}

function showFindingsBeside(of: string, list: readonly { message: string | { value: string } }[]): void {
  if (of === uriFor(CONFIG_FILE)) {
    const messages = list.map(({ message }) => (typeof message === "string" ? message : message.value));
    settingsProblems.find(messages);
  }
}

/** Opens a program in the editor. */
function open(program: Program): void {
  void keeping.now();
  runs.stop();
  debugging.loaded?.end();
  hideNotice();
  hideShared();
  programs.open = program;
  uri = uriFor(program.name);
  settingsProblems.forget();
  settings.loaded?.open();
  contents.write();
  void embedding.offer(program);
  task.open(program);
  others.open(program.input ?? "");
  reports.forget();
  status(say(server.isReady ? "ready" : "starting"));
  view.setState(stateOf(client, uri, program.name, program.text, editorParts()));
  view.scrollDOM.scrollTo(0, 0);
  // A text that is wider than its place is scrolled by keys.
  view.scrollDOM.tabIndex = 0;
  view.scrollDOM.setAttribute("role", "group");
  view.scrollDOM.setAttribute("aria-label", say("editor"));
  views.forget();
  annotations.loaded?.forget();
  offerTabs(program);
  solving.recognise();
}

/** Offers what the program has. */
function offerTabs(program: Program): void {
  const isInOther = isOther(program);
  const isJudged = testcaseOf(program) !== undefined;
  find("judge").hidden = !isJudged;
  find("judge").classList.toggle("primary", isJudged);
  find("run").classList.toggle("primary", !isJudged);
  find("shorten").hidden = isInOther;
  tabs.offer("task", isJudged);
  tabs.offer("input", isInOther);
  RUN_TABS.own.forEach((id) => tabs.offer(id, !isInOther));
  RUN_TABS.other.forEach((id) => tabs.offer(id, isInOther));
  tabs.offer("debugger", false);
  tabs.offer("shorter", false);
  // The book stays open next to its programs.
  if (tabs.current !== "book") {
    tabs.choose(isJudged ? "task" : "findings", false);
    task.begin();
  }
}

function editorParts(): EditorParts {
  return {
    label: say("editor"),
    nonce,
    isDark: root.dataset["theme"] === "dark",
    phrases: EDITOR_WORDS[language()],
    keys: editorKeys(perform),
    edited,
    pasted: (before) => {
      programs.adopt(before);
      void programs.mark("paste", before);
      setTimeout(solving.recognise);
    },
    moved: () => views.cursor(cursorLine(view)),
    numberPressed: (line) => void debugging.with((it) => it.toggle(line)),
    dropped: (file) => contents.drop(file),
  };
}

/** Opens a program that is not in the address. */
function turnTo(program: Program): void {
  open(program);
  navigation.turned();
}

function edited(isOwn: boolean): void {
  if (isOwn) {
    const isNew = programs.open.id === undefined;
    keeping.edited();
    if (isNew) {
      navigation.adopted();
      hideShared();
    }
  }
  if (task.edited()) {
    status(say("editedSince"));
  }
  runs.edited();
  debugging.loaded?.edited();
  views.edited();
}

/** Makes the program of a link one's own, before anything is edited. */
function copyShared(): void {
  edited(true);
  status(say("copyOpen", programs.open.name));
  view.focus();
}

// What buttons do.

/** The last line to run to. */
function endLine(): number {
  return lastLine(view, isOther(programs.open));
}

/** The commands that actions are; the others have buttons of their own. */
const COMMANDS: Commands = {
  [SHORTEN]: (lines) => shorten(SHORTEN, lines as Lines),
  [WHY_NO_SHORTER]: (lines) => shorten(WHY_NO_SHORTER, lines as Lines),
};

/** Searches for a shorter order of some lines, by default of the selected lines, or of the program. */
function shorten(wish: Wish, lines?: Lines): void {
  void shortening.with((it) => it.search(wish, lines));
}

/** Shows what is known about the text that the server has. Before all of the server is there, everything would wait for it. */
function annotate(): void {
  if (server.isComplete) {
    void annotations.quietly((it) => it.followed());
  }
}

const perform: Performing = {
  manage: () => void managing.with((it) => it.show()),
  run: () => void runs.run(endLine()),
  here: () => void runs.run(cursorLine(view)),
  debug: () => void debugging.with((it) => it.debug()),
  judge: () => void solving.judge(),
  stop: () => runs.stop(),
  format: () => {
    formatDocument(view);
    view.focus();
  },
  actions: () => void offerActions(view, COMMANDS),
  shorten: () => shorten(SHORTEN),
  share: () => void sharing.with((it) => it.show()),
  download: () => save(programs.open.name, view.state.doc.toString()),
  keep: () => void keeping.now(),
  breakpoint: () => void debugging.with((it) => it.toggle(cursorLine(view))),
  keys: () => void keys.with((show) => show()),
  jump: () => (view.hasFocus ? tabs.focus() : view.focus()),
  arrange: () => layout.next(),
  reference: () => void referenceAtCursor(view).then((page) => page && book.turnTo(page)),
};

// Theme, language and preferences.

function applyPreference(name: Preference): void {
  if (name === "panes") {
    layout.arrange(preferred("panes"));
  } else if (name === "wrap") {
    wrap(view);
  } else {
    views.configure();
    annotations.loaded?.changed();
  }
}

function applyTheme(): void {
  toolbar.choose();
  root.dataset["theme"] = theme();
  darken(view, theme() === "dark");
  views.darken(theme());
}

const toolbar = new Toolbar(perform, embedding, {
    theme: applyTheme,
    language: () => {
      tabs.translate();
      book.translate();
      others.translate();
      settings.loaded?.translate();
      layout.translate();
      translateShared();
      annotations.loaded?.changed();
      debugging.loaded?.translate();
      // A run of the debugger continues with its text.
      const example = debugging.loaded?.isActive ? undefined : programs.translated();
      if (example === undefined) {
        programs.list();
      } else {
        open(example);
      }
      task.show(programs.open);
      reports.list();
      lessons.loaded?.list();
      void problems.loaded?.list();
      translate(view, EDITOR_WORDS[language()]);
      views.configure();
      views.translate(tabs.current);
      status(say("ready"));
    },
  },
);

listen(perform);
status(say("starting"));
connect();
void navigation.read(true).then(applyTheme);
