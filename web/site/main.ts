// The page: a program in an editor, the server's findings and explanations, and runs. This file connects the modules of the
// page.

import { EditorView } from "@codemirror/view";
import { SHORTEN, WHY_NO_SHORTER } from "../../editors/vscode/src/protocol";
import { isEmbedded } from "./asked";
import { type Commands, offerActions } from "./editor/actions";
import { darken, declaring, type EditorParts, formatDocument, makeClient, stateOf, translate } from "./editor/editor";
import { EDITOR_WORDS } from "./words/editor";
import { Book, showsBook } from "./book";
import { editorKeys, type Performing } from "./commands";
import { Contents, uriFor } from "./contents";
import { cursorLine, goTo, lastLine, reveal } from "./cursor";
import { openFile, save } from "./files";
import type { Reported } from "./editor/findings";
import { referenceAtCursor } from "./editor/hover";
import { showValues } from "./editor/values";
import { Embedding } from "./embedding";
import { Keeping } from "./keeping";
import { Lazily } from "./lazily";
import { showLoading } from "./loading";
import { Navigation } from "./navigation";
import { hideNotice, notice } from "./notice";
import { languageOf } from "./languages";
import { INPUT_FILE, OtherPanels } from "./otherPanels";
import { makePanels, RUN_TABS, type TabName, TITLES } from "./panels";
import { find, inline, make } from "./page";
import { CONFIG_FILE, isFramed, problemOf, type Program, Programs, testcaseOf, testcasesOf } from "./programs";
import { Reports } from "./reports";
import { Runs } from "./runs";
import { ROOT, Server } from "./server";
import { share } from "./sharing";
import { Settings } from "./settings";
import type { Lines, Wish } from "./shorten";
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
    keepSite();
  },
});
const client = makeClient({ show: showFindings, beside: showFindingsBeside });
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
    reveal: revealLine,
  },
  panels,
);
const others = new OtherPanels(client, panels, (input) => contents.give({ input }));
const settings = new Settings(panels.settings, (config) => {
  if (config === undefined) {
    contents.removeSettings();
    settings.open(undefined);
    tabs.offer("settings", false);
  } else {
    contents.give({ config });
  }
});
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
    replace: (why, text) => contents.replace(why, { text }),
    show: () => {
      tabs.choose("lessons");
      panels.lessons.focus();
    },
  });
});
const problems = new Lazily(async () => {
  const { Problems } = await import("./problemList");
  return new Problems({
    programs,
    panel: panels.problems,
    client,
    text: () => view.state.doc.toString(),
    open: (program) => {
      turnTo(program);
      panels.task.focus();
    },
    take: (program) => {
      contents.take(program);
      panels.task.focus();
    },
    replace: (why, text) => contents.replace(why, { text }),
    show: () => {
      tabs.choose("problems");
      panels.problems.focus();
    },
    judge: () => void judge(),
    learnLessons: () => lessons.with(() => undefined),
  });
});
const task = new Task(
  panels.task,
  {
    ask: (question) => void debugging.with((it) => it.ask(question)),
    reveal: revealLine,
  },
  new Tasks(lessons, problems),
);
const tabs = new Tabs(
  (Object.keys(TITLES) as TabName[]).map((id) => ({ id, title: () => say(TITLES[id]), panel: panels[id] })),
  (id) => {
    if (id === "book") {
      book.open();
    } else if (id === "lessons") {
      void lessons.with((it) => it.list());
    } else if (id === "problems") {
      void problems.with((it) => it.list());
    } else if (isView(id)) {
      views.show(id);
    }
  },
);
tabs.offer("book", showsBook);
tabs.offer("lessons", !isEmbedded);
tabs.offer("problems", !isEmbedded);
const book = new Book(panels.book, () => tabs.choose("book"));
const embedding = new Embedding(() => void runs.run(endLine()));
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
  verdict: (verdict) => {
    task.judged(programs.open, verdict);
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

const programs: Programs = new Programs(store, come, turnTo);
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
  manage: () => perform.manage(),
});

const contents = new Contents({ client, server, view, programs, keeping, navigation, open, edited: () => edited(true) });
const reports = new Reports({
  programs,
  panel: panels.findings,
  goTo: (at) => goTo(view, at),
  learn: () => void lessons.with((it) => it.open(0)),
});

store.heard = (id) => void keeping.heard(id);

/** The URI of the open program in the server: a program with another name is opened anew. */
let uri = ROOT;

/** Whether a program is in another language than MN-Core 2. */
function isOther({ name, text }: Program): boolean {
  return languageOf(name, text) !== "mnc2";
}

