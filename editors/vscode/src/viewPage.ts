// The HTML of the views: their controls, and what they may load. Pure text.

import * as l10n from "@vscode/l10n";

/** Which view. */
export type ViewName = "dump" | "chip" | "memory" | "timeline" | "word" | "grids";

/** What a page loads, as URIs that a view can read. */
export interface Resources {
  script: string;
  style: string;
  /** The origin of both. */
  source: string;
  /** A number used once, which allows only our script; without it, all scripts of the origin are allowed. */
  nonce?: string;
  /** The language of the page, such as `ja`. */
  language: string;
  /** Translations by their English texts, for the page's script; empty in English. */
  words: Record<string, string>;
}

/** A text in the user's language, for a place in HTML. */
function html(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

const BODIES: Record<ViewName, () => string> = {
  dump: () => `
<header>
  <div class="bar">
    <select id="memory" aria-label="${html(l10n.t("Memory"))}"></select>
    <input id="element" aria-label="${html(l10n.t("Elements"))}" placeholder="${html(l10n.t("elements, such as n0 b3"))}" spellcheck="false" title="${html(l10n.t("Parts of elements that are shown, such as n0c0b0 or p1 (press / to come here)"))}">
    <select id="format" aria-label="${html(l10n.t("Format"))}"></select>
    <label><input id="changed" type="checkbox">${html(l10n.t("changed only"))}</label>
    <span class="spacer"></span>
    <button id="runAgain" title="${html(l10n.t("Run to the same line again"))}">${html(l10n.t("Run again"))}</button>
    <button id="openText" title="${html(l10n.t("Show the dump as text"))}">${html(l10n.t("As text"))}</button>
  </div>
  <p id="summary" role="status"></p>
  <div id="remarks" role="status"></div>
  <p id="edited" hidden>${html(l10n.t("The program has been edited since this run."))}</p>
</header>
<main id="content"></main>`,
  chip: () => `
<header>
  <div class="bar">
    <input id="memory" aria-label="${html(l10n.t("Memory and address"))}" spellcheck="false" title="${html(l10n.t("Memory and address as in d get, such as $lm0, $r4, $lc16"))}">
    <button id="previous" class="step" aria-label="${html(l10n.t("Address before"))}" title="${html(l10n.t("Address before"))}">◂</button>
    <button id="next" class="step" aria-label="${html(l10n.t("Next address"))}" title="${html(l10n.t("Next address"))}">▸</button>
    <select id="cycle" aria-label="${html(l10n.t("Cycle"))}" hidden></select>
    <select id="format" aria-label="${html(l10n.t("Format"))}"></select>
  </div>
  <p id="summary" role="status"></p>
  <div class="bar"><p id="message" role="alert" hidden></p><button id="run" hidden>${html(l10n.t("Run to cursor"))}</button></div>
</header>
<main id="body" hidden>
  <div class="picture"><svg id="picture" tabindex="0" preserveAspectRatio="none" role="application" aria-label="${html(l10n.t("The chip: arrow keys choose an element"))}"></svg></div>
  <div class="side">
    <h2><code id="element"></code></h2>
    <div aria-live="polite">
      <div id="value" class="mono"></div>
      <div id="bits" class="mono"></div>
      <p id="alike" class="note"></p>
    </div>
    <button id="focus" title="${html(l10n.t("Show what this PE writes (the setting mnc2.focus)"))}">${html(l10n.t("Make it the focus"))}</button>
    <div class="scale"><span id="least"></span><span class="bar" aria-hidden="true"></span><span id="most"></span></div>
    <table><thead><tr><th scope="col">${html(l10n.t("value"))}</th><th scope="col">${html(l10n.t("elements"))}</th></tr></thead><tbody id="values"></tbody></table>
  </div>
</main>`,
  memory: () => `
<header>
  <div class="bar">
    <input id="element" aria-label="${html(l10n.t("PE"))}" spellcheck="false" title="${html(l10n.t("A PE such as n0c1b2m3p1; empty for the PE in focus"))}">
    <input id="memory" aria-label="${html(l10n.t("Memory and address"))}" spellcheck="false" title="${html(l10n.t("Memory and address as in d get, such as $lm0, $r4, $lc16"))}">
    <button id="previous" class="step" aria-label="${html(l10n.t("Words before"))}" title="${html(l10n.t("Words before"))}">◂</button>
    <button id="next" class="step" aria-label="${html(l10n.t("Next words"))}" title="${html(l10n.t("Next words"))}">▸</button>
    <select id="format" aria-label="${html(l10n.t("Format"))}"></select>
    <span class="spacer"></span>
    <span class="legend changed"><i></i>${html(l10n.t("changed since it was last shown"))}</span>
  </div>
  <p id="summary" role="status"></p>
  <div class="bar"><p id="message" role="alert" hidden></p><button id="run" hidden>${html(l10n.t("Run to cursor"))}</button></div>
</header>
<main id="body" hidden><table id="words" aria-label="${html(l10n.t("Words by address"))}"></table></main>`,
  word: () => `
<header>
  <div class="bar">
    <span class="legends">
      <span class="legend known"><i></i>${html(l10n.t("known"))}</span>
      <span class="legend inferred"><i></i>${html(l10n.t("inferred"))}</span>
      <span class="legend unknown"><i></i>${html(l10n.t("unknown"))}</span>
      <span class="legend idle"><i></i>${html(l10n.t("not used"))}</span>
    </span>
    <span class="spacer"></span>
    <button id="openOutput" hidden>${html(l10n.t("Go to the output"))}</button>
  </div>
  <p id="summary" class="mono" role="status"></p>
  <p id="message" role="alert" hidden></p>
  <p id="difference" class="remark" hidden></p>
</header>
<main id="body" hidden>
  <svg id="picture" role="img" aria-label="${html(l10n.t("The bits of the word, by field"))}"></svg>
  <p id="hexadecimal" class="mono"></p>
  <table>
    <thead><tr><th scope="col">${html(l10n.t("bits"))}</th><th scope="col">${html(l10n.t("field"))}</th><th scope="col">${html(l10n.t("content"))}</th><th scope="col">${html(l10n.t("known"))}</th><th scope="col">${html(l10n.t("in the output"))}</th></tr></thead>
    <tbody id="fields"></tbody>
  </table>
</main>`,
  grids: () => `
<header>
  <div class="bar">
    <select id="grid" aria-label="${html(l10n.t("Memory"))}"></select>
    <span class="spacer"></span>
    <button id="run" title="${html(l10n.t("Run to the end again"))}">${html(l10n.t("Run again"))}</button>
  </div>
  <p id="summary" role="status"></p>
  <div class="bar"><p id="message" role="alert" hidden></p></div>
</header>
<main id="body" hidden>
  <div class="picture"><svg id="picture" tabindex="0" role="application" aria-label="${html(l10n.t("The memory: arrow keys choose a number"))}"></svg></div>
  <div class="side">
    <h2><code id="element"></code></h2>
    <div id="value" class="mono" aria-live="polite"></div>
    <div class="scale"><span id="least"></span><span class="bar" aria-hidden="true"></span><span id="most"></span></div>
  </div>
</main>`,
  timeline: () => `
<header id="header">
  <div id="time" class="bar" hidden>
    <input id="moment" type="range" min="0" step="1" aria-label="${html(l10n.t("Point in time of the run"))}" title="${html(l10n.t("Drag to go back and forth in the run"))}">
    <output id="where"></output>
  </div>
  <div class="bar">
    <label><input id="used" type="checkbox" checked>${html(l10n.t("only units in use"))}</label>
    <label><input id="tight" type="checkbox">${html(l10n.t("only arrows without slack"))}</label>
    <span class="spacer"></span>
    <span class="legends">
      <span class="legend tight"><i></i>${html(l10n.t("read as soon as allowed"))}</span>
      <span class="legend"><i></i>${html(l10n.t("later"))}</span>
      <span class="legend early"><i></i>${html(l10n.t("too early"))}</span>
    </span>
  </div>
  <p id="summary" role="status"></p>
</header>
<main id="main">
  <svg id="arrows" aria-hidden="true"></svg>
  <table id="table" aria-label="${html(l10n.t("Units against steps"))}"></table>
</main>
<footer id="details" aria-live="polite"></footer>`,
};

/** The page of a view. */
export function viewPage(view: ViewName, resources: Resources): string {
  const { script, style, source, nonce, language, words } = resources;
  const allowed = nonce === undefined ? source : `'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; font-src ${source}; script-src ${allowed}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="words" content="${html(JSON.stringify(words))}">
<link rel="stylesheet" href="${style}">
<title>${view}</title>
</head>
<body class="${view}">${BODIES[view]()}
<script${nonce === undefined ? "" : ` nonce="${nonce}"`} src="${script}"></script>
</body>
</html>
`;
}
