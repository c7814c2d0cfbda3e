// The messages of CodeMirror, in the languages of the page.

import type { Language } from "../words";

export const EDITOR_WORDS: Record<Language, Record<string, string>> = {
  en: {},
  ja: {
    "Go to line": "行へ移動",
    go: "移動",
    Find: "検索",
    Replace: "置換",
    next: "次",
    previous: "前",
    all: "すべて",
    "match case": "大文字と小文字を区別",
    "by word": "単語単位",
    regexp: "正規表現",
    replace: "置換",
    "replace all": "すべて置換",
    close: "閉じる",
    "current match": "現在の一致",
    "replaced $ matches": "$件を置換しました",
    "replaced match on line $": "$行目の一致を置換しました",
    "on line": "行:",
    Completions: "補完候補",
    Diagnostics: "指摘",
    "No diagnostics": "指摘はありません",
    "Folded lines": "折りたたまれた行",
    "Unfolded lines": "展開された行",
    to: "から",
    "folded code": "折りたたまれた部分",
    unfold: "展開",
    "Fold line": "行を折りたたむ",
    "Unfold line": "行を展開",
    "New name": "新しい名前",
    rename: "名前を変更",
    cancel: "取り消し",
  },
};
