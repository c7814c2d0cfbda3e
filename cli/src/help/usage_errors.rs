//! Usage errors in Japanese: what clap reports about the arguments.
//!
//! clap's own formatter has its sentences in English. This one reads the same context, in the same layout.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::builder::StyledStr;
use clap::builder::styling::{Style, Styles};
use clap::error::{ContextKind, ContextValue, Error, ErrorFormatter, ErrorKind};
use mnc2_text::{Language, Message};

/// The formatter of usage errors in Japanese.
pub(crate) struct Japanese;

impl ErrorFormatter for Japanese {
    fn format_error(error: &Error<Self>) -> StyledStr {
        let styles = Styles::styled();
        let sentence = sentence(error, &styles).unwrap_or_else(|| error.kind().to_string());
        let mut text = format!("{} {sentence}", painted(styles.get_error(), "エラー:"));
        text.push_str(&values(error, &styles));
        let tips: Vec<String> = tips(error, &styles)
            .iter()
            .map(|tip| format!("\n  {} {tip}", painted(styles.get_valid(), "ヒント:")))
            .collect();
        if !tips.is_empty() {
            text.push('\n');
            text.push_str(&tips.concat());
        }
        if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
            let usage = usage.ansi().to_string().replacen("Usage:", "使い方:", 1);
            text.push_str(&format!("\n\n{usage}"));
        }
        let help = painted(styles.get_literal(), "--help");
        text.push_str(&format!("\n\n詳しくは`{help}`を参照\n"));
        StyledStr::from(text)
    }
}

fn painted(style: &Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The strings of a context, in quotes, each with the style.
fn quoted(error: &Error<Japanese>, kind: ContextKind, style: &Style) -> Vec<String> {
    let strings = match error.get(kind) {
        Some(ContextValue::String(string)) => std::slice::from_ref(string),
        Some(ContextValue::Strings(strings)) => strings,
        _ => &[],
    };
    let quote = |string: &String| format!("`{}`", painted(style, string));
    strings.iter().map(quote).collect()
}

/// The error as a sentence. `None` where clap states no more than the kind of the error.
fn sentence(error: &Error<Japanese>, styles: &Styles) -> Option<String> {
    let first = |kind, style| quoted(error, kind, style).into_iter().next();
    let invalid = styles.get_invalid();
    let argument = first(ContextKind::InvalidArg, invalid);
    let value = first(ContextKind::InvalidValue, invalid);
    let sentence = match error.kind() {
        ErrorKind::ArgumentConflict => conflict(error, styles)?,
        ErrorKind::NoEquals => format!("{}の値は`=`の後に書く", argument?),
        ErrorKind::InvalidValue
            if value.as_deref() == Some(&format!("`{}`", painted(invalid, ""))) =>
        {
            format!("{}に値がない", argument?)
        }
        ErrorKind::InvalidValue => format!("{}の値{}は使えない", argument?, value?),
        ErrorKind::ValueValidation => {
            let reason = reason(error).map(|reason| format!(": {reason}"));
            format!(
                "{}の値{}は使えない{}",
                argument?,
                value?,
                reason.unwrap_or_default()
            )
        }
        ErrorKind::InvalidSubcommand => {
            format!(
                "未知のコマンド{}",
                first(ContextKind::InvalidSubcommand, invalid)?
            )
        }
        ErrorKind::MissingSubcommand => "コマンドが必要".to_owned(),
        ErrorKind::MissingRequiredArgument => {
            let missing = quoted(error, ContextKind::InvalidArg, styles.get_valid());
            format!("必要な引数がない: {}", missing.join("、"))
        }
        ErrorKind::InvalidUtf8 => "引数がUTF-8ではない".to_owned(),
        ErrorKind::TooManyValues => format!("{}の値{}が多すぎる", argument?, value?),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{}の値の数が違う", argument?)
        }
        ErrorKind::UnknownArgument => format!("予期しない引数{}", argument?),
        _ => return None,
    };
    Some(sentence)
}

/// Two arguments that exclude each other, or one that is given twice.
fn conflict(error: &Error<Japanese>, styles: &Styles) -> Option<String> {
    let invalid = styles.get_invalid();
    let argument = quoted(error, ContextKind::InvalidArg, invalid).pop()?;
    let prior = quoted(error, ContextKind::PriorArg, invalid);
    Some(match prior.as_slice() {
        [prior] if *prior == argument => format!("{argument}は1回しか指定できない"),
        [] => format!("{argument}はほかの引数と同時に指定できない"),
        prior => format!("{argument}は{}と同時に指定できない", prior.join("、")),
    })
}

/// Why a value is refused.
fn reason(error: &Error<Japanese>) -> Option<String> {
    let source = error.source()?;
    if let Some(message) = source.downcast_ref::<Message>() {
        return Some(message.say(Language::Japanese));
    }
    if let Some(number) = source.downcast_ref::<ParseIntError>() {
        let is_large = matches!(
            number.kind(),
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow
        );
        return Some(
            if is_large {
                "大きすぎる数"
            } else {
                "整数ではない"
            }
            .to_owned(),
        );
    }
    if source.is::<ParseFloatError>() {
        return Some("数ではない".to_owned());
    }
    let text = source.to_string();
    Some(match text.split_once(" is not in ") {
        Some((_, range)) => format!("範囲は{range}"),
        None => text,
    })
}

/// The values that can be chosen, on a line of their own.
fn values(error: &Error<Japanese>, styles: &Styles) -> String {
    let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) else {
        return String::new();
    };
    if values.is_empty() {
        return String::new();
    }
    let values: Vec<String> = values
        .iter()
        .map(|value| painted(styles.get_valid(), value))
        .collect();
    format!("\n  [値: {}]", values.join(", "))
}

fn tips(error: &Error<Japanese>, styles: &Styles) -> Vec<String> {
    let valid = styles.get_valid();
    let similar = [
        (ContextKind::SuggestedSubcommand, "コマンド"),
        (ContextKind::SuggestedArg, "オプション"),
        (ContextKind::SuggestedValue, "値"),
    ];
    let mut tips: Vec<String> = (similar.into_iter())
        .map(|(kind, noun)| (quoted(error, kind, valid), noun))
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, noun)| format!("似た{noun}がある: {}", names.join("、")))
        .collect();
    if let Some(ContextValue::StyledStrs(suggestions)) = error.get(ContextKind::Suggested) {
        tips.extend(suggestions.iter().map(|tip| suggestion(&tip.to_string())));
    }
    tips
}

/// One of the sentences that clap forms before it formats them.
fn suggestion(english: &str) -> String {
    let pieces: Vec<&str> = english.split('\'').collect();
    match pieces.as_slice() {
        ["to pass ", value, " as a value, use ", written, ""] => {
            format!("`{value}`を値として渡すには`{written}`と書く")
        }
        ["", written, " exists"] => format!("`{written}`ならある"),
        [
            "subcommand ",
            name,
            " exists; to use it, remove the ",
            dashes,
            " before it",
        ] => {
            format!("コマンド`{name}`を使うには、前の`{dashes}`を除く")
        }
        _ => english.to_owned(),
    }
}
