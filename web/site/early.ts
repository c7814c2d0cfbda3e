// Runs before the page is drawn, so that it appears at once in the chosen theme and language.

import { read } from "./kept";

const theme = read("theme");
const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = dark ? "dark" : "light";
const language = read("language") ?? navigator.language;
document.documentElement.lang = /^ja\b/i.test(language) ? "ja" : "en";
