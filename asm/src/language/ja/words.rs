//! Nouns, counts and the frames around messages.

pub(super) const WORDS: &[(&str, &str)] = &[
    ("{first} or {second}", "{first}または{second}"),
    ("{first} and {second}", "{first}と{second}"),
    (
        "{message} (manual {section})",
        "{message}（マニュアル {section}）",
    ),
    ("manual {section}", "マニュアル {section}"),
    ("line {line}: {remark}", "{line}行目: {remark}"),
    ("single-word", "単語"),
    ("long-word", "長語"),
    ("2-long-word", "二長語"),
];
