//! Operands, literals, options and suffixes.

pub(super) const NOTATION: &[(&str, &str)] = &[
    (
        "Local memory 0 of each PE, 2 Ki long words. Without `v` all four cycles use the same address; `v` moves on by one access per cycle, `v<n>` by n single words. A list in brackets gives the four addresses (flat mode). The base address register is added, and addresses wrap around at 4096. LM0 has one port: read and write in one step must use the same addresses and width, and after a write it cannot be read for two steps. A step with `imm` cannot touch it.",
        "各PEのローカルメモリ0（2 Ki長語）。`v`がなければ4サイクルとも同じアドレスを使い、`v`では1サイクルごとに1アクセス分、`v<n>`ではn単語分進む。角括弧のリストは4つのアドレスを与える（フラットモード）。ベースアドレスレジスタが加算され、アドレスは4096で先頭に戻る。LM0のポートは1つなので、1ステップ内の読み出しと書き込みは同じアドレスと語長でなければならず、書き込み後の2ステップの間は読めない。`imm`のあるステップではアクセスできない。",
    ),
    ("4096 single words per PE", "PEごとに4096単語"),
    (
        "multiple of 2 with `l`, of 4 with `ll`; address and stride both",
        "`l`では2の倍数、`ll`では4の倍数（アドレスとストライドの両方）",
    ),
    (
        "LM0 addressed through the T-register",
        "Tレジスタで間接参照するLM0",
    ),
    (
        "LM0 with an address that each PE takes from its T-register: in every cycle the low bits of the first long word of that cycle's T entry are added, in single words. Without an address the offset is 0. It counts as a read of the T-register. It excludes `j<madpe>`, and LM1 has no such form.",
        "各PEがTレジスタからアドレスを得るLM0。毎サイクル、そのサイクルのTのエントリの第1長語の下位ビットを単語単位で加算する。アドレスを省略するとオフセットは0である。Tレジスタの読み出しとみなされる。`j<madpe>`とは併用できず、LM1にこの形はない。",
    ),
    (
        "multiple of 2 with `l`, of 4 with `ll`; address and stride both; at run time a misaligned sum is truncated",
        "`l`では2の倍数、`ll`では4の倍数（アドレスとストライドの両方）。実行時に和がアラインメントに合わなければ切り捨てる",
    ),
    (
        "Local memory 1 of each PE, like LM0 but without T-register indirection, and free in steps with `imm`. It has one port: read and write in one step must use the same addresses and width, and after a write it cannot be read for two steps.",
        "各PEのローカルメモリ1。LM0と同様だがTレジスタ間接参照はなく、`imm`のあるステップでも使える。ポートは1つなので、1ステップ内の読み出しと書き込みは同じアドレスと語長でなければならず、書き込み後の2ステップの間は読めない。",
    ),
    (
        "General register file 0 of each PE, 256 long words. Without `v` all four cycles use the same address; `v` moves on by one access per cycle, `v<n>` by n single words. It can be read and written at different addresses in one step, but has one read region and one write region. Between the write and a read of a word must lie 6 cycles.",
        "各PEの汎用レジスタファイル0（256長語）。`v`がなければ4サイクルとも同じアドレスを使い、`v`では1サイクルごとに1アクセス分、`v<n>`ではn単語分進む。1ステップ内で異なるアドレスを読み書きできるが、読み出しと書き込みの領域は1つずつである。同じワードの書き込みと読み出しの間には6サイクル必要である。",
    ),
    ("512 single words per PE", "PEごとに512単語"),
    (
        "General register file 1 of each PE, 256 long words; it works like GRF0. One read region and one write region per step; between the write and a read of a word must lie 6 cycles.",
        "各PEの汎用レジスタファイル1（256長語）。GRF0と同様に動く。読み出しと書き込みの領域は1ステップに1つずつで、同じワードの書き込みと読み出しの間には6サイクル必要である。",
    ),
    (
        "A register of 2 long words for each of the four cycles; a step accesses the entry of its own cycle, so there is no address. It is always accessed in 2 long words; the width letters change nothing. Reading and writing in one step reads the old value; otherwise one step must lie between write and read. `$lmt` takes addresses from it.",
        "4サイクルのそれぞれに二長語を持つレジスタ。各ステップは自分のサイクルのエントリにアクセスするので、アドレスはない。常に二長語でアクセスし、語長の文字では何も変わらない。1ステップ内で読み書きすると古い値が読める。それ以外では書き込みと読み出しの間に1ステップ必要である。`$lmt`はここからアドレスを得る。",
    ),
    (
        "8 long words per PE: 2 for each cycle",
        "PEごとに8長語（サイクルごとに2長語）",
    ),
    (
        "Base address register of LM0",
        "LM0のベースアドレスレジスタ",
    ),
    (
        "Destination only: the low 12 bits of the first single word become the base address of LM0, which is added to every LM0 address of that PE, in single words. The mask letter `m` covers it too. A base that is misaligned for the access is truncated.",
        "書き込み専用。第1単語の下位12ビットがLM0のベースアドレスになり、そのPEのLM0の全アドレスに単語単位で加算される。マスクの文字`m`の対象に含まれる。ベースがアクセスのアラインメントに合わなければ切り捨てる。",
    ),
    ("12 bits per PE", "PEごとに12ビット"),
    (
        "Base address register of LM1",
        "LM1のベースアドレスレジスタ",
    ),
    (
        "Destination only: the low 12 bits of the first single word become the base address of LM1, which is added to every LM1 address of that PE, in single words. The mask letter `n` covers it too.",
        "書き込み専用。第1単語の下位12ビットがLM1のベースアドレスになり、そのPEのLM1の全アドレスに単語単位で加算される。マスクの文字`n`の対象に含まれる。",
    ),
    ("Mask register write", "マスクレジスタ書き込み"),
    (
        "Destination only, of ALU and MAU expressions: stores the mask flags of the result, 4 bits for each of the four cycles. Long-word precision writes one flag four times, single-word precision each flag twice. Under a mask the flags are ANDed with the mask entry and the old content is lost. The entry can be used from the next step on.",
        "ALUとMAUの式の書き込み先専用。結果のマスクフラグ（4サイクルのそれぞれに4ビット）を格納する。長語の精度では1つのフラグを4回、単語の精度ではそれぞれのフラグを2回書く。マスクの下ではフラグとマスクエントリの論理積が入り、元の内容は失われる。エントリは次のステップから使える。",
    ),
    (
        "entries 1 to 15 are variable, of 32",
        "32エントリのうち1から15が可変",
    ),
    (
        "Mask register entry in a mask",
        "マスク中のマスクレジスタエントリ",
    ),
    (
        "After a destination or an opcode: the variable mask register entry that decides, cycle by cycle and word by word, what is written (or zeroed). With `ll` its four bits are for the single words of 2 long words, without for the half words of the first long word.",
        "書き込み先またはオペコードの後に付け、サイクルごと、ワードごとに書き込むか（またはゼロにするか）を決める可変のマスクレジスタエントリを指定する。`ll`では4ビットが二長語の各単語に、それ以外では第1長語の各半語に対応する。",
    ),
    ("entries 1 to 15", "エントリ1から15"),
    ("Matrix register, side x", "行列レジスタの面x"),
    (
        "One of the two sides of a MAB's matrix register. `$lx` alone, as the first input of a matrix product, means the whole side. `$lx<addr>` is the first row of a write or the first column of a transposed read; later cycles take the following ones and wrap around. `$llx` exists in half precision only: two rows or columns per cycle. Each side may appear once in a step. Rows can be used from the step after the write.",
        "MABの行列レジスタの2つの面の一方。行列積の第1入力に単独で書いた`$lx`は面全体を表す。`$lx<addr>`は書き込みの先頭行または転置読み出しの先頭列で、以降のサイクルは次の行や列に進み、終端で先頭に戻る。`$llx`は半精度のみで、1サイクルに2行または2列を扱う。1ステップに各面は1回まで書ける。行は書き込みの次のステップから使える。",
    ),
    (
        "4, 8, 8 or 16 rows and columns for d, f, g, h, per MAB",
        "d、f、g、hでそれぞれ4、8、8、16の行と列（MABごと）",
    ),
    ("multiple of 2 with `ll`", "`ll`では2の倍数"),
    ("Matrix register, side y", "行列レジスタの面y"),
    (
        "The other side of a MAB's matrix register; it works like side x. While a product uses one side, the other can be written or read in the same step.",
        "MABの行列レジスタのもう一方の面。面xと同様に動く。積が一方の面を使う間に、同じステップでもう一方を読み書きできる。",
    ),
    ("Forwarding of the MAU", "MAUのフォワーディング"),
    (
        "Reads what the MAU put out in the same cycle of the last step that was not `nop` or `noforward`; always 2 long words, readable any number of times. A mask on the destination does not change it, a zero-flush mask does. `nop` and `noforward` keep it.",
        "`nop`と`noforward`を除く直前のステップの同じサイクルでMAUが出力したものを読む。常に二長語で、何度でも読める。書き込み先のマスクは影響せず、ゼロフラッシュマスクは影響する。`nop`と`noforward`では保たれる。",
    ),
    ("2 long words per PE and cycle", "PEとサイクルごとに2長語"),
    ("Forwarding of the ALU", "ALUのフォワーディング"),
    (
        "Reads what the ALU put out in the same cycle of the last step that was not `nop` or `noforward`; always 2 long words, readable any number of times. A mask on the destination does not change it, a zero-flush mask does.",
        "`nop`と`noforward`を除く直前のステップの同じサイクルでALUが出力したものを読む。常に二長語で、何度でも読める。書き込み先のマスクは影響せず、ゼロフラッシュマスクは影響する。",
    ),
    (
        "Forwarding of the transfer from L1BM",
        "L1BMからの転送のフォワーディング",
    ),
    (
        "Reads what a transfer brought from L1BM to this PE in the same cycle of the last step that was not `nop` or `noforward`; always 2 long words.",
        "`nop`と`noforward`を除く直前のステップの同じサイクルに、転送がL1BMからこのPEに運んだものを読む。常に二長語である。",
    ),
    (
        "Forwarding of the transposed read",
        "転置読み出しのフォワーディング",
    ),
    (
        "Reads what a transposed matrix register read put out in the same cycle of the last step that was not `nop` or `noforward`; always 2 long words. Only the first input of the ALU can read it.",
        "`nop`と`noforward`を除く直前のステップの同じサイクルに、行列レジスタの転置読み出しが出力したものを読む。常に二長語である。読めるのはALUの第1入力のみ。",
    ),
    ("Result for forwarding only", "フォワーディング専用の結果"),
    (
        "Stands as the only destination of an expression whose result no memory takes; the result can still be read through forwarding in the next step.",
        "結果をどのメモリにも書き込まない式の、ただ1つの書き込み先として書く。結果は次のステップでフォワーディングから読める。",
    ),
    ("Constant: number of the L2B", "固定値: L2Bの番号"),
    (
        "First input of the ALU only: group number × 2 + L2B number, in every element of the ALU's precision, in both long words.",
        "ALUの第1入力専用。グループ番号 × 2 + L2B番号が、ALUの精度の各要素に、両方の長語に入る。",
    ),
    ("3 bits", "3ビット"),
    ("Constant: number of the L1B", "固定値: L1Bの番号"),
    (
        "First input of the ALU only: the number of the L1B in its L2B, in every element of the ALU's precision, in both long words.",
        "ALUの第1入力専用。L2B内のL1Bの番号が、ALUの精度の各要素に、両方の長語に入る。",
    ),
    ("Constant: number of the MAB", "固定値: MABの番号"),
    (
        "First input of the ALU only: the number of the MAB in its L1B, in every element of the ALU's precision, in both long words.",
        "ALUの第1入力専用。L1B内のMABの番号が、ALUの精度の各要素に、両方の長語に入る。",
    ),
    ("4 bits", "4ビット"),
    (
        "Constant: number of the PE in its L1B",
        "固定値: L1B内のPEの番号",
    ),
    (
        "First input of the ALU only: MAB number × 4 + PE number, in every element of the ALU's precision, in both long words.",
        "ALUの第1入力専用。MAB番号 × 4 + PE番号が、ALUの精度の各要素に、両方の長語に入る。",
    ),
    ("6 bits", "6ビット"),
    (
        "Constant: number of the PE in its MAB",
        "固定値: MAB内のPEの番号",
    ),
    (
        "First input of the ALU only: the number of the PE in its MAB, in every element of the ALU's precision, in both long words.",
        "ALUの第1入力専用。MAB内のPEの番号が、ALUの精度の各要素に、両方の長語に入る。",
    ),
    ("2 bits", "2ビット"),
    ("Constant: sign bit", "固定値: 符号ビット"),
    (
        "First input of the ALU only: each element of the ALU's precision has only its highest bit set, in both long words.",
        "ALUの第1入力専用。ALUの精度の各要素の最上位ビットだけが1になり、両方の長語に入る。",
    ),
    ("one element", "1要素"),
    ("L1BM in L1BM instructions", "L1BM命令のL1BM"),
    (
        "The memory of an L1B, 8 Ki long words. The width letters choose the long-word or the 2-long-word form of the instruction; how many long words are accessed per cycle follows from the instruction, and four cycles access consecutive ones. Addresses wrap around at 8192. It is the address of cycle 0. L2BM instructions write `$lb<addr>`.",
        "L1Bのメモリ（8 Ki長語）。語長の文字は命令の長語または二長語の形を選ぶ。1サイクルにアクセスする長語数は命令によって決まり、4サイクルで連続した範囲にアクセスする。アドレスは8192で先頭に戻り、サイクル0のアドレスを書く。L2BM命令では`$lb<addr>`と書く。",
    ),
    ("8192 long words per L1B", "L1Bごとに8192長語"),
    (
        "as the instruction asks: 1, 4, 8, 16, 32 or 64",
        "命令により1、4、8、16、32、64のいずれか",
    ),
    ("L1BM in L2BM instructions", "L2BM命令のL1BM"),
    (
        "The memory of an L1B on its other port, which works in parallel with that of the L1BM instructions. Each port reads once and writes once at a time, so transfers up and down exclude each other.",
        "L1Bのメモリの反対側のポートで、L1BM命令のポートと並行して動く。各ポートは同時に1つの読み出しと1つの書き込みを行うので、上りと下りの転送は排他になる。",
    ),
    ("8 or 16, as the instruction asks", "命令により8または16"),
    ("Turnaround register", "ターンアラウンドレジスタ"),
    (
        "Holds what the last transfer from the PEs to L1BM sent up. Read by a transfer of the same type (equal speeds in table 3.8) it returns the data at once, without waiting for L1BM; written, it takes the data without storing them in L1BM. Steps without such a transfer keep it. It is no L1BM address: the timing rules for L1BM do not apply.",
        "PEからL1BMへの直前の転送が送ったものを保持する。同じ型（表3.8で同じ速度）の転送で読むと、L1BMを待たずにすぐデータが戻る。書き込むと、L1BMに格納せずにデータを保持する。このような転送のないステップでは保たれる。L1BMのアドレスではないので、L1BMの間隔の規則は適用されない。",
    ),
    ("one step of data per L1B", "L1Bごとに1ステップ分のデータ"),
    ("L2BM in PE instructions", "PE命令のL2BM"),
    (
        "The memory of every L2B, 32 Ki long words: all eight L2Bs do the same. How many long words are accessed per cycle follows from the instruction. Addresses wrap around at 32768. MV instructions use another port of it.",
        "全L2Bのメモリ（32 Ki長語）で、8つのL2Bがすべて同じ動作をする。1サイクルにアクセスする長語数は命令によって決まる。アドレスは32768で先頭に戻る。MV命令は別のポートを使う。",
    ),
    ("32768 long words per L2B", "L2Bごとに32768長語"),
    ("16 or 64, as the instruction asks", "命令により16または64"),
    ("L2BM in l2bmdars", "l2bmdarsのL2BM"),
    (
        "L2BM as the source of address words: `@.0` or `@.1` names the L2B of each group whose words go to the group's DARBUF.",
        "アドレスの読み出し元のL2BM。`@.0`または`@.1`は、各グループのDARBUFに送るL2Bを指定する。",
    ),
    ("L2BM in MV instructions", "MV命令のL2BM"),
    (
        "`@<group>.<l2b>` names one of the eight L2BMs, `@.<l2b>` one in every group, `@<group>` both of a group, and no `@` all of them; which form is possible depends on the mode. In a parallel `mvp` no `@` means L2B 0.",
        "`@<group>.<l2b>`は8つのL2BMの1つ、`@.<l2b>`は各グループの1つ、`@<group>`はグループの両方、`@`なしは全部を表す。使える形は転送の種類による。並列の`mvp`では`@`なしはL2B 0を表す。",
    ),
    (
        "Programs use `mvp` with `$lc` without `@`, but nothing public says which L2B that is.",
        "`@`のない`$lc`を`mvp`に使うプログラムがあるが、どのL2Bを指すかは公開されていない。",
    ),
    ("DRAM address register", "DRAMアドレスレジスタ"),
    (
        "Destination of `l2bmdars` only: the entry at which `l2bmdarw` starts to write. Each entry holds a DRAM address of 32 bits in units of 16 long words. It wraps around at 1024.",
        "`l2bmdars`の書き込み先専用。`l2bmdarw`が書き込みを始めるエントリを表す。各エントリは32ビットのDRAMアドレス（16長語単位）を持つ。1024で先頭に戻る。",
    ),
    (
        "1024 address words per group",
        "グループごとに1024個のアドレス",
    ),
    (
        "The memory at the side of the host, one for each group; only MV instructions, host statements and `d get` reach it. `@<group>` (0 to 3) names one, no `@` all four at the same address. Addresses wrap around at 512 Ki.",
        "ホスト側のメモリで、グループごとに1つある。アクセスできるのはMV命令、ホスト文、`d get`のみ。`@<group>`（0から3）は1つを、`@`なしは4つすべての同じアドレスを表す。アドレスは512 Kiで先頭に戻る。",
    ),
    (
        "524288 long words (4 MiB) per group",
        "グループごとに524288長語（4 MiB）",
    ),
    (
        "64, or 512 for scatter to and gather from L2BM",
        "64。L2BMとの分配と結合では512",
    ),
    (
        "The main memory, one for each group; only MV instructions, host statements and `d get` reach it. `@<group>` (0 to 3) names one, no `@` all four at the same address. Addresses wrap around at 512 Mi.",
        "主記憶で、グループごとに1つある。アクセスできるのはMV命令、ホスト文、`d get`のみ。`@<group>`（0から3）は1つを、`@`なしは4つすべての同じアドレスを表す。アドレスは512 Miで先頭に戻る。",
    ),
    (
        "536870912 long words (4 GiB) per group",
        "グループごとに536870912長語（4 GiB）",
    ),
    (
        "64, 32 or 16, as the mode asks",
        "転送の種類により64、32、16のいずれか",
    ),
    ("DRAM through DAR", "DARによるDRAM"),
    (
        "DRAM at addresses that DAR holds from entry `<dar_addr>` on. Every 16 long words are one access; with the option `nd<N>`, N accesses follow each address word before the next entry is used, without it the first entry serves all. The address of access i is 16 × (DAR[(M + i/N) % 1024] + i % N) long words.",
        "DARのエントリ`<dar_addr>`以降にあるアドレスのDRAM。16長語が1回のアクセスになる。オプション`nd<N>`では、アドレス1つにつきN回アクセスしてから次のエントリに進む。省略すると最初のエントリだけを使う。アクセスiのアドレスは16 × (DAR[(M + i/N) % 1024] + i % N)長語である。",
    ),
    (
        "Group and L2B of an MV operand",
        "MVオペランドのグループとL2B",
    ),
    (
        "After an operand of an MV instruction: the group (0 to 3), the L2B in every group (0 or 1), or both. Without it the operand means all groups, and the mode becomes parallel, broadcast, gather or reduction.",
        "MV命令のオペランドの後に付け、グループ（0から3）、各グループのL2B（0か1）、またはその両方を指定する。省略するとオペランドは全グループを表し、転送は並列、放送、結合、縮約のいずれかになる。",
    ),
    ("4 groups of 2 L2Bs", "4グループ、各2 L2B"),
    (
        "Address increment between cycles",
        "サイクル間のアドレス増分",
    ),
    (
        "After an address: cycle c accesses the address plus c increments. `v` alone moves on by one access, so that four cycles cover a consecutive range; `v<n>` moves on by n single words, whatever the access width. Without `v` all cycles use the same address. It belongs to auto-stride mode; in flat mode it means the equivalent list.",
        "アドレスの後に付ける。サイクルcはアドレスから増分のc倍だけ進んだ場所にアクセスする。`v`だけなら1アクセス分進み、4サイクルで連続した範囲になる。`v<n>`は語長によらずn単語分進む。`v`がなければ4サイクルとも同じアドレスを使う。オートストライドモードのもので、フラットモードでは等価なリストを表す。",
    ),
    ("as the address", "アドレスと同じ"),
    ("Addresses of the four cycles", "4サイクルのアドレス"),
    (
        "In place of an address and increment: the address of each cycle, for LM0, LM1, GRF0, GRF1 and the offset of `$lmt`. Entries may repeat. It needs flat mode; in auto-stride mode it is an error, even where an increment would say the same.",
        "アドレスと増分の代わりに各サイクルのアドレスを書く。LM0、LM1、GRF0、GRF1と`$lmt`のオフセットに使える。同じ値を繰り返してもよい。フラットモードが必要で、オートストライドモードでは増分で表せる場合も誤りになる。",
    ),
    ("each as the width asks", "それぞれ語長による"),
    ("Address modification within a MAB", "MAB内アドレス修飾"),
    (
        "After the address of LM0 or LM1: PEs with a number up to `<madpe>` access one word of the access width further on. It excludes T-register indirection.",
        "LM0またはLM1のアドレスの後に付ける。番号が`<madpe>`以下のPEは、アクセスの語長で1つ先にアクセスする。Tレジスタ間接参照とは併用できない。",
    ),
    ("0 to 3", "0から3"),
    ("PE number", "PE番号"),
    ("Precision extension of an input", "入力の精度拡張"),
    (
        "After an input of the MAU, a matrix register write or a 2-long-word reduction: the elements have the next lower precision and are widened exactly. The word count stays, so a 2-long-word input is then read as a long word, a long word as a single word. Not for block floats.",
        "MAU、行列レジスタ書き込み、二長語の縮約の入力の後に付ける。要素は1段低い精度で、正確に拡張される。要素数は変わらないので、二長語の入力は長語で、長語の入力は単語で読む。ブロックフロートには使えない。",
    ),
    (
        "half the words of the basic operation",
        "基本演算の半分のワード数",
    ),
    ("Precision shortening", "精度短縮"),
    (
        "After an input that is expected in half precision: 2 long words of single-precision numbers are rounded to half precision (`hvfma`, `hvmul`, `hmwrite`, ALU opcodes with `h` or `s`). In the ALU the second long word becomes zero. After a MAU opcode with `d` or `h`, or a single-precision L1BM reduction: the result is rounded to the next lower precision, once.",
        "半精度が求められる入力の後に付けると、二長語の単精度を半精度に丸める（`hvfma`、`hvmul`、`hmwrite`、`h`や`s`のALUオペコード）。ALUでは第2長語が0になる。`d`か`h`のMAUオペコード、または単精度のL1BM縮約の後に付けると、結果を1段低い精度に1回だけ丸める。",
    ),
    (
        "2 long words of single precision become 1 of half",
        "単精度の二長語が半精度の長語になる",
    ),
    ("Sign inversion of an input", "入力の符号反転"),
    (
        "Before an input of a MAU operation or a matrix register write, except the matrix itself: the sign of every element is inverted.",
        "MAU演算または行列レジスタ書き込みの入力（行列自体を除く）の前に付けると、全要素の符号が反転する。",
    ),
    ("Write mask of a destination", "書き込み先の書き込みマスク"),
    (
        "After a destination: it is written only where the mask is 1. A pattern of four digits gives the cycles, first to last; `$imr<n>` reads a variable entry. `ll` masks the single words of 2 long words, otherwise the half words of the first long word. `t` is required where `ll` meets a shorter destination, `p` where a 2-long-word destination has a mask without `ll`. All masks of a step share one entry and width; a mask on a destination cancels the `mask` setting for the step.",
        "書き込み先の後に付けると、マスクが1の場所にだけ書き込む。4桁のパターンは先頭のサイクルから順に指定し、`$imr<n>`は可変のエントリを読む。`ll`は二長語の単語単位、それ以外は第1長語の半語単位でマスクする。`ll`に対して書き込み先が短い場合は`t`が、二長語の書き込み先に`ll`のないマスクを付ける場合は`p`が必要である。1ステップのマスクのエントリと語長は1つで、書き込み先にマスクがあるとそのステップでは`mask`の設定が無効になる。",
    ),
    ("4 cycles × 4 words", "4サイクル × 4ワード"),
    (
        "Zero-flush mask of an opcode",
        "オペコードのゼロフラッシュマスク",
    ),
    (
        "After the opcode of a MAU operation, transposed read, ALU operation or transfer from L1BM: the result is replaced by zeros where the mask is 0. Unlike a write mask it changes what is forwarded; it does not change the mask flags. Once per step.",
        "MAU演算、転置読み出し、ALU演算、L1BMからの転送のオペコードの後に付けると、マスクが0の場所で結果が0に置き換わる。書き込みマスクと違ってフォワーディングの値も変わるが、マスクフラグは変わらない。1ステップに1つだけ付けられる。",
    ),
    ("Suffix of a mask", "マスクの接尾辞"),
    (
        "Confirms a difference of widths between destination and mask: `t` (truncate) where the mask is for 2 long words and the destination is shorter, `p` (pad) for the reverse. It changes nothing else; missing or needless it is an error.",
        "書き込み先とマスクの語長の違いを確認する。マスクが二長語用で書き込み先が短い場合は`t`（切り詰め）、逆の場合は`p`（拡張）を付ける。ほかには何も変わらず、不足しても余分でも誤りになる。",
    ),
    ("Number of an opcode", "オペコードの数値"),
    (
        "After `nop`: that many steps. After `hbfn` and `hbfe`: bits of the mantissa that are kept.",
        "`nop`の後ではステップ数、`hbfn`と`hbfe`の後では残す仮数のビット数を表す。",
    ),
    (
        "`nop`: 1 or more; `hbfn`, `hbfe`: 6 to 9",
        "`nop`では1以上、`hbfn`と`hbfe`では6から9",
    ),
    ("L1B set", "L1Bの集合"),
    (
        "After an L2BM opcode: the L1Bs that take part. `@<l1badr>/<immode>` means those that agree with `<l1badr>` in all bits that are 0 in `<immode>`; without `/` it is one L1B. A list is possible where an address and mode express it. For multicast the set names the senders, and all eight are not allowed. `l2bm@<n>` and `l1bmm@<n>` take a single number.",
        "L2BMオペコードの後に付け、参加するL1Bを表す。`@<l1badr>/<immode>`は、`<immode>`で0のビットがすべて`<l1badr>`と一致するL1Bを表し、`/`がなければ1つのL1Bを表す。アドレスとマスクで表せる場合はリストでも書ける。マルチキャストでは送信元を表し、8つすべては指定できない。`l2bm@<n>`と`l1bmm@<n>`は1つの番号を取る。",
    ),
    (
        "subsets of 8 L1Bs; 27 can be expressed",
        "8 L1Bの部分集合のうち27通りを表せる",
    ),
    ("MAB of a transfer to L1BM", "L1BMへの転送のMAB"),
    (
        "After `l1bmm` or `l1bmm4`: the MAB whose PEs are read, or in 4x4 mode the lower two bits of the MAB number.",
        "`l1bmm`または`l1bmm4`の後に付け、読み出すPEのMABを表す。4x4の形ではMAB番号の下位2ビットを表す。",
    ),
    (
        "0 to 15; 0 to 3 in 4x4 mode",
        "0から15（4x4の形では0から3）",
    ),
    ("MAB number", "MAB番号"),
    ("Rotation of MABs", "MABの回転"),
    (
        "After `l1bmd`: the destination MAB is n further (or back), round the 16. The sign is required. Reading the turnaround register rotates too; writing it does not.",
        "`l1bmd`の後に付けると、書き込み先のMABが16個の中でn個先（または手前）になる。符号は必須である。ターンアラウンドレジスタの読み出しでも回転するが、書き込みでは回転しない。",
    ),
    ("0 to 15", "0から15"),
    ("Access word length", "語長"),
    (
        "Before the letter of a memory: nothing for a single word, `l` for a long word, `ll` for 2 long words. Addresses count single words all the same. Results shorter than 2 long words are in the first one.",
        "メモリの文字の前に付け、無印は単語、`l`は長語、`ll`は二長語を表す。アドレスは語長によらず単語単位で数える。二長語より短い結果は先頭の長語に入る。",
    ),
    ("32, 64 or 128 bits", "32、64、128ビット"),
    ("Natural number", "自然数"),
    (
        "Addresses, sizes and entries: decimal, or with a prefix hexadecimal, octal or binary. There are no negative ones.",
        "アドレス、サイズ、エントリに使う。10進数か、接頭辞を付けた16進数、8進数、2進数で書く。負の数はない。",
    ),
    ("Single-precision literal", "単精度リテラル"),
    (
        "Immediate value of `imm`: read as C's `strtof` reads it, so also `inf` and hexadecimal floats. It fills all four single words.",
        "`imm`の即値。Cの`strtof`と同じように読むので、`inf`や16進浮動小数点も書ける。4つの単語すべてに入る。",
    ),
    ("32 bits", "32ビット"),
    ("Half-precision literal", "半精度リテラル"),
    (
        "Immediate value of `imm`: read as C's `strtof` reads it, then rounded to half precision (1 sign, 6 exponent, 9 mantissa bits). It fills all eight half words.",
        "`imm`の即値。Cの`strtof`と同じように読んだ後、半精度（符号1、指数6、仮数9ビット）に丸める。8つの半語すべてに入る。",
    ),
    ("16 bits, twice", "16ビットを2回"),
    ("Single-word signed literal", "単語の符号付きリテラル"),
    (
        "Immediate value of `imm`: -2147483648 to 2147483647; any base of natural numbers after the sign. It fills all four single words.",
        "`imm`の即値。-2147483648から2147483647で、符号の後は自然数のどの基数でもよい。4つの単語すべてに入る。",
    ),
    ("Half-word signed literal", "半語の符号付きリテラル"),
    (
        "Immediate value of `imm`: -32768 to 32767. It fills all eight half words.",
        "`imm`の即値。-32768から32767。8つの半語すべてに入る。",
    ),
    ("Single-word unsigned literal", "単語の符号なしリテラル"),
    (
        "Immediate value of `imm`: 0 to 4294967295. It fills all four single words.",
        "`imm`の即値。0から4294967295。4つの単語すべてに入る。",
    ),
    ("Half-word unsigned literal", "半語の符号なしリテラル"),
    (
        "Immediate value of `imm`: 0 to 65535. It fills all eight half words.",
        "`imm`の即値。0から65535。8つの半語すべてに入る。",
    ),
    ("Tag", "タグ"),
    (
        "Option of an MV instruction and operand of `wait`: names the transfer whose end a later step waits for. Always two digits, without `0x`; 00 means no tag and is an error.",
        "MV命令のオプションであり、`wait`のオペランドでもある。後のステップが完了を待つ転送を表す。常に`0x`なしの2桁で書く。00はタグなしを表すので誤りになる。",
    ),
    ("01 to ff", "01からff"),
    ("Transfer size", "転送サイズ"),
    (
        "Option of every MV instruction but `mvnop`, required: long words counted in L2BM where L2BM takes part, else in PDM. A larger size continues at the following addresses of both sides.",
        "`mvnop`以外の全MV命令に必須のオプション。L2BMが関わる場合はL2BM側の、それ以外はPDM側の長語数で数える。サイズが大きければ両側とも続くアドレスへ進む。",
    ),
    ("a multiple of 64", "64の倍数"),
    ("Priority", "優先度"),
    (
        "Option of an MV instruction: where several compete for a memory, the higher number goes first. It does not change results.",
        "MV命令のオプション。複数の命令が1つのメモリを取り合う場合、数の大きい方が先になる。結果は変わらない。",
    ),
    ("0 to 3; 0 by default", "0から3（既定値は0）"),
    ("Accesses per DAR entry", "DARエントリあたりのアクセス回数"),
    (
        "Option of an MV instruction with `$di`: how many accesses of 16 long words use one DAR entry before the next entry is taken.",
        "`$di`を使うMV命令のオプション。次のエントリに進むまでに、1つのDARエントリで16長語のアクセスを何回行うかを表す。",
    ),
    ("1 or more; infinite by default", "1以上（既定では無限）"),
    ("16 long words", "16長語"),
    ("Reduction operation", "縮約演算"),
    (
        "Part of the opcodes `mvr`, `mvr2`, `mvr4`, `l2bmr`, `l2bmr2`, `l1bmr` and `l1bmr4`: precision and operation. `and` and `or` are logical and give 0 or 1; `band` and `bor` work on bits. `max` and `min` compare as sign and magnitude, without normalizing.",
        "オペコード`mvr`、`mvr2`、`mvr4`、`l2bmr`、`l2bmr2`、`l1bmr`、`l1bmr4`の一部で、精度と演算を表す。`and`と`or`は論理演算で0か1になり、`band`と`bor`はビット演算である。`max`と`min`は符号と絶対値として比較し、正規化しない。",
    ),
    ("24 operations", "24種類の演算"),
    ("Interpretation in d get", "d getでの解釈"),
    (
        "How `d get` shows the bits: `d`, `f`, `h` as double, single, half precision; `bd`, `bf`, `bg`, `bh` as block floats of a whole block; nothing as double, half words and long word. It must not be wider than the operand's words, and matrix registers need one.",
        "`d get`がビット列を表示する方法を表す。`d`、`f`、`h`は倍精度、単精度、半精度、`bd`、`bf`、`bg`、`bh`はブロック全体のブロックフロート、無印は倍精度、半語、長語である。オペランドの語長より大きくはできず、行列レジスタでは必須である。",
    ),
    ("Scope of a debug statement", "デバッグ文の範囲"),
    (
        "After the memory of `d get` or `d set`: which elements are meant. A missing part means all; parts below the memory's own level are ignored.",
        "`d get`と`d set`のメモリの後に付け、対象の要素を表す。省略した部分は全部を表し、そのメモリの階層より下の部分は無視される。",
    ),
    (
        "4 groups, 2 L2Bs, 8 L1Bs, 16 MABs, 4 PEs",
        "4グループ、2 L2B、8 L1B、16 MAB、4 PE",
    ),
    ("Payload of d set", "d setのペイロード"),
    (
        "The long words to write: 16 hexadecimal digits each, run together, or each as `l` with one number, `s` with two single words or `h` with four half words joined by `_`. The last three may be mixed. The number of long words must be exactly that of count and width; a single-word operand takes one for each word and drops its lower half.",
        "書き込む長語。それぞれ16進数16桁を続けて書くか、`l`と数1個、`s`と単語2個、`h`と半語4個を`_`でつないで書く。後の3種類は混ぜてよい。長語の個数は指定した数と語長にちょうど一致しなければならない。単語のオペランドはワードごとに長語1個を取り、その下位半分を捨てる。",
    ),
    (
        "count × 1 long word, × 2 with `ll`",
        "個数 × 1長語（`ll`では × 2長語）",
    ),
    ("Memories of the mask line", "mask行のメモリ"),
    (
        "Letters after `mask` or `maskll`, in any order: GRF0, GRF1, T-register, LM0, LM1 (with their base registers) and mask registers. Memories without a letter are not masked.",
        "`mask`または`maskll`の後に任意の順で書く文字で、GRF0、GRF1、Tレジスタ、LM0、LM1（それぞれベースアドレスレジスタを含む）、マスクレジスタを表す。文字のないメモリはマスクされない。",
    ),
];
