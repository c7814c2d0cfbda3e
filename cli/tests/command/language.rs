//! The language of the command: `--lang`, else what the environment says.

use crate::binary::{mnc2, mnc2_reading, mnc2_under};
use expect_test::expect;

const BAD: &[u8] = b"nop\nlpassa $lm1 $ln0\n";

#[test]
fn findings_come_in_the_language_that_is_asked_for() {
    let outcome = mnc2_reading(BAD, ["check", "-", "--lang", "ja"]);
    expect![[r#"
        error[E0305]: アドレス1はアラインメントに合わない: 長語アクセスのアドレスは2の倍数でなければならない
         --> <stdin>:2:11
          |
        2 | lpassa $lm1 $ln0
          |           ^
          |
          = help: 最も近いのは`$lm0`と`$lm2`
          = note: マニュアル 3.6.1.6
        help: アドレスを0に変更
          |
        2 - lpassa $lm1 $ln0
        2 + lpassa $lm0 $ln0
          |

        1 error, 0 warnings in 1 file, 2 lines
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
