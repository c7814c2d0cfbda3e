// Programs of the book that can be edited and run where they are: each gets a button that puts the playground in its place, in
// the frame that docs/playground.md describes. Where the page has `<!-- playground -->` above a program, the frame is there from
// the beginning, and is loaded when it is scrolled to. The site has this script, since it has the playground in the folder above
// the book; a book that is built alone does not.
//
// In the playground's own tab the button sends the program to the editor beside the book, and the book has its theme.
(() => {
  const WORDS = {
    en: { open: "Try it", close: "Close", send: "Open in the editor", frame: "Playground" },
    ja: { open: "試す", close: "閉じる", send: "エディターで開く", frame: "プレイグラウンド" },
  };
  const page = location.pathname.split("/").at(-1).replace(/\.html$/, "") || "index";
  const language = page.endsWith(".ja") ? "ja" : "en";
  const words = WORDS[language];
  const site = new URL(`${path_to_root}../`, location.href);

  /** Whether the playground shows this page: its frame has this name, and is of this site. */
  const isBeside = window.name === "mnc2-book" && window.frameElement !== null;

  /** Playgrounds of a page that are there at once: each has a server of its own. */
  const OPEN_MAX = 4;

  /** Room for everything but the program, in pixels: beside each other where there is room for it, or below. */
  const WIDE = 820;
  const HEIGHT_MIN = 340;
  const HEIGHT_MAX = 560;
  const BARS = 110;
  const BELOW = 320;

  const html = document.documentElement;
  const DARK = ["navy", "coal", "ayu"];
  const theme = () => (DARK.some((name) => html.classList.contains(name)) ? "dark" : "light");

  // Which blocks are programs, and what is said about them.

  /** The extensions of programs in other languages. */
  const EXTENSIONS = {
    // What follows is written by a test from the list of languages.
    naplespu: "s",
    rvmatrix: "S",
    tensil: "tasm",
    tinytc: "ir",
    // This is the end of what is written.
  };

  /** The file that a block is; undefined if it is no program of its own, such as one for a linker. */
  function fileOf(code) {
    const classes = [...code.classList];
    const kind = classes.find((name) => name.startsWith("language-"));
    const name = classes.find((name) => name.includes("."));
    const stem = page.replace(/\.ja$/, "");
    if (/#~ form:/.test(code.textContent)) return undefined;
    switch (kind) {
      case "language-vsm":
        return name === undefined ? `${stem}.vsm` : name.endsWith(".vsm") ? name : undefined;
      default: {
        // The page says whose assembly it is.
        const language = kind === "language-asm" ? stem : kind?.slice("language-".length);
        return Object.hasOwn(EXTENSIONS, language ?? "") ? `${stem}.${EXTENSIONS[language]}` : undefined;
      }
    }
  }

  /** What a test reads in a program is not for people who edit it; the options in the first line become settings. */
  function programOf(code) {
    const text = code.textContent;
    const lines = text.split("\n").filter((line) => !/^\s*#~/.test(line));
    const bare = lines.map((line) => line.replace(/\s*#~.*$/, "")).join("\n");
    const config = configOf(text);
    const input = inputOf(code);
    const testcase = testcaseOf(code);
    return { name: fileOf(code), text: bare, ...(config && { config }), ...(input && { input }), ...(testcase && { testcase }) };
  }

  /** The settings, as `mnc2.toml` has them, that `#~ profile: hardware, on: W0106` asks for. */
  function configOf(text) {
    const [, options] = /^#~ ((?:mode|profile|on): .*)/.exec(text) ?? [];
    const said = Object.fromEntries((options ?? "").split(",").map((option) => option.split(":").map((it) => it.trim())));
    const keys = ["profile", "mode"].filter((key) => key in said).map((key) => `${key} = "${said[key]}"\n`);
    const levels = (said.on ?? "").split(/\s+/).filter(Boolean).map((id) => `${id} = "${levelOf(text, id)}"\n`);
    return [...keys, ...(levels.length > 0 ? ["[levels]\n", ...levels] : [])].join("");
  }

  /** How severe the page says that a finding is. */
  function levelOf(text, id) {
    return new RegExp(`(error|warning|info|hint)\\[${id}\\]`).exec(text)?.[1] ?? "warning";
  }

  /** What a program is given: a block below it says so. */
  function inputOf(code) {
    const blocks = [...document.querySelectorAll("main pre > code")];
    const next = blocks[blocks.indexOf(code) + 1];
    return code.classList.contains("run") && next?.matches(".language-json.in") ? next.textContent : undefined;
  }

  /** The testcase that judges a program: a command on its page says which block it is. */
  function testcaseOf(code) {
    const named = (name) => document.querySelector(`main pre > code.${CSS.escape(name)}`);
    const own = [...code.classList].find((name) => name.endsWith(".vsm"));
    const commands = [...document.querySelectorAll("main code.language-console")].map((block) => block.textContent).join("\n");
    const judged = [...commands.matchAll(/^\$ mnc2 judge (\S+) (\S+)/gm)].find(([, , program]) => program === own);
    return judged && named(judged[1])?.textContent;
  }

  /** The program as the playground's links hold it. */
  async function fragmentOf(program) {
    const packed = new Blob([JSON.stringify(program)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return `#1.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  }

  // Programs on their own page.

  /** Whether a comment of the page puts the playground in the place of a block; not on paper, nor where the reader saves data. */
  function isAsked(block) {
    let before = block.previousSibling;
    while (before?.nodeType === Node.TEXT_NODE && before.data.trim() === "") before = before.previousSibling;
    const isNamed = before?.nodeType === Node.COMMENT_NODE && before.data.trim() === "playground";
    return isNamed && page !== "print" && !navigator.connection?.saveData;
  }

  /** The frame of a program, with its size. */
  function frameFor(block) {
    const { width, height } = block.getBoundingClientRect();
    const frame = document.createElement("iframe");
    frame.title = words.frame;
    frame.loading = "lazy";
    const beside = Math.max(HEIGHT_MIN, Math.min(HEIGHT_MAX, height + BARS));
    frame.height = Math.round(width > WIDE ? beside : Math.min(HEIGHT_MAX, height + BARS) + BELOW);
    return frame;
  }

  /** The programs that are open, first those that were opened first. */
  const open = [];

  function embed(code, bar, button) {
    const block = code.parentElement;
    let fragment;
    let frame;
    const close = () => {
      // What was edited is there again when it is opened the next time.
      fragment = frame.contentDocument?.getElementById("open")?.hash || fragment;
      open.splice(open.indexOf(close), 1);
      frame.remove();
      frame = undefined;
      block.hidden = false;
      button.textContent = words.open;
      button.setAttribute("aria-expanded", "false");
    };
    const show = async () => {
      if (open.length >= OPEN_MAX) open[0]();
      frame = frameFor(block);
      open.push(close);
      block.hidden = true;
      bar.before(frame);
      button.textContent = words.close;
      button.setAttribute("aria-expanded", "true");
      const here = frame;
      fragment ??= await fragmentOf(programOf(code));
      here.src = `${site}?embed&theme=${theme()}&language=${language}${fragment}`;
    };
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => (frame === undefined ? show() : close()));
    if (isAsked(block)) void show();
  }

  /** A frame hears of another theme, or is loaded with it. */
  function wear(frame) {
    if (frame.contentDocument?.URL === "about:blank") {
      if (frame.src) frame.src = frame.src.replace(/theme=\w+/, `theme=${theme()}`);
    } else {
      frame.contentWindow?.postMessage({ theme: theme() }, location.origin);
    }
  }

  const frames = () => document.querySelectorAll("main iframe");
  new MutationObserver(() => frames().forEach(wear)).observe(html, { attributeFilter: ["class"] });

  // The book beside the playground.

  function follow() {
    const { document: around, location: playground } = window.parent;
    const wear = () => {
      const isDark = around.documentElement.dataset.theme === "dark";
      html.classList.remove("light", "rust", ...DARK);
      html.classList.add(isDark ? "navy" : "light");
      const sheets = { "mdbook-highlight-css": !isDark, "mdbook-tomorrow-night-css": isDark, "mdbook-ayu-highlight-css": false };
      for (const [id, isOn] of Object.entries(sheets)) document.getElementById(id).disabled = !isOn;
    };
    wear();
    const observer = new MutationObserver(wear);
    observer.observe(around.documentElement, { attributeFilter: ["data-theme"] });
    window.addEventListener("pagehide", () => observer.disconnect());
    // Other sites do not let themselves be shown in a frame.
    for (const link of document.querySelectorAll("a[href]")) {
      if (link.origin !== location.origin) {
        link.target = "_blank";
        link.rel = "noopener noreferrer";
      }
    }
    return async (program) => {
      playground.hash = await fragmentOf(program);
    };
  }

  const send = isBeside ? follow() : undefined;
  for (const code of document.querySelectorAll("main pre > code")) {
    if (fileOf(code) === undefined) continue;
    const button = document.createElement("button");
    button.type = "button";
    const bar = document.createElement("div");
    bar.className = "try";
    bar.append(button);
    code.parentElement.after(bar);
    if (send === undefined) {
      button.textContent = words.open;
      embed(code, bar, button);
    } else {
      button.textContent = words.send;
      button.addEventListener("click", () => void send(programOf(code)));
    }
  }
})();
