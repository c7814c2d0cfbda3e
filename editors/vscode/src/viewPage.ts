// The pages of the views: their controls, and what they may load. Pure text.

/** Which view. */
export type ViewName = "dump" | "chip" | "timeline";

/** What a page loads, as URIs that a view can read. */
export interface Resources {
  script: string;
  style: string;
  /** The origin of both. */
  source: string;
  /** A number used once, which lets only our script run. */
  nonce: string;
}

const BODIES: Record<ViewName, string> = {
  dump: `
<header>
  <div class="bar">
    <select id="memory" aria-label="Memory"></select>
    <input id="element" aria-label="Elements" placeholder="elements, such as n0 b3" spellcheck="false" title="Parts of elements that are shown, such as n0c0b0 or p1 (press / to come here)">
    <select id="format" aria-label="Format"></select>
    <label><input id="changed" type="checkbox">changed only</label>
    <span class="spacer"></span>
    <button id="runAgain" title="Run to the same line again">Run again</button>
    <button id="openText" title="Show the dump as text">As text</button>
  </div>
  <p id="summary" role="status"></p>
  <p id="edited" hidden>The program has been edited since this run.</p>
</header>
<main id="content"></main>`,
  chip: `
<header>
  <div class="bar">
    <input id="memory" aria-label="Memory and address" spellcheck="false" title="Memory and address as in d get, such as $lm0, $r4, $lc16">
    <button id="previous" class="step" aria-label="Address before" title="Address before">◂</button>
    <button id="next" class="step" aria-label="Next address" title="Next address">▸</button>
    <select id="cycle" aria-label="Cycle" hidden></select>
    <select id="format" aria-label="Format"></select>
  </div>
  <p id="summary" role="status"></p>
  <div class="bar"><p id="message" role="alert" hidden></p><button id="run" hidden>Run to cursor</button></div>
</header>
<main id="body" hidden>
  <svg id="picture" tabindex="0" role="application" aria-label="The chip: arrow keys choose an element"></svg>
  <div class="side">
    <h2><code id="element"></code></h2>
    <div aria-live="polite">
      <div id="value" class="mono"></div>
      <div id="bits" class="mono"></div>
      <p id="alike" class="note"></p>
    </div>
    <button id="focus" title="Show what this PE writes (the setting mnc2.focus)">Make it the focus</button>
    <div class="scale"><span id="least"></span><span class="bar" aria-hidden="true"></span><span id="most"></span></div>
    <table><thead><tr><th scope="col">value</th><th scope="col">elements</th></tr></thead><tbody id="values"></tbody></table>
  </div>
</main>`,
  timeline: `
<header>
  <div class="bar">
    <label><input id="used" type="checkbox" checked>only units in use</label>
    <label><input id="tight" type="checkbox">only arrows without slack</label>
    <span class="spacer"></span>
    <span class="legends">
      <span class="legend tight"><i></i>read as soon as allowed</span>
      <span class="legend"><i></i>later</span>
      <span class="legend early"><i></i>too early</span>
    </span>
  </div>
  <p id="summary" role="status"></p>
</header>
<main>
  <svg id="arrows" aria-hidden="true"></svg>
  <table id="table" aria-label="Units against steps"></table>
</main>
<footer id="details" aria-live="polite"></footer>`,
};

/** The page of a view. */
export function viewPage(view: ViewName, resources: Resources): string {
  const { script, style, source, nonce } = resources;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; font-src ${source}; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${view}</title>
</head>
<body class="${view}">${BODIES[view]}
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
