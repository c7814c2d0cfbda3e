//! Titles and explanations of instructions.

pub(super) const INSTRUCTIONS: &[(&str, &str)] = &[
    ("End of the program", "プログラムの終わり"),
    (
        "Ends the program: this line and everything after it are ignored, errors included. Handy for running only the beginning of a program.",
        "プログラムを終了する。この行以降は誤りも含めてすべて無視される。プログラムの先頭だけを実行するのに便利である。",
    ),
    ("Debug get", "デバッグ読み出し"),
    (
        "Prints words of a memory while the emulator runs; it does not exist on the board. The scope letters `n c b m p` choose group, L2B, L1B, MAB and PE; a missing one means all. `<dtype>` chooses how the bits are shown (`d f h`, or `bd bf bg bh` for block floats); without it a long word is shown as double, half words and integer. Matrix registers need a dtype, mask registers ignore it. Every write issued before is visible. The count is in words of the operand's width (rows, entries, cycles for `$x`, `$omr`, `$t`).",
        "エミュレータの実行中にメモリのワードを表示する。ボードには存在しない。範囲指定の文字`n c b m p`はそれぞれグループ、L2B、L1B、MAB、PEを選び、省略したものは全部を表す。`<dtype>`は表示方法を選ぶ（`d f h`、ブロックフロートでは`bd bf bg bh`）。省略すると長語を倍精度、半語、整数で表示する。行列レジスタにはデータ型が必須で、マスクレジスタでは無視される。それ以前に発行した書き込みはすべて見える。個数はオペランドの語長のワード数（`$x`では行、`$omr`ではエントリ、`$t`ではサイクル）で数える。",
    ),
    ("Debug set", "デバッグ書き込み"),
    (
        "Writes words to L2BM, L1BM or a PE memory while the emulator runs; it does not exist on the board. Scope as for `d get`. The payload lists long words: 16 hexadecimal digits each, or `l..`, `s.._..`, `h.._.._.._..`; it must hold exactly as many as the count and the width ask for. A single-word operand takes one long word per word and uses its upper half. PDM and DRAM cannot be set; host statements write those.",
        "エミュレータの実行中にL2BM、L1BM、PEメモリにワードを書き込む。ボードには存在しない。範囲指定は`d get`と同じである。ペイロードには長語を、それぞれ16進数16桁か、`l..`、`s.._..`、`h.._.._.._..`で並べる。個数は指定した数と語長にちょうど一致しなければならない。単語のオペランドはワードごとに長語1個を取り、その上位半分を使う。PDMとDRAMには書き込めない（ホスト文で書き込む）。",
    ),
    (
        "Write mask for the following lines",
        "以降の行の書き込みマスク",
    ),
    (
        "Sets the write mask of all following steps, up to the next `mask` line. Letters name the memories that it applies to: `r s t m n` (LM with its base register) and `k` for the mask registers; the number is the mask register entry. `ll` masks single words of 2 long words, otherwise the mask works on the half words of the first long word. A mask on a single destination cancels this setting for its whole step. `mask 0` ends it. It emits no instruction.",
        "次の`mask`行まで、以降の全ステップの書き込みマスクを設定する。文字は対象のメモリを表し、`r s t m n`（LMはベースアドレスレジスタも含む）とマスクレジスタの`k`がある。数はマスクレジスタのエントリである。`ll`は二長語の単語単位で、それ以外は第1長語の半語単位でマスクする。書き込み先に個別のマスクがあると、そのステップ全体でこの設定は無効になる。`mask 0`で解除する。命令は生成しない。",
    ),
    ("Host statement: write PDM", "ホスト文: PDM書き込み"),
    (
        "Passed to the emulator, which writes long words from the host to the PDM of group 0. Both numbers are hexadecimal: the address has 9 digits, the length 6, in long words. It is no instruction: it is not counted and has no timing.",
        "エミュレータに渡され、ホストからグループ0のPDMに長語を書き込む。数はどちらも16進数で、アドレスは9桁、長さは6桁（長語数）である。命令ではないので数えられず、時間もかからない。",
    ),
    ("Host statement: read PDM", "ホスト文: PDM読み出し"),
    (
        "Passed to the emulator, which reads long words back from the PDM of group 0 to the host and prints them in hexadecimal. The address has 9 digits, the length 6, in long words. It is no instruction: it is not counted and has no timing.",
        "エミュレータに渡され、グループ0のPDMからホストに長語を読み戻して16進数で表示する。アドレスは9桁、長さは6桁（長語数）である。命令ではないので数えられず、時間もかからない。",
    ),
    ("Host statement: flush", "ホスト文: フラッシュ"),
    (
        "Passed to the emulator, which flushes the traffic with the host. Nothing remains to be flushed where every statement completes at once.",
        "エミュレータに渡され、ホストとの通信をフラッシュする。すべての文が即座に完了する場合は何も残っていない。",
    ),
    ("Host statement: write DRAM", "ホスト文: DRAM書き込み"),
    (
        "Passed to the emulator, which writes long words to the DRAM of a group. The address has 9 hexadecimal digits, the count 3, in long words. Testcases use it for their inputs. It is no instruction: it is not counted and has no timing.",
        "エミュレータに渡され、1つのグループのDRAMに長語を書き込む。アドレスは16進数9桁、個数は3桁である。テストケースの入力に使われる。命令ではないので数えられず、時間もかからない。",
    ),
    ("Do nothing", "何もしない"),
    (
        "Does nothing for one step of 4 cycles, or for `<n>` steps. Only `wait` may share its step. Forwarding registers and the turnaround register keep their contents. Steps of `nop` are what keeps dependent instructions far enough apart (manual 3.6.3).",
        "1ステップ（4サイクル）、または`<n>`ステップの間何もしない。同じステップに書けるのは`wait`のみ。フォワーディングレジスタとターンアラウンドレジスタの内容は保たれる。依存する命令の間隔を空けるのに`nop`を使う（マニュアル 3.6.3）。",
    ),
    (
        "Keep the forwarding and turnaround registers",
        "フォワーディングレジスタとターンアラウンドレジスタの保持",
    ),
    (
        "Keeps `$mauf`, `$aluf`, `$mreadf`, `$lbf` and the turnaround register as they are, although other expressions of the step compute. It can share a step with every PE instruction but `nop`, which implies it.",
        "同じステップのほかの式が演算しても、`$mauf`、`$aluf`、`$mreadf`、`$lbf`とターンアラウンドレジスタを元のまま保つ。`nop`以外のどのPE命令とも並べられる（`nop`にはこの働きが含まれる）。",
    ),
    ("Wait for an MV instruction", "MV命令の待ち合わせ"),
    (
        "Holds back this step, and with it all following PE and MV instructions, until the MV instruction with the tag has finished. It is not possible alone: it shares a step with another PE instruction, `nop` at the least. The tag has two hexadecimal digits and is not 0. In the emulator every MV instruction is finished at once, so nothing ever waits; the board needs it.",
        "指定したタグのMV命令が完了するまで、このステップと以降のすべてのPE命令とMV命令を待たせる。単独では書けず、少なくとも`nop`などほかのPE命令と同じステップに書く。タグは16進数2桁で、0は指定できない。エミュレータではMV命令が即座に完了するので待つことはないが、ボードでは必要である。",
    ),
    ("No operation", "何もしないMV命令"),
    (
        "Does nothing. No program needs it; it appears in lists of packed instructions.",
        "何もしない。自分で書く必要はなく、パックされた命令列に現れる。",
    ),
    ("PDM to DRAM individual transfer", "PDMからDRAMへの個別転送"),
    (
        "Copies from the PDM of one group to the DRAM of one group, the same or another. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle within a group, 8 between groups.",
        "1つのグループのPDMから、同じまたは別のグループのDRAMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループ内で16長語、グループ間で8長語を運ぶ。",
    ),
    ("DRAM to PDM individual transfer", "DRAMからPDMへの個別転送"),
    (
        "Copies from the DRAM of one group to the PDM of one group, the same or another. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 8 long words per cycle within a group, 4 between groups.",
        "1つのグループのDRAMから、同じまたは別のグループのPDMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループ内で8長語、グループ間で4長語を運ぶ。",
    ),
    ("PDM to L2BM individual transfer", "PDMからL2BMへの個別転送"),
    (
        "Copies from the PDM of one group to one L2BM, of the same or another group. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle within a group, 8 between groups. Where all groups do the same within themselves, the parallel form is faster.",
        "1つのグループのPDMから、同じまたは別のグループの1つのL2BMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループ内で16長語、グループ間で8長語を運ぶ。全グループがそれぞれの中で同じ転送をするなら、並列転送の方が速い。",
    ),
    ("L2BM to PDM individual transfer", "L2BMからPDMへの個別転送"),
    (
        "Copies from one L2BM to the PDM of one group, the same or another. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle within a group, 8 between groups. Where all groups do the same within themselves, the parallel form is faster.",
        "1つのL2BMから、同じまたは別のグループのPDMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループ内で16長語、グループ間で8長語を運ぶ。全グループがそれぞれの中で同じ転送をするなら、並列転送の方が速い。",
    ),
    (
        "DRAM to L2BM individual transfer",
        "DRAMからL2BMへの個別転送",
    ),
    (
        "Copies from the DRAM of one group to one L2BM, of the same or another group. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle within a group, 8 between groups. Where all groups do the same within themselves, the parallel form is faster.",
        "1つのグループのDRAMから、同じまたは別のグループの1つのL2BMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループ内で16長語、グループ間で8長語を運ぶ。全グループがそれぞれの中で同じ転送をするなら、並列転送の方が速い。",
    ),
    (
        "L2BM to DRAM individual transfer",
        "L2BMからDRAMへの個別転送",
    ),
    (
        "Copies from one L2BM to the DRAM of one group, the same or another. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle within a group, 8 between groups. Where all groups do the same within themselves, the parallel form is faster.",
        "1つのL2BMから、同じまたは別のグループのDRAMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループ内で16長語、グループ間で8長語を運ぶ。全グループがそれぞれの中で同じ転送をするなら、並列転送の方が速い。",
    ),
    ("PDM to PDM individual transfer", "PDMからPDMへの個別転送"),
    (
        "Copies from the PDM of one group to the PDM of another group. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 8 long words per cycle.",
        "1つのグループのPDMから別のグループのPDMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルに8長語を運ぶ。",
    ),
    ("PDM to L2BM parallel transfer", "PDMからL2BMへの並列転送"),
    (
        "In every group, copies from its PDM to one of its L2BMs, the one with number `<l2b>` (0 where `@` is missing). The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle and group.",
        "各グループで、PDMから番号`<l2b>`（`@`を省略すると0）のL2BMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループあたり16長語を運ぶ。",
    ),
    ("L2BM to PDM parallel transfer", "L2BMからPDMへの並列転送"),
    (
        "In every group, copies from one of its L2BMs, the one with number `<l2b>` (0 where `@` is missing), to its PDM. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle and group.",
        "各グループで、番号`<l2b>`（`@`を省略すると0）のL2BMからPDMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループあたり16長語を運ぶ。",
    ),
    ("DRAM to L2BM parallel transfer", "DRAMからL2BMへの並列転送"),
    (
        "In every group, copies from its DRAM to one of its L2BMs, the one with number `<l2b>` (0 where `@` is missing). The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle and group.",
        "各グループで、DRAMから番号`<l2b>`（`@`を省略すると0）のL2BMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループあたり16長語を運ぶ。",
    ),
    ("L2BM to DRAM parallel transfer", "L2BMからDRAMへの並列転送"),
    (
        "In every group, copies from one of its L2BMs, the one with number `<l2b>` (0 where `@` is missing), to its DRAM. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle and group.",
        "各グループで、番号`<l2b>`（`@`を省略すると0）のL2BMからDRAMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルにグループあたり16長語を運ぶ。",
    ),
    (
        "DRAM to L2BM intra-group broadcast",
        "DRAMからL2BMへのグループ内放送",
    ),
    (
        "In every group, copies from its DRAM to both of its L2BMs. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle.",
        "各グループで、DRAMから両方のL2BMへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルに16長語を運ぶ。",
    ),
    (
        "L2BM to DRAM intra-group reduction",
        "L2BMからDRAMへのグループ内縮約",
    ),
    (
        "In every group, reduces its two L2BMs and writes the result to its DRAM. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle. The manual's heading calls this a broadcast by mistake.",
        "各グループで、2つのL2BMを縮約した結果をDRAMに書き込む。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルに16長語を運ぶ。マニュアルの見出しは誤って放送となっている。",
    ),
    (
        "L2BM to PDM intra-group reduction",
        "L2BMからPDMへのグループ内縮約",
    ),
    (
        "In one group, reduces its two L2BMs and writes the result to its PDM. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 16 long words per cycle. There is no broadcast in the other direction that would match it.",
        "1つのグループで、2つのL2BMを縮約した結果をPDMに書き込む。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルに16長語を運ぶ。対応する逆方向の放送は存在しない。",
    ),
    (
        "DRAM to L2BM inter-group broadcast by L2B",
        "DRAMからL2BMへのL2B別グループ間放送",
    ),
    (
        "Collects from the DRAMs of the four groups and broadcasts: of each 32 long words of every DRAM, the first 16 of all groups, side by side, go to L2BM 0 of every group, the other 16 likewise to L2BM 1. The size counts long words in L2BM and is a multiple of 64; half as many are read from each DRAM. 8 long words per cycle on the DRAM side, 16 on the L2BM side.",
        "4グループのDRAMから集めて放送する。各DRAMの32長語ごとに、全グループの前半16長語を並べたものを各グループのL2BM 0に、後半16長語を並べたものをL2BM 1に書き込む。サイズはL2BM側の長語数で64の倍数であり、各DRAMからはその半分を読む。1サイクルにDRAM側で8長語、L2BM側で16長語を運ぶ。",
    ),
    (
        "L2BM to DRAM inter-group gather reduction",
        "L2BMからDRAMへのグループ間結合縮約",
    ),
    (
        "Reduces L2BM 0 of all groups, and L2BM 1 of all groups, and deals each result to the four DRAMs, 16 long words at a time: each DRAM receives 32 long words for 64 read. The size counts long words in L2BM and is a multiple of 64. 16 long words per cycle on the L2BM side, 8 on the DRAM side.",
        "全グループのL2BM 0どうし、L2BM 1どうしを縮約し、それぞれの結果を16長語ずつ4つのDRAMに分配する。64長語を読むごとに各DRAMは32長語を受け取る。サイズはL2BM側の長語数で64の倍数である。1サイクルにL2BM側で16長語、DRAM側で8長語を運ぶ。",
    ),
    (
        "PDM to L2BM inter-group broadcast",
        "PDMからL2BMへのグループ間放送",
    ),
    (
        "Copies from the PDM of one group to all eight L2BMs. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 8 long words per cycle.",
        "1つのグループのPDMから8つのL2BMすべてへコピーする。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルに8長語を運ぶ。",
    ),
    (
        "L2BM to PDM inter-group reduction",
        "L2BMからPDMへのグループ間縮約",
    ),
    (
        "Reduces all eight L2BMs and writes the result to the PDM of one group. The size counts long words and is a multiple of 64; both addresses are multiples of 64. 8 long words per cycle. The reduction runs in two stages, within the groups and then between them.",
        "8つのL2BMすべてを縮約した結果を1つのグループのPDMに書き込む。サイズは長語数で64の倍数、両アドレスも64の倍数である。1サイクルに8長語を運ぶ。縮約はグループ内、グループ間の2段で行う。",
    ),
    (
        "DRAM to L2BM inter-group broadcast",
        "DRAMからL2BMへのグループ間放送",
    ),
    (
        "Reads 16 long words from the DRAM of each group, joins the four pieces and broadcasts the 64 long words to all eight L2BMs. The size counts long words in L2BM and is a multiple of 64; a quarter of it is read from each DRAM. 32 long words per cycle on the L2BM side.",
        "各グループのDRAMから16長語ずつ読み、4つをつないだ64長語を8つのL2BMすべてに放送する。サイズはL2BM側の長語数で64の倍数であり、各DRAMからはその4分の1を読む。1サイクルにL2BM側で32長語を運ぶ。",
    ),
    (
        "L2BM to DRAM inter-group reduction",
        "L2BMからDRAMへのグループ間縮約",
    ),
    (
        "Reduces all eight L2BMs and deals the result to the DRAMs of the four groups, 16 long words at a time. The size counts long words in L2BM and is a multiple of 64; a quarter of it goes to each DRAM. 32 long words per cycle on the L2BM side. The reduction runs in two stages, within the groups and then between them.",
        "8つのL2BMすべてを縮約した結果を16長語ずつ4グループのDRAMに分配する。サイズはL2BM側の長語数で64の倍数であり、各DRAMにはその4分の1を書き込む。1サイクルにL2BM側で32長語を運ぶ。縮約はグループ内、グループ間の2段で行う。",
    ),
    ("PDM to L2BM scatter", "PDMからL2BMへの分配"),
    (
        "Deals the PDM of one group to the eight L2BMs in turn, 16 long words at a time: L2B 0 of group 0, L2B 1 of group 0, L2B 0 of group 1 and so on. The size counts long words in one L2BM and is a multiple of 64; eight times as many are read, from an address that is a multiple of 512. 8 long words per cycle on the PDM side, 1 on each L2BM.",
        "1つのグループのPDMを、16長語ずつ8つのL2BMに順に分配する。順序はグループ0のL2B 0、グループ0のL2B 1、グループ1のL2B 0、…である。サイズは1つのL2BMの長語数で64の倍数であり、その8倍を512の倍数のアドレスから読む。1サイクルにPDM側で8長語、各L2BMで1長語を運ぶ。",
    ),
    ("L2BM to PDM gather", "L2BMからPDMへの結合"),
    (
        "Collects the eight L2BMs in turn into the PDM of one group, 16 long words at a time: L2B 0 of group 0, L2B 1 of group 0, L2B 0 of group 1 and so on. The size counts long words in one L2BM and is a multiple of 64; eight times as many are written, to an address that is a multiple of 512. 1 long word per cycle from each L2BM, 8 on the PDM side.",
        "8つのL2BMを、16長語ずつ順に1つのグループのPDMに集める。順序はグループ0のL2B 0、グループ0のL2B 1、グループ1のL2B 0、…である。サイズは1つのL2BMの長語数で64の倍数であり、その8倍を512の倍数のアドレスに書き込む。1サイクルに各L2BMから1長語、PDM側で8長語を運ぶ。",
    ),
    ("PDM to DRAM scatter", "PDMからDRAMへの分配"),
    (
        "Deals the PDM of one group to the DRAMs of the four groups, 16 long words at a time. The size counts long words in PDM and is a multiple of 64; a quarter of it goes to each DRAM, to an address that is a multiple of 16. 8 long words per cycle on the PDM side, 2 on each DRAM.",
        "1つのグループのPDMを、16長語ずつ4グループのDRAMに分配する。サイズはPDM側の長語数で64の倍数であり、各DRAMにはその4分の1を16の倍数のアドレスに書き込む。1サイクルにPDM側で8長語、各DRAMで2長語を運ぶ。",
    ),
    ("DRAM to PDM gather", "DRAMからPDMへの結合"),
    (
        "Collects 16 long words from the DRAM of each group in turn into the PDM of one group. The size counts long words in PDM and is a multiple of 64; a quarter of it comes from each DRAM, from an address that is a multiple of 16. 2 long words per cycle from each DRAM, 8 on the PDM side.",
        "各グループのDRAMから16長語ずつ順に1つのグループのPDMに集める。サイズはPDM側の長語数で64の倍数であり、各DRAMからはその4分の1を16の倍数のアドレスから読む。1サイクルに各DRAMから2長語、PDM側で8長語を運ぶ。",
    ),
    ("L2BM to L1BM broadcast", "L2BMからL1BMへの放送"),
    (
        "Copies 16 long words per cycle, 64 per step, from each L2BM to the same address of its L1BMs. `@<l1bset>` restricts it to some L1Bs; without it all eight are written. Both addresses are multiples of 16.",
        "1サイクルに16長語（1ステップに64長語）を、各L2BMから配下のL1BMの同じアドレスへコピーする。`@<l1bset>`で一部のL1Bに限定でき、省略すると8つすべてに書き込む。両アドレスは16の倍数である。",
    ),
    (
        "L2BM to L1BM distributing broadcast",
        "L2BMからL1BMへの分配放送",
    ),
    (
        "Reads 64 long words per cycle, 256 per step, from each L2BM and deals them to the four pairs of L1Bs (0 and 1, 2 and 3, 4 and 5, 6 and 7), 16 to a pair; both of a pair get the same. `@<l1bset>` restricts which L1Bs are written. The L2BM address is a multiple of 64, the L1BM address a multiple of 16.",
        "1サイクルに64長語（1ステップに256長語）を各L2BMから読み、L1Bの4つの組（0と1、2と3、4と5、6と7）に16長語ずつ分配する。組の両方が同じものを受け取る。`@<l1bset>`で書き込むL1Bを限定できる。L2BMのアドレスは64の倍数、L1BMのアドレスは16の倍数である。",
    ),
    ("L2BM to L1BM distribution", "L2BMからL1BMへの分配"),
    (
        "Reads 64 long words per cycle, 256 per step, from each L2BM and deals them to its eight L1Bs, 8 to each. `@<l1bset>` restricts which L1Bs are written; the share of the others is dropped. The L2BM address is a multiple of 64, the L1BM address a multiple of 8. The same opcode with the operands exchanged is the gather.",
        "1サイクルに64長語（1ステップに256長語）を各L2BMから読み、8つのL1Bに8長語ずつ分配する。`@<l1bset>`で書き込むL1Bを限定でき、ほかのL1Bの分は捨てられる。L2BMのアドレスは64の倍数、L1BMのアドレスは8の倍数である。オペランドを入れ替えた同じオペコードが結合になる。",
    ),
    ("L1BM to L2BM transfer", "L1BMからL2BMへの転送"),
    (
        "Copies 16 long words per cycle, 64 per step, from L1B `<l1badr>` (0 to 7) of every L2B to its L2BM. Both addresses are multiples of 16. An MV instruction that reads these words must come at least one step later, and a transfer from L2BM to L1BM at least three steps later.",
        "1サイクルに16長語（1ステップに64長語）を、各L2BのL1B `<l1badr>`（0から7）からL2BMへコピーする。両アドレスは16の倍数である。書き込んだものを読むMV命令は1ステップ以上、L2BMからL1BMへの転送は3ステップ以上間隔を空けなければならない。",
    ),
    ("L1BM to L2BM reduction", "L1BMからL2BMへの縮約"),
    (
        "Reads 16 long words per cycle, 64 per step, from the same address of the L1BMs of each L2B, reduces them over the L1Bs and writes the result to L2BM. `@<l1bset>` restricts which L1Bs take part; the others count as the neutral element. Both addresses are multiples of 16. Half, single and double precision have circuits of their own here.",
        "1サイクルに16長語（1ステップに64長語）を各L2BのL1BMの同じアドレスから読み、L1Bにわたって縮約した結果をL2BMに書き込む。`@<l1bset>`で参加するL1Bを限定でき、ほかは単位元とみなす。両アドレスは16の倍数である。半精度、単精度、倍精度はそれぞれ専用の回路を持つ。",
    ),
    (
        "L1BM to L2BM combining reduction",
        "L1BMからL2BMへの結合縮約",
    ),
    (
        "Reduces the L1BMs in the pairs 0 and 1, 2 and 3, 4 and 5, 6 and 7, 16 long words per cycle, and writes the four results side by side: 64 long words per cycle, 256 per step. No L1B set can be given. The L1BM address is a multiple of 16, the L2BM address a multiple of 64.",
        "L1BMを0と1、2と3、4と5、6と7の組ごとに1サイクルに16長語ずつ縮約し、4つの結果を並べて書き込む（1サイクルに64長語、1ステップに256長語）。L1Bの集合は指定できない。L1BMのアドレスは16の倍数、L2BMのアドレスは64の倍数である。",
    ),
    ("L1BM to L2BM gather", "L1BMからL2BMへの結合"),
    (
        "Reads 8 long words per cycle from each of the eight L1BMs of an L2B and writes them side by side to its L2BM: 64 long words per cycle, 256 per step. No L1B set can be given. The L1BM address is a multiple of 8, the L2BM address a multiple of 64. The same opcode with the operands exchanged is the distribution.",
        "1サイクルに8長語をL2Bの8つのL1BMそれぞれから読み、並べてL2BMに書き込む（1サイクルに64長語、1ステップに256長語）。L1Bの集合は指定できない。L1BMのアドレスは8の倍数、L2BMのアドレスは64の倍数である。オペランドを入れ替えた同じオペコードが分配になる。",
    ),
    ("Inter-L1BM multicast", "L1BM間マルチキャスト"),
    (
        "Copies 16 long words per cycle, 64 per step, between L1BMs of the same L2B without touching L2BM. The L1Bs of the set are read; each sends to the other L1Bs whose number agrees with its own in the bits of `<immode>`. `@0/0` sends L1B 0 to all others, `@0/6` sends 0, 2, 4, 6 to 1, 3, 5, 7. The set is required and must not hold all eight L1Bs. Both addresses are multiples of 16.",
        "L2BMを介さず、同じL2BのL1BM間で1サイクルに16長語（1ステップに64長語）をコピーする。集合に含まれるL1Bが読み出し元で、それぞれ`<immode>`のビットで番号が一致するほかのL1Bへ送る。`@0/0`はL1B 0からほかのすべてへ、`@0/6`は0、2、4、6から1、3、5、7へ送る。集合の指定は必須で、8つすべては指定できない。両アドレスは16の倍数である。",
    ),
    ("DAR write: fill DARBUF", "DAR書き込み: DARBUFの充填"),
    (
        "Copies 256 long words of one L2BM of each group, 64 per cycle, to DARBUF as 512 address words of 32 bits: the upper half of a long word goes to the even entry. It also sets where `l2bmdarw` starts writing in DAR, and DARBUF's read position to 0. The manual asks for no alignment of the L2BM address; `@.<l2b>` chooses the L2B. It can share a step with `l2bmdarw`, and by a footnote of the manual with other L2BM instructions, which is not offered here.",
        "各グループの1つのL2BMから256長語を1サイクルに64長語ずつ読み、32ビットのアドレス512個としてDARBUFにコピーする。長語の上位半分が偶数エントリに入る。さらに、`l2bmdarw`がDARへの書き込みを始める位置を設定し、DARBUFの読み出し位置を0にする。L2BMのアドレスの整列はマニュアルに定めがなく、`@.<l2b>`でL2Bを選ぶ。`l2bmdarw`と同じステップに書ける。マニュアルの脚注によればほかのL2BM命令とも並べられるが、ここでは対応していない。",
    ),
    ("DAR write: drain DARBUF", "DAR書き込み: DARBUFの排出"),
    (
        "Copies 1 address word per cycle, 4 per step, from DARBUF to the DAR of every group and moves both positions on by one, wrapping around at 512 and 1024. Where it starts was set by the last `l2bmdars`, which may be in the same step. It has no operands and can be issued together with any L2BM instruction. DAR is what MV instructions with `$di` read.",
        "1サイクルに1個（1ステップに4個）のアドレスをDARBUFから全グループのDARへコピーし、両方の位置を1つずつ進める（それぞれ512と1024で先頭に戻る）。開始位置は直前の`l2bmdars`が設定する。同じステップの`l2bmdars`でもよい。オペランドはなく、どのL2BM命令とも同時に発行できる。DARは`$di`を使うMV命令が読む。",
    ),
    ("Long-word PE broadcast", "長語PE放送"),
    (
        "Reads 1 long word of L1BM per cycle and writes it to all 64 PEs of the L1B. 4 consecutive long words per step; any address. There is no transfer of this type in the other direction, so nothing can be turned around into it. A 2-long-word destination gets zeros in its second half.",
        "1サイクルにL1BMの1長語を読み、L1Bの64 PEすべてに書き込む。1ステップで連続する4長語を読み、アドレスは任意である。逆方向に同じ型の転送がないので、ターンアラウンドはできない。書き込み先が二長語なら後半は0になる。",
    ),
    ("2-long-word PE broadcast", "二長語PE放送"),
    (
        "Reads 2 long words of L1BM per cycle and writes them to all 64 PEs of the L1B. The two are not neighbours: cycle c takes long words c and c+4 after the address. The address may be odd, but its low six bits must be at most 56. Destinations must be 2 long words wide. There is no transfer of this type in the other direction.",
        "1サイクルにL1BMの2長語を読み、L1Bの64 PEすべてに書き込む。2つの長語は隣り合わず、サイクルcではアドレスからc番目とc+4番目の長語を読む。アドレスは奇数でもよいが、下位6ビットは56以下でなければならない。書き込み先は二長語でなければならない。逆方向に同じ型の転送はない。",
    ),
    ("Long-word 16x1 MAB broadcast", "長語16x1 MAB放送"),
    (
        "Reads 4 long words of L1BM per cycle, one for each PE number, and writes them to every MAB of the L1B: PE p of all 16 MABs receives long word p. 16 consecutive long words per step; the address is a multiple of 4. A 2-long-word destination gets zeros in its second half. From `$lbi` it reads what a transfer or reduction of the same type sent up in the step before.",
        "1サイクルにL1BMの4長語（PE番号ごとに1つ）を読み、L1Bの全MABに書き込む。16 MABすべてのPE pが長語pを受け取る。1ステップで連続する16長語を読み、アドレスは4の倍数である。書き込み先が二長語なら後半は0になる。`$lbi`からは、直前のステップで同じ型の転送や縮約が送ったものを読む。",
    ),
    ("2-long-word 16x1 MAB broadcast", "二長語16x1 MAB放送"),
    (
        "Reads 8 long words of L1BM per cycle, two for each PE number, and writes them to every MAB of the L1B: PE p receives long words p and p+4 of the eight. 32 consecutive long words per step; the address is a multiple of 8. Destinations must be 2 long words wide. From `$llbi` it reads what a transfer or reduction of the same type sent up in the step before.",
        "1サイクルにL1BMの8長語（PE番号ごとに2つ）を読み、L1Bの全MABに書き込む。PE pは8長語のうちpとp+4を受け取る。1ステップで連続する32長語を読み、アドレスは8の倍数である。書き込み先は二長語でなければならない。`$llbi`からは、直前のステップで同じ型の転送や縮約が送ったものを読む。",
    ),
    ("Long-word 16x1 transfer", "長語16x1転送"),
    (
        "Takes 1 long word per cycle from each of the four PEs of MAB `<mabadr>` (0 to 15) and writes them side by side: 4 long words per cycle, 16 per step, to an address that is a multiple of 4. Of a 2-long-word source only the first half is used. The data also go to the turnaround register; the destination `$lbi` updates only that.",
        "MAB `<mabadr>`（0から15）の4つのPEから1サイクルに1長語ずつ取り、並べて書き込む。1サイクルに4長語、1ステップに16長語で、アドレスは4の倍数である。二長語の読み出し元では前半だけを使う。データはターンアラウンドレジスタにも入る。書き込み先を`$lbi`にするとそれだけを更新する。",
    ),
    ("2-long-word 16x1 transfer", "二長語16x1転送"),
    (
        "Takes 2 long words per cycle from each of the four PEs of MAB `<mabadr>` (0 to 15) and writes 8 long words per cycle, first those of the first halves, then those of the second halves. 32 long words per step; the address is a multiple of 8. The data also go to the turnaround register; the destination `$llbi` updates only that.",
        "MAB `<mabadr>`（0から15）の4つのPEから1サイクルに2長語ずつ取り、前半の長語、後半の長語の順に1サイクルに8長語を書き込む。1ステップに32長語で、アドレスは8の倍数である。データはターンアラウンドレジスタにも入る。書き込み先を`$llbi`にするとそれだけを更新する。",
    ),
    ("Long-word 16x1 reduction", "長語16x1縮約"),
    (
        "Reduces over the 16 MABs of the L1B, separately for each PE number, and writes the four results: 4 long words per cycle, 16 per step, to an address that is a multiple of 4. Floating-point sums go through two stages of four elements. With `r` after a single-precision operation the source is 2 long words of single-precision numbers, and the results are rounded to one long word of half precision for each PE number. Half precision is computed that way: `hfadd` is `ffaddr` with `e` on the source. The data also go to the turnaround register.",
        "L1Bの16 MABにわたってPE番号ごとに縮約し、4つの結果を書き込む。1サイクルに4長語、1ステップに16長語で、アドレスは4の倍数である。浮動小数点の和は4要素ずつの2段で計算する。単精度の演算の後に`r`を付けると、読み出し元は二長語の単精度で、結果はPE番号ごとに1長語の半精度に丸められる。半精度はこの方法で計算する（`hfadd`は読み出し元に`e`を付けた`ffaddr`である）。データはターンアラウンドレジスタにも入る。",
    ),
    ("2-long-word 16x1 reduction", "二長語16x1縮約"),
    (
        "Reduces 2 long words of each PE over the 16 MABs of the L1B and writes 8 long words per cycle: first halves, then second halves. 32 long words per step; the address is a multiple of 8. Only single-precision floating-point operations and `bor` of any precision are possible. With `e` the source is one long word of half-precision numbers that are widened to single precision. The data also go to the turnaround register.",
        "各PEの2長語をL1Bの16 MABにわたって縮約し、前半、後半の順に1サイクルに8長語を書き込む。1ステップに32長語で、アドレスは8の倍数である。使えるのは単精度浮動小数点の演算と、任意の精度の`bor`のみ。`e`を付けると、読み出し元は1長語の半精度で、単精度に拡張される。データはターンアラウンドレジスタにも入る。",
    ),
    ("Long-word 4x4 MAB broadcast", "長語4x4 MAB放送"),
    (
        "Reads 16 long words of L1BM per cycle: four for each value of the upper two bits of the MAB number, which all four MABs with these bits receive, one for each PE number. 64 consecutive long words per step; the address is a multiple of 16. A 2-long-word destination gets zeros in its second half. `$lbi` turns around a transfer of the same type.",
        "1サイクルにL1BMの16長語を読む。MAB番号の上位2ビットの値ごとに4長語あり、上位2ビットがその値である4つのMABすべてが、PE番号ごとに1つずつ受け取る。1ステップで連続する64長語を読み、アドレスは16の倍数である。書き込み先が二長語なら後半は0になる。`$lbi`では同じ型の転送のターンアラウンドになる。",
    ),
    ("2-long-word 4x4 MAB broadcast", "二長語4x4 MAB放送"),
    (
        "Reads 32 long words of L1BM per cycle, eight for each value of the upper two bits of the MAB number: the four MABs with these bits receive them, PE p the long words p and p+4. 128 consecutive long words per step; the address is a multiple of 32. Destinations must be 2 long words wide. `$llbi` turns around a transfer of the same type.",
        "1サイクルにL1BMの32長語を読む。MAB番号の上位2ビットの値ごとに8長語あり、上位2ビットがその値である4つのMABのPE pが長語pとp+4を受け取る。1ステップで連続する128長語を読み、アドレスは32の倍数である。書き込み先は二長語でなければならない。`$llbi`では同じ型の転送のターンアラウンドになる。",
    ),
    ("Long-word 4x4 transfer", "長語4x4転送"),
    (
        "Takes 1 long word per cycle from each PE of the MABs i, 4+i, 8+i and 12+i, where i is `<mabadr>` (0 to 3), and writes them side by side: 16 long words per cycle, 64 per step, to an address that is a multiple of 16. Of a 2-long-word source only the first half is used. The data also go to the turnaround register.",
        "`<mabadr>`（0から3）をiとして、MAB i、4+i、8+i、12+iの各PEから1サイクルに1長語ずつ取り、並べて書き込む。1サイクルに16長語、1ステップに64長語で、アドレスは16の倍数である。二長語の読み出し元では前半だけを使う。データはターンアラウンドレジスタにも入る。",
    ),
    ("2-long-word 4x4 transfer", "二長語4x4転送"),
    (
        "Takes 2 long words per cycle from each PE of the MABs i, 4+i, 8+i and 12+i, where i is `<mabadr>` (0 to 3), and writes 32 long words per cycle: for each MAB four first halves, then four second halves. 128 long words per step; the address is a multiple of 32. The data also go to the turnaround register.",
        "`<mabadr>`（0から3）をiとして、MAB i、4+i、8+i、12+iの各PEから1サイクルに2長語ずつ取り、1サイクルに32長語を書き込む。MABごとに前半4つ、後半4つの順に並ぶ。1ステップに128長語で、アドレスは32の倍数である。データはターンアラウンドレジスタにも入る。",
    ),
    ("Long-word 4x4 reduction", "長語4x4縮約"),
    (
        "Reduces over the lower two bits of the MAB number, separately for the upper two bits and for each PE number, and writes the 16 results: 16 long words per cycle, 64 per step, to an address that is a multiple of 16. With `r` after a single-precision operation the source is 2 long words of single-precision numbers, and the results are rounded to half precision; half precision is computed that way. The data also go to the turnaround register.",
        "MAB番号の下位2ビットにわたって、上位2ビットとPE番号ごとに縮約し、16個の結果を書き込む。1サイクルに16長語、1ステップに64長語で、アドレスは16の倍数である。単精度の演算の後に`r`を付けると、読み出し元は二長語の単精度で、結果は半精度に丸められる（半精度はこの方法で計算する）。データはターンアラウンドレジスタにも入る。",
    ),
    ("2-long-word 4x4 reduction", "二長語4x4縮約"),
    (
        "Reduces 2 long words of each PE over the lower two bits of the MAB number, separately for the upper two bits, and writes 32 long words per cycle: for each of the four sets first the first halves, then the second halves. 128 long words per step; the address is a multiple of 32. Only single-precision floating-point operations and `bor` of any precision are possible. With `e` the source is one long word of half-precision numbers. The data also go to the turnaround register.",
        "各PEの2長語をMAB番号の下位2ビットにわたって、上位2ビットごとに縮約し、1サイクルに32長語を書き込む。4つの組それぞれで前半、後半の順に並ぶ。1ステップに128長語で、アドレスは32の倍数である。使えるのは単精度浮動小数点の演算と、任意の精度の`bor`のみ。`e`を付けると、読み出し元は1長語の半精度である。データはターンアラウンドレジスタにも入る。",
    ),
    ("Distribution", "分配"),
    (
        "Reads 64 long words of L1BM per cycle and gives each of the 64 PEs its own: long word 4 × MAB + PE. 256 consecutive long words per step; the address is a multiple of 64. `+<n>` or `-<n>` (0 to 15, the sign is required) rotates the MABs: with `+1` MAB m receives what MAB m-1 would have. The rotation also applies when reading `$lbi`. There is no 2-long-word form; a 2-long-word destination gets zeros in its second half.",
        "1サイクルにL1BMの64長語を読み、64個のPEに1つずつ渡す（長語番号は4 × MAB + PE）。1ステップで連続する256長語を読み、アドレスは64の倍数である。`+<n>`または`-<n>`（0から15、符号は必須）はMABを回転する。`+1`ではMAB mが本来MAB m-1の受け取るものを受け取る。回転は`$lbi`を読むときにも働く。二長語の形はなく、書き込み先が二長語なら後半は0になる。",
    ),
    ("Gather", "結合"),
    (
        "Takes 1 long word per cycle from each of the 64 PEs and writes them in the order 4 × MAB + PE: 64 long words per cycle, 256 per step, to an address that is a multiple of 64. `+<n>` or `-<n>` (0 to 15, the sign is required) rotates the MABs on the way to L1BM; the turnaround register receives the data unrotated. There is no 2-long-word form: of a 2-long-word source only the first half is used.",
        "64個のPEから1サイクルに1長語ずつ取り、4 × MAB + PEの順に書き込む。1サイクルに64長語、1ステップに256長語で、アドレスは64の倍数である。`+<n>`または`-<n>`（0から15、符号は必須）はL1BMへ送る途中でMABを回転する。ターンアラウンドレジスタには回転しないデータが入る。二長語の形はなく、二長語の読み出し元では前半だけを使う。",
    ),
    ("Matrix-vector multiply-add", "行列ベクトル積和"),
    (
        "Multiplies a side of the matrix register with the vector that the four PEs of a MAB hold, and adds a third input. Matrix and vector are block floats (made by `bfn` or `bfe`), the third input and the result ordinary numbers. `d` (3.6.9.2): 4x4 matrix; `u` computes rows 0 and 1, `d` rows 2 and 3, the other two only pass the third input. `f` (3.6.9.4): 8 rows, but only the columns 0, 2, 4, 6 and the first single word of each PE take part. `g` (3.6.9.6): 8x8, pseudo-single precision. `h` (3.6.9.8): 16x16 half precision; the third input and the result are single precision, 2 long words. `r` after a `d` or `h` opcode rounds the result once to the next lower precision. Only the third input may carry `e`. Mask flags: 1 where the result's sign bit is 0.",
        "行列レジスタの面と、MABの4つのPEが持つベクトルを掛け、第3入力を足す。行列とベクトルは（`bfn`や`bfe`で作った）ブロックフロート、第3入力と結果は通常の数値である。`d`（3.6.9.2）: 4x4行列。`u`は行0と1、`d`は行2と3を計算し、残りの2行は第3入力をそのまま渡す。`f`（3.6.9.4）: 8行で、使うのは列0、2、4、6と各PEの第1単語のみ。`g`（3.6.9.6）: 8x8の擬似単精度。`h`（3.6.9.8）: 16x16の半精度で、第3入力と結果は単精度の二長語。`d`か`h`のオペコードの後の`r`は結果を1段低い精度に1回だけ丸める。`e`を付けられるのは第3入力のみ。マスクフラグは結果の符号ビットが0なら1になる。",
    ),
    ("Matrix-vector product", "行列ベクトル積"),
    (
        "Multiplies a side of the matrix register with the vector that the four PEs of a MAB hold: `mfma` with a third input of zero. Precisions as there: `d` 4x4 in two halves chosen by `u` or `d` (3.6.9.3), `f` 8x4 (3.6.9.5), `g` 8x8 (3.6.9.7), `h` 16x16 with a single-precision result of 2 long words (3.6.9.9). Matrix and vector are block floats, the result ordinary numbers; `r` after a `d` or `h` opcode shortens it. `dmmulu` followed by `dmfmad` with `$mauf` as third input makes the full double-precision product. Mask flags: 1 where the result's sign bit is 0.",
        "行列レジスタの面と、MABの4つのPEが持つベクトルを掛ける（第3入力が0の`mfma`）。精度は同じで、`d`は4x4を`u`か`d`で半分ずつ（3.6.9.3）、`f`は8x4（3.6.9.5）、`g`は8x8（3.6.9.7）、`h`は16x16で結果は単精度の二長語（3.6.9.9）。行列とベクトルはブロックフロート、結果は通常の数値である。`d`か`h`のオペコードの後の`r`は結果を短縮する。`dmmulu`に続けて第3入力を`$mauf`にした`dmfmad`で、倍精度の完全な積になる。マスクフラグは結果の符号ビットが0なら1になる。",
    ),
    ("Vector multiply-add", "ベクトル積和"),
    (
        "Multiplies the first two inputs element by element and adds the third, with one rounding. `d` (3.6.9.10): one element per PE; `u` multiplies in PEs 0 and 1, `d` in PEs 2 and 3, while the other two only pass the third input. `f` (3.6.9.14): two elements. `h` (3.6.9.18): four half-precision products; the third input and the result are single precision, 2 long words. The lowest bits of the products of single and double precision are approximated (4.3). Inputs may carry `-`; `e` (the third one of `h`, any of `d`, `f`) or `r` (the first two of `h`). `r` after a `d` or `h` opcode shortens the result. Mask flags: 1 where the result's sign bit is 0.",
        "最初の2つの入力を要素ごとに掛けて第3入力を足し、1回だけ丸める。`d`（3.6.9.10）: 各PEに1要素。`u`はPE 0と1、`d`はPE 2と3で掛け、残りの2つは第3入力をそのまま渡す。`f`（3.6.9.14）: 2要素。`h`（3.6.9.18）: 半精度の積が4つで、第3入力と結果は単精度の二長語。単精度と倍精度の積の最下位ビットは近似である（4.3）。入力には`-`のほか、`e`（`h`の第3入力、`d`と`f`の全入力）か`r`（`h`の最初の2入力）を付けられる。`d`か`h`のオペコードの後の`r`は結果を短縮する。マスクフラグは結果の符号ビットが0なら1になる。",
    ),
    ("Vector product", "ベクトル積"),
    (
        "Multiplies two inputs element by element: `vfma` with a third input of zero. `d` (3.6.9.11): one element per PE, in PEs 0 and 1 with `u` and in PEs 2 and 3 with `d`, the others give 0. `f` (3.6.9.15): two elements. `h` (3.6.9.19): four half-precision elements with single-precision results of 2 long words. `r` after a `d` or `h` opcode shortens the result. Together with a matrix register write in one step, the second input must be the very operand that is written. Mask flags: 1 where the result's sign bit is 0.",
        "2つの入力を要素ごとに掛ける（第3入力が0の`vfma`）。`d`（3.6.9.11）: 各PEに1要素で、`u`はPE 0と1、`d`はPE 2と3で計算し、ほかは0になる。`f`（3.6.9.15）: 2要素。`h`（3.6.9.19）: 半精度4要素で、結果は単精度の二長語。`d`か`h`のオペコードの後の`r`は結果を短縮する。行列レジスタ書き込みと同じステップでは、第2入力は書き込むオペランドと同じでなければならない。マスクフラグは結果の符号ビットが0なら1になる。",
    ),
    ("Vector sum", "ベクトル和"),
    (
        "Adds two inputs element by element: `vfma` with a multiplier of 1 (the manual's overview says 0 by mistake). `d` (3.6.9.12): one element, all four PEs at once. `f` (3.6.9.16): two elements. `h` (3.6.9.20): the first input holds four half-precision elements; the second input and the result are single precision, 2 long words, unless the second input carries `e`. `r` after a `d` or `h` opcode shortens the result. Mask flags: 1 where the result's sign bit is 0.",
        "2つの入力を要素ごとに足す（乗数が1の`vfma`。マニュアルの一覧では誤って0となっている）。`d`（3.6.9.12）: 1要素で、4つのPEすべてが同時に計算する。`f`（3.6.9.16）: 2要素。`h`（3.6.9.20）: 第1入力は半精度4要素、第2入力と結果は、第2入力に`e`がなければ単精度の二長語。`d`か`h`のオペコードの後の`r`は結果を短縮する。マスクフラグは結果の符号ビットが0なら1になる。",
    ),
    ("Vector copy", "ベクトルのコピー"),
    (
        "Copies the input through the MAU as floating-point numbers: `vadd` with a second input of zero. `d` (3.6.9.13): one element, `f` (3.6.9.17): two, `h` (3.6.9.21): four half-precision elements that become single precision, 2 long words. The result is normalized, so it is no bit copy: everything with an exponent of zero, -0 included, becomes +0, and infinities lose their mantissas. With `-` on the input it negates; with `r` after a `d` or `h` opcode it shortens. Mask flags: 1 where the result's sign bit is 0.",
        "入力を浮動小数点数としてMAUを通してコピーする（第2入力が0の`vadd`）。`d`（3.6.9.13）は1要素、`f`（3.6.9.17）は2要素、`h`（3.6.9.21）は半精度4要素で、単精度の二長語になる。結果は正規化されるのでビット列のコピーではない。-0も含めて指数部が0のものは+0になり、無限大は仮数部を失う。入力に`-`を付けると符号が反転し、`d`か`h`のオペコードの後に`r`を付けると短縮する。マスクフラグは結果の符号ビットが0なら1になる。",
    ),
    ("Matrix register write", "行列レジスタ書き込み"),
    (
        "Writes rows of a side of the matrix register, one row per cycle from row `<addr>` on, wrapping around; the four PEs of a MAB supply the columns. `d` (3.6.10.1): 4 rows of 4 long words, one step fills the side. `f` and `g` (3.6.10.2, the same but for the precision that a product in the same step must have): 8 rows of 8 single words; with a single-word operand the odd columns become 0. `h` (3.6.10.3): 16 rows of 16 half words; `$ll[xy]` with a 2-long-word operand writes two rows per cycle, and its address must be even. The input may carry `-`, `e`, and for `h` `r`. Matrix products may use the rows from the next step on. No mask flags.",
        "行列レジスタの面に、行`<addr>`から1サイクルに1行ずつ書き込む（終端で先頭に戻る）。MABの4つのPEが列を渡す。`d`（3.6.10.1）: 4長語の行が4つで、1ステップで面全体が埋まる。`f`と`g`（3.6.10.2。違いは同じステップの積に求められる精度のみ）: 8単語の行が8つで、単語のオペランドでは奇数列が0になる。`h`（3.6.10.3）: 16半語の行が16個で、二長語のオペランドの`$ll[xy]`は1サイクルに2行を書き込み、そのアドレスは偶数でなければならない。入力には`-`、`e`、`h`では`r`を付けられる。行列積は次のステップからその行を使える。マスクフラグはない。",
    ),
    (
        "Transposed matrix register read",
        "行列レジスタの転置読み出し",
    ),
    (
        "Reads columns of a side of the matrix register, one column per cycle from column `<addr>` on, wrapping around; the four PEs of a MAB receive the rows. Data written by `mwrite` thus come back transposed, bit for bit, without interpretation. `d` (3.6.11.1): 4x4 long words. `f` and `g` (3.6.11.2): 8x8 single words, two rows to a PE. Both fill the first long word; the second is 0. `h` (3.6.11.3): 16x16 half words, always two columns per cycle through `$ll[xy]` with an even address, filling 2 long words. The result can also be read as `$mreadf` in the next step. No mask flags.",
        "行列レジスタの面から、列`<addr>`から1サイクルに1列ずつ読む（終端で先頭に戻る）。MABの4つのPEが行を受け取るので、`mwrite`で書き込んだデータが解釈されずにビット列のまま転置されて戻る。`d`（3.6.11.1）: 4x4長語。`f`と`g`（3.6.11.2）: 8x8単語で、1つのPEに2行。どちらも第1長語に入り、第2長語は0になる。`h`（3.6.11.3）: 16x16半語で、常に偶数アドレスの`$ll[xy]`で1サイクルに2列を読み、二長語を埋める。結果は次のステップで`$mreadf`からも読める。マスクフラグはない。",
    ),
    ("Zero output", "0の出力"),
    (
        "Outputs two long words of zeros in every cycle. It takes no input and has no precision letter. `zero $llr0v` therefore clears 8 long words in one step. The mask flags are always 0.",
        "毎サイクル0の二長語を出力する。入力も精度の文字もない。`zero $llr0v`は1ステップで8長語を0にする。マスクフラグは常に0である。",
    ),
    ("Immediate value", "即値"),
    (
        "Outputs the 32 bits of the literal four times, as two long words, the same in every cycle. A half-precision literal (`h`, `s`, `us`) is first doubled to 32 bits, so it fills all eight half words. `immu` replaces the second and fourth single word by zero: that makes a double-precision number whose low 32 mantissa bits are zero. The mask flags are always 0. The literal occupies the bits of LM0's address, so no expression of the same step may read or write LM0.",
        "リテラルの32ビットを4回並べて、二長語として毎サイクル同じものを出力する。半精度のリテラル（`h`、`s`、`us`）は先に32ビットに重ねるので、8つの半語すべてが同じになる。`immu`は2番目と4番目の単語を0に置き換え、下位32ビットの仮数が0の倍精度数を作る。マスクフラグは常に0である。リテラルはLM0のアドレスのビットを使うので、同じステップの式はLM0を読み書きできない。",
    ),
    ("Circular shift to the next PE", "次のPEへの巡回シフト"),
    (
        "Every PE hands the first long word of its input to the PE with the next number in its MAB: 0 to 1, 1 to 2, 2 to 3 and 3 to 0. There is no precision letter; one long word moves per cycle. The second long word of the output is that of the PE's own input. The mask flags are always 0.",
        "各PEが入力の第1長語をMAB内の次の番号のPEに渡す（0から1、1から2、2から3、3から0）。精度の文字はなく、1サイクルに1長語が動く。出力の第2長語はそのPE自身の入力のものである。マスクフラグは常に0である。",
    ),
    ("Circular shift to the previous PE", "前のPEへの巡回シフト"),
    (
        "Every PE receives the first long word of the PE with the next number in its MAB: PE 0 that of PE 1, and PE 3 that of PE 0; this is the opposite direction of `msl`. There is no precision letter; one long word moves per cycle. The second long word of the output is that of the PE's own input. The mask flags are always 0.",
        "各PEがMAB内の次の番号のPEの第1長語を受け取る。PE 0はPE 1のもの、PE 3はPE 0のもので、`msl`と逆向きである。精度の文字はなく、1サイクルに1長語が動く。出力の第2長語はそのPE自身の入力のものである。マスクフラグは常に0である。",
    ),
    ("Copy", "コピー"),
    (
        "Copies both long words of the input bit for bit, at 2 long words per cycle; nothing is normalized. The precision letter changes only the mask flags and the width of a constant input. A flag is 1 where an element of the first long word has all bits 0; the second long word takes no part in the flags.",
        "入力の両方の長語を1サイクルに2長語、ビット列のままコピーする。正規化はしない。精度の文字で変わるのはマスクフラグと固定値入力の幅だけである。フラグは第1長語の要素の全ビットが0なら1になり、第2長語は影響しない。",
    ),
    ("Increment", "インクリメント"),
    (
        "Adds 1 to each element of the first long word: one 64-bit, two 32-bit or four 16-bit integers. It wraps around on overflow. The flag of an element is 1 where the result is not negative, and with `u` where no overflow happened. The second long word of the output is that of the input.",
        "第1長語の各要素（64ビット整数1個、32ビット整数2個、16ビット整数4個）に1を足す。桁あふれは回り込む。要素のフラグは結果が負でなければ、`u`では桁あふれがなければ1になる。出力の第2長語は入力のものである。",
    ),
    ("Decrement", "デクリメント"),
    (
        "Subtracts 1 from each element of the first long word: one 64-bit, two 32-bit or four 16-bit integers. It wraps around, so 0 becomes all ones. The flag of an element is 1 where the result is not negative, and with `u` where no overflow happened, that is, where the element was not 0. The second long word of the output is that of the input.",
        "第1長語の各要素（64ビット整数1個、32ビット整数2個、16ビット整数4個）から1を引く。回り込むので、0は全ビット1になる。要素のフラグは結果が負でなければ、`u`では桁あふれがなければ（要素が0でなければ）1になる。出力の第2長語は入力のものである。",
    ),
    ("Bitwise not", "ビットごとの否定"),
    (
        "Inverts every bit of the first long word. The precision letter changes only the mask flags: a flag is 1 where the resulting element is 0. The second long word of the output is that of the input. `lnot` names two things: this row with the precision `l`; the logical not is written `llnot`, `ilnot` or `slnot`.",
        "第1長語の全ビットを反転する。精度の文字で変わるのはマスクフラグだけで、フラグは結果の要素が0なら1になる。出力の第2長語は入力のものである。`lnot`は精度`l`のこの命令を指し、論理否定は`llnot`、`ilnot`、`slnot`と書く。",
    ),
    ("Logical not", "論理否定"),
    (
        "Gives 1 for each element of the first long word that is 0, and 0 for every other one. Elements are one 64-bit, two 32-bit or four 16-bit integers. The flag of an element is 1 where the result is 0. The second long word of the output is that of the input. With the precision letter the opcode reads `llnot`, `ilnot` or `slnot`; `lnot` alone is the bitwise not of a long word.",
        "第1長語の各要素が0なら1を、それ以外なら0を出力する。要素は64ビット整数1個、32ビット整数2個、16ビット整数4個である。要素のフラグは結果が0なら1になる。出力の第2長語は入力のものである。精度の文字を付けると`llnot`、`ilnot`、`slnot`となる。単独の`lnot`は長語のビットごとの否定である。",
    ),
    ("Approximate reciprocal square root", "逆数平方根の近似"),
    (
        "Approximates the reciprocal square root of each element of the first long word, to about 5 bits; the sign of the input is ignored. Use it as the start of Newton's method. The flag of an element is 1 where its sign bit is 0. The second long word of the output is that of the input (zeros where the input is shortened by `r`). What exactly the chip gives beyond the first 5 bits is not published.",
        "第1長語の各要素の逆数平方根をおよそ5ビットの精度で近似する。入力の符号は無視する。ニュートン法の初期値に使う。要素のフラグは符号ビットが0なら1になる。出力の第2長語は入力のものである（入力を`r`で短縮した場合は0）。上位5ビットより下がどうなるかは公開されていない。",
    ),
    ("Round down to a whole number", "整数への切り下げ"),
    (
        "Rounds each floating-point element of the first long word down to a whole number, towards minus infinity; the result stays a floating-point number of the same precision. Infinities and zeros pass unchanged; where another input becomes zero, the mantissa is cleared. The manual speaks of a zero mantissa where it means a zero fraction. The mask flags are always 0, and the second long word of the output is that of the input.",
        "第1長語の各浮動小数点要素を負の無限大方向に整数へ丸める。結果は同じ精度の浮動小数点数のままである。無限大と0は変わらない。ほかの入力が0になる場合は仮数部も0になる。マニュアルは小数部が0の意味で仮数部が0と書いている。マスクフラグは常に0で、出力の第2長語は入力のものである。",
    ),
    ("Floating point to integer", "浮動小数点から整数への変換"),
    (
        "Turns each floating-point element of the first long word into an integer of the same size, rounding towards zero. Values beyond the largest integer, infinity included, give the largest integer. With `u` the absolute value is converted to an unsigned integer. The mask flags are always 0, and the second long word of the output is that of the input. There is no instruction for the way back: manual 3.7.1 shows the usual sequence.",
        "第1長語の各浮動小数点要素を同じ大きさの整数に変換する。丸めは0方向である。最大の整数を超える値は、無限大も含めて最大の整数になる。`u`では絶対値を符号なし整数に変換する。マスクフラグは常に0で、出力の第2長語は入力のものである。逆方向の命令はなく、一般的な手順がマニュアル 3.7.1 にある。",
    ),
    (
        "Extended block-float conversion",
        "拡張ブロックフロート変換",
    ),
    (
        "Converts half-precision numbers to block floats with the extended representation, in which elements far below the largest one keep an exponent 6 lower instead of vanishing. `/<n>` (6 to 9) is the length of the mantissa that is kept; fewer bits save power. It works on 2 long words per cycle: the first long words of the four PEs of a MAB form one block of 16 elements, the second long words another. With `r` on the input, 4 single-precision numbers are rounded to half precision first, and the second block is zero. The mask flags are always 0.",
        "半精度の数値を拡張表現のブロックフロートに変換する。最大の要素よりはるかに小さい要素は、消えずに6低い指数を保つ。`/<n>`（6から9）は残す仮数の長さで、短いほど消費電力が下がる。1サイクルに2長語を処理し、MABの4つのPEの第1長語が16要素のブロック1つ、第2長語がもう1つのブロックになる。入力に`r`を付けると、先に単精度4個を半精度に丸め、2つ目のブロックは0になる。マスクフラグは常に0である。",
    ),
    ("Block-float conversion", "ブロックフロート変換"),
    (
        "Converts numbers to block floats: the elements of a block get one common exponent and mantissas without a hidden bit, as the matrix products need them. `d`: a block is the first long word of each PE of a MAB (4 elements). `f`: two blocks, the first single words and the second single words (4 each). `g`: one block of 8 single words, of whose mantissas the upper 18 bits stay. `h`: two blocks of 16 half words, from the first and from the second long words, with `/<n>` (6 to 9) as mantissa length. `h` works on 2 long words per cycle, the others on 1 and pass the second long word of the input. The mask flags are always 0.",
        "数値をブロックフロートに変換する。ブロックの要素は、行列積に必要な共通の指数と、隠れビットのない仮数を持つ。`d`: ブロックはMABの各PEの第1長語（4要素）。`f`: 第1単語と第2単語の2ブロック（各4要素）。`g`: 8単語の1ブロックで、仮数の上位18ビットが残る。`h`: 第1長語と第2長語からの16半語の2ブロックで、`/<n>`（6から9）が仮数の長さ。`h`は1サイクルに2長語を、ほかは1長語を処理し、入力の第2長語をそのまま渡す。マスクフラグは常に0である。",
    ),
    ("Maximum", "最大値"),
    (
        "Outputs the greater of each pair of elements of the first long words. Integers are compared as signed, or with `u` as unsigned numbers. Floating-point numbers are compared as numbers; two zeros count as equal and give the first input, and infinities of one sign are ordered by their mantissas. The flag is 1 where the first input was taken, equality included. The second long word of the output is that of the first input.",
        "第1長語の要素の組ごとに大きい方を出力する。整数は符号付き、`u`では符号なしとして比較する。浮動小数点数は数値として比較し、0どうしは等しいとみなして第1入力を出力し、同符号の無限大は仮数部で順序を決める。フラグは第1入力を選んだ場合（等しい場合も含む）に1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Minimum", "最小値"),
    (
        "Outputs the smaller of each pair of elements of the first long words. Integers are compared as signed, or with `u` as unsigned numbers. Floating-point numbers are compared as numbers; two zeros count as equal and give the first input, and infinities of one sign are ordered by their mantissas. The flag is 1 where the first input was taken, equality included. The second long word of the output is that of the first input.",
        "第1長語の要素の組ごとに小さい方を出力する。整数は符号付き、`u`では符号なしとして比較する。浮動小数点数は数値として比較し、0どうしは等しいとみなして第1入力を出力し、同符号の無限大は仮数部で順序を決める。フラグは第1入力を選んだ場合（等しい場合も含む）に1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Pack sign bits", "符号ビットの詰め込み"),
    (
        "Shifts each element of the first input left by one bit and puts the sign bit of the second input's element into the freed lowest bit. Repeated, it collects sign bits for the ReLU instructions; `$msb1` serves as a first input that shifts out to nothing. The flag is 1 where the second input's sign bit is 0. The second long word of the output is that of the first input.",
        "第1入力の各要素を左に1ビットシフトし、空いた最下位ビットに第2入力の要素の符号ビットを入れる。繰り返すと、ReLU命令で使う符号ビットを集められる。最初の第1入力には、シフトで消える`$msb1`を使える。フラグは第2入力の符号ビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Bitwise and", "ビットごとの論理積"),
    (
        "Bitwise and of the first long words. The precision letter changes only the mask flags: a flag is 1 where the resulting element is 0. The second long word of the output is that of the first input.",
        "第1長語のビットごとの論理積。精度の文字で変わるのはマスクフラグだけで、フラグは結果の要素が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Bitwise or", "ビットごとの論理和"),
    (
        "Bitwise or of the first long words. The precision letter changes only the mask flags: a flag is 1 where the resulting element is 0. The second long word of the output is that of the first input.",
        "第1長語のビットごとの論理和。精度の文字で変わるのはマスクフラグだけで、フラグは結果の要素が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Bitwise exclusive or", "ビットごとの排他的論理和"),
    (
        "Bitwise exclusive or of the first long words. The precision letter changes only the mask flags: a flag is 1 where the resulting element is 0. The second long word of the output is that of the first input.",
        "第1長語のビットごとの排他的論理和。精度の文字で変わるのはマスクフラグだけで、フラグは結果の要素が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Integer sum", "整数の和"),
    (
        "Adds the elements of the first long words: one pair of 64-bit, two of 32-bit or four of 16-bit integers. It wraps around on overflow. The flag of an element is 1 where the result is not negative, and with `u` where no overflow happened; `u` changes nothing else. The second long word of the output is that of the first input.",
        "第1長語の要素どうし（64ビット整数1組、32ビット整数2組、16ビット整数4組）を足す。桁あふれは回り込む。要素のフラグは結果が負でなければ、`u`では桁あふれがなければ1になる（`u`で変わるのはフラグだけ）。出力の第2長語は第1入力のものである。",
    ),
    ("Integer difference", "整数の差"),
    (
        "Subtracts the second input's elements from the first's, within the first long words: 64-, 32- or 16-bit integers. It wraps around on overflow. The flag of an element is 1 where the result is not negative, and with `u` where no overflow happened; `u` changes nothing else. The second long word of the output is that of the first input.",
        "第1長語の中で、第1入力の要素から第2入力の要素を引く（64、32、16ビット整数）。桁あふれは回り込む。要素のフラグは結果が負でなければ、`u`では桁あふれがなければ1になる（`u`で変わるのはフラグだけ）。出力の第2長語は第1入力のものである。",
    ),
    ("Logical left shift", "論理左シフト"),
    (
        "Shifts each element of the first input left by the number in the second input's element and fills with zeros. With n bits in an element, the amount is taken modulo 2n; from n on, everything is shifted out. The flag is 1 where the result is 0. The second long word of the output is that of the first input.",
        "第1入力の各要素を第2入力の要素の数だけ左にシフトし、0で埋める。要素がnビットなら、シフト量は2nを法とし、n以上ではすべて押し出される。フラグは結果が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    (
        "Right shift: arithmetic, or logical with u",
        "右シフト（算術、uでは論理）",
    ),
    (
        "Shifts each element of the first input right by the number in the second input's element: arithmetically, filling with the sign bit, or with `u` logically, filling with zeros. With n bits in an element, the amount is taken modulo 2n; from n on, only sign bits (or zeros) remain. The flag is 1 where the result is 0. The second long word of the output is that of the first input.",
        "第1入力の各要素を第2入力の要素の数だけ右にシフトする。符号ビットで埋める算術シフトで、`u`では0で埋める論理シフトになる。要素がnビットなら、シフト量は2nを法とし、n以上では符号ビット（または0）だけが残る。フラグは結果が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Circular left shift", "左ローテート"),
    (
        "Rotates each element of the first input left by the number in the second input's element; bits that leave on the left return on the right. With n bits in an element, the amount counts modulo n. The flag is 1 where the result is 0. The second long word of the output is that of the first input.",
        "第1入力の各要素を第2入力の要素の数だけ左に回転する。左から出たビットは右に戻る。要素がnビットなら、回転量はnを法とする。フラグは結果が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Circular right shift", "右ローテート"),
    (
        "Rotates each element of the first input right by the number in the second input's element; bits that leave on the right return on the left. With n bits in an element, the amount counts modulo n. The flag is 1 where the result is 0. The second long word of the output is that of the first input.",
        "第1入力の各要素を第2入力の要素の数だけ右に回転する。右から出たビットは左に戻る。要素がnビットなら、回転量はnを法とする。フラグは結果が0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("ReLU on the sign bit", "符号ビットによるReLU"),
    (
        "Passes an element of the second input where the sign bit of the first input's element is 0, and gives -0 where it is 1. `relu(v, v)` is ReLU itself; `relu(v, g)` is its gradient. The flag is 1 where the sign bit of the first input is 0. Elements lie in the first long word; the second long word of the output is that of the first input.",
        "第1入力の要素の符号ビットが0なら第2入力の要素を渡し、1なら-0を出力する。`relu(v, v)`がReLUそのもの、`relu(v, g)`がその勾配である。フラグは第1入力の符号ビットが0なら1になる。要素は第1長語にあり、出力の第2長語は第1入力のものである。",
    ),
    (
        "ReLU on the sign bit (alias of relu)",
        "符号ビットによるReLU（reluの別名）",
    ),
    (
        "Another name of `relu`: passes an element of the second input where the sign bit of the first input's element is 0, and gives -0 where it is 1. The flag is 1 where the sign bit of the first input is 0. The second long word of the output is that of the first input.",
        "`relu`の別名。第1入力の要素の符号ビットが0なら第2入力の要素を渡し、1なら-0を出力する。フラグは第1入力の符号ビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("ReLU on the second bit", "上から2番目のビットによるReLU"),
    (
        "Passes an element of the second input where the second bit from the top of the first input's element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where that bit is 0. The second long word of the output is that of the first input.",
        "第1入力の要素の上から2番目のビットが0なら第2入力の要素を渡し、1なら-0を出力する。`packbit`で集めた符号に使う。フラグはそのビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("ReLU on the third bit", "上から3番目のビットによるReLU"),
    (
        "Passes an element of the second input where the third bit from the top of the first input's element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where that bit is 0. The second long word of the output is that of the first input.",
        "第1入力の要素の上から3番目のビットが0なら第2入力の要素を渡し、1なら-0を出力する。`packbit`で集めた符号に使う。フラグはそのビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("ReLU on the fourth bit", "上から4番目のビットによるReLU"),
    (
        "Passes an element of the second input where the fourth bit from the top of the first input's element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where that bit is 0. The second long word of the output is that of the first input.",
        "第1入力の要素の上から4番目のビットが0なら第2入力の要素を渡し、1なら-0を出力する。`packbit`で集めた符号に使う。フラグはそのビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Leaky ReLU, slope 1/2", "Leaky ReLU（傾き1/2）"),
    (
        "Passes an element of the second input where the sign bit of the first input's element is 0, and halves it where it is 1. A result that underflows becomes -0. The flag is 1 where the sign bit of the first input is 0. The second long word of the output is that of the first input.",
        "第1入力の要素の符号ビットが0なら第2入力の要素を渡し、1ならその半分を出力する。アンダーフローした結果は-0になる。フラグは第1入力の符号ビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Leaky ReLU, slope 1/8", "Leaky ReLU（傾き1/8）"),
    (
        "Passes an element of the second input where the sign bit of the first input's element is 0, and divides it by 8 where it is 1. A result that underflows becomes -0. The flag is 1 where the sign bit of the first input is 0. The second long word of the output is that of the first input.",
        "第1入力の要素の符号ビットが0なら第2入力の要素を渡し、1なら8で割ったものを出力する。アンダーフローした結果は-0になる。フラグは第1入力の符号ビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
    ("Inverse leaky ReLU, slope 2", "逆Leaky ReLU（傾き2）"),
    (
        "Passes an element of the second input where the sign bit of the first input's element is 0, and adds 1 to its exponent field (doubles it) where it is 1. The addition is blind: a zero becomes non-zero, and an overflow gives an exponent of all ones with sign and mantissa kept. The flag is 1 where the sign bit of the first input is 0. The second long word of the output is that of the first input.",
        "第1入力の要素の符号ビットが0なら第2入力の要素を渡し、1なら指数部に1を足す（2倍にする）。加算は値を見ずに行うので、0は0でなくなり、桁あふれでは符号と仮数部を保ったまま指数部が全ビット1になる。フラグは第1入力の符号ビットが0なら1になる。出力の第2長語は第1入力のものである。",
    ),
];