/** Moves the cursor to a line, counted from 0. */
function revealLine(line: number): void {
  reveal(view, line);
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

function showFindings(of: EditorView, list: Reported[]): void {
  if (of === view) {
    reports.show(list);
    embedding.checked(list.length === 0);
    views.followed();
  }
}

function showFindingsBeside(of: string, list: readonly { message: string | { value: string } }[]): void {
  if (of === uriFor(CONFIG_FILE)) {
    const messages = list.map(({ message }) => (typeof message === "string" ? message : message.value));
    settings.reported(messages);
    if (messages.length > 0 && programs.open.config !== undefined && tabs.current !== "settings") {
      notice(say("settingsBroken"), "problem", { title: say("showSettings"), press: () => tabs.choose("settings") });
    }
  }
}

/** Opens a program in the editor. */
function open(program: Program): void {
  void keeping.now();
  runs.stop();
  debugging.loaded?.end();
  hideNotice();
  programs.open = program;
  uri = uriFor(program.name);
  settings.open(program.config);
  contents.write();
  void embedding.offer(program);
  task.open(program);
  others.open(program.input ?? "");
  reports.forget();
  status(say(server.isReady ? "ready" : "starting"));
  view.setState(stateOf(client, uri, program.name, program.text, editorParts()));
  // A text that is wider than its place is scrolled by keys.
  view.scrollDOM.tabIndex = 0;
  view.scrollDOM.setAttribute("role", "group");
  view.scrollDOM.setAttribute("aria-label", say("editor"));
  views.forget();
  offerTabs(program);
  recognise();
}

/** Offers to solve what is in the frame of a testcase. */
function recognise(): void {
  const text = view.state.doc.toString();
  if (!isEmbedded && testcaseOf(programs.open) === undefined && isFramed(text)) {
    notice(say("framed"), "news", { title: say("solveFramed"), press: () => void problems.with((it) => it.solveOwn(text)) });
  }
}

/** Offers what the program has. */
function offerTabs(program: Program): void {
  const isInOther = isOther(program);
  const isJudged = testcaseOf(program) !== undefined;
  find("judge").hidden = !isJudged;
  find("shorten").hidden = isInOther;
  tabs.offer("task", isJudged);
  tabs.offer("input", isInOther);
  RUN_TABS.own.forEach((id) => tabs.offer(id, !isInOther));
  RUN_TABS.other.forEach((id) => tabs.offer(id, isInOther));
  tabs.offer("settings", program.config !== undefined && !isEmbedded);
  tabs.offer("debugger", false);
  tabs.offer("shorter", false);
  // The book stays open next to its programs.
  if (tabs.current !== "book") {
    tabs.choose(isJudged ? "task" : "findings");
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
      setTimeout(recognise);
    },
    moved: () => views.cursor(cursorLine(view)),
    numberPressed: (line) => void debugging.with((it) => it.toggle(line)),
    dropped: (file) => void openFile(file, (program) => contents.take(program)),
  };
}

/** Opens a program that is not in the address. */
function turnTo(program: Program): void {
  open(program);
  navigation.turned();
}

/** Waits until the program of an entry of the menu has come, or the problem of a program: lessons and problems come later. */
async function come(value: string, program: Program | undefined = programs.find(value)): Promise<void> {
  if (value.startsWith("lesson ")) {
    await lessons.with(() => undefined);
  } else if (value.startsWith("problem ") || (program?.problem !== undefined && problemOf(program) === undefined)) {
    await problems.with(() => {
      // They may come when the program is open already.
      if (find("judge").hidden && testcaseOf(programs.open) !== undefined) {
        open(programs.open);
      }
    });
  }
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

// What buttons do.

/** The last line to run to. */
function endLine(): number {
  return lastLine(view, isOther(programs.open));
}

async function judge(): Promise<void> {
  const trials = testcasesOf(programs.open).length;
  if (trials === 0) {
    status(say("noTestcase"));
    return;
  }
  await keeping.now();
  await programs.mark("judge", view.state.doc.toString());
  await runs.judge(trials, (trial) => {
    programs.try(trial);
    contents.write();
  });
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
    reveal: revealLine,
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
    reveal: revealLine,
    busy: (isBusy) => root.classList.toggle("debugging", isBusy),
    follow: (debugged) => views.follow(debugged),
  });
});

const managing = new Lazily(async () => {
  const { Managing } = await import("./later");
  return new Managing({
    programs,
    keep: async () => {
      await keeping.now();
      await come("", store.all.find((entry) => entry.problem !== undefined));
    },
    open: turnTo,
    restore: ({ content }) => contents.replace("restore", content),
  });
});

const perform: Performing = {
  manage: () => void managing.with((it) => it.show()),
  run: () => void runs.run(endLine()),
  here: () => void runs.run(cursorLine(view)),
  debug: () => void debugging.with((it) => it.debug()),
  judge: () => void judge(),
  stop: () => runs.stop(),
  format: () => {
    formatDocument(view);
    view.focus();
  },
  actions: () => void offerActions(view, COMMANDS),
  shorten: () => shorten(SHORTEN),
  share: () => void share(programs.open, view.state.doc.toString()),
  download: () => save(programs.open.name, view.state.doc.toString()),
  keep: () => void keeping.now(),
  breakpoint: () => void debugging.with((it) => it.toggle(cursorLine(view))),
  reference: () => void referenceAtCursor(view).then((page) => page && book.turnTo(page)),
};

// Theme and language.

function applyTheme(): void {
  toolbar.choose();
  root.dataset["theme"] = theme();
  darken(view, theme() === "dark");
  views.darken(theme());
}

const toolbar = new Toolbar(perform, embedding,   {
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
