//! Masks, debug and host statements, MV instructions.

pub(super) const MASKS: &[(&str, &str)] = &[
    (
        "an opcode takes only one zero-flush mask",
        "1つのオペコードに付けられるゼロフラッシュマスクは1つだけ",
    ),
    ("the first one is here", "最初のものはここ"),
    (
        "a zero-flush mask takes no `t` or `p`: they belong to write masks",
        "ゼロフラッシュマスクに`t`や`p`は付けられない: 書き込みマスク用である",
    ),
    ("Remove it", "削除"),
    (
        "a write mask follows a destination, not an input",
        "書き込みマスクは入力ではなく書き込み先の後に付ける",
    ),
    (
        "a write mask can be used only with PE memories and mask registers",
        "書き込みマスクを付けられるのはPEメモリとマスクレジスタのみ",
    ),
    (
        "the word lengths of destination ({destination}) and mask ({mask}) differ: `{letter}` must follow the mask",
        "書き込み先の語長（{destination}）とマスクの語長（{mask}）が異なる: マスクの後に`{letter}`が必要",
    ),
    ("Write `{letter}`", "`{letter}`を付ける"),
    (
        "the word lengths of destination and mask are equal: `t` and `p` are not allowed",
        "書き込み先とマスクの語長は一致している: `t`や`p`は付けられない",
    ),
    (
        "the mask application word length is written `ll`, or left out for a long word",
        "マスクを適用する語長は`ll`と書き、長語なら省略する",
    ),
    (
        "`l` is not part of a single-line mask",
        "単一行マスクに`l`は付かない",
    ),
    (
        "`{text}` is not a mask pattern",
        "`{text}`はマスクパターンではない",
    ),
    (
        "a pattern is four digits 0 or 1, one for each cycle, such as `/1000`",
        "パターンは各サイクルの0か1を4桁並べる（例: `/1000`）",
    ),
    (
        "mask register {value} is not variable: `$imr` takes 1 to 15",
        "マスクレジスタ{value}は可変ではない: `$imr`に指定できるのは1から15",
    ),
    (
        "`{letter}` names no memory that a mask can cover",
        "`{letter}`はマスクの対象にできるメモリではない",
    ),
    (
        "the letters are r, s, t, m, n and k for the mask register",
        "指定できる文字はr、s、t、m、n、およびマスクレジスタを表すk",
    ),
    (
        "there is no mask register entry {value}: entries go from 0 to 31",
        "マスクレジスタにエントリ{value}は存在しない: エントリは0から31",
    ),
    (
        "a step reads one entry of the mask register, but the `mask` setting still names entry {entry}",
        "1ステップで読めるマスクレジスタのエントリは1つだが、`mask`の設定は別のエントリ{entry}のままになっている",
    ),
    ("the setting", "設定はここ"),
    ("it covers this destination", "この書き込み先が対象になる"),
    (
        "this setting is still on at the end of the program",
        "この設定はプログラムの終わりまで有効なままになっている",
    ),
    (
        "`mask 0` ends it, so that it does not mask later statements",
        "`mask 0`で解除すれば、後ろに続けたコードがこのマスクの影響を受けない",
    ),
    // Debug statements.
    (
        "the rows of the matrix register depend on the precision: `d get` needs a data type",
        "行列レジスタの行は精度に依存する: `d get`にデータ型が必要",
    ),
    (
        "such as `d getf` for single precision or `d getbd` for double-precision block floats",
        "単精度なら`d getf`、倍精度ブロックフロートなら`d getbd`など",
    ),
    (
        "a single word cannot be read as double precision, which `d get` without a data type does",
        "単語は倍精度として読めない: データ型のない`d get`は倍精度として読む",
    ),
    (
        "a single word cannot be read as double precision",
        "単語は倍精度として読めない",
    ),
    (
        "`$l{letters}` reads long words",
        "`$l{letters}`なら長語を読む",
    ),
    (
        "the payload has {held} instead of {wanted}",
        "ペイロードは{held}で、必要な{wanted}長語と一致しない",
    ),
    (
        "`{letters}` is not a data type",
        "`{letters}`はデータ型ではない",
    ),
    (
        "the data types are d, f, h, and for block floats bd, bf, bg, bh",
        "データ型はd、f、h、ブロックフロートではbd、bf、bg、bh",
    ),
    (
        "{memory} cannot be read by a debug statement",
        "{memory}はデバッグ文で読み出せない",
    ),
    (
        "{memory} cannot be written by a debug statement",
        "{memory}にはデバッグ文で書き込めない",
    ),
    (
        "`${width}{letters}` cannot be accessed by a debug statement; write `${possible}{letters}`",
        "デバッグ文で`${width}{letters}`にはアクセスできない: `${possible}{letters}`と書く",
    ),
    (
        "the T-register takes no address",
        "Tレジスタにアドレスは付けられない",
    ),
    (
        "there is no row {value}: a matrix register has at most 16 rows",
        "行{value}は存在しない: 行列レジスタの行は最大16行",
    ),
    ("the {what} is given twice", "{what}が2回指定されている"),
    (
        "the T-register has one word for each of the four cycles, not {count}",
        "Tレジスタのワードは4サイクルに1個ずつで、{count}個はない",
    ),
    (
        "16-digit integers cannot be mixed with the other notations",
        "16桁の整数とほかの表記は混在できない",
    ),
    (
        "write `l` in front of each 16-digit integer",
        "16桁の整数の前にそれぞれ`l`を付ける",
    ),
    (
        "{count} hexadecimal digits: each long word is written with exactly 16",
        "16進数が{count}桁ある: 1長語はちょうど16桁で書く",
    ),
    (
        "`l` in front of a number makes leading zeros unnecessary: `l1f`",
        "数の前に`l`を付ければ先頭の0を省略できる: `l1f`",
    ),
    (
        "`{letter}` is followed by {count:# number|# numbers joined by `_`}, not {given}",
        "`{letter}`の後には`_`でつないだ数を{count}個書く（ここには{given}個）",
    ),
    (
        "`{number}` has {count:# digit|# digits}; in this notation {digits} are possible",
        "`{number}`は{count}桁ある: この表記では最大{digits}桁",
    ),
    (
        "the judge drops this `d set`, so the solution runs without it",
        "ジャッジはこの`d set`を取り除くので、解答はこれなしで実行される",
    ),
    (
        "inputs come from the testcase; with `--enable-set` a solution with `d set` is never accepted",
        "入力はテストケースが与える。`--enable-set`を付けても、`d set`を含む解答が受理されることはない",
    ),
    // Host statements.
    ("address", "アドレス"),
    ("length", "長さ"),
    ("group", "グループ"),
    ("count", "個数"),
    ("the {what} is missing", "{what}がない"),
    (
        "{what} {value} is out of range: it must be less than {limit}",
        "{what} {value}は範囲外: {limit}未満でなければならない",
    ),
    (
        "the {what} must be a hexadecimal number, not `{text}`",
        "{what}は16進数でなければならない: `{text}`は16進数ではない",
    ),
    (
        "the payload must be {length:# long word|# long words} of 16 hexadecimal digits",
        "ペイロードは{length}長語（それぞれ16進数16桁）でなければならない",
    ),
    (
        "it has {count:# character|# characters}",
        "ここには{count}文字ある",
    ),
    // MV instructions.
    (
        "priority {value} is out of range: it goes from 0 to {last}",
        "優先度{value}は範囲外: 0から{last}まで",
    ),
    (
        "`nd0` would use no DAR entry; the count starts at 1",
        "`nd0`ではDARのエントリを使わないことになる: 回数は1以上",
    ),
    (
        "`{text}` is not an MV parameter",
        "`{text}`はMV命令のパラメータではない",
    ),
    (
        "the parameters are `n<size>`, `i<tag>`, `p<priority>` and `nd<count>`",
        "パラメータは`n<size>`、`i<tag>`、`p<priority>`、`nd<count>`",
    ),
    (
        "this parameter is given twice",
        "このパラメータは2回指定されている",
    ),
    (
        "`{name}` needs the number of long words to transfer",
        "`{name}`には転送する長語数が必要",
    ),
    (
        "write `{name}/n{unit}` for one unit operation",
        "単位操作1回なら`{name}/n{unit}`と書く",
    ),
    (
        "`mvnop` takes no parameters",
        "`mvnop`にパラメータは付けられない",
    ),
    ("the smallest size is {upper}", "最小のサイズは{upper}"),
    (
        "the nearest sizes are {lower} and {upper}",
        "最も近いサイズは{lower}と{upper}",
    ),
    (
        "`nd` counts DRAM indirections, but no operand is indirect",
        "`nd`はDRAM間接参照の回数だが、間接参照のオペランドがない",
    ),
    (
        "an indirect operand is written `$di<dar_addr>`",
        "間接参照のオペランドは`$di<dar_addr>`と書く",
    ),
    ("its forms are {forms}", "可能な形は{forms}"),
    (
        "an MV instruction moves bits: it cannot invert a sign",
        "MV命令はビット列を運ぶだけで、符号は反転できない",
    ),
    (
        "an MV instruction moves bits: it cannot convert",
        "MV命令はビット列を運ぶだけで、変換はできない",
    ),
    (
        "an MV instruction takes no mask",
        "MV命令にマスクは付けられない",
    ),
    (
        "the reduction of group {from} goes to PDM of the same group, not of group {to}",
        "グループ{from}内の縮約は同じグループのPDMに書き込むもので、グループ{to}には書き込めない",
    ),
    (
        "group {from} is read here",
        "ここでグループ{from}を読んでいる",
    ),
    (
        "the manual describes this transfer between different groups, but both are group {to}",
        "マニュアルではこの転送は異なるグループ間のものだが、どちらもグループ{to}である",
    ),
    ("the source", "転送元はここ"),
    (
        "{count:# word|# words} of {size:# long word|# long words}",
        "{size}長語のワードが{count}個",
    ),
    (
        "`{name}` has no transfer from {from} to {to}",
        "`{name}`に{from}から{to}への転送はない",
    ),
    (
        "size {size} is not a multiple of the unit operation, {unit:# long word|# long words}",
        "サイズ{size}は単位操作（{unit}長語）の倍数ではない",
    ),
    ("the nearest size is {lower}", "最も近いサイズは{lower}"),
    (
        "{memory} of L2B {l2b} in every group",
        "全グループのL2B {l2b}の{memory}",
    ),
    ("{memory} of every group", "全グループの{memory}"),
    ("{memory} of group {group}", "グループ{group}の{memory}"),
    (
        "{memory} of group {group}, L2B {l2b}",
        "グループ{group}、L2B {l2b}の{memory}",
    ),
    (
        "`{name}` takes {wanted}, but has {count:# operand|# operands}",
        "`{name}`は{wanted}を取るが、オペランドは{count}個",
    ),
    (
        "{count:# word from address|# words from address} {address} {count:reaches|reach} beyond the end of {memory}, {size} {unit}",
        "アドレス{address}から{count}ワードは{memory}の終端（{size} {unit}）を超える",
    ),
];
