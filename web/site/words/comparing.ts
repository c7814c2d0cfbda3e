// What the page states about two solutions that are compared, in its languages.

import type { Language } from "../words";

const english = {
  title: "Scores {0} and {1}",
  row: "Part",
  one: "First",
  other: "Second",
  score: "Score",
  instructions: "PE instructions",
  transfers: "MV instructions",
  waiting: "Steps that only wait (`nop`)",
  shared: "Steps with several expressions",
  bytes: "Bytes",
  change: "From the first to the second solution",
  proving: "Comparing what they compute …",
  noProof: "Whether they are equivalent is not known: this checker does not compare programs.",
  why: "Why is the shorter one not shorter?",
  asking: "Searching for a shorter order …",
  failed: "Not compared. {0}",
  shorter: "The shorter one",
  saves: "The shorter one saves {0} of {1} ({2}).",
  savedWaiting: "steps that wait: {0} fewer",
  savedInstructions: "instructions that compute or move: {0} fewer",
  savedSharing: "steps with several expressions: {0} more",
  savedTransfers: "MV instructions: {0} fewer",
  otherwise: "fewer instructions reach the results",
  sameScore: "Both have the same score.",
  close: "Close",
};

type ComparingWords = typeof english;

export const COMPARING_WORDS: Record<Language, ComparingWords> = {
  en: english,
  ja: {
    title: "スコア{0}と{1}",
    row: "内訳",
    one: "1つ目",
    other: "2つ目",
    score: "スコア",
    instructions: "PE命令",
    transfers: "MV命令",
    waiting: "待つだけのステップ (`nop`)",
    shared: "式が複数あるステップ",
    bytes: "バイト",
    change: "1つ目から2つ目への変更",
    proving: "計算内容を比較中…",
    noProof: "等価かどうかはわかりません。このチェッカーはプログラムを比較できません。",
    why: "短いほうはなぜこれ以上短くならない？",
    asking: "もっと短い順序を検索中…",
    failed: "比較できません。{0}",
    shorter: "短いほう",
    saves: "短いほうは{1}のうち{0}を節約します ({2})。",
    savedWaiting: "待つステップが{0}少ない",
    savedInstructions: "計算や転送の命令が{0}少ない",
    savedSharing: "式が複数あるステップが{0}多い",
    savedTransfers: "MV命令が{0}少ない",
    otherwise: "少ない命令で結果に達する",
    sameScore: "スコアは同じです。",
    close: "閉じる",
  },
};
