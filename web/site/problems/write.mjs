// Writes the testcases of the problems as files.
//
//   node site/problems/write.mjs           writes them
//   node site/problems/write.mjs --check   fails if the files are other ones

import { readFileSync, writeFileSync } from "node:fs";

import { IDS, testcases } from "./testcases.mjs";

for (const id of IDS) {
  testcases(id).forEach((text, number) => {
    const name = number === 0 ? "testcase.vsm" : `testcase-${number + 1}.vsm`;
    const file = new URL(`${id}/${name}`, import.meta.url);
    if (!process.argv.includes("--check")) {
      writeFileSync(file, text);
    } else if (readFileSync(file, "utf8") !== text) {
      console.error(`${id}/${name} is not what testcases.mjs makes`);
      process.exitCode = 1;
    }
  });
}
