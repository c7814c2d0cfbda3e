// Runs before the page is drawn, so that it appears in the chosen theme and language from the start, and the server is fetched
// while the rest of the page is read.

import { askedLanguage, isEmbedded } from "./asked";
import { read } from "./kept";
import { FIRST, loaded } from "./parts";
import { theme } from "./theme";

document.documentElement.dataset["theme"] = theme();
document.documentElement.classList.toggle("embedded", isEmbedded);
const language = askedLanguage() ?? read("language") ?? navigator.language;
document.documentElement.lang = /^ja\b/i.test(language) ? "ja" : "en";

window.firstPart = loaded(FIRST);
// Users of the promise handle its failure.
window.firstPart.catch(() => undefined);
