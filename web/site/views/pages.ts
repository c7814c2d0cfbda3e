// The HTML of the views, made when the site is built.

import * as l10n from "@vscode/l10n";

import { viewPage } from "../../../editors/vscode/src/viewPage";
import type { ViewName } from "../frames";

export const VIEWS: readonly ViewName[] = ["dump", "chip", "memory", "timeline", "grids"];

/** The page of a view in a language, with its translations by English text. */
export function page(view: ViewName, language: string, words: Record<string, string>): string {
  l10n.config({ contents: words });
  return viewPage(view, { script: `${view}.js`, style: "views.css", source: "'self'", language, words });
}
