//! Lines as text, opcodes and their options, immediate values.

pub(super) const STATEMENTS: &[(&str, &str)] = &[
    // Text.
    (
        "a space is missing after `{before}`",
        "`{before}`の後に空白がない",
    ),
    ("Insert a space", "空白を挿入"),
    (
        "this line is longer than {max:# byte|# bytes} and is not read",
        "この行は{max}バイトを超えているため読み込まない",
    ),
    ("full-width space", "全角スペース"),
    ("full-width semicolon", "全角セミコロン"),
    ("full-width digit", "全角数字"),
    ("full-width letter", "全角英字"),
    ("full-width character", "全角文字"),
    ("a space", "半角スペース"),
    ("Replace with {characters}", "{characters}に置き換え"),
    ("a number is missing here", "ここに数値がない"),
    ("the payload is missing here", "ここにペイロードがない"),
    ("`{kind}` is missing here", "ここに`{kind}`がない"),
    ("this line is not complete", "この行は途中で終わっている"),
    (
        "the closing `\"` of the immediate value is missing",
        "即値を閉じる`\"`がない",
    ),
    (
        "character U+{number} is not allowed here",
        "文字U+{number}はここに書けない",
    ),
    ("cannot read `{shown}` here", "ここに`{shown}`は書けない"),
    (
        "`{text}` is not a natural number: write decimal digits, `0x`, `0o` or `0b`",
        "`{text}`は自然数ではない: 10進数か、`0x`、`0o`、`0b`で始まる数を書く",
    ),
    (
        "the number `{text}` is too large",
        "数値`{text}`は大きすぎる",
    ),
    (
        "this file is not UTF-8: from here on only its ASCII characters can be read",
        "このファイルはUTF-8ではない: ここから先はASCII文字しか判別できない",
    ),
    (
        "save it as UTF-8; comments in Shift_JIS and the like do no harm, but they cannot be shown",
        "UTF-8で保存する。Shift_JISなどのコメントに害はないが、表示はできない",
    ),
    // Opcodes.
    ("unknown opcode `{letters}`", "未知のオペコード`{letters}`"),
    ("did you mean `{near}`?", "もしかして: `{near}`"),
    ("Replace with `{near}`", "`{near}`に置き換え"),
    (
        "the number of steps `{text}` is too large",
        "ステップ数`{text}`は大きすぎる",
    ),
    (
        "the mantissa length of `{name}` is 6, 7, 8 or 9, not {text}",
        "`{name}`の仮数長は6、7、8、9のいずれかで、{text}は指定できない",
    ),
    (
        "`{name}` takes no `/{text}`",
        "`{name}`に`/{text}`は付けられない",
    ),
    (
        "`{name}` has no output that a zero-flush mask could clear",
        "`{name}`にはゼロフラッシュマスクの対象になる出力がない",
    ),
    (
        "`{name}` needs the mantissa length after the conversion",
        "`{name}`には変換後の仮数長が必要",
    ),
    (
        "write `{name}/9` for the full length, or 6, 7, 8",
        "全長なら`{name}/9`、ほかに6、7、8を指定できる",
    ),
    ("Insert `/9`", "`/9`を挿入"),
    (
        "`{name}` does not rotate MABs; only `l1bmd` does",
        "`{name}`ではMABの回転を指定できない（指定できるのは`l1bmd`のみ）",
    ),
    (
        "`{name}` needs the L1Bs to read from, such as `@0/0`",
        "`{name}`には読み出し元のL1Bの指定が必要（例: `@0/0`）",
    ),
    (
        "`{name}` needs the L1B to read from, such as `@0`",
        "`{name}`には読み出し元のL1Bの指定が必要（例: `@0`）",
    ),
    (
        "`{name}` needs the MAB to read from, such as `@0`",
        "`{name}`には読み出し元のMABの指定が必要（例: `@0`）",
    ),
    (
        "`{name}` takes no `@` with these operands",
        "このオペランドの組では`{name}`に`@`を付けられない",
    ),
    (
        "a multicast cannot read from every L1B: none would be left to write to",
        "マルチキャストで全L1Bを読み出し元にはできない: 書き込み先が残らない",
    ),
    (
        "one {what} is needed here, such as `@0`, not a set",
        "ここには集合ではなく1つの{what}を指定する（例: `@0`）",
    ),
    (
        "there is no {what} {number} here: the numbers go from 0 to {last}",
        "{what} {number}は存在しない: ここでは0から{last}まで",
    ),
    (
        "immode {mode} is out of range: it goes from 0 to {last}",
        "immode {mode}は範囲外: 0から{last}まで",
    ),
    (
        "no address and mask select exactly these L1Bs",
        "このL1Bの組をちょうど選ぶアドレスとマスクは存在しない",
    ),
    (
        "a set holds the L1Bs that agree in some bits of their number: a single one, pairs such as [0,4], halves such as [0,2,4,6], or all eight",
        "集合にできるのは番号の一部のビットが一致するL1B: 単独、[0,4]のような2個、[0,2,4,6]のような4個、または全8個",
    ),
    // Immediate values.
    (
        "`{letters}` is a long-word type: an immediate value has only 32 bits",
        "`{letters}`は長語の型: 即値は32ビットしかない",
    ),
    (
        "`{letters}` is not a type of immediate value",
        "`{letters}`は即値の型ではない",
    ),
    (
        "the types are `f`, `h`, `i`, `s`, `ui` and `us`",
        "型は`f`、`h`、`i`、`s`、`ui`、`us`",
    ),
    (
        "`{text}` is not a floating-point number",
        "`{text}`は浮動小数点数ではない",
    ),
    ("`{text}` is not an integer", "`{text}`は整数ではない"),
    (
        "an unsigned type takes no sign",
        "符号なしの型に符号は付けられない",
    ),
    (
        "{text} does not fit: this type ranges from {low} to {high}",
        "{text}は収まらない: この型の範囲は{low}から{high}",
    ),
    // Silencing comments.
    (
        "there is no directive `{word}`",
        "`{word}`という指示は存在しない",
    ),
    (
        "`{word}` needs codes in parentheses, as in `{word}(E1010)`",
        "`{word}`には括弧に入れたコードが必要（例: `{word}(E1010)`）",
    ),
    ("a code is missing", "コードがない"),
    ("there is no code `{name}`", "コード`{name}`は存在しない"),
    (
        "`{word}({selector})` silences nothing",
        "`{word}({selector})`が抑制する診断はない",
    ),
    (
        "`allow-file` must come before the first statement",
        "`allow-file`は最初の文より前に書く",
    ),
    (
        "a rotation is at most {limit:# MAB|# MABs}",
        "回転は最大で{limit}MAB",
    ),
];
