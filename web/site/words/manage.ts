// What the page states about one's own programs, in its languages.

import type { Language } from "../words";

const english = {
  none: "There are none yet. A program becomes your own when you edit it.",
  name: "Name of {0}",
  open: "Open",
  openNamed: "Open {0}",
  delete: "Delete",
  deleteNamed: "Delete {0}",
  deleted: "{0} was deleted, with its versions.",
  undo: "Undo",
  edited: "Edited {0} · lines: {1}",
  versions: "Versions",
  noVersions: "A version is kept before each Judge, paste and restore.",
  restore: "Restore",
  text: "Text of the version",
  before_judge: "before Judge",
  before_paste: "before a paste",
  before_restore: "before a restore",
  before_settings: "before its settings were removed",
  before_startOver: "before Start over",
  badName: "A name has letters, digits, spaces, `_`, `.` and `-`, and ends in {0}.",
  nameTaken: "Another program is called {0}.",
};

type ManageWords = typeof english;

export const MANAGE_WORDS: Record<Language, ManageWords> = {
  en: english,
  ja: {
    none: "まだありません。プログラムを編集すると、自分のプログラムになります。",
    name: "{0}の名前",
    open: "開く",
    openNamed: "{0}を開く",
    delete: "削除",
    deleteNamed: "{0}を削除",
    deleted: "{0}を、保存された版とともに削除しました。",
    undo: "元に戻す",
    edited: "{0}に編集 · {1}行",
    versions: "保存された版",
    noVersions: "判定、貼り付け、復元の前に、そのときの版が保存されます。",
    restore: "復元",
    text: "この版の本文",
    before_judge: "判定の前",
    before_paste: "貼り付けの前",
    before_restore: "復元の前",
    before_settings: "設定を削除する前",
    before_startOver: "最初からやり直す前",
    badName: "名前に使えるのは文字、数字、空白、「_」「.」「-」です。末尾は{0}にしてください。",
    nameTaken: "{0}という名前のプログラムが既にあります。",
  },
};
