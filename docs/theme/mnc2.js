// Colours for `vsm` and `dump` blocks of the book, and pictures that go with the theme. The colours are shallow on
// purpose: what a word means, the language server says; the grammar for editors is tree-sitter-mnc2.
(() => {
  const finding = { className: "deletion", begin: "#~", end: "$" };
  const comment = { className: "comment", begin: "#", end: "$" };
  hljs.registerLanguage("vsm", () => ({
    contains: [
      finding,
      comment,
      { className: "string", begin: /\b[a-z]+"/, end: '"' },
      { className: "keyword", begin: /(?<=^[ \t]*)d[ \t]+(get|set)\w*/ },
      { className: "keyword", begin: /(?<=(^|;)[ \t]*)[a-z]\w*/ },
      { className: "section", begin: /\$[a-z]+\d*\w*/ },
      { className: "symbol", begin: /\bi[0-9a-f]{2}\b/ },
      { className: "number", begin: /(?<=\s)[lsh][0-9a-f][0-9a-f_lsh]*\b/ },
      { className: "number", begin: /\/(\$?\w+)|@[\w./]*|\b(0[xb])?[0-9a-f]+\b/ },
    ],
  }));
  hljs.registerLanguage("dump", () => ({ contains: [comment, { className: "built_in", begin: /^DEBUG-\w+/ }] }));
  for (const block of document.querySelectorAll("code.language-vsm, code.language-dump")) {
    hljs.highlightBlock(block);
  }

  // The bar above a page is a landmark, and what opens the contents is a button: mdBook has a label there.
  document.getElementById("mdbook-menu-bar")?.setAttribute("role", "banner");
  const label = document.getElementById("mdbook-sidebar-toggle");
  const anchor = document.getElementById("mdbook-sidebar-toggle-anchor");
  if (label?.localName === "label" && anchor !== null) {
    const button = document.createElement("button");
    for (const { name, value } of label.attributes) {
      if (name !== "for") button.setAttribute(name, value);
    }
    button.type = "button";
    button.append(...label.childNodes);
    button.addEventListener("click", () => anchor.click());
    anchor.addEventListener("change", () => button.setAttribute("aria-expanded", String(anchor.checked)));
    label.replaceWith(button);
  }

  // What is wider than the page is scrolled by keys.
  for (const code of document.querySelectorAll("main pre > code")) {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
  }

  // Of pictures that exist light and dark, pages name the light one.
  const page = document.documentElement;
  const choose = () => {
    const dark = ["navy", "coal", "ayu"].some((theme) => page.classList.contains(theme));
    for (const image of document.querySelectorAll("main img")) {
      const source = image.getAttribute("src").replace(/-(light|dark)\.png$/, `-${dark ? "dark" : "light"}.png`);
      if (source !== image.getAttribute("src")) image.setAttribute("src", source);
    }
  };
  choose();
  new MutationObserver(choose).observe(page, { attributeFilter: ["class"] });
})();
