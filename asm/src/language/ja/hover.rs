//! Hover, inlay hints and lenses: what operands access, where data comes from, what a step uses.

pub(super) const HOVER: &[(&str, &str)] = &[
    // Immediate values, payloads, masks.
    (
        "**{name}** (manual 3.2.2)",
        "**{name}**（マニュアル 3.2.2）",
    ),
    ("Single-precision immediate value", "単精度の即値"),
    ("Half-precision immediate value", "半精度の即値"),
    (
        "Signed immediate value of one single word",
        "単語の符号付き即値",
    ),
    (
        "Signed immediate value of one half word",
        "半語の符号付き即値",
    ),
    (
        "Unsigned immediate value of one single word",
        "単語の符号なし即値",
    ),
    (
        "Unsigned immediate value of one half word",
        "半語の符号なし即値",
    ),
    ("bits", "ビット列"),
    ("binary", "2進数"),
    ("double precision, the word twice", "倍精度（単語2個分）"),
    ("signed half words", "符号付き半語"),
    ("unsigned half words", "符号なし半語"),
    ("signed single word", "符号付き単語"),
    ("unsigned single word", "符号なし単語"),
    (
        "signed long word, the word twice",
        "符号付き長語（単語2個分）",
    ),
    (
        "unsigned long word, the word twice",
        "符号なし長語（単語2個分）",
    ),
    (
        "**Payload** of {length} (manual 3.4.4)\n\n| to | bits | double precision | single precision | half precision | signed integer |\n| --- | --- | --- | --- | --- | --- |\n",
        "**ペイロード** {length}（マニュアル 3.4.4）\n\n| 書き込み先 | ビット列 | 倍精度 | 単精度 | 半精度 | 符号付き整数 |\n| --- | --- | --- | --- | --- | --- |\n",
    ),
    (
        "**Payload** of {length}\n\n| address | bits | double precision | single precision | half precision | signed integer |\n| --- | --- | --- | --- | --- | --- |\n",
        "**ペイロード** {length}\n\n| アドレス | ビット列 | 倍精度 | 単精度 | 半精度 | 符号付き整数 |\n| --- | --- | --- | --- | --- | --- |\n",
    ),
    (
        "The host writes {length} to PDM of group 0, from address {address} on.",
        "ホストがグループ0のPDMのアドレス{address}から{length}を書き込む。",
    ),
    (
        "The host reads {length} back from PDM of group 0, from address {address} on.",
        "ホストがグループ0のPDMのアドレス{address}から{length}を読み戻す。",
    ),
    (
        "The host writes {length} to DRAM of group {group}, from address {address} on.",
        "ホストがグループ{group}のDRAMのアドレス{address}から{length}を書き込む。",
    ),
    (
        "**Address** {address}, hexadecimal in the text, in long words",
        "**アドレス** {address}（テキストでは16進数、長語単位）",
    ),
    (
        "**Length**: {length}, hexadecimal in the text",
        "**長さ**: {length}（テキストでは16進数）",
    ),
    ("**Group** {group}", "**グループ** {group}"),
    ("\n… and {count} more.\n", "\n… ほか{count}件\n"),
    ("Values are shown as {form}.", "値の表示: {form}"),
    (
        "double precision, half words and bits",
        "倍精度、半語、ビット列",
    ),
    ("double precision (`d`)", "倍精度（`d`）"),
    (
        "double-precision block floats (`bd`)",
        "倍精度ブロックフロート（`bd`）",
    ),
    ("single precision (`f`)", "単精度（`f`）"),
    (
        "single-precision block floats (`bf`)",
        "単精度ブロックフロート（`bf`）",
    ),
    (
        "pseudo-single-precision block floats (`bg`)",
        "擬似単精度ブロックフロート（`bg`）",
    ),
    ("half precision (`h`)", "半精度（`h`）"),
    (
        "half-precision block floats (`bh`)",
        "半精度ブロックフロート（`bh`）",
    ),
    (
        "\n`t`: the destination is shorter than the mask, whose other flags are ignored.\n",
        "\n`t`: 書き込み先がマスクより短く、余ったフラグは使わない。\n",
    ),
    (
        "\n`p`: the destination is longer than the mask, whose flags cover more than one word.\n",
        "\n`p`: 書き込み先がマスクより長く、1つのフラグが複数のワードに対応する。\n",
    ),
    (
        "**Write mask** of this destination, for this step (manual 3.6.2.1)",
        "この書き込み先とステップの**書き込みマスク**（マニュアル 3.6.2.1）",
    ),
    (
        "**Zero-flush mask** (manual 3.6.2.2): the result is replaced with zero where the mask is 0",
        "**ゼロフラッシュマスク**（マニュアル 3.6.2.2）: マスクが通さない場所で結果が0に置き換わる",
    ),
    (
        "**Write mask for the following lines** (manual 3.6.2.1)",
        "**以降の行の書き込みマスク**（マニュアル 3.6.2.1）",
    ),
    (
        "Writes of the following steps are not masked.",
        "以降のステップの書き込みはマスクを通らない。",
    ),
    (
        "Writes of the following steps to {memories} pass through entry {entry}. A mask written at a destination takes its place for the whole step.",
        "以降のステップの{memories}への書き込みはエントリ{entry}を通る。書き込み先にマスクを書くと、そのステップ全体でそれが代わりになる。",
    ),
    ("{first}, {second}", "{first}、{second}"),
    ("each of the 2 long words", "二長語のそれぞれの長語"),
    ("the long word", "長語"),
    (
        "Entry 0: everything passes; one flag for {word} of a cycle.\n",
        "エントリ0: すべて通す。各サイクルの{word}にフラグが1つある。\n",
    ),
    (
        "Entry {entry} of the mask register: in every cycle each PE's own flags for {word} decide, as an instruction with `$omr{entry}` wrote them.\n",
        "マスクレジスタのエントリ{entry}: 毎サイクル、`$omr{entry}`への命令が書き込んだ、各PE自身の{word}のフラグが決める。\n",
    ),
    (
        "Fixed pattern `{pattern}`, the same in every PE:",
        "固定パターン`{pattern}`（全PE共通）:",
    ),
    ("cycle", "サイクル"),
    ("passes", "通す"),
    ("yes", "はい"),
    ("no", "いいえ"),
    // Options of opcodes, tags.
    (
        "**L1B {numbers}** (manual 3.6.7.1)\n\nAddress {l1badr}, mask {immode}: an L1B takes part when its number agrees with the address in every bit that is 0 in the mask.",
        "**L1B {numbers}**（マニュアル 3.6.7.1）\n\nアドレス{l1badr}、マスク{immode}: マスクが0のビットがすべてアドレスと一致する番号のL1Bが参加する。",
    ),
    (
        "L1B {number} takes part (manual 3.6.7.5).",
        "L1B {number}が参加する（マニュアル 3.6.7.5）",
    ),
    (
        "MAB {number} takes part (manual 3.6.8.10).",
        "MAB {number}が参加する（マニュアル 3.6.8.10）",
    ),
    (
        "The data is rotated by {mabs:# MAB|# MABs} on its way (manual 3.6.8.20).",
        "データは途中で{mabs} MABだけ回転する（マニュアル 3.6.8.20）",
    ),
    (
        "**Tag {number}** (manual 3.2.3)\n\n`wait i{tag}` beside an instruction holds it back until the MV instruction with this tag is done.",
        "**タグ{number}**（マニュアル 3.2.3）\n\n命令と同じステップの`wait i{tag}`は、このタグのMV命令が完了するまでその命令を待たせる。",
    ),
    (
        "**Size** (manual 3.5.3)\n\n{count:# long word is|# long words are} transferred.",
        "**サイズ**（マニュアル 3.5.3）\n\n{count}長語を転送する。",
    ),
    // What operands access.
    ("{operand} read: {title}", "{operand} 読み出し: {title}"),
    ("{operand} write: {title}", "{operand} 書き込み: {title}"),
    ("{memory}, {width}", "{memory}、{width}"),
    ("{memory}, long words", "{memory}、長語"),
    ("{memory}, 12 bits", "{memory}、12ビット"),
    ("{memory}, the whole side", "{memory}、面全体"),
    ("every {element}", "全{element}"),
    ("{element} {number}", "{element} {number}"),
    ("T entries", "Tエントリ"),
    ("DAR entries", "DARエントリ"),
    ("columns", "列"),
    ("{unit} of {place}", "{place}の{unit}"),
    ("access", "アクセス"),
    ("mask", "マスク"),
    ("all", "全体"),
    ("unit operation {unit}", "単位操作{unit}"),
    ("written", "書き込む"),
    ("not written", "書き込まない"),
    ("where $imr{entry} is set", "$imr{entry}が1の場所"),
    (
        "{prefix}{first} to {prefix}{last}",
        "{prefix}{first}から{prefix}{last}",
    ),
    (
        "{units:# unit operation|# unit operations} of {words:# long word|# long words}; the first {listed} are listed",
        "{words}長語の単位操作が{units}回（先頭の{listed}回を表示）",
    ),
    ("DRAM through the DAR", "DARによるDRAM"),
    (
        "access i of {accesses} goes to DRAM address 16 × (DAR[({entry} + i / {count}) % {entries}] + i % {count}), 16 long words each",
        "{accesses}回のアクセスのi番目はDRAMアドレス16 × (DAR[({entry} + i / {count}) % {entries}] + i % {count})、それぞれ16長語",
    ),
    (
        "access i of {accesses} goes to DRAM address 16 × (DAR[{entry}] + i), 16 long words each",
        "{accesses}回のアクセスのi番目はDRAMアドレス16 × (DAR[{entry}] + i)、それぞれ16長語",
    ),
    (
        "the DAR's content is known only in a run",
        "DARの内容は実行時にしか分からない",
    ),
    ("group {group}", "グループ{group}"),
    ("every group", "全グループ"),
    ("L2B {l2b} of {group}", "{group}のL2B {l2b}"),
    ("L2B {l2b} of every group", "全グループのL2B {l2b}"),
    ("both L2Bs of {group}", "{group}の両方のL2B"),
    ("every L1B", "全L1B"),
    ("every L2B", "全L2B"),
    ("every MAB", "全MAB"),
    ("every PE", "全PE"),
    ("every PE of {mabs}", "{mabs}の全PE"),
    ("every PE of MAB {mab}", "MAB {mab}の全PE"),
    (
        "in each unit operation the first 16 long words belong to the L2Bs 0, the next 16 to the L2Bs 1",
        "各単位操作の最初の16長語はL2B 0、次の16長語はL2B 1のもの",
    ),
    (
        "in each unit operation the n-th 16 long words belong to the DRAM of group n",
        "各単位操作のn番目の16長語はグループnのDRAMのもの",
    ),
    (
        "blocks of 16 long words go to the 8 L2Bs in turn: group 0 L2B 0, group 0 L2B 1, group 1 L2B 0, ...",
        "16長語ずつ8つのL2Bを巡る: グループ0のL2B 0、グループ0のL2B 1、グループ1のL2B 0、…",
    ),
    (
        "T-register, 2 long words in each cycle",
        "Tレジスタ、各サイクルに二長語",
    ),
    (
        "takes the low 12 bits of the first single word; the last cycle that is written remains",
        "第1単語の下位12ビットを取る。最後に書き込んだサイクルの値が残る",
    ),
    (
        "mask register, 4 flags in each cycle",
        "マスクレジスタ、各サイクルに4フラグ",
    ),
    (
        "a write mask here does not keep old flags: what is written is the new flags AND the mask",
        "ここの書き込みマスクは古いフラグを保たない: 新しいフラグとマスクの論理積を書き込む",
    ),
    (
        "cycle by cycle, from the last step that is neither nop nor noforward",
        "nopとnoforwardを除く直前のステップの値をサイクルごとに読む",
    ),
    ("constant: {constant}", "固定値: {constant}"),
    ("the same in all four cycles", "4サイクルとも同じ"),
    (
        "no memory: the result can only be forwarded",
        "メモリなし: 結果はフォワーディングにのみ渡る",
    ),
    ("immediate value 0x{bits}", "即値 0x{bits}"),
    ("tag {tag}", "タグ{tag}"),
    (
        "T is the first long word of the cycle's T entry, as single words; it is known only in a run",
        "Tはそのサイクルのエントリの第1長語（単語単位）で、実行時にしか分からない",
    ),
    (
        "the base address register `{register}` is added in a run; it is 0 until written",
        "実行時にはベースアドレスレジスタ`{register}`が加算される（書き込むまでは0）",
    ),
    (
        "row n of {rows} is physical row {step} × n of {physical}",
        "{rows}行のうちの行nは、{physical}行の物理行{step} × nにあたる",
    ),
    (
        "forwarding: the MAU's output in the previous step",
        "フォワーディング: 直前のステップのMAUの出力",
    ),
    (
        "forwarding: the ALU's output in the previous step",
        "フォワーディング: 直前のステップのALUの出力",
    ),
    (
        "forwarding: the data that came from L1BM in the previous step",
        "フォワーディング: 直前のステップにL1BMから届いたデータ",
    ),
    (
        "forwarding: the transposed read of the matrix register in the previous step",
        "フォワーディング: 直前のステップの行列レジスタの転置読み出し",
    ),
    ("cycle {cycle} is masked", "サイクル{cycle}はマスクされる"),
    (
        "cycle {cycle} is written where `$imr{entry}` has its flag",
        "サイクル{cycle}は`$imr{entry}`のフラグが1の場所に書き込む",
    ),
    (
        "L1BM, {words:# long word|# long words} in each cycle",
        "L1BM、各サイクルに{words}長語",
    ),
    (
        "L2BM, {words:# long word|# long words} in each cycle",
        "L2BM、各サイクルに{words}長語",
    ),
    (
        "turnaround register, {words:# long word|# long words} in each cycle",
        "ターンアラウンドレジスタ、各サイクルに{words}長語",
    ),
    (
        "as the last transfer from the PEs left it; L1BM is not accessed",
        "PEからの直前の転送が残した値で、L1BMにはアクセスしない",
    ),
    ("L1BM is not written", "L1BMには書き込まない"),
    (
        "`l2bmdarw` continues at entry {entry}, one entry in each cycle, and wraps around at {entries}",
        "`l2bmdarw`はエントリ{entry}から1サイクルに1エントリずつ書き込み、{entries}で先頭に戻る",
    ),
    ("every PE gets the same", "全PEが同じものを受け取る"),
    (
        "the n-th long word belongs to PE n",
        "n番目の長語はPE nのもの",
    ),
    (
        "long words n and n + 4 belong to PE n",
        "長語nとn + 4はPE nのもの",
    ),
    (
        "long word 4 × (MAB / 4) + n belongs to PE n",
        "長語4 × (MAB / 4) + nはPE nのもの",
    ),
    (
        "long words 8 × (MAB / 4) + n and 4 further belong to PE n",
        "長語8 × (MAB / 4) + nとその4つ先はPE nのもの",
    ),
    (
        "long word 4 × MAB + n belongs to PE n",
        "長語4 × MAB + nはPE nのもの",
    ),
    (
        "{layout}, with the MABs rotated by {mabs}",
        "{layout}（MABを{mabs}回転）",
    ),
    (
        "{layout}; the lower address is the first long word",
        "{layout}。小さい方のアドレスが第1長語になる",
    ),
    (
        "the n-th 16 long words belong to L1B 2n and 2n + 1",
        "n番目の16長語はL1B 2nと2n + 1のもの",
    ),
    (
        "the n-th 8 long words belong to L1B n",
        "n番目の8長語はL1B nのもの",
    ),
    (
        "each long word becomes two entries of DARBUF, the upper half first",
        "各長語がDARBUFの2エントリになる（上位半分が先）",
    ),
    (
        "line {line} has no operands",
        "{line}行目にオペランドはない",
    ),
    // Where data comes from.
    ("Last write", "直前の書き込み"),
    ("Next use", "次の使用"),
    ("Last run", "直前の実行"),
    ("Waits for", "待つ対象"),
    ("Waited for in", "待つ行"),
    (
        "a transfer of the host: no MV instruction before this line carries the tag",
        "ホストの転送（この行より前にこのタグを持つMV命令はない）",
    ),
    (
        "the data is there from step {step} on, counted from 0",
        "データは0から数えてステップ{step}以降にある",
    ),
    ("nothing waits for it", "待つ行はない"),
    ("line {line}: `{text}`", "{line}行目: `{text}`"),
    (
        "line {line}, {steps} before: `{text}`",
        "{line}行目（{steps}前）: `{text}`",
    ),
    (
        "line {line}, {steps} later: `{text}`",
        "{line}行目（{steps}後）: `{text}`",
    ),
    ("{count} more", "ほか{count}件"),
    ("at least {count} more", "ほか少なくとも{count}件"),
    ("the content before the program", "プログラム開始時の値"),
    ("none in this program", "このプログラムにはない"),
    (
        "none: it is overwritten before anything reads it",
        "なし: 読まれる前に上書きされる",
    ),
    // Steps.
    (
        "Step {first} (cycles {first_cycle} to {end_cycle})",
        "ステップ{first}（サイクル{first_cycle}から{end_cycle}）",
    ),
    (
        "Steps {first} to {last} (cycles {first_cycle} to {end_cycle})",
        "ステップ{first}から{last}（サイクル{first_cycle}から{end_cycle}）",
    ),
    ("Step {step}", "ステップ{step}"),
    ("Steps {first} to {last}", "ステップ{first}から{last}"),
    (
        "{which}, cycles {first} to {last}, counted from 0. Only PE instructions take steps, `nop/n` takes n of them (manual 1.2, 3.6.3).",
        "{which}、サイクル{first}から{last}（0から数える）。ステップを消費するのはPE命令だけで、`nop/n`はnステップを消費する（マニュアル 1.2、3.6.3）",
    ),
    (
        "step {step} · cycle {cycle}",
        "ステップ{step} · サイクル{cycle}",
    ),
    (
        "steps {first}–{last} · cycle {cycle}",
        "ステップ{first}–{last} · サイクル{cycle}",
    ),
    ("readable from step {step}", "ステップ{step}から読める"),
    ("readable from step: {steps}", "読めるステップ: {steps}"),
    (
        "From the run to line {line} ({steps}).",
        "{line}行目までの実行の結果（{steps}）",
    ),
    (
        "`nop` fills the step; only `wait` can share it (manual 3.6.5).",
        "`nop`がステップ全体を占める（並べられるのは`wait`のみ、マニュアル 3.6.5）",
    ),
    ("matrix register read", "行列レジスタ読み出し"),
    ("free: {units}", "空き: {units}"),
    ("{memory} (the immediate value)", "{memory}（即値）"),
    ("{memory} read", "{memory}読み出し"),
    ("{memory} write", "{memory}書き込み"),
    ("regions in use: {regions}", "使用中の領域: {regions}"),
    ("regions free: {regions}", "空いている領域: {regions}"),
    (
        "| result | read by | in the same order | in any order | manual |\n| --- | --- | --- | --- | --- |\n",
        "| 結果 | 読み出し | 同じ順序なら | 任意の順序なら | マニュアル |\n| --- | --- | --- | --- | --- |\n",
    ),
    ("step {step}", "ステップ{step}"),
    (
        "\nIn step {step}: {registers} (manual 3.6.1.15-3.6.1.18)\n",
        "\nステップ{step}で読める: {registers}（マニュアル 3.6.1.15-3.6.1.18）\n",
    ),
    ("L2BM to L1BM transfer", "L2BMからL1BMへの転送"),
    ("multicast", "マルチキャスト"),
    ("L1BM to PE transfer", "L1BMからPEへの転送"),
    ("PE to L1BM transfer", "PEからL1BMへの転送"),
    ("L2BM instruction", "L2BM命令"),
    ("MV instruction that reads L2BM", "L2BMを読むMV命令"),
    ("MV instruction that writes L2BM", "L2BMに書き込むMV命令"),
    ("MV instruction", "MV命令"),
    ("MV instruction through DAR", "DARを使うMV命令"),
    ("LM write", "LM書き込み"),
    ("LM read", "LM読み出し"),
    ("LM access", "LMアクセス"),
    ("GRF write", "GRF書き込み"),
    ("GRF read", "GRF読み出し"),
    (
        "GRF write under a variable mask",
        "可変マスク付きのGRF書き込み",
    ),
    ("T-register write", "Tレジスタ書き込み"),
    ("T-register read", "Tレジスタ読み出し"),
    (
        "T-register write under a variable mask",
        "可変マスク付きのTレジスタ書き込み",
    ),
    (
        "base address register write",
        "ベースアドレスレジスタ書き込み",
    ),
    ("mask register write", "マスクレジスタ書き込み"),
    ("use of a mask", "マスクの使用"),
    ("matrix register write", "行列レジスタ書き込み"),
    ("use of the matrix register", "行列レジスタの使用"),
    ("DAR write", "DAR書き込み"),
    ("DARBUF fill", "DARBUFの充填"),
    // Lenses.
    (
        "score {total} · {bytes:# byte|# bytes}",
        "スコア {total} · {bytes}バイト",
    ),
    (
        "score {total} = {j} j + {m} m · {bytes} bytes",
        "スコア {total} = {j} j + {m} m · {bytes}バイト",
    ),
    ("{count:# byte|# bytes}", "{count}バイト"),
    (
        "{title} · {difference} since save",
        "{title} · 保存時から{difference}",
    ),
    (
        "{title} · {difference} since best accepted",
        "{title} · 最良の正解から{difference}",
    ),
    (
        "{steps} · {time} at {megahertz} MHz",
        "{steps} · {megahertz} MHzで{time}",
    ),
    (
        "This program executes nothing.",
        "このプログラムは何も実行しない。",
    ),
    (
        "{titles}. j counts PE instructions (nop/n as n), m MV instructions; a share is that of the steps in which a unit works; a multiply-add is 2 FLOP; waits for MV instructions take no time here.",
        "{titles}。jはPE命令数（nop/nはn個）、mはMV命令数。割合はユニットが動作するステップの割合。積和は2 FLOPと数え、MV命令の待ち時間は含まない。",
    ),
    (
        "this text is longer than {mebibytes} MiB or {lines} lines: it can be edited, but it is not checked, explained or run",
        "このテキストは{mebibytes} MiBまたは{lines}行を超えている: 編集はできるが、検査、説明、実行はしない",
    ),
    (
        "more than {mebibytes} MiB or {documents} documents are open: this one can be edited, but it is not checked, explained or run until others are closed",
        "開いているテキストが{mebibytes} MiBまたは{documents}個を超えている: このテキストは編集はできるが、他を閉じるまで検査、説明、実行はしない",
    ),
];
