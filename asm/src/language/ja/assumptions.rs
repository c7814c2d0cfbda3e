//! Assumptions and their reasons, and the constants of the ALU.

pub(super) const ASSUMPTIONS: &[(&str, &str)] = &[
    (
        "`rsqrt` gives the exact reciprocal square root with its mantissa rounded to five bits; of zero it gives +infinity, of infinity +0.",
        "`rsqrt`は、仮数を5ビットに丸めた正確な逆数平方根を出力する。0に対しては+無限大、無限大に対しては+0とする。",
    ),
    (
        "The chip's table is not published; the manual promises about 5 bits, and programs refine the result.",
        "チップの表は公開されていない。マニュアルはおよそ5ビットを保証し、プログラムは結果を補正して使っている。",
    ),
    (
        "A value below the smallest signed integer converts to the smallest integer.",
        "符号付き整数の最小値を下回る値は最小の整数に変換される。",
    ),
    (
        "The manual names only the largest integer as the value that is clipped to.",
        "マニュアルが飽和する値として挙げているのは最大の整数だけである。",
    ),
    (
        "`lrelud` and `lreluo` leave an infinity unchanged and turn a zero into -0.",
        "`lrelud`と`lreluo`は無限大を変えず、0を-0にする。",
    ),
    (
        "The manual describes only underflow; a zero is counted as underflow, an infinity has no smaller exponent that would mean something.",
        "マニュアルにはアンダーフローの記述しかない。0はアンダーフローとみなし、無限大には意味のあるより小さい指数がない。",
    ),
    (
        "`max` and `min` take the first input, with flag 1, where both are equal or both are zero.",
        "`max`と`min`は、両方が等しいか両方が0の場合に第1入力を選び、フラグを1にする。",
    ),
    (
        "The manual says so, but no public program or output depends on it.",
        "マニュアルの記述どおりだが、これに依存する公開プログラムや出力はない。",
    ),
    (
        "The second long word of `msl` and `msr` is that of the PE's own input, not the neighbour's.",
        "`msl`と`msr`の第2長語は隣のPEではなくそのPE自身の入力のものである。",
    ),
    (
        "The manual's general rule speaks of the first input, without a word on the neighbour.",
        "マニュアルの一般規則は第1入力について述べるだけで、隣のPEについては触れていない。",
    ),
    (
        "A constant input of an opcode without a precision letter is a long word.",
        "精度の文字のないオペコードの固定値入力は長語である。",
    ),
    (
        "Constants follow the precision of the instruction; `msl` and `msr` move long words.",
        "固定値は命令の精度に従い、`msl`と`msr`は長語を動かす。",
    ),
    (
        "In the sum of a multiply-add an infinity counts as 1.0 times two to the power one above the largest exponent, and 0 times infinity as 0.",
        "積和の和では、無限大は1.0に、最大の指数より1大きい2のべき乗を掛けたものとみなし、0と無限大の積は0とする。",
    ),
    (
        "It satisfies every accepted program; that the chip does it this way is not published.",
        "受理されたすべてのプログラムに矛盾しないが、チップがこのとおり動くかは公開されていない。",
    ),
    (
        "Products of half-precision block floats with the extended representation are shifted by 6 or 12 bits and rounded to nearest even.",
        "拡張表現を含む半精度ブロックフロートの積は、6または12ビットシフトして最近接偶数に丸める。",
    ),
    (
        "The manual leaves out the exact definition, as it depends on the multiplier.",
        "マニュアルは乗算器に依存するとして正確な定義を省いている。",
    ),
    (
        "Floating-point sums of the reduction network keep three bits below the mantissa, and a sum over 16 MABs first adds the MABs with equal upper two bits of their number.",
        "縮約ネットワークの浮動小数点の和は仮数の下に3ビットを保持し、16 MABの和では番号の上位2ビットが等しいMABを先に足す。",
    ),
    (
        "The manual gives the three bits and the two stages, but not which MABs each stage joins.",
        "マニュアルには3ビットと2段であることは書かれているが、各段でどのMABをまとめるかは書かれていない。",
    ),
    (
        "A mantissa that is aligned in a floating-point sum of the reduction network is rounded as soon as it loses a bit: from an exponent difference of 4 on.",
        "縮約ネットワークの浮動小数点の和で桁合わせした仮数は、1ビットでも失うと（指数の差が4以上で）丸められる。",
    ),
    (
        "The manual says \"exceeds 4\", but beside three guard bits a difference of 4 loses one bit.",
        "マニュアルには「4を超える」とあるが、ガードビットが3ビットなら差が4で1ビットを失う。",
    ),
    (
        "In a floating-point sum of the reduction network an infinity counts as in a multiply-add.",
        "縮約ネットワークの浮動小数点の和では、無限大を積和と同じように扱う。",
    ),
    (
        "The manual describes no special case, and without one an infinity is just that number.",
        "マニュアルに特別な扱いの記述はなく、なければ無限大は単にその数値である。",
    ),
    (
        "An MV reduction of eight L2BMs first joins the two of each group, then the groups.",
        "8つのL2BMのMV縮約は、先に各グループの2つを、次にグループ間をまとめる。",
    ),
    (
        "The manual says that both circuits are used, but not in which order.",
        "マニュアルには両方の回路を使うとあるが、順序は書かれていない。",
    ),
    (
        "A `max` or `min` reduction with `r` rounds the mantissa and clips the exponent; an infinity or zero keeps the upper bits of its mantissa and its sign.",
        "`r`付きの`max`と`min`の縮約は、仮数を丸め、指数を飽和させる。無限大と0は仮数の上位ビットと符号を保つ。",
    ),
    (
        "The manual says that nothing is normalised even then, and that infinity and zero are not special.",
        "マニュアルには、その場合も正規化せず、無限大と0を特別扱いしないとある。",
    ),
    (
        "A dot product with an infinite block is an infinity with the sign that most of its products have, zeros of the other block not counted, and zero where they balance.",
        "無限大のブロックとの内積は、積の多数を占める符号（相手のブロックの0は数えない）の無限大になり、同数なら0になる。",
    ),
    (
        "Converted infinite blocks have no mantissas, so that only signs are left; zero times infinity is zero in a multiply-add.",
        "変換後の無限大のブロックには仮数がなく、残るのは符号だけである。積和では0と無限大の積は0である。",
    ),
    (
        "An MV instruction without a tag is over once a later one of the same kind is waited for, and 24 steps after it was issued for each 64 long words that it moves.",
        "タグのないMV命令は、後続の同種のMV命令が待たれた時点、または転送する64長語につき発行から24ステップ後に完了している。",
    ),
    (
        "The manual leaves out tags between the same elements only, but public programs that ran right on the board tag the last of a group of any elements, or count steps.",
        "マニュアルがタグを省略するのは同じ要素間の転送だけだが、ボードで正しく動いた公開プログラムは、要素が異なる一連のMV命令の最後にだけタグを付けるか、ステップ数を数えている。",
    ),
    (
        "`d get` and `d set` of more than four words of the T-register reach the entries of the four cycles again.",
        "Tレジスタの5語目以降を対象とする`d get`と`d set`は、4サイクルのエントリを再び先頭から読み書きする。",
    ),
    (
        "A public dump of such a statement has a line for every word, but what the words hold is not known.",
        "公開されているダンプでは指定した語数だけ行が出力されているが、その値が何であるかは分からない。",
    ),
    (
        "Where a transfer from the PEs and one from L2BM or a multicast write the same word of L1BM in one step, the later cycle's stays, and in the same cycle that of the PEs.",
        "1つのステップでPEからの転送と、L2BMからの転送またはマルチキャストがL1BMの同じワードに書き込む場合、後のサイクルの書き込みが残り、同じサイクルならPEからの書き込みが残る。",
    ),
    (
        "The manual lets both share a step and gives the order of expressions no meaning, but does not say which word stays; a transfer from the PEs takes the longest to reach L1BM.",
        "マニュアルは両者を同じステップに置くことを認め、式の順序に意味を与えていないが、どちらが残るかは書いていない。PEからの転送はL1BMに届くまでが最も長い。",
    ),
    (
        "In a parallel `mvp`, `$lc` without `@` means L2B 0 of every group.",
        "並列の`mvp`で`@`のない`$lc`は、各グループのL2B 0を表す。",
    ),
    (
        "Programs use this form, but nothing public says which L2B it is; 0 is the plainest reading.",
        "この形を使うプログラムがあるが、どのL2Bかは公開されていない。0が最も素直な解釈である。",
    ),
    (
        "An MV address that is not a multiple of what the unit operation accesses is an error.",
        "単位操作がアクセスする大きさの倍数ではないMVアドレスは誤りである。",
    ),
    (
        "Manual 3.5.3 says so, yet examples of 3.5.2 use address 32; public programs keep to 64.",
        "マニュアル 3.5.3 にはそうあるが、3.5.2 の例はアドレス32を使っている。公開プログラムはすべて64の倍数である。",
    ),
    (
        "`f` changes nothing that a program could see.",
        "`f`はプログラムから見えるものを何も変えない。",
    ),
    (
        "Every statement completes at once, so nothing is left to flush.",
        "どの文も即座に完了するので、フラッシュするものが残らない。",
    ),
    (
        "Base address registers start at zero even where all else starts with garbage.",
        "ほかのすべてが不定値で始まる場合も、ベースアドレスレジスタは0から始まる。",
    ),
    (
        "Accepted programs use LM0 and LM1 without setting them; no other start lets them run.",
        "受理されたプログラムは設定せずにLM0とLM1を使っており、ほかの初期値では動かない。",
    ),
    (
        "A mask for a long word does not hold back the second long word of a 2-long-word destination.",
        "長語用のマスクは、二長語の書き込み先の第2長語の書き込みを妨げない。",
    ),
    (
        "The manual says that such a mask does not interfere with it; no public program shows it.",
        "マニュアルにはそのようなマスクは影響しないとあるが、それを示す公開プログラムはない。",
    ),
    (
        "An operand that is narrower than its input fills the input from the upper end; the rest is 0.",
        "入力より短いオペランドは上位側から入力に詰められ、残りは0になる。",
    ),
    (
        "The manual says so for matrix register writes (3.6.10.2) and places short results the same way; for the other inputs it only speaks of equal widths.",
        "マニュアルは行列レジスタ書き込みについてそう述べ（3.6.10.2）、短い結果も同様に置いている。ほかの入力については同じ語長の場合しか述べていない。",
    ),
    (
        "A forwarding register keeps the last result of its unit over steps that hold no instruction of that unit.",
        "フォワーディングレジスタは、対応するユニットの命令がないステップをまたいで最後の結果を保つ。",
    ),
    (
        "The manual speaks of the previous step only; what is read otherwise is not published.",
        "マニュアルは直前のステップについてしか述べておらず、それ以外で何が読めるかは公開されていない。",
    ),
    (
        "Half-precision literals are rounded to nearest even.",
        "半精度のリテラルは最近接偶数に丸める。",
    ),
    (
        "The manual says that they are rounded, but not how.",
        "マニュアルには丸めるとあるが、方法は書かれていない。",
    ),
    (
        "Dumps of L2BM and PDM begin with `DEBUG-L2BM` and `DEBUG-PDM`.",
        "L2BMとPDMのダンプは`DEBUG-L2BM`と`DEBUG-PDM`で始まる。",
    ),
    (
        "No dump of these memories is public; the other names are those of the memories.",
        "これらのメモリのダンプは公開されていない。ほかの名前はメモリの名前になっている。",
    ),
    (
        "T-register write under a variable mask, then T-register read",
        "可変マスク付きのTレジスタ書き込みの後のTレジスタ読み出し",
    ),
    (
        "No public program reads the T-register early after such a write; it is taken as such a write to a GRF is.",
        "このような書き込みの直後にTレジスタを読む公開プログラムはない。GRFへの同様の書き込みと同じとみなす。",
    ),
    (
        "base address register write, then LM access",
        "ベースアドレスレジスタ書き込みの後のLMアクセス",
    ),
    (
        "The manual gives 6 cycles for any write of a PE memory, but no distance for base address registers; they are taken to need 2 steps, as an LM write does.",
        "マニュアルによればPEメモリへの書き込みには6サイクルかかるが、ベースアドレスレジスタの間隔は書かれていない。LMの書き込みと同じく2ステップ必要とみなす。",
    ),
    (
        "DAR write, then MV instruction through DAR",
        "DAR書き込みの後のDARを使うMV命令",
    ),
    (
        "The manual says that the old data is read until the new one is valid, but not when that is.",
        "マニュアルには新しいデータが有効になるまで古いデータが読まれるとあるが、いつ有効になるかは書かれていない。",
    ),
    (
        "DAR write, then DARBUF fill",
        "DAR書き込みの後のDARBUFの充填",
    ),
    (
        "The manual does not say what happens to address words that were not drained in time.",
        "排出が間に合わなかったアドレスがどうなるかはマニュアルに書かれていない。",
    ),
    (
        "field mask_width: mask application word length: 1 for 2 long words",
        "フィールドmask_width: マスクを適用する語長（1は二長語）",
    ),
    (
        "No public pair of source and output fixes these bits; they are inferred from their neighbours.",
        "これらのビットを定める公開のソースと出力の組はなく、隣のビットから推定した。",
    ),
    (
        "field mask_t: write mask on the T-register",
        "フィールドmask_t: Tレジスタの書き込みマスク",
    ),
    (
        "field mask_lm1: write mask on LM1 and its base address register",
        "フィールドmask_lm1: LM1とそのベースアドレスレジスタの書き込みマスク",
    ),
    (
        "field mask_mask_register: write mask on the mask register",
        "フィールドmask_mask_register: マスクレジスタの書き込みマスク",
    ),
    (
        "field zero_flush_and_mask_write: what is left for the zero-flush choice and the write to a mask register",
        "フィールドzero_flush_and_mask_write: ゼロフラッシュの選択とマスクレジスタへの書き込みに残るもの",
    ),
    (
        "field lm0_mode: T-register indirection and `j<madpe>`; bits 17 to 14 of an immediate value",
        "フィールドlm0_mode: Tレジスタ間接参照と`j<madpe>`。即値のビット17から14",
    ),
    (
        "field lm1_mode: `j<madpe>`",
        "フィールドlm1_mode: `j<madpe>`",
    ),
    (
        "field mau_output_shortening: candidate for the `r` of the opcode",
        "フィールドmau_output_shortening: オペコードの`r`の候補",
    ),
    (
        "field mau_convert_a: `e` or `r` on the first port",
        "フィールドmau_convert_a: 第1ポートの`e`または`r`",
    ),
    (
        "field mau_convert_c: `e` or `r` on the third port",
        "フィールドmau_convert_c: 第3ポートの`e`または`r`",
    ),
    (
        "field alu_round2: `r` on the second input; bit 28 of an immediate value",
        "フィールドalu_round2: 第2入力の`r`。即値のビット28",
    ),
    (
        "field l1bm_unknown: unknown",
        "フィールドl1bm_unknown: 不明",
    ),
    (
        "field l1bm_mab_or_reduction: MAB number or reduction operation",
        "フィールドl1bm_mab_or_reduction: MAB番号または縮約演算",
    ),
    ("field l1bm_rest: unknown", "フィールドl1bm_rest: 不明"),
    (
        "field l2bm_rest: the L2BM instruction, whose parts are unknown",
        "フィールドl2bm_rest: L2BM命令（内訳は不明）",
    ),
    (
        "own group number × 2 + own L2B number (3 bits)",
        "自分のグループ番号 × 2 + 自分のL2B番号（3ビット）",
    ),
    ("own L1B number (3 bits)", "自分のL1B番号（3ビット）"),
    ("own MAB number (4 bits)", "自分のMAB番号（4ビット）"),
    (
        "own MAB number × 4 + own PE number (6 bits)",
        "自分のMAB番号 × 4 + 自分のPE番号（6ビット）",
    ),
    ("own PE number (2 bits)", "自分のPE番号（2ビット）"),
    (
        "only the most significant bit of each element is 1",
        "各要素の最上位ビットだけが1",
    ),
];
