//! The language of the command: `--lang`, otherwise from the environment.

use crate::binary::{mnc2, mnc2_reading, mnc2_under};
use expect_test::expect;
use unicode_width::UnicodeWidthStr as _;

const BAD: &[u8] = b"nop\nlpassa $lm1 $ln0\n";

#[test]
fn findings_come_in_the_language_that_is_asked_for() {
    let outcome = mnc2_reading(BAD, ["check", "-", "--lang", "ja"]);
    expect![[r#"
        エラー[E0305]: アドレス1はアラインメントに合わない: 長語アクセスのアドレスは2の倍数でなければならない
         --> <stdin>:2:11
          |
        2 | lpassa $lm1 $ln0
          |           ^
          |
          = ヘルプ: 最も近いのは`$lm0`と`$lm2`
          = 備考: マニュアル3.6.1.6
        ヘルプ: `$lm0`にする
          |
        2 - lpassa $lm1 $ln0
        2 + lpassa $lm0 $ln0
          |

        エラー1件、警告0件（1ファイル、2行）
    "#]]
    .assert_eq(&outcome.out);
    let english = mnc2_reading(BAD, ["check", "-"]);
    assert!(english.out.contains("is not aligned"), "{}", english.out);
    assert_eq!(mnc2(["check", "-", "--lang", "fr"]).code, 2);
}

#[test]
fn the_environment_decides_where_nothing_is_asked_for() {
    let check = |environment: &[(&str, &str)], more: &[&str], is_japanese: bool| {
        let arguments = ["check", "-"].iter().chain(more);
        let outcome = mnc2_under(environment, BAD, arguments);
        let found = outcome.out.contains("アラインメント");
        assert_eq!(found, is_japanese, "{environment:?} {more:?}: {outcome:?}");
    };
    check(&[("LANG", "ja_JP.UTF-8")], &[], true);
    check(&[("LANG", "ja_JP.UTF-8")], &["--lang", "en"], false);
    check(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], &[], false);
    check(&[("LANG", "C"), ("LC_MESSAGES", "ja_JP.UTF-8")], &[], true);
    check(&[("LANG", "de_DE.UTF-8")], &["--lang", "ja"], true);
}

#[test]
fn every_format_follows() {
    for format in ["json", "sarif", "github"] {
        let outcome = mnc2_reading(BAD, ["check", "-", "--format", format, "--lang", "ja"]);
        assert!(
            outcome.out.contains("アラインメント"),
            "{format}: {}",
            outcome.out
        );
        assert!(outcome.out.contains("E0305"), "{format}: {}", outcome.out);
        assert!(
            !outcome.out.contains("is not aligned"),
            "{format}: {}",
            outcome.out
        );
    }
}

/// The width of a text in terminal columns.
fn columns(text: &str) -> usize {
    text.width()
}

/// Checks that the carets of the first finding are under a part of its line.
fn check_carets(source: &str, marked: &str) {
    let outcome = mnc2_reading(source.as_bytes(), ["check", "-", "--lang", "ja"]);
    let mut lines = outcome.out.lines();
    let line = source.lines().next().expect("there is a line");
    let shown = lines
        .find(|shown| shown.ends_with(line))
        .expect("the line is shown");
    let carets = lines.next().expect("carets are below it");
    let start = carets.find('^').expect("there are carets");
    let before = &shown[..shown.find(marked).expect("it is marked")];
    assert_eq!(
        columns(&carets[..start]),
        columns(before),
        "{}",
        outcome.out
    );
    let count = carets.matches('^').count();
    assert_eq!(count, columns(marked), "{}", outcome.out);
}

#[test]
fn carets_stand_right_under_wide_characters() {
    check_carets(
        "lpassa $lm0v $lr0v # 転送（長い説明） # mnc2: allow(E9999)\n",
        "E9999",
    );
    check_carets("lpassa $lm0v　$lr0v\n", "　");
    check_carets("lpassa ＄lm0v $lr0v\n", "＄");
    check_carets("# ｶﾅ # mnc2: alow(E1010)\n", "alow");
}

#[test]
fn labels_are_japanese_too() {
    let source = b"# \xe9\x95\xb7\xe3\x81\x84\nladd $lm0v $lm8v $lr0v # \xe5\x92\x8c\n";
    let outcome = mnc2_reading(source, ["check", "-", "--lang", "ja"]);
    expect![[r#"
        エラー[E0908]: `ladd`は`$lm0v`と`$lm8v`を読むのでLM0の領域が2つになる: フィールド`lm0`に入るのは1つ
         --> <stdin>:2:12
          |
        2 | ladd $lm0v $lm8v $lr0v # 和
          |      ----- ^^^^^ 8, 10, 12, 14（長語）
          |      |
          |      0, 2, 4, 6（長語）
          |
          = ヘルプ: `$lm0v`のように同じ領域に揃えるか、片方の値を1ステップ前に読んでフォワーディングで受け取る
          = 備考: マニュアル3.6.4
        ヘルプ: 1ステップ前に`$lm8v`を読んで`$aluf`で受け取る
          |
        2 + lpassa $lm8v $nowrite
        3 ~ ladd $lm0v $aluf $lr0v # 和
          |

        エラー1件、警告0件（1ファイル、2行、修正可能1件）
    "#]]
    .assert_eq(&outcome.out);
}

#[test]
fn instructions_are_explained_in_japanese() {
    let outcome = mnc2(["explain", "lpassa", "--lang", "ja"]);
    expect![[r#"
        # lpassa: コピー

        ```text
        (d|f|h|l|i|s)passa <src_x> <dst_0> [<dst_1>..]
        ```

        `l`: 長語整数、要素は64ビット。

        入力の両方の長語を1サイクルに2長語、ビット列のままコピーする。正規化はしない。精度の文字で変わるのはマスクフラグと固定値入力の幅だけである。フラグは第1長語の要素の全ビットが0なら1になり、第2長語は影響しない。

        動作:

        ```text
        for cycle = 0:4
          forall pe
            dst.long[0:2] = src_x.long[0:2]
            flag[i] = dst[i] == 0       # each element i of the first long word
        ```

        例:

        ```vsm
        lpassa $llr0v $lls0v
        ```

        表記: `dpassa` `fpassa` `hpassa` `lpassa` `ipassa` `spassa`

        マニュアル3.6.12.5
    "#]]
    .assert_eq(&outcome.out);
    let outcome = mnc2(["explain", "E0305", "--lang", "ja"]);
    assert!(
        outcome
            .out
            .starts_with("# E0305: アラインメントに合わないアドレス\n"),
        "{}",
        outcome.out
    );
}

#[test]
fn tables_are_aligned_under_wide_headings() {
    let source = b"lpassa $lm0vj1 $ln0/1000\n";
    let outcome = mnc2_reading(source, ["expand", "-", "--line", "1", "--lang", "ja"]);
    expect![[r#"
        $lm0vj1 読み出し: LM0、長語
            サイクル  PE 0, 1の単語  PE 2, 3の単語
            0         2, 3           0, 1
            1         4, 5           2, 3
            2         6, 7           4, 5
            3         8, 9           6, 7
            - 実行時にはベースアドレスレジスタ`$mb`が加算される（書き込むまでは0）

        $ln0/1000 書き込み: LM1、長語
            サイクル  全PEの単語  マスク
            0         0, 1        書き込む
            1         0, 1        書き込まない
            2         0, 1        書き込まない
            3         0, 1        書き込まない
            - 実行時にはベースアドレスレジスタ`$nb`が加算される（書き込むまでは0）
    "#]]
    .assert_eq(&outcome.out);
}

#[test]
fn usage_errors_are_in_the_language_that_is_asked_for() {
    let mut said = String::new();
    for arguments in [
        &["chekc", "a.vsm"][..],
        &["a.vsm"],
        &["run", "--untli", "3", "a.vsm"],
        &["run", "--until", "abc", "a.vsm"],
        &["run", "--until"],
        &["run", "--max-steps", "99999999999999999999", "a.vsm"],
        &["run", "--strict", "--strict", "a.vsm"],
        &["run", "a.vsm", "b.vsm"],
        &["run", "--", "a.vsm", "--strict"],
        &["check", "--format", "xml", "a.vsm"],
        &["check", "--diff", "a.vsm"],
        &["check", "--level", "E9999=off", "a.vsm"],
        &["search", "a.vsm", "--region", "1..2", "--length", "9"],
        &["judge"],
        &[],
    ] {
        let outcome = mnc2(["--lang", "ja"].iter().chain(arguments));
        assert_eq!(
            (outcome.code, outcome.out.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        said.push_str(&format!(
            "$ mnc2 {}\n{}\n",
            arguments.join(" "),
            outcome.err.trim()
        ));
        let english = mnc2(["--lang", "en"].iter().chain(arguments));
        assert!(english.err.is_ascii(), "{}", english.err);
    }
    expect![[r#"
        $ mnc2 chekc a.vsm
        エラー: 未知のコマンド`chekc`

          ヒント: 似たコマンドがある: `check`

        使い方: mnc2 [OPTIONS] [COMMAND]

        詳しくは`--help`を参照
        $ mnc2 a.vsm
        エラー: 未知のコマンド`a.vsm`

        使い方: mnc2 [OPTIONS] [COMMAND]

        詳しくは`--help`を参照

          ヒント: ファイルの前にコマンドを書く: `mnc2 check a.vsm`
        $ mnc2 run --untli 3 a.vsm
        エラー: 予期しない引数`--untli`

          ヒント: 似たオプションがある: `--until`

        使い方: mnc2 run --until <LINE> [FILE] [FILES]...

        詳しくは`--help`を参照
        $ mnc2 run --until abc a.vsm
        エラー: `--until <LINE>`の値`abc`は使えない: 1から数えた行番号を書く

        詳しくは`--help`を参照
        $ mnc2 run --until
        エラー: `--until <LINE>`に値がない

        詳しくは`--help`を参照
        $ mnc2 run --max-steps 99999999999999999999 a.vsm
        エラー: `--max-steps <COUNT>`の値`99999999999999999999`は使えない: 大きすぎる数

        詳しくは`--help`を参照
        $ mnc2 run --strict --strict a.vsm
        エラー: `--strict`は1回しか指定できない

        使い方: mnc2 run [OPTIONS] [FILE] [FILES]...

        詳しくは`--help`を参照
        $ mnc2 run a.vsm b.vsm
        mnc2: cannot read `a.vsm`: No such file or directory (os error 2)
        $ mnc2 run -- a.vsm --strict
        mnc2: cannot read `a.vsm`: No such file or directory (os error 2)
        $ mnc2 check --format xml a.vsm
        エラー: `--format <FORMAT>`の値`xml`は使えない
          [値: text, short, json, sarif, github]

        詳しくは`--help`を参照
        $ mnc2 check --diff a.vsm
        エラー: 必要な引数がない: `--fix`

        使い方: mnc2 check --fix --diff <PATH>...

        詳しくは`--help`を参照
        $ mnc2 check --level E9999=off a.vsm
        エラー: `--level <CODE=LEVEL>`の値`E9999=off`は使えない: 診断のコードまたはグループ`E9999`は存在しない。もしかして: `E0909`

        詳しくは`--help`を参照
        $ mnc2 search a.vsm --region 1..2 --length 9
        エラー: `--length <COUNT>`の値`9`は使えない: 範囲は1..=4

        詳しくは`--help`を参照
        $ mnc2 judge
        エラー: 必要な引数がない: `<PATH>...`

        使い方: mnc2 judge <PATH>...

        詳しくは`--help`を参照
        $ mnc2 
        エラー: コマンドが必要

        使い方: mnc2 [OPTIONS] [COMMAND]

        詳しくは`--help`を参照
    "#]].assert_eq(&said);
}

#[test]
fn the_environment_decides_about_usage_errors_too() {
    let outcome = mnc2_under(&[("LANG", "ja_JP.UTF-8")], b"", ["run", "--bogus"]);
    assert!(outcome.err.starts_with("エラー: "), "{}", outcome.err);
}

#[test]
fn manual_pages_and_completions_are_in_the_language_that_is_asked_for() {
    let page = mnc2(["--lang", "ja", "man", "run"]).out;
    for heading in [
        ".SH 名前",
        ".SH 書式",
        ".SH 説明",
        ".SH オプション",
        "プログラムを実行",
    ] {
        assert!(page.contains(heading), "{heading}: {page}");
    }
    for english in [".SH NAME", ".SH OPTIONS", "Print help", "Run a program"] {
        assert!(!page.contains(english), "{english}: {page}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = mnc2(["--lang", "ja", "completions", shell]).out;
        let is_described = script.contains("プログラムを実行");
        // bash has no descriptions.
        assert_eq!(is_described, shell != "bash", "{shell}");
        assert!(!script.contains("lpassa]"), "{shell}");
    }
}
