//! Habits from other languages: characters, comment marks, separators, opcodes of other assemblers.

pub(super) const HABITS: &[(&str, &str)] = &[
    // Characters.
    ("{name} ({code_points})", "{name}（{code_points}）"),
    (
        "{character}: the assembler reads only ASCII here",
        "{character}はアセンブラが受け付けない: コメント以外はASCII文字で書く",
    ),
    ("here too: {character}", "ここにも{character}がある"),
    (
        "Replace them all with ASCII characters",
        "すべてASCII文字に置き換える",
    ),
    (
        "a comment begins with the ASCII character `#`, not with `{mark}`",
        "コメントは`{mark}`ではなくASCII文字の`#`で始める",
    ),
    ("Begin the comment with `#`", "コメントを`#`で始める"),
    ("Japanese bracket", "和文の括弧"),
    ("Japanese long vowel mark", "長音記号"),
    ("Japanese middle dot", "中点"),
    ("Japanese quotation mark", "かぎ括弧"),
    ("Unicode line separator", "Unicodeの行区切り文字"),
    (
        "byte order mark inside the text",
        "テキスト途中のバイト順マーク（BOM）",
    ),
    ("bytes that are not UTF-8", "UTF-8ではないバイト"),
    ("character that is not ASCII", "ASCIIではない文字"),
    ("dash", "ダッシュ"),
    ("full-width comma", "全角コンマ"),
    ("ideographic comma", "読点"),
    ("ideographic full stop", "句点"),
    ("invisible character", "見えない文字"),
    (
        "invisible mark of the writing direction",
        "書字方向を変える見えない文字",
    ),
    ("minus sign", "マイナス記号"),
    ("multiplication sign", "乗算記号"),
    ("no-break space", "ノーブレークスペース"),
    ("typographic apostrophe", "アポストロフィ（引用符）"),
    ("typographic quotation mark", "引用符"),
    ("typographic space", "幅の異なる空白"),
    ("yen sign", "円記号"),
    // Comment marks and separators.
    (
        "a comment begins with `#`, not with `{mark}`",
        "コメントは`{mark}`ではなく`#`で始める",
    ),
    ("it goes to the end of the line", "コメントは行末まで続く"),
    ("Make it a comment", "コメントにする"),
    (
        "operands are separated by spaces, not by `,`",
        "オペランドは`,`ではなく空白で区切る",
    ),
    (
        "{count:Remove the comma|Remove the # commas}",
        "コンマを取り除く（{count}個）",
    ),
    (
        "operands follow the opcode, separated by spaces, without parentheses",
        "オペランドはオペコードの後に空白で区切って並べ、括弧は付けない",
    ),
    (
        "an operand has no parentheses",
        "オペランドに括弧は付けない",
    ),
    (
        "`{mark}` is not part of the language: the opcode comes first, then its inputs, then its outputs, with spaces between",
        "`{mark}`という記法はない: オペコード、入力、出力の順に空白で区切って書く",
    ),
    (
        "the expressions of a step are separated by `;`",
        "1ステップの中の式は`;`で区切る",
    ),
    (
        "the quotes of an immediate value are `\"`, not `'`",
        "即値は`'`ではなく`\"`で囲む",
    ),
    (
        "`{mark}` cannot end a statement",
        "文の終わりに`{mark}`は書けない",
    ),
    (
        "`;` separates the expressions of a step; a comment begins with `#`",
        "`;`は1ステップの中の式を区切る記号。コメントは`#`で始める",
    ),
    (
        "this line is not a statement; a comment begins with `#`",
        "この行は文ではない。コメントは`#`で始める",
    ),
    (
        "text in quotes is not an operand: an immediate value has its type before the quotes, as in `i\"3\"`",
        "引用符だけの文字列はオペランドではない: 即値は`i\"3\"`のように引用符の前に型を書く",
    ),
    // Statements.
    (
        "there are no labels: nothing jumps, each line is executed once, from the first to the last",
        "ラベルはない: 分岐がなく、各行が上から順に1回ずつ実行される",
    ),
    ("lines have no numbers", "行番号は書かない"),
    (
        "there are no blocks: each line is executed once, from the first to the last",
        "ブロックはない: 各行が上から順に1回ずつ実行される",
    ),
    (
        "there are no directives: a program consists of statements, one on each line",
        "ディレクティブはない: プログラムは1行に1文を並べたもの",
    ),
    ("`quit` takes no operands", "`quit`はオペランドを取らない"),
    (
        "`{statement}` is a statement: it must be on a line of its own",
        "`{statement}`は文なので、単独の行に書く",
    ),
    ("Move it to the next line", "次の行に移す"),
    (
        "a `mask` statement has letters for memories and the number of an entry",
        "`mask`文はメモリを表す文字とエントリの番号を書く",
    ),
    (
        "the number of the mask register entry is missing, such as `{example}`; `mask 0` ends a mask",
        "マスクレジスタのエントリ番号がない（例: `{example}`）。マスクは`mask 0`で終わる",
    ),
    (
        "the pattern `{text}` is entry {entry}",
        "パターン`{text}`はエントリ{entry}",
    ),
    ("Use entry {entry}", "エントリ{entry}を使う"),
    ("an opcode begins with a letter", "オペコードは英字で始まる"),
    (
        "the options of an MV instruction follow its opcode after `/`, the operands after spaces: `{meant}`",
        "MV命令のオプションはオペコードに`/`で続け、オペランドは空白で区切る: `{meant}`",
    ),
    (
        "a debug statement is `d get`, which prints, or `d set`, which writes",
        "デバッグ文は表示する`d get`と書き込む`d set`",
    ),
    (
        "this debug statement is written `{meant}`",
        "このデバッグ文は`{meant}`と書く",
    ),
    (
        "this debug statement cannot be read",
        "このデバッグ文は解釈できない",
    ),
    (
        "the memory and the number of words are missing",
        "メモリとワード数がない",
    ),
    (
        "the number of words is missing: how many words of `{memory}`?",
        "ワード数がない: `{memory}`から何ワードか",
    ),
    (
        "the payload is missing: the values to write, as hexadecimal numbers",
        "ペイロード（書き込む値を16進数で書いたもの）がない",
    ),
    (
        "{count:a long word is|each of the # long words is} 16 hexadecimal digits, or `l` and fewer: `l1f`",
        "長語は16進16桁、または`l1f`のように`l`とそれより少ない桁で書く（全部で{count}個）",
    ),
    (
        "a payload is hexadecimal without `0x`: `l{plain}` is one long word",
        "ペイロードの16進数に`0x`は付けない: `l{plain}`で1長語",
    ),
    (
        "a payload is the bits of the values, in hexadecimal",
        "ペイロードは値のビット列を16進数で書く",
    ),
    (
        "1.0 is `3ff0000000000000` in double precision, and twice 1.0 `s3f800000_3f800000` in single precision",
        "1.0は倍精度で`3ff0000000000000`、単精度で2個並べると`s3f800000_3f800000`",
    ),
    // Numbers.
    (
        "`{text}` is not an immediate value: it is written with its type and double quotes, such as `{example}`",
        "`{text}`は即値ではない: `{example}`のように型を付け、二重引用符で囲む",
    ),
    (
        "the immediate value comes before the destination: `{example}`",
        "即値は書き込み先より前に書く: `{example}`",
    ),
    (
        "the number of steps follows `nop` after `/`: `{meant}`",
        "`nop`のステップ数は`/`の後に書く: `{meant}`",
    ),
    (
        "the number of steps is missing after `/`, as in `nop/3`",
        "`/`の後にステップ数がない（例: `nop/3`）",
    ),
    (
        "there is no number between the quotes",
        "引用符の中に数がない",
    ),
    (
        "a floating-point number has the type `f` or `h`: `f\"{text}\"`",
        "浮動小数点数の型は`f`または`h`: `f\"{text}\"`",
    ),
    (
        "a single word can hold it: `{kind}\"{text}\"`",
        "単語の型なら書ける: `{kind}\"{text}\"`",
    ),
    (
        "the unsigned type can hold it: `{kind}\"{text}\"`",
        "符号なしの型なら書ける: `{kind}\"{text}\"`",
    ),
    (
        "an immediate value has 32 bits; a long word is written in two parts, with `imm` and `immu`",
        "即値は32ビット。長語は`imm`と`immu`で半分ずつ書く",
    ),
    (
        "an operand is not a number: write the number to a memory first, as in `imm i\"{number}\" $lr0v`",
        "数はオペランドにならない: 先に`imm i\"{number}\" $lr0v`のようにメモリに書いておく",
    ),
    (
        "the text after `#` is a comment",
        "`#`から後はコメントになる",
    ),
    // Operands.
    (
        "operands are written in lower case",
        "オペランドは小文字で書く",
    ),
    (
        "an operand begins with `$`, not with `%`",
        "オペランドは`%`ではなく`$`で始める",
    ),
    (
        "an address is not negative: addresses count from 0",
        "アドレスは0から数え、負にはならない",
    ),
    (
        "a stride is not negative: addresses wrap around at the end of the memory, so that `v{stride}` goes back by {number}",
        "ストライドは負にできない: アドレスはメモリの終端で先頭に戻るので、`v{stride}`と書けば{number}ずつ戻る",
    ),
    (
        "the assembler does not calculate: write the address itself",
        "アセンブラは計算をしない: アドレスそのものを書く",
    ),
    (
        "a list names the address of each of the four cycles, as in `[0,2,4,6]`; equal distances are a stride, as in `$lm0v2`",
        "アドレスリストには`[0,2,4,6]`のように4サイクルそれぞれのアドレスを書く。等間隔なら`$lm0v2`のようにストライドで書く",
    ),
    (
        "the addresses of a list are separated by commas",
        "アドレスリストの中はコンマで区切る",
    ),
    (
        "an operand has no brackets: `$lm0` is the content of the address",
        "オペランドに角括弧は付けない: `$lm0`がそのアドレスの内容を表す",
    ),
    (
        "an operand has no spaces in it: `{operand}`",
        "オペランドの途中に空白は入れない: `{operand}`",
    ),
    (
        "the parts of an operand follow one another without full stops: `$lm0v`",
        "オペランドの各部分はピリオドなしで続けて書く: `$lm0v`",
    ),
    (
        "a mask register is written with `$`: `/$imr1`",
        "マスクレジスタには`$`を付ける: `/$imr1`",
    ),
    (
        "a mask register is written as `$omr1`, and read by the mask of a destination or opcode: `$lr0v/$imr1`",
        "マスクレジスタへの書き込みは`$omr1`、読み出しは書き込み先やオペコードのマスクとして`$lr0v/$imr1`のように書く",
    ),
    (
        "the letter of the memory is missing after `$`: `$lm0` is LM0, `$ln0` LM1, `$lr0` GRF0 and `$ls0` GRF1",
        "`$`の後にメモリを表す文字がない: `$lm0`はLM0、`$ln0`はLM1、`$lr0`はGRF0、`$ls0`はGRF1",
    ),
    (
        "memories are `$m`, `$n` (LM0, LM1), `$r`, `$s` (GRF0, GRF1), `$t`, `$b` (L1BM), `$c` (L2BM), `$p` (PDM) and `$d` (DRAM), with `l` or `ll` before the letter for a long word or two: `$lm0v`",
        "メモリは`$m`、`$n`（LM0、LM1）、`$r`、`$s`（GRF0、GRF1）、`$t`、`$b`（L1BM）、`$c`（L2BM）、`$p`（PDM）、`$d`（DRAM）。長語なら文字の前に`l`、二長語なら`ll`を付ける: `$lm0v`",
    ),
    (
        "the parts must be in the order word length, memory, address, stride: `{near}`",
        "語長、メモリ、アドレス、ストライドの順に書く: `{near}`",
    ),
    (
        "`{text}` is an opcode: it begins a step on a line of its own, or after `;` an expression of this one",
        "`{text}`はオペコード: 別の行に書くか、`;`で区切ってこのステップの式にする",
    ),
    ("Write `{text}`", "`{text}`と書く"),
    // Opcodes of other languages.
    (
        "opcodes are written in lower case",
        "オペコードは小文字で書く",
    ),
    ("did you mean {names}?", "もしかして: {names}"),
    (
        "the letter for the precision is missing: {names}",
        "精度を表す文字がない: {names}",
    ),
    ("`{name}` ({precision})", "`{name}`（{precision}）"),
    (
        "a double-precision product takes two steps: `{upper}` for the PEs 0 and 1 of a MAB, `{lower}` for 2 and 3",
        "倍精度の積は2ステップかかる: MAB内のPE 0と1は`{upper}`、2と3は`{lower}`",
    ),
    (
        "a copy between the memories of a PE is `lpassa`",
        "PE内のメモリ間のコピーは`lpassa`",
    ),
    (
        "an immediate value is written with `imm`",
        "即値は`imm`で書き込む",
    ),
    (
        "L1BM is read into the PEs with `l1bmm`, which gives all MABs the same data, with `l1bmp` or with `l1bmd`",
        "L1BMからPEへは、全MABに同じ値を渡す`l1bmm`のほか、`l1bmp`、`l1bmd`で読み出す",
    ),
    (
        "the PEs write L1BM with `l1bmd`, or those of one MAB with `l1bmm@0`",
        "PEからL1BMへは`l1bmd`、1つのMABだけなら`l1bmm@0`で書き込む",
    ),
    (
        "L2BM is read into the L1BMs with `l2bmb`, which gives all the same data, or with `l2bmd`",
        "L2BMからL1BMへは、全L1BMに同じ値を渡す`l2bmb`、または`l2bmd`で読み出す",
    ),
    (
        "transfers between DRAM, PDM and L2BM are MV instructions; `n64` is the number of long words",
        "DRAM、PDM、L2BMの間の転送はMV命令で行う。`n64`は長語の数",
    ),
    (
        "a copy is `lpassa` between the memories of a PE, `imm` from an immediate value, `l1bmm` from L1BM to the PEs, `l1bmd` back, `l2bmb` from L2BM to L1BM, and `mvp` between DRAM, PDM and L2BM",
        "コピーは、PE内のメモリ間なら`lpassa`、即値からなら`imm`、L1BMからPEへは`l1bmm`、その逆は`l1bmd`、L2BMからL1BMへは`l2bmb`、DRAM、PDM、L2BMの間は`mvp`",
    ),
    (
        "a copy is `lpassa`: it copies the bits, whatever they mean, and changes no number",
        "コピーは`lpassa`: 値の意味によらずビット列をそのまま写す",
    ),
    (
        "a product is `fvmul` in single and `hvmul` in half precision, and takes two steps, `dvmulu` and `dvmuld`, in double precision; no instruction multiplies integers",
        "積は単精度なら`fvmul`、半精度なら`hvmul`、倍精度なら`dvmulu`と`dvmuld`の2ステップ。整数の乗算命令はない",
    ),
    (
        "a product with a sum is `fvfma` in single and `hvfma` in half precision, and takes two steps, `dvfmau` and `dvfmad`, in double precision: three inputs, then the output",
        "積和は単精度なら`fvfma`、半精度なら`hvfma`、倍精度なら`dvfmau`と`dvfmad`の2ステップ。入力3個の後に出力を書く",
    ),
    (
        "a sum is `ladd`, `iadd` or `sadd` of integers of 64, 32 or 16 bits, and `dvadd`, `fvadd` or `hvadd` of floating-point numbers",
        "和は64、32、16ビット整数なら`ladd`、`iadd`、`sadd`、浮動小数点数なら`dvadd`、`fvadd`、`hvadd`",
    ),
    (
        "only `imm` takes an immediate value: write it to a memory first, as in `imm i\"3\" $lr0v`; `iinc` and `idec` add and subtract 1",
        "即値を取るのは`imm`だけなので、先に`imm i\"3\" $lr0v`のようにメモリに書いておく。1の加減算なら`iinc`と`idec`",
    ),
    (
        "a difference is `lsub`, `isub` or `ssub` of integers; of floating-point numbers it is a sum with a minus sign, such as `fvadd $lm0v -$ln0v $lr0v`",
        "差は整数なら`lsub`、`isub`、`ssub`。浮動小数点数なら`fvadd $lm0v -$ln0v $lr0v`のように負号を付けて足す",
    ),
    (
        "the MAU inverts the sign of its inputs: `fvpassa -$lm0v $lr0v`; an integer is subtracted from 0 by `isub`",
        "符号反転は`fvpassa -$lm0v $lr0v`のようにMAUの入力で行う。整数は`isub`で0から引く",
    ),
    (
        "an absolute value is the greater of a number and its negative: `fvpassa -$lm0v $lr0v`, a step later `fmax $lr0v $lm0v $ls0v`",
        "絶対値は元の値と符号を反転した値の大きい方: `fvpassa -$lm0v $lr0v`の1ステップ後に`fmax $lr0v $lm0v $ls0v`",
    ),
    (
        "there is no division: `frsqrt` approximates 1/√x, its square 1/x, and Newton's method refines that by `fvfma`",
        "除算命令はない: `frsqrt`で1/√xの近似値が得られ、その2乗が1/xになる。精度は`fvfma`によるニュートン法で上げる",
    ),
    (
        "there is no square root: `frsqrt` approximates 1/√x, Newton's method refines it by `fvfma`, and x times that is √x",
        "平方根の命令はない: `frsqrt`で1/√xの近似値を得て`fvfma`によるニュートン法で精度を上げ、xを掛けると√xになる",
    ),
    (
        "no instruction computes this function: use a polynomial with `fvfma`, or a table",
        "この関数を計算する命令はない: `fvfma`による多項式か、表を使う",
    ),
    (
        "`frelu` passes its second input where the first is not negative: ReLU names the value twice, as in `frelu $lm0v $lm0v $lr0v`",
        "`frelu`は第1入力が負でないところで第2入力を通す。ReLUなら`frelu $lm0v $lm0v $lr0v`のように同じ値を2回書く",
    ),
    (
        "it passes the second input if the first is not negative: for ReLU of one value, write the value twice",
        "第1入力が負でないところで第2入力を通す命令なので、1つの値のReLUではその値を2回書く",
    ),
    ("Repeat `{text}`", "`{text}`を2回書く"),
    (
        "a left shift is `llsl`, `ilsl` or `slsl`, for elements of 64, 32 or 16 bits",
        "左シフトは64、32、16ビットの要素に対して`llsl`、`ilsl`、`slsl`",
    ),
    (
        "a logical right shift is `ullsr`, `uilsr` or `uslsr`, for elements of 64, 32 or 16 bits; without `u` the sign bit is kept",
        "論理右シフトは64、32、16ビットの要素に対して`ullsr`、`uilsr`、`uslsr`。`u`がなければ符号ビットが保たれる",
    ),
    (
        "an arithmetic right shift is `llsr`, `ilsr` or `slsr`, for elements of 64, 32 or 16 bits; with `u` it is a logical one",
        "算術右シフトは64、32、16ビットの要素に対して`llsr`、`ilsr`、`slsr`。`u`を付けると論理シフトになる",
    ),
    (
        "a left rotation is `lbsl`, `ibsl` or `sbsl`, for elements of 64, 32 or 16 bits",
        "左回転は64、32、16ビットの要素に対して`lbsl`、`ibsl`、`sbsl`",
    ),
    (
        "a right rotation is `lbsr`, `ibsr` or `sbsr`, for elements of 64, 32 or 16 bits",
        "右回転は64、32、16ビットの要素に対して`lbsr`、`ibsr`、`sbsr`",
    ),
    (
        "a comparison is an operation that sets flags: `isub $lm0v $ln0v $omr1` sets the flags of mask register 1 where the difference is not negative, and a destination with `/$imr1` is written only there",
        "比較は演算のフラグで行う: `isub $lm0v $ln0v $omr1`は差が負でないところでマスクレジスタ1のフラグを立て、`/$imr1`を付けた書き込み先はそこだけ書き込まれる",
    ),
    (
        "`fftoi` makes integers of floating-point numbers, `r` after an opcode such as `dvpassar` shortens, `e` after an input of the MAU extends, and `fbfn` makes block floats",
        "浮動小数点数から整数へは`fftoi`、精度を下げるには`dvpassar`のようにオペコードに`r`、上げるにはMAUの入力に`e`を付ける。ブロックフロートへは`fbfn`",
    ),
    (
        "no instruction makes floating-point numbers of integers: put the integer into the mantissa of a large number by `ior`, and subtract that number by `fvadd`",
        "整数を浮動小数点数にする命令はない: `ior`で大きな数の仮数部に整数を入れ、`fvadd`でその数を引く",
    ),
    (
        "an immediate value is written by `imm i\"3\" $lr0v`: the value with its type and quotes, then the destination",
        "即値は`imm i\"3\" $lr0v`のように書き込む: 型を付けて引用符で囲んだ値、書き込み先の順",
    ),
    (
        "`zero` clears its destination",
        "`zero`は書き込み先を0にする",
    ),
    (
        "no instruction exchanges two values: keep one of them elsewhere, such as in `$t`",
        "2つの値を入れ替える命令はない: 一方を`$t`などに置いておく",
    ),
    (
        "`nop` is a step that does nothing, `nop/3` is three of them",
        "`nop`は何もしない1ステップ、`nop/3`は3ステップ",
    ),
    (
        "a program ends with its last line; `quit` on a line of its own leaves out what follows it",
        "プログラムは最後の行で終わる。単独の行に`quit`を書くと、それより後は無視される",
    ),
    (
        "there are no jumps, loops or calls: each line is executed once, from the first to the last; masks such as `/$imr1` choose what is written, and a script writes lines that repeat",
        "分岐、ループ、呼び出しはない: 各行が上から順に1回ずつ実行される。何を書き込むかは`/$imr1`などのマスクで選び、繰り返しはスクリプトで行を生成する",
    ),
    (
        "all PEs execute the same step at the same time: `nop` waits for what a step writes, `nop; wait i01` for the MV instruction with the tag `i01`",
        "全PEが同じステップを同時に実行する: ステップの書き込みを待つには`nop`、タグ`i01`のMV命令を待つには`nop; wait i01`",
    ),
    (
        "`d getf $lm0n0c0b0m0p0 4`, on a line of its own, prints words of a memory",
        "メモリの内容を表示するには、単独の行に`d getf $lm0n0c0b0m0p0 4`のように書く",
    ),
    (
        "there is no stack: every memory is accessed by its address",
        "スタックはない: どのメモリもアドレスでアクセスする",
    ),
    (
        "`l2bmb` broadcasts L2BM to the L1BMs, `l1bmm` L1BM to the MABs and `l1bmp` to the PEs",
        "放送はL2BMからL1BMへが`l2bmb`、L1BMからMABへが`l1bmm`、PEへが`l1bmp`",
    ),
    (
        "`l1bmrffadd` adds up the values of the MABs of an L1B, `l2bmrffadd` those of the L1Bs; `l1bmd` and `l2bmd` distribute and gather",
        "`l1bmrffadd`はL1B内のMABの値を、`l2bmrffadd`はL1Bの値を足し合わせる。分配と結合は`l1bmd`と`l2bmd`",
    ),
    (
        "`msl` and `msr` pass a long word to the next or the previous PE of the MAB",
        "`msl`と`msr`は長語をMAB内の次または前のPEに渡す",
    ),
    (
        "`fmmul` multiplies the matrix register, which `fmwrite` fills, with a vector; both are block floats, made by `fbfn`",
        "`fmmul`は`fmwrite`で書き込んだ行列レジスタとベクトルの積。どちらも`fbfn`で作るブロックフロート",
    ),
    (
        "transfers between DRAM, PDM and L2BM are MV instructions, such as `mvp/n64 $d0@0 $lc0@0.0`: 64 long words from the DRAM of group 0 to its L2B 0",
        "DRAM、PDM、L2BMの間の転送は`mvp/n64 $d0@0 $lc0@0.0`のようなMV命令で行う: この例はグループ0のDRAMからそのL2B 0への64長語",
    ),
    (
        "there are no names for values or addresses: memories are named by their letters and addresses",
        "値やアドレスに名前は付けられない: メモリは文字とアドレスで指定する",
    ),
];
