//! Expressions that share a step, distances between steps, values and their sources, and fixes.

pub(super) const STEPS: &[(&str, &str)] = &[
    (
        "`{name}` cannot share a step with `nop`; only `wait` can",
        "`{name}`は`nop`と同じステップに書けない（書けるのは`wait`のみ）",
    ),
    (
        "this `nop` fills the whole step",
        "この`nop`がステップ全体を占める",
    ),
    (
        "`wait` needs another PE instruction in its step",
        "`wait`のステップにはほかのPE命令が必要",
    ),
    (
        "`nop; wait i01` waits and does nothing else",
        "待つだけなら`nop; wait i01`と書く",
    ),
    ("Add `nop`", "`nop`を追加"),
    ("tag 0 cannot be waited for", "タグ0は待てない"),
    (
        "`{first}` under `{mask}` and `{second}` under `{other}`: the field `{field}` holds one mask, but this one has another {what}",
        "`{first}`は`{mask}`、`{second}`は`{other}`: フィールド`{field}`に入るマスクは1つだが、このマスクは{what}が異なる",
    ),
    ("word length", "語長"),
    ("entry", "エントリ"),
    ("the first mask of the step", "このステップの最初のマスク"),
    (
        "all masks of a step must agree in entry and word length, zero-flush masks included",
        "1ステップのマスクは、ゼロフラッシュマスクも含めてエントリと語長を揃える",
    ),
    (
        "`{first}` and `{second}` have zero-flush masks, but only one expression of a step can: the field `{field}` names one output",
        "`{first}`と`{second}`の両方にゼロフラッシュマスクがあるが、1ステップで付けられるのは1つの式だけ: フィールド`{field}`で選べる出力は1つ",
    ),
    (
        "`{first}` and `{second}` are both in the group {group}, but a step can have only one: both need the field `{field}`",
        "`{first}`と`{second}`はどちらもグループ{group}で、1ステップに1つしか書けない: どちらもフィールド`{field}`を使う",
    ),
    (
        "give one of them a step of its own",
        "どちらかを別のステップに分ける",
    ),
    (
        "`{first}` and `{second}` both write {memory}, but only one expression of a step can: the field `{field}` takes the result of one unit",
        "`{first}`と`{second}`がどちらも{memory}に書き込むが、1ステップで書き込めるのは1つの式だけ: フィールド`{field}`が受け取る結果は1つのユニットのもの",
    ),
    (
        "`{first}` and `{second}` both write {memory}, but only one expression of a step can",
        "`{first}`と`{second}`がどちらも{memory}に書き込むが、1ステップで書き込めるのは1つの式だけ",
    ),
    (
        "write one of the results to another memory, or give it a step of its own",
        "片方の結果を別のメモリに書き込むか、別のステップに分ける",
    ),
    (
        "`{first}` reads `{one}` and `{another}`",
        "`{first}`は`{one}`と`{another}`を読む",
    ),
    (
        "`{first}` reads `{one}` and writes `{another}`",
        "`{first}`は`{one}`を読み`{another}`に書き込む",
    ),
    (
        "`{first}` reads `{one}` and `{second}` reads `{another}`",
        "`{first}`は`{one}`を、`{second}`は`{another}`を読む",
    ),
    (
        "`{first}` reads `{one}` and `{second}` writes `{another}`",
        "`{first}`は`{one}`を読み、`{second}`は`{another}`に書き込む",
    ),
    (
        "{who}: two regions of {memory}, but the field `{field}` holds one",
        "{who}ので{memory}の領域が2つになる: フィールド`{field}`に入るのは1つ",
    ),
    (
        "the addresses agree, the word lengths must too: both could be `{operand}`",
        "アドレスは同じなので語長も揃える: どちらも`{operand}`にできる",
    ),
    (
        "both must be the same region, such as `{operand}`; or read one of the values a step earlier and forward it",
        "`{operand}`のように同じ領域に揃えるか、片方の値を1ステップ前に読んでフォワーディングで受け取る",
    ),
    (
        "a step can read and write {memory} only in the same region: write to another memory, or a step later",
        "1ステップ内で{memory}を読み書きできるのは同じ領域だけ: 別のメモリに書き込むか、次のステップで書き込む",
    ),
    ("single words", "単語"),
    ("long words", "長語"),
    ("2 long words", "二長語"),
    (
        "{address} in every cycle by {unit}",
        "全サイクルで{address}（{unit}）",
    ),
    ("{addresses} by {unit}", "{addresses}（{unit}）"),
    ("{region}, T added", "{region}、Tを加算"),
    (
        "{region}, one further on PEs 0 to {last}",
        "{region}、PE 0から{last}では1アクセス先",
    ),
    (
        "`{expression}` cannot access LM0 in a step with an immediate value: `{immediate}` holds it in the bits of the field `{field}`",
        "即値のあるステップで`{expression}`はLM0にアクセスできない: `{immediate}`の即値がフィールド`{field}`のビットを使う",
    ),
    (
        "the immediate value occupies the address bits of LM0",
        "即値がLM0のアドレスのビットを使う",
    ),
    (
        "use LM1 or a GRF here, or give the immediate value a step of its own",
        "ここではLM1かGRFを使うか、即値を別のステップに分ける",
    ),
    (
        "`{first}` and `{other}` share the MAU and must have one precision, which the field `{field}` holds",
        "`{first}`と`{other}`はMAUを共有するので精度を揃えなければならない: 精度はフィールド`{field}`に1つだけ入る",
    ),
    ("the other precision", "もう一方の精度"),
    (
        "use the same precision for both, or give one a step of its own",
        "両方を同じ精度で書くか、どちらかを別のステップに分ける",
    ),
    (
        "`{first}`, `{second}` and `{third}`: a step can have at most two of calculation, matrix register write and transposed read",
        "`{first}`、`{second}`、`{third}`: 演算、行列レジスタ書き込み、転置読み出しのうち、1ステップに書けるのは2つまで",
    ),
    ("the first", "1つ目"),
    ("the second", "2つ目"),
    (
        "`{first}` and `{second}` both use {memory}, which can appear only once in a step: the field `{field}` gives each its own side",
        "`{first}`と`{second}`がどちらも{memory}を使うが、1ステップに1回しか書けない: フィールド`{field}`は双方に別の面を割り当てる",
    ),
    ("it already appears here", "すでにここにある"),
    ("one of them could use {other}", "片方は{other}にできる"),
    (
        "`{writer}` writes from row {written} and `{reader}` reads from column {read}, which cannot share a step: the field `{field}` holds both",
        "`{writer}`は行{written}から書き込み、`{reader}`は列{read}から読むが、同じステップには書けない: フィールド`{field}`が両方を兼ねる",
    ),
    ("the row written", "書き込む行"),
    (
        "they can share a step if both begin at {written} or at {read}",
        "両方を{written}または{read}から始めれば同じステップに書ける",
    ),
    (
        "`{product}` reads its second input `{second}` through the port of `{write}`, the field `{field}`: `{source}` must be the same operand",
        "`{product}`の第2入力`{second}`は`{write}`のポート（フィールド`{field}`）を通る: `{source}`は同じオペランドでなければならない",
    ),
    ("the second input", "第2入力"),
    (
        "including sign and `e` or `r`; `vadd`, `vpassa`, `mmul` and `mfma` do not use that port",
        "符号と`e`、`r`も揃える。`vadd`、`vpassa`、`mmul`、`mfma`はこのポートを使わない",
    ),
    // Distances.
    (
        "{what} too early: {between} between this and the write in line {line}, {needed} needed",
        "{what}のが早すぎる: {line}行目の書き込みとの間が{between}しかない（必要な間隔は{needed}）",
    ),
    ("written here", "書き込みはここ"),
    ("`${letters}{word}` is read", "`${letters}{word}`を読む"),
    ("`$lb{word}` is read", "`$lb{word}`を読む"),
    ("`$dar{entry}` is read", "`$dar{entry}`を読む"),
    ("{memory} is read", "{memory}を読む"),
    ("{memory} is written", "{memory}に書き込む"),
    ("L1BM is read", "L1BMを読む"),
    ("L2BM is read", "L2BMを読む"),
    (
        "L1BM of L1B {l1b} is read by a transfer to L2BM",
        "L1B {l1b}のL1BMをL2BMへ読み出す",
    ),
    ("the T-register is read", "Tレジスタを読む"),
    (
        "the T-register is read for the address",
        "アドレスのためにTレジスタを読む",
    ),
    (
        "Insert `{nop}` before this line",
        "この行の前に`{nop}`を挿入",
    ),
    ("Insert `{new}`", "`{new}`を挿入"),
    ("Insert `{new}` at the end", "末尾に`{new}`を挿入"),
    ("Remove `{removed}`", "`{removed}`を削除"),
    ("Remove this line", "この行を削除"),
    ("Remove this destination", "この出力先を削除"),
    (
        "Exchange `{first}` and `{second}`",
        "`{first}`と`{second}`を入れ替え",
    ),
    (
        "Write only in the first cycle: `{mask}`",
        "最初のサイクルだけ書き込む: `{mask}`",
    ),
    (
        "Write only in the first cycle, `{mask}`, and insert `{nop}`",
        "最初のサイクルだけ書き込み（`{mask}`）、`{nop}`を挿入",
    ),
    (
        "Write what is read first in the first cycles: `{operand}`",
        "先に読まれるものを先のサイクルで書く: `{operand}`",
    ),
    (
        "Write what is read first in the first cycles, `{operand}`, and insert `{nop}`",
        "先に読まれるものを先のサイクルで書き（`{operand}`）、`{nop}`を挿入",
    ),
    (
        "Read it in the last cycle: `{operand}`",
        "最後のサイクルで読む: `{operand}`",
    ),
    (
        "Read it in the last cycle, `{operand}`, and insert `{nop}`",
        "最後のサイクルで読み（`{operand}`）、`{nop}`を挿入",
    ),
    ("{title} (score {score})", "{title}（スコア{score}）"),
    (
        "Lengthen the `nop` above to `{longer}`",
        "上の`nop`を`{longer}`に変更",
    ),
    ("Add `{wait}` to this step", "このステップに`{wait}`を追加"),
    (
        "{memory} is written, which the MV instruction in line {line} may still be using: there is no `wait` for it in between",
        "{memory}に書き込むが、{line}行目のMV命令がまだ使用中かもしれない: 間にこれを待つ`wait`がない",
    ),
    (
        "{memory} is read, which the MV instruction in line {line} may still be writing: there is no `wait` for it in between",
        "{memory}を読むが、{line}行目のMV命令がまだ書き込み中かもしれない: 間にこれを待つ`wait`がない",
    ),
    ("issued here", "発行はここ"),
    (
        "give the MV instruction a tag, such as `i01`, and wait for it",
        "MV命令に`i01`のようなタグを付けて待つ",
    ),
    (
        "this PE instruction is at the place of the unit's MV instruction",
        "MV命令の位置にPE命令がある",
    ),
    (
        "this MV instruction is at the place of a PE instruction of the unit",
        "PE命令の位置にMV命令がある",
    ),
    (
        "the last unit is not full",
        "最後のユニットが埋まっていない",
    ),
    ("auto-stride mode", "オートストライドモード"),
    ("flat mode", "フラットモード"),
    (
        "the instruction stream is not packed: {what}, and in {mode} a unit is {steps} PE instructions and 1 MV instruction",
        "命令列がパックされていない: {what}。{mode}の1ユニットはPE命令{steps}個とMV命令1個からなる",
    ),
    (
        "packed in this order it has {units:# unit|# units}, filled up with {nops} `nop` and {mvnops} `mvnop`",
        "この順にパックすると{units}ユニットになり、`nop` {nops}個と`mvnop` {mvnops}個で埋める",
    ),
    (
        "the emulator accepts instructions in any order; a program for the board is packed first",
        "エミュレータは命令の並びを問わないが、ボードに送る前にはパックされる",
    ),
    (
        "tag i{tag} is issued again, and nothing has waited for the one of line {line}",
        "タグi{tag}が再び発行されるが、{line}行目のタグをまだ誰も待っていない",
    ),
    (
        "another tag, or a `wait` in between, makes clear which of them is waited for",
        "別のタグを使うか間に`wait`を置けば、どちらを待つのかが定まる",
    ),
    (
        "no MV instruction before this carries tag i{tag}",
        "これより前にタグi{tag}を持つMV命令がない",
    ),
    (
        "the board would wait for it forever",
        "ボードでは永久に待ち続ける",
    ),
    // Values.
    (
        "`${name}` is read, but the last step, in line {line}, has no {unit}",
        "`${name}`を読むが、直前のステップ（{line}行目）には{unit}がない",
    ),
    (
        "`${name}` is read, but no step has written it yet",
        "`${name}`を読むが、それに値を渡したステップがまだない",
    ),
    (
        "a forwarding register holds a result of the previous step; at the start of the program there is none",
        "フォワーディングレジスタが持つのは前のステップの結果で、プログラムの先頭には何もない",
    ),
    (
        "`{name}` reads a {width} here: the rest of `{operand}` is not used",
        "`{name}`がここで読むのは{width}で、`{operand}`の残りは使われない",
    ),
    (
        "the result of `{name}` is a {width}: it does not fill `{operand}`",
        "`{name}`の結果は{width}で、`{operand}`全体には足りない",
    ),
    (
        "the result of `{name}` is 2 long words: `{operand}` takes a {width} of them, the rest is lost",
        "`{name}`の結果は2長語だが、`{operand}`に入るのは{width}だけで、残りは失われる",
    ),
    (
        "`{first}` and `{second}` both write `$lb{word}` in this step: which of the two stays is not documented",
        "`{first}`と`{second}`がこのステップでどちらも`$lb{word}`に書き込む。どちらが残るかは文書化されていない",
    ),
    (
        "write other words, or give one of them a step of its own",
        "別のワードに書き込むか、どちらかを別のステップに分ける",
    ),
    ("assumed: {reason}", "仮定: {reason}"),
    ("instruction of the MAU", "MAUの命令"),
    ("instruction of the ALU", "ALUの命令"),
    ("transfer from L1BM to the PEs", "L1BMからPEへの転送"),
    ("transposed read", "転置読み出し"),
    (
        "this step updates the forwarding registers",
        "このステップがフォワーディングレジスタを更新する",
    ),
    (
        "only `nop` and `noforward` are known to keep them",
        "値を保持することが分かっているのは`nop`と`noforward`のみ",
    ),
    ("matrix", "行列"),
    ("vector", "ベクトル"),
    (
        "the {what} of this product is not a block float: line {line} makes ordinary numbers",
        "この積の{what}はブロックフロートではない: {line}行目が作るのは通常の数値である",
    ),
    (
        "the {what} of this product is a block float of {made}, made in line {line}, and not of {precision}",
        "この積の{what}は{line}行目で作られた{made}のブロックフロートで、{precision}ではない",
    ),
    ("made here", "作られたのはここ"),
    ("`hbfn/<n>` or `hbfe/<n>`", "`hbfn/<n>`または`hbfe/<n>`"),
    (
        "{conversion} makes block floats for it",
        "{conversion}で対応するブロックフロートを作れる",
    ),
    (
        "this is read in {wanted}, but line {line} writes it in {other}",
        "これを{wanted}として読むが、{line}行目は{other}で書き込んでいる",
    ),
    (
        "nothing before this wrote {place}",
        "これより前に{place}への書き込みがない",
    ),
    (
        "the T-register's entry of cycle {cycle}",
        "Tレジスタのサイクル{cycle}のエントリ",
    ),
    ("the mask `$omr{entry}`", "マスク`$omr{entry}`"),
    ("the entry `$omr{entry}`", "エントリ`$omr{entry}`"),
    ("the row {row} of {memory}", "{memory}の行{row}"),
    (
        "nothing reads what this writes before line {line} has overwritten it",
        "ここで書き込んだ値は、{line}行目で上書きされるまで一度も読まれない",
    ),
    ("overwritten here", "上書きはここ"),
    (
        "`$nowrite` as the only destination leaves the result to forwarding",
        "書き込み先を`$nowrite`だけにすれば、結果はフォワーディングにのみ渡る",
    ),
    (
        "`$lbi` as the destination leaves it to the turnaround register",
        "書き込み先を`$lbi`にすれば、ターンアラウンドレジスタにのみ渡る",
    ),
    (
        "the lines around it need no `nop` here",
        "前後の行のためにはここに`nop`は要らない",
    ),
    (
        "the lines around need only {needed} of {written:# step|# steps} of `nop`",
        "`nop`は{written}ステップあるが、前後の行に必要なのは{needed}ステップ",
    ),
    // Cures.
    (
        "Remove 1 needless step of `nop`",
        "不要な`nop`を1ステップ削除",
    ),
    (
        "Remove {surplus:# needless step|# needless steps} of `nop`",
        "不要な`nop`を{surplus}ステップ削除",
    ),
    ("Write the addresses as lists", "アドレスをリストで書き換え"),
    (
        "Write the addresses with a stride",
        "アドレスをストライドで書き換え",
    ),
    (
        "Read `${name}`, which holds the same value",
        "同じ値を持つ`${name}`から読む",
    ),
    (
        "Read `{operand}` a step earlier, into `$aluf`",
        "1ステップ前に`{operand}`を読んで`$aluf`で受け取る",
    ),
    (
        "Give `{name}` a step of its own before this one",
        "`{name}`をこの前の別ステップに分ける",
    ),
    (
        "Give `{name}` a step of its own after this one",
        "`{name}`をこの後の別ステップに分ける",
    ),
    ("Unpack into {parts} steps", "{parts}ステップに分割"),
    ("Pack into the previous step", "前のステップに詰める"),
    (
        "`{immediate}` cannot write LM0: the immediate value is held in the bits of the field `{field}`",
        "`{immediate}`はLM0に書き込めない: 即値はフィールド`{field}`のビットに置かれる",
    ),
    (
        "write LM1, a GRF or `$t`, and copy from there with `lpassa`",
        "LM1、GRF、`$t`のいずれかに書き、そこから`lpassa`でコピーする",
    ),
    ("{what} too early as well", "ここで{what}のも早すぎる"),
];
