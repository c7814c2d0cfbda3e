// Runs before the page is drawn, so that it appears at once in the chosen theme and language.

import { read } from "./kept";
import { theme } from "./theme";

document.documentElement.dataset["theme"] = theme();
const language = read("language") ?? navigator.language;
document.documentElement.lang = /^ja\b/i.test(language) ? "ja" : "en";
