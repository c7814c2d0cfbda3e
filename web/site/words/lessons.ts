// What the page states about lessons, in its languages.

import type { Language } from "../words";

const english = {
  welcome: "Welcome",
  about:
    "MN-Core 2 is a processor for matrix arithmetic: 4096 processing elements execute every line of the same program, each on its own memory, without branches and caches.",
  firstLesson: "This is the first of ten lessons, from one step to a matrix product. Change the program, then press “Judge”.",
  example: "Open an example",
  closeLesson: "Close the lesson",
  introduction:
    "Tasks from one step to a matrix product. Change the starting point until “Judge” accepts it; the score is the number of steps, the lower the better. [The machine in ten minutes](https://github.com/mnc2/mnc2/blob/main/docs/the-machine.md) explains what the tasks use.",
  progress: "{0} of {1} solved",
  number: "Lesson {0} of {1}",
  all: "All lessons",
  next: "Next lesson",
  last: "This was the last lesson.",
  started: "Started",
  solved: "Solved, score {0}",
  solvedLonger: "Solved, score {0}; the solution has {1}",
  hideTask: "Hide the task",
  showTask: "Show the task",
  startOver: "Start over",
  startedOver: "The starting point is in the editor again. Your text is a version in “My programs”.",
  undo: "Undo",
  showSolution: "Show solution",
  solution: "A solution with the score {0}",
};

type LessonWords = typeof english;

export const LESSON_WORDS: Record<Language, LessonWords> = {
  en: english,
  ja: {
    welcome: "ようこそ",
    about:
      "MN-Core 2は行列演算用のプロセッサーです。4096個のPEが同じプログラムのすべての行を、それぞれ自分のメモリに対して実行します。分岐もキャッシュもありません。",
    firstLesson: "これは、1ステップのプログラムから行列の積まで、10個ある演習の最初の1つです。プログラムを書き換えて、「判定」を押してください。",
    example: "例を開く",
    closeLesson: "演習を閉じる",
    introduction:
      "1ステップのプログラムから行列の積までの課題です。「判定」で合格になるまで、出発点を書き換えてください。スコアはステップ数で、小さいほど良い点です。課題で使う機能は[10分でわかるMN-Core 2](https://github.com/mnc2/mnc2/blob/main/docs/the-machine.ja.md)で説明しています。",
    progress: "{1}個中{0}個を解答済み",
    number: "演習{0} / {1}",
    all: "演習の一覧",
    next: "次の演習",
    last: "これが最後の演習です。",
    started: "途中",
    solved: "解答済み、スコア{0}",
    solvedLonger: "解答済み、スコア{0} (解答例は{1})",
    hideTask: "課題を隠す",
    showTask: "課題を表示",
    startOver: "最初からやり直す",
    startedOver: "エディターを出発点に戻しました。元の本文は「自分のプログラム」の版に残っています。",
    undo: "元に戻す",
    showSolution: "解答を表示",
    solution: "スコア{0}の解答",
  },
};
