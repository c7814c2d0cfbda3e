// What the page states where a program is shared, in its languages.

import type { Language } from "../words";

const english = {
  copyLink: "Copy the link",
  name: "Your name in the link (optional)",
  noName: "A name has letters, digits, spaces and signs.",
  of: "The link names the author of this text, “{0}”. Once you edit it, the link is yours.",
  elsewhere: "In other pages",
  markdown: "Copy as Markdown",
  markdownCopied: "The program is in the clipboard as Markdown, with its link.",
  frame: "Copy as a frame",
  frameCopied: "The HTML of a frame that runs the program is in the clipboard.",
  copyIt: "Copy this text.",
  text: "Text to copy",
  size: "Height",
  small: "small",
  medium: "medium",
  large: "large",
  theme: "Theme",
  system: "as the reader's system",
  light: "light",
  dark: "dark",
};

export const SHARING_WORDS: Record<Language, typeof english> = {
  en: english,
  ja: {
    copyLink: "リンクをコピー",
    name: "リンクに入れる名前 (省略可)",
    noName: "名前に使えるのは文字、数字、空白、記号です。",
    of: "リンクには、この本文の作者「{0}」の名前が入ります。編集すると、自分のリンクになります。",
    elsewhere: "ほかのページで",
    markdown: "Markdownとしてコピー",
    markdownCopied: "プログラムを、リンクの付いたMarkdownとしてクリップボードにコピーしました。",
    frame: "フレームとしてコピー",
    frameCopied: "プログラムを実行できるフレームのHTMLを、クリップボードにコピーしました。",
    copyIt: "このテキストをコピーしてください。",
    text: "コピーするテキスト",
    size: "高さ",
    small: "小",
    medium: "中",
    large: "大",
    theme: "テーマ",
    system: "読者のシステムに従う",
    light: "ライト",
    dark: "ダーク",
  },
};
