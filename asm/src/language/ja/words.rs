//! Nouns, counts and the frames around messages.

pub(super) const WORDS: &[(&str, &str)] = &[
    ("{first} or {second}", "{first}または{second}"),
    ("{first} and {second}", "{first}と{second}"),
    (
        "{message} (manual {section})",
        "{message}（マニュアル {section}）",
    ),
    (
        "{title}: {rule} (manual {section})",
        "{title}: {rule}（マニュアル {section}）",
    ),
    ("manual {section}", "マニュアル {section}"),
    ("line {line}: {remark}", "{line}行目: {remark}"),
    (
        "{file}, line {line}: {reason}",
        "{file} {line}行目: {reason}",
    ),
    ("1 step", "1ステップ"),
    ("{count} steps", "{count}ステップ"),
    ("1 cycle", "1サイクル"),
    ("{count} cycles", "{count}サイクル"),
    ("1 long word", "1長語"),
    ("{count} long words", "{count}長語"),
    // Word lengths.
    ("single-word", "単語"),
    ("long-word", "長語"),
    ("2-long-word", "二長語"),
    ("single word", "単語"),
    ("long word", "長語"),
    // Memories.
    ("T-register", "Tレジスタ"),
    ("mask register", "マスクレジスタ"),
    (
        "base address register of LM0",
        "LM0のベースアドレスレジスタ",
    ),
    (
        "base address register of LM1",
        "LM1のベースアドレスレジスタ",
    ),
    ("matrix register x", "行列レジスタx"),
    ("matrix register y", "行列レジスタy"),
    ("entries", "エントリ"),
    ("rows", "行"),
    ("none", "なし"),
    // Precisions.
    ("double precision", "倍精度"),
    ("single precision", "単精度"),
    ("pseudo-single precision", "擬似単精度"),
    ("half precision", "半精度"),
    ("long-word integer", "長語整数"),
    ("single-word integer", "単語整数"),
    ("half-word integer", "半語整数"),
];
