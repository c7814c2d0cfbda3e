// Colours for `vsm` and `dump` blocks of the book. They are shallow on purpose: what a word means, the language server
// says. The grammar with which editors colour programs is tree-sitter-mnc2.
(() => {
  const comment = { className: "comment", begin: "#", end: "$" };
  hljs.registerLanguage("vsm", () => ({
    contains: [
      comment,
      { className: "string", begin: /\b[a-z]+"/, end: '"' },
      { className: "keyword", begin: /(?<=^[ \t]*)d[ \t]+(get|set)\w*/ },
      { className: "keyword", begin: /(?<=(^|;)[ \t]*)[a-z]\w*/ },
      { className: "section", begin: /\$[a-z]+\d*\w*/ },
      { className: "symbol", begin: /\bi[0-9a-f]{2}\b/ },
      { className: "number", begin: /\/(\$?\w+)|@[\w./]*|\b(0[xb])?[0-9a-f]+\b/ },
    ],
  }));
  hljs.registerLanguage("dump", () => ({ contains: [comment, { className: "built_in", begin: /^DEBUG-\w+/ }] }));
  for (const block of document.querySelectorAll("code.language-vsm, code.language-dump")) {
    hljs.highlightBlock(block);
  }
})();
