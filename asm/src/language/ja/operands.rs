//! Operands: addresses, strides, parts, word lengths.

pub(super) const OPERANDS: &[(&str, &str)] = &[
    (
        "address {address} is not aligned: a {width} access needs a multiple of {words}",
        "アドレス{address}はアラインメントに合わない: {width}アクセスのアドレスは{words}の倍数でなければならない",
    ),
    ("the nearest is {operand}", "最も近いのは{operand}"),
    ("the nearest are {operands}", "最も近いのは{operands}"),
    (
        "the nearest are {lower} and {upper}",
        "最も近いのは{lower}と{upper}",
    ),
    (
        "address {limit} is not aligned: a {width} access needs a multiple of {words}",
        "アドレス{limit}はアラインメントに合わない: {width}アクセスのアドレスは{words}の倍数でなければならない",
    ),
    (
        "stride {value} is not aligned: a {width} access needs a multiple of {words}",
        "ストライド{value}はアラインメントに合わない: {width}アクセスのストライドは{words}の倍数でなければならない",
    ),
    (
        "strides count single words whatever the access: `v{next}` is the next access",
        "ストライドは語長によらず単語単位で数える: `v{next}`が次のアクセスになる",
    ),
    ("Use stride {next}", "ストライドを{next}に変更"),
    (
        "a flat list gives every cycle's address: it takes no stride",
        "アドレスリストは全サイクルのアドレスを決めるので、ストライドは付けられない",
    ),
    (
        "a list of addresses needs the flat mode, but the program is assembled in auto-stride mode",
        "アドレスリストにはフラットモードが必要だが、プログラムはオートストライドモードでアセンブルされる",
    ),
    (
        "this operand gives each cycle its own address",
        "このオペランドはサイクルごとにアドレスを指定している",
    ),
    ("Write it with a stride", "ストライドで書き換え"),
    (
        "`j` cannot be combined with T-register indirection",
        "`j`はTレジスタ間接参照と併用できない",
    ),
    ("the indirection is here", "ここで間接参照を指定している"),
    (
        "there is no PE {value}: `j` takes a PE number from 0 to 3",
        "PE {value}は存在しない: `j`に続くPE番号は0から3",
    ),
    (
        "`{text}` is not a tag: write `i` and exactly two hexadecimal digits, such as `i01`",
        "`{text}`はタグではない: `i`に続けて16進数をちょうど2桁書く（例: `i01`）",
    ),
    ("`{text}` is not an operand", "`{text}`はオペランドではない"),
    ("Insert `$`", "`$`を挿入"),
    ("unknown operand `${name}`", "未知のオペランド`${name}`"),
    ("did you mean `${near}`?", "もしかして: `${near}`"),
    ("Replace with `${near}`", "`${near}`に置き換え"),
    (
        "mask register {entry} cannot be written: `$omr` takes 1 to 15",
        "マスクレジスタ{entry}には書き込めない: `$omr`に指定できるのは1から15",
    ),
    (
        "`{written}` does not exist: {memory} is written {forms}",
        "`{written}`は存在しない: {memory}は{forms}と書く",
    ),
    ("Correct the word length", "語長を修正"),
    (
        "{memory} takes no stride: the instruction decides how its address advances",
        "{memory}にストライドは付けられない: アドレスの進み方は命令が決める",
    ),
    (
        "`j` can be used only with LM0 and LM1, not with {memory}",
        "`j`はLM0とLM1にのみ付けられ、{memory}には付けられない",
    ),
    (
        "LM1 has no T-register indirection; only LM0 does",
        "Tレジスタ間接参照ができるのはLM0のみで、LM1ではできない",
    ),
    (
        "{memory} has no such indirection",
        "{memory}ではこの間接参照はできない",
    ),
    (
        "a list of addresses can be used only with LM0, LM1, GRF0 and GRF1, not with {memory}",
        "アドレスリストを使えるのはLM0、LM1、GRF0、GRF1で、{memory}では使えない",
    ),
    ("`{text}` needs an address", "`{text}`にはアドレスが必要"),
    (
        "address {value} is beyond {memory}: its addresses go from 0 to {last} {unit}",
        "アドレス{value}は{memory}の範囲外: アドレスは0から{last}まで（{unit}単位）",
    ),
    (
        "there is no {what} {index}: the numbers go from 0 to {last}",
        "{what} {index}は存在しない: 0から{last}まで",
    ),
    (
        "only L2BM operands name an L2B after `.`",
        "`.`の後にL2Bを指定できるのはL2BMのオペランドのみ",
    ),
    (
        "{memory} address {address} is not a multiple of {alignment}, which this instruction needs",
        "{memory}のアドレス{address}は、この命令が求める{alignment}の倍数ではない",
    ),
    (
        "`$nowrite` must be the only output of its expression",
        "`$nowrite`は式のただ1つの出力でなければならない",
    ),
    (
        "{memory} can be written only once by an expression",
        "1つの式は{memory}に1回しか書き込めない",
    ),
    ("it is already written here", "ここですでに書き込んでいる"),
    (
        "`{expression}` from `$llb` delivers 2 long words, but this destination takes a {width}",
        "`$llb`からの`{expression}`は二長語を渡すが、この書き込み先は{width}",
    ),
    (
        "write `$ll{letters}`, or read `$lb`",
        "`$ll{letters}`に書き込むか、`$lb`を読む",
    ),
    (
        "the low six bits of address {address} are {bits}, more than 56",
        "アドレス{address}の下位6ビットは{bits}で、56を超えている",
    ),
    (
        "`l1bmp $llb<a>` reads a to a+7 within one block of 64 long words",
        "`l1bmp $llb<a>`は64長語のブロック内のaからa+7までを読む",
    ),
    (
        "`l1bmp` cannot turn around: no transfer from the PEs is of its type",
        "`l1bmp`ではターンアラウンドできない: 同じ型のPEからの転送がない",
    ),
    (
        "a turnaround connects a transfer to L1BM with one from L1BM of the same speed",
        "ターンアラウンドは、L1BMへの転送から、同じ速度のL1BMからの転送へ行う",
    ),
    (
        "this transfer moves {reads:# long word|# long words} in a cycle, but the turnaround register was written by one that moves {writes}",
        "この転送は1サイクルに{reads}長語を運ぶが、ターンアラウンドレジスタに書き込んだ転送は{writes}長語を運ぶ",
    ),
    ("last written here", "最後の書き込みはここ"),
    (
        "a matrix operand is written `$l{letters}`",
        "行列オペランドは`$l{letters}`と書く",
    ),
    (
        "`{name}` accesses the matrix register by long words: `$l{letters}{row}`",
        "`{name}`は行列レジスタに長語でアクセスする: `$l{letters}{row}`",
    ),
    (
        "`{name}` always reads two columns in a cycle: `$ll{letters}{row}`",
        "`{name}`は常に1サイクルに2列を読む: `$ll{letters}{row}`",
    ),
    (
        "row {row} is not a multiple of 2, which an access to two rows needs",
        "行{row}は2の倍数ではない: 2行のアクセスは偶数行から始める",
    ),
    (
        "`{name}` sees {rows} rows and columns, 0 to {last}",
        "`{name}`から見える行と列は{rows}個で、0から{last}まで",
    ),
    (
        "a {source} source and {rows} rows: the access lengths must agree",
        "読み出し元は{source}、行は{rows}: 語長を揃えなければならない",
    ),
    ("rows written here", "行への書き込みはここ"),
    // Which operands a position takes.
    ("no operands", "0個のオペランド"),
    ("a source and a destination", "転送元と転送先"),
    ("syntax: `{syntax}`", "構文: `{syntax}`"),
    (
        "a result shortened with `r` is written to L1BM by long words: `$lb`",
        "`r`で短縮した結果はL1BMに長語で書き込む: `$lb`",
    ),
    (
        "`{name}` does not exist for 2 long words",
        "二長語の`{name}`は存在しない",
    ),
    (
        "with `$llb` a reduction is one of single-precision floating point or `bor`",
        "`$llb`の縮約は単精度浮動小数点か`bor`に限られる",
    ),
    (
        "{operand} can be read only by the first input of the ALU",
        "{operand}を読めるのはALUの第1入力のみ",
    ),
    (
        "`{name}` cannot read {operand} here",
        "ここでは`{name}`は{operand}を読めない",
    ),
    (
        "`{name}` cannot write {operand} here",
        "ここでは`{name}`は{operand}に書き込めない",
    ),
    ("it takes {expected}", "ここに書けるのは{expected}"),
    (
        "a PE memory (`$lm0v`, `$lr0`, `$t`), a forwarding register or a constant",
        "PEメモリ（`$lm0v`、`$lr0`、`$t`）、フォワーディングレジスタ、固定値",
    ),
    (
        "a PE memory (`$lm0v`, `$lr0`, `$t`) or one of `$mauf`, `$aluf`, `$lbf`",
        "PEメモリ（`$lm0v`、`$lr0`、`$t`）、`$mauf`、`$aluf`、`$lbf`",
    ),
    (
        "a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`) or `$nowrite`",
        "書き込み先のPEメモリ（`$lm0v`、`$lr0`、`$t`、`$mb`）、`$nowrite`",
    ),
    (
        "a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`), `$omr1` or `$nowrite`",
        "書き込み先のPEメモリ（`$lm0v`、`$lr0`、`$t`、`$mb`）、`$omr1`、`$nowrite`",
    ),
    (
        "a side of the matrix register without an address: `$lx` or `$ly`",
        "アドレスなしの行列レジスタの面: `$lx`、`$ly`",
    ),
    (
        "the matrix register with a row: `$lx0`, `$ly0`, `$llx0`",
        "行を指定した行列レジスタ: `$lx0`、`$ly0`、`$llx0`",
    ),
    (
        "L1BM by 2 long words: `$llb0` or `$llbi`",
        "二長語のL1BM: `$llb0`、`$llbi`",
    ),
    ("L1BM by long words: `$lb0`", "長語のL1BM: `$lb0`"),
    ("L1BM by 2 long words: `$llb0`", "二長語のL1BM: `$llb0`"),
    (
        "L1BM by long words: `$lb0` or `$lbi`",
        "長語のL1BM: `$lb0`、`$lbi`",
    ),
    ("L1BM: `$lb0`", "L1BM: `$lb0`"),
    ("L2BM without `@`: `$lc0`", "`@`なしのL2BM: `$lc0`"),
    ("L2BM of one L2B: `$lc0@.1`", "1つのL2BのL2BM: `$lc0@.1`"),
    ("the DAR: `$dar0`", "DAR: `$dar0`"),
    ("PDM of one group: `$p0@1`", "1つのグループのPDM: `$p0@1`"),
    ("PDM of every group: `$p0`", "全グループのPDM: `$p0`"),
    ("DRAM of one group: `$d0@1`", "1つのグループのDRAM: `$d0@1`"),
    ("DRAM of every group: `$d0`", "全グループのDRAM: `$d0`"),
    ("L2BM of one L2B: `$lc0@2.1`", "1つのL2BのL2BM: `$lc0@2.1`"),
    (
        "L2BM of one L2B in every group: `$lc0@.1`",
        "全グループの1つのL2BのL2BM: `$lc0@.1`",
    ),
    (
        "both L2BMs of a group: `$lc0@1`",
        "グループ内の両方のL2BM: `$lc0@1`",
    ),
    ("every L2BM: `$lc0`", "全L2BM: `$lc0`"),
    ("an immediate value: `f\"1.0\"`", "即値: `f\"1.0\"`"),
    ("a tag: `i01`", "タグ: `i01`"),
    (
        "a whole side of the matrix register",
        "行列レジスタの面全体",
    ),
    ("rows of the matrix register", "行列レジスタの行"),
    (
        "the forwarding register `${name}`",
        "フォワーディングレジスタ`${name}`",
    ),
    ("the constant `${name}`", "固定値`${name}`"),
    ("`$nowrite`", "`$nowrite`"),
    ("the turnaround register", "ターンアラウンドレジスタ"),
    ("an immediate value", "即値"),
    ("a tag", "タグ"),
    // Signs and conversions.
    (
        "`{name}` cannot invert the sign of this input",
        "`{name}`はこの入力の符号を反転できない",
    ),
    (
        "`-` can be used with the inputs of mfma, mmul, vfma, vmul, vadd, vpassa and mwrite, except the matrix",
        "`-`を付けられるのはmfma、mmul、vfma、vmul、vadd、vpassa、mwriteの入力（行列を除く）",
    ),
    ("Remove `-`", "`-`を削除"),
    (
        "this input of `{name}` cannot be converted by `{letter}`",
        "`{name}`のこの入力は`{letter}`で変換できない",
    ),
    (
        "`e` can be used with inputs that take a normal single- or double-precision value",
        "`e`を付けられるのは通常の単精度または倍精度の値を取る入力",
    ),
    (
        "`r` can be used with inputs that take a normal half-precision value",
        "`r`を付けられるのは通常の半精度の値を取る入力",
    ),
    (
        "`r` rounds the four single words of 2 long words, but this input reads fewer",
        "`r`は二長語に含まれる4個の単語を丸めるが、この入力が読むのはそれより短い",
    ),
    (
        "`$ll{letters}` reads 2 long words",
        "`$ll{letters}`なら二長語を読む",
    ),
    (
        "the sign of an output cannot be inverted",
        "出力の符号は反転できない",
    ),
    (
        "an output cannot be converted; `r` after the opcode shortens the result",
        "出力は変換できない: 結果を短縮するにはオペコードの後に`r`を付ける",
    ),
    ("{inputs:# operand|# operands}", "オペランド{inputs}個"),
    ("at least 1 output", "1個以上の出力"),
    (
        "{inputs:# input|# inputs} and at least 1 output",
        "{inputs}個の入力と1個以上の出力",
    ),
    (
        "{inputs:# input|# inputs} and {outputs:# output|# outputs}",
        "{inputs}個の入力と{outputs}個の出力",
    ),
    (
        "`{name}` takes {wanted}, but has no operands",
        "`{name}`は{wanted}を取るが、オペランドがない",
    ),
    (
        "`{name}` takes {wanted}, but has only {count:# operand|# operands}",
        "`{name}`は{wanted}を取るが、オペランドは{count}個しかない",
    ),
    (
        "`{name}` takes {wanted}: this operand is one too many",
        "`{name}`が取るのは{wanted}: このオペランドは余分",
    ),
    (
        "`{name}` takes {wanted}: {count:the operand is its input|the # operands are its inputs}, and the output is missing",
        "`{name}`は{wanted}を取る: 書かれた{count}個は入力なので、出力が足りない",
    ),
    ("Use {operand}", "{operand}にする"),
    (
        "`@` after an operand can be used only with L2BM, PDM and DRAM, not with {memory}",
        "オペランドの後の`@`はL2BM、PDM、DRAMに付けるもので、{memory}には付けられない",
    ),
    (
        "`@` is followed by the group, and for L2BM by `.` and the L2B: `$lc0@2.1`",
        "`@`の後にはグループを、L2BMではさらに`.`とL2Bを書く: `$lc0@2.1`",
    ),
    (
        "`{text}` needs an address, such as `{example}`",
        "`{text}`にはアドレスが必要（例: `{example}`）",
    ),
    (
        "`{operand}` takes no address",
        "`{operand}`にアドレスは付けられない",
    ),
    ("Remove the address", "アドレスを取り除く"),
    (
        "a flat list holds four addresses, one for each cycle; this one has {count:only one|#}",
        "アドレスリストには各サイクルのアドレスを計4個書く（ここには{count}個）",
    ),
    ("the nearest is {lower}", "最も近いのは{lower}"),
];
