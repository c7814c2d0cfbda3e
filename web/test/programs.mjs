// Programs for the tests, links that hold them, and what their runs leave alive.

import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

/** A link's fragment for anything. */
export function fragment(value, version = "1") {
  const bytes = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
  return `#${version}.${deflateRawSync(bytes).toString("base64url")}`;
}

/** A program whose run takes a second or more, also on a fast host: every PE has other numbers in a long product. */
export function long(lines = 15_000) {
  const numbers = ["$lr0v", "$lr4v", "$ls0v", "$lm32v"].map((place) => `lpassa $peid ${place}\n`);
  return `${numbers.join("")}nop/3\n${"hmfma $ly $lm32v $llr0v $lls0v\n".repeat(lines)}`;
}

/** A program for whose shortest order a search needs more time than it has. */
export function tangled() {
  let state = 1;
  const one = (list) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return list[(state >> 8) % list.length];
  };
  const numbers = Array.from({ length: 12 }, (_, number) => number * 8);
  const line = () => {
    const opcode = one(["ladd", "lsub", "lxor", "fvadd", "fvmul"]);
    const place = (memory) => `${opcode.startsWith("f") ? "$" : "$l"}${memory}${one(numbers)}v`;
    return `${opcode} ${place("r")} ${place("s")} ${place(one(["r", "s"]))}\nnop/2\n`;
  };
  return Array.from({ length: 30 }, line).join("");
}

/** Waits until frames are drawn. */
export const frames = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let count = 0;
        const draw = () => ((count += 1) > 10 ? resolve() : requestAnimationFrame(draw));
        draw();
      }),
  );

/** The languages of the page, with their versions, the default one first. */
export const LANGUAGES = JSON.parse(readFileSync(new URL("../site/languages.json", import.meta.url), "utf8"));

const folder = new URL("../../examples/languages/", import.meta.url);

/** The examples in other languages, with the version that each names in its first line. */
export const OTHERS = readdirSync(folder).flatMap((name) => {
  const said = /mnc2: language=(\w+)(.*)/.exec(readFileSync(new URL(name, folder), "utf8").split("\n", 1)[0]);
  if (said === null) {
    return [];
  }
  const [, language, options] = said;
  const version = / version=(\S+)/.exec(options)?.[1] ?? LANGUAGES.find(({ id }) => id === language).versions[0];
  return [{ name, language, version }];
});
