//! The pages that explain: headings, the meaning of an opcode's letters, signatures.

pub(super) const PAGES: &[(&str, &str)] = &[
    ("{text}.", "{text}。"),
    ("{first}; {second}", "{first}。{second}"),
    ("Effect:", "動作:"),
    ("Example:", "例:"),
    (
        "`{name}` is a multiple of {alignment}, {words} in each unit operation",
        "`{name}`は{alignment}の倍数で、単位操作ごとに{words}",
    ),
    (
        "`{name}` is a multiple of {alignment}, {words} in each cycle",
        "`{name}`は{alignment}の倍数で、サイクルごとに{words}",
    ),
    (
        "`{name}` can be any, {words} in each cycle",
        "`{name}`は任意で、サイクルごとに{words}",
    ),
    (
        "Addresses in long words: {addresses}.",
        "アドレス（長語単位）: {addresses}。",
    ),
    ("Spellings: {spellings}.", "表記: {spellings}"),
    ("Assumed: {statement} {reason}", "仮定: {statement}{reason}"),
    ("Manual {section}.", "マニュアル {section}"),
    (
        "Known from the real tools: docs/known-behaviour.md#{anchor} (manual {section}).",
        "実際のツールの動作から判明: `docs/known-behaviour.md#{anchor}`（マニュアル {section}）",
    ),
    (
        "Assumed: {reason} (manual {section}).",
        "仮定: {reason}（マニュアル {section}）",
    ),
    (
        "`{letter}`: {precision}, elements of {bits} bits",
        "`{letter}`: {precision}、要素は{bits}ビット",
    ),
    ("`{letters}`: {title}", "`{letters}`: {title}"),
    ("`u`: unsigned", "`u`: 符号なし"),
    (
        "`u`: zeros in every other single word",
        "`u`: 単語を1つおきに0にする",
    ),
    ("`u`: rows or PEs 0 and 1", "`u`: 行またはPEの0と1"),
    ("`d`: rows or PEs 2 and 3", "`d`: 行またはPEの2と3"),
    ("one precision lower", "1段低い精度"),
    (
        "`r`: the result is shortened to {shorter}",
        "`r`: 結果を{shorter}に短縮",
    ),
    ("floating-point sum", "浮動小数点の和"),
    ("floating-point maximum", "浮動小数点の最大値"),
    ("floating-point minimum", "浮動小数点の最小値"),
    ("integer sum", "整数の和"),
    ("bitwise and", "ビットごとの論理積"),
    ("logical and", "論理積"),
    ("bitwise or", "ビットごとの論理和"),
    ("logical or", "論理和"),
    ("Size: {text}.", "サイズ: {text}"),
    ("Counted in: {text}.", "単位: {text}"),
    ("Alignment: {text}.", "アラインメント: {text}"),
    (
        "nothing is called `{query}` (`mnc2 explain --list` lists everything)",
        "`{query}`という名前のものは存在しない（一覧は`mnc2 explain --list`）",
    ),
    (
        "nothing is called `{query}`; did you mean {names}? (`mnc2 explain --list` lists everything)",
        "`{query}`という名前のものは存在しない。もしかして: {names}（一覧は`mnc2 explain --list`）",
    ),
    (
        "silence findings of this line, or of the next statement",
        "この行または次の文の診断を抑制",
    ),
    ("silence findings of the file", "ファイル全体の診断を抑制"),
    ("no mask", "マスクなし"),
    ("fixed mask", "固定マスク"),
    (
        "the documentation of section {section} of the manual",
        "マニュアル {section}についての説明",
    ),
    ("{count:# assumption|# assumptions}", "仮定は{count}件"),
    (
        "{what}; the address is a multiple of {alignment}",
        "{what}（アドレスは{alignment}の倍数）",
    ),
    ("Read: {what}.", "読み出し: {what}"),
    ("Written: {what}.", "書き込み: {what}"),
];
