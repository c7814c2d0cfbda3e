//! The titles and rules of diagnostic codes, and the remarks of timing rules.

pub(super) const CODES: &[(&str, &str)] = &[
    // 01: text.
    ("text that is not a statement", "文ではないテキスト"),
    (
        "a line holds one statement: `quit`, `d get`, `d set`, `mask`, a host statement, an MV instruction or expressions separated by `;`",
        "1行に書けるのは1つの文: `quit`、`d get`、`d set`、`mask`、ホスト文、MV命令、または`;`で区切った式",
    ),
    (
        "character outside a comment that is not ASCII",
        "コメント外のASCIIでない文字",
    ),
    (
        "outside comments, only ASCII characters are allowed; a comment begins with `#`",
        "コメントの外で使えるのはASCII文字だけ。コメントは`#`で始める",
    ),
    ("file that is not UTF-8", "UTF-8ではないファイル"),
    (
        "bytes that are not UTF-8 are read as unknown characters: save the file as UTF-8",
        "UTF-8ではないバイトは不明な文字として読まれる。ファイルをUTF-8で保存する",
    ),
    (
        "number that is too large or malformed",
        "大きすぎる、または形の正しくない数値",
    ),
    (
        "a natural number is decimal, or hexadecimal after `0x`, octal after `0o`, binary after `0b`",
        "自然数は10進数か、`0x`、`0o`、`0b`に続く16進数、8進数、2進数で書く",
    ),
    (
        "silencing comment that is not understood",
        "解釈できない抑制コメント",
    ),
    (
        "`# mnc2: allow(E1010)` silences its line or the next statement; `# mnc2: allow-file(E1010)` before the first statement silences the whole file",
        "`# mnc2: allow(E1010)`はその行か次の文を、最初の文より前の`# mnc2: allow-file(E1010)`はファイル全体を抑制する",
    ),
    (
        "silencing comment that silences nothing",
        "何も抑制していない抑制コメント",
    ),
    (
        "a silencing comment without a reason hides the next mistake",
        "理由のなくなった抑制コメントは次の誤りを隠す",
    ),
    // 02: opcodes.
    ("unknown opcode", "未知のオペコード"),
    (
        "`mnc2 explain --list` lists every opcode",
        "オペコードの一覧は`mnc2 explain --list`で表示できる",
    ),
    (
        "option that the opcode does not take",
        "オペコードに付けられないオプション",
    ),
    (
        "an opcode takes only the `/`, `@` and `+n` that its syntax shows",
        "`/`、`@`、`+n`は各オペコードの構文にあるものだけを付けられる",
    ),
    ("missing part of an opcode", "オペコードに必要な部分がない"),
    (
        "the opcode is not complete without this part",
        "この部分がないとオペコードは完成しない",
    ),
    ("mantissa length out of range", "範囲外の仮数長"),
    (
        "a half-precision block float keeps 6 to 9 bits of mantissa",
        "半精度ブロックフロートの仮数は6から9ビット",
    ),
    (
        "L1B or MAB number out of range",
        "範囲外のL1B番号またはMAB番号",
    ),
    (
        "an L2B holds L1Bs 0 to 7, an L1B holds MABs 0 to 15, and 4x4 transfers choose among 0 to 3",
        "L2BにはL1B 0から7、L1BにはMAB 0から15があり、4x4転送では0から3を選ぶ",
    ),
    (
        "list of L1Bs that cannot be selected together",
        "まとめて選択できないL1Bの組",
    ),
    (
        "an L1B set is an L1B number with a mask of bits to ignore",
        "L1Bの集合は、L1B番号と無視するビットのマスクで決まる",
    ),
    ("multicast from every L1B", "全L1Bからのマルチキャスト"),
    (
        "a multicast sends from the L1Bs of its set to the others",
        "マルチキャストは集合内のL1Bからそれ以外のL1Bへ送る",
    ),
    ("MAB rotation out of range", "範囲外のMAB回転"),
    (
        "MABs can be rotated by 0 to 15 places in either direction",
        "MABはどちらの方向にも0から15だけ回転できる",
    ),
    // 03: operands.
    ("unknown operand", "未知のオペランド"),
    (
        "an operand begins with `$`, or is an immediate value or a tag",
        "オペランドは`$`で始まるか、即値またはタグである",
    ),
    ("wrong number of operands", "オペランドの個数の誤り"),
    (
        "the opcode decides how many inputs come before the outputs",
        "出力の前に書く入力の個数はオペコードが決める",
    ),
    (
        "operand that is not possible here",
        "ここに書けないオペランド",
    ),
    (
        "each position of an instruction takes certain kinds of operands",
        "命令の各位置に書けるオペランドの種類は決まっている",
    ),
    ("address beyond the memory", "メモリの範囲を超えるアドレス"),
    (
        "addresses count from 0, so the size of the memory is already out of range",
        "アドレスは0から数えるので、サイズと同じ値はすでに範囲外である",
    ),
    ("misaligned address", "アラインメントに合わないアドレス"),
    (
        "an address is a multiple of what one access moves",
        "アドレスは1回のアクセスで動かす大きさの倍数でなければならない",
    ),
    ("misaligned stride", "アラインメントに合わないストライド"),
    (
        "a stride counts single words and is a multiple of what one access moves",
        "ストライドは単語単位で、1回のアクセスで動かす大きさの倍数でなければならない",
    ),
    (
        "access word length that the memory does not have",
        "メモリにない語長",
    ),
    (
        "no letter, `l` or `ll` after `$` means a single word, a long word or 2 long words; not every memory has all three",
        "`$`の後が無印なら単語、`l`なら長語、`ll`なら二長語を表す。すべてのメモリに3つともあるわけではない",
    ),
    (
        "flat list without four addresses",
        "4個のアドレスがないアドレスリスト",
    ),
    (
        "in flat mode each of the four cycles has its own address",
        "フラットモードでは4サイクルがそれぞれアドレスを持つ",
    ),
    (
        "flat list in auto-stride mode",
        "オートストライドモードのアドレスリスト",
    ),
    (
        "a program in auto-stride mode has no flat lists, not even those that a stride could express",
        "オートストライドモードのプログラムにアドレスリストは書けない。ストライドで表せる場合も同じ",
    ),
    (
        "indirection that the memory does not have",
        "メモリにない間接参照",
    ),
    (
        "only LM0 is addressed through the T-register, and only DRAM through the DAR",
        "Tレジスタで間接参照できるのはLM0のみ、DARで間接参照できるのはDRAMのみ",
    ),
    (
        "T-register indirection together with j",
        "Tレジスタ間接参照とjの併用",
    ),
    (
        "an operand has at most one of the two ways to modify its address",
        "アドレスの修飾は1つのオペランドにどちらか1つだけ",
    ),
    (
        "address modification `j` that is not possible here",
        "ここではできないアドレス修飾`j`",
    ),
    (
        "`j<n>` moves the address on by one access on the PEs with numbers up to n",
        "`j<n>`は番号がn以下のPEでアドレスを1アクセス分進める",
    ),
    (
        "sign inversion that is not possible here",
        "ここではできない符号反転",
    ),
    (
        "only inputs of the MAU and of mwrite can have `-`, and not the matrix",
        "符号反転ができるのはMAUとmwriteの入力（行列を除く）",
    ),
    (
        "precision conversion that is not possible here",
        "ここではできない精度変換",
    ),
    (
        "`e` and `r` can be used with inputs that read ordinary numbers of the next higher or lower precision",
        "`e`と`r`は、1つ上または下の精度の通常の値を読む入力に付ける",
    ),
    (
        "$nowrite beside another destination",
        "ほかの書き込み先と並ぶ$nowrite",
    ),
    (
        "`$nowrite` means that only forwarding gets the result",
        "`$nowrite`は結果をフォワーディングにのみ渡すことを表す",
    ),
    (
        "operand that only the first input of the ALU can read",
        "ALUの第1入力でしか読めないオペランド",
    ),
    (
        "constants and `$mreadf` reach only the first input of the ALU",
        "固定値と`$mreadf`はALUの第1入力にしか入らない",
    ),
    (
        "memory named twice as a destination",
        "書き込み先に2回現れるメモリ",
    ),
    (
        "an expression can write several memories, but each of them only once",
        "1つの式は複数のメモリに書き込めるが、各メモリには1回だけ",
    ),
    (
        "destination shorter than 2 long words",
        "二長語より短い書き込み先",
    ),
    (
        "a transfer of 2 long words for each PE needs destinations of 2 long words",
        "PEごとに二長語を運ぶ転送には二長語の書き込み先が必要",
    ),
    (
        "wrong access word length of a matrix register operand",
        "行列レジスタに使えない語長",
    ),
    (
        "only half precision can access two rows of the matrix register at once",
        "行列レジスタの2行に同時にアクセスできるのは半精度のみ",
    ),
    ("immediate value that is not a number", "数値ではない即値"),
    (
        "the text between the quotes is a number",
        "引用符の間には数値を書く",
    ),
    ("immediate value out of range", "範囲外の即値"),
    (
        "an immediate value must fit its type",
        "即値は型に収まらなければならない",
    ),
    ("unknown type of immediate value", "未知の即値の型"),
    (
        "immediate values have 32 bits: single words, or a half word repeated",
        "即値は32ビットで、単語1個か同じ半語2個からなる",
    ),
    ("malformed tag", "形の正しくないタグ"),
    (
        "a tag is `i` and two hexadecimal digits",
        "タグは`i`と16進数2桁",
    ),
    ("operand without an address", "アドレスのないオペランド"),
    (
        "LM, GRF, L1BM, L2BM, PDM and DRAM are accessed by address",
        "LM、GRF、L1BM、L2BM、PDM、DRAMにはアドレスでアクセスする",
    ),
    (
        "part that the operand does not have",
        "オペランドに付けられない要素",
    ),
    (
        "each memory's operand has only the parts of its own syntax",
        "各メモリのオペランドには、その構文にある要素だけを付けられる",
    ),
    ("doubtful access word length", "疑わしい語長"),
    (
        "the access is shorter than what the opcode reads",
        "オペコードが読むものより短い語長",
    ),
    (
        "operand or result that is only partly used",
        "一部しか使われないオペランドまたは結果",
    ),
    (
        "an opcode reads and writes as many words in a cycle as its precision says, however long the operand is",
        "1サイクルに読み書きする語数は命令の精度で決まり、オペランドの語長では変わらない",
    ),
    // 04: masks.
    (
        "mask pattern that is not four bits",
        "4ビットではないマスクパターン",
    ),
    (
        "`/abcd` has one bit for each cycle, starting with the first",
        "`/abcd`は先頭のサイクルから順に1ビットずつ指定する",
    ),
    ("mask entry out of range", "範囲外のマスクエントリ"),
    (
        "entries 1 to 15 are variable, 0 and 16 to 31 are fixed",
        "エントリ1から15は可変、0と16から31は固定",
    ),
    (
        "two different masks in one step",
        "1ステップに2種類のマスク",
    ),
    (
        "a step reads one entry of the mask register, in one word length",
        "1ステップで読めるマスクレジスタのエントリと語長は1つ",
    ),
    (
        "two zero-flush masks in one step",
        "1ステップに2つのゼロフラッシュマスク",
    ),
    (
        "a step can clear only one output",
        "1ステップでゼロにできる出力は1つ",
    ),
    (
        "missing t or p after a write mask",
        "書き込みマスクの後のtまたはpの不足",
    ),
    (
        "`t` or `p` confirms that destination and mask differ in word length",
        "`t`と`p`は書き込み先とマスクの語長が異なることの確認に書く",
    ),
    (
        "needless t or p after a write mask",
        "書き込みマスクの後の不要なtまたはp",
    ),
    (
        "`t` and `p` are only for a destination and a mask of different word lengths",
        "`t`と`p`は書き込み先とマスクの語長が異なるときだけ書く",
    ),
    ("mask that is not possible here", "ここに付けられないマスク"),
    (
        "a write mask follows a destination, a zero-flush mask an opcode with an output to the PEs",
        "書き込みマスクは書き込み先の後に、ゼロフラッシュマスクはPEへの出力を持つオペコードの後に付ける",
    ),
    ("malformed mask statement", "形の正しくないmask文"),
    (
        "the letters after `mask` name the destinations that it covers",
        "`mask`に続く文字は対象になる書き込み先を表す",
    ),
    (
        "zero-flush mask and mask setting with different entries",
        "エントリの異なるゼロフラッシュマスクとmask設定",
    ),
    (
        "a step reads only one entry of the mask register, for write masks and zero-flush masks together",
        "1ステップで読めるマスクレジスタのエントリは、書き込みマスクとゼロフラッシュマスクを合わせて1つ",
    ),
    // 05: debug and host statements.
    ("unknown data type of d get", "未知のd getデータ型"),
    (
        "the data type says how the bits are printed",
        "データ型はビット列の表示方法を表す",
    ),
    (
        "memory that the debug statement does not reach",
        "デバッグ文でアクセスできないメモリ",
    ),
    (
        "`d get` reads every memory but DAR and base registers; `d set` writes PE memories, T, L1BM and L2BM",
        "`d get`はDARとベースアドレスレジスタ以外の全メモリを読み、`d set`はPEメモリ、T、L1BM、L2BMに書き込む",
    ),
    (
        "data type wider than the access",
        "アクセスの語長より大きいデータ型",
    ),
    (
        "the access must be at least as long as one value",
        "語長は値1個分以上でなければならない",
    ),
    (
        "matrix register without a data type",
        "データ型のない行列レジスタ",
    ),
    (
        "the precision decides which physical rows are read",
        "どの物理行を読むかは精度で決まる",
    ),
    (
        "more words than the T-register has",
        "Tレジスタにない個数のワード",
    ),
    (
        "the T-register holds one entry for each cycle; what lies beyond is not documented",
        "Tレジスタのエントリは各サイクルに1つで、その先に何があるかは文書化されていない",
    ),
    (
        "element that the chip does not have",
        "チップに存在しない要素",
    ),
    (
        "there are 4 groups of 2 L2Bs of 8 L1Bs of 16 MABs of 4 PEs",
        "グループは4個、各グループにL2Bが2個、各L2BにL1Bが8個、各L1BにMABが16個、各MABにPEが4個ある",
    ),
    (
        "L1BM word written by two transfers of a step",
        "1つのステップの2つの転送が書き込むL1BMのワード",
    ),
    (
        "the order of expressions has no meaning, so the line does not say which of the two writes stays",
        "式の順序に意味はないので、どちらの書き込みが残るかは行からは決まらない",
    ),
    ("payload in an unknown notation", "未知の表記のペイロード"),
    (
        "a long word is 16 hexadecimal digits, or `l`, `s`, `h` with 1, 2 or 4 numbers joined by `_`",
        "長語は16進数16桁か、`l`、`s`、`h`に続けて`_`でつないだ1、2、4個の数で書く",
    ),
    ("payload of the wrong length", "ペイロードの長さの誤り"),
    (
        "the count and the access length decide how many long words the payload holds",
        "ペイロードの長語数は個数と語長で決まる",
    ),
    (
        "payload number with too many digits",
        "ペイロードの数の桁の超過",
    ),
    (
        "a number after `l`, `s` or `h` has at most 16, 8 or 4 digits",
        "数は`l`、`s`、`h`の後でそれぞれ最大16、8、4桁",
    ),
    (
        "debug access beyond the end of the memory",
        "メモリの終端を超えるデバッグアクセス",
    ),
    (
        "there are no words beyond the end",
        "終端の先にワードはない",
    ),
    ("malformed host statement", "形の正しくないホスト文"),
    (
        "host statements are `c`, `e`, `f` and `r` with hexadecimal numbers",
        "ホスト文は`c`、`e`、`f`、`r`に16進数を続けて書く",
    ),
    ("d set in a contest solution", "コンテストの解答中のd set"),
    (
        "the judge drops the `d set` lines of a solution, or never accepts a solution that has one",
        "ジャッジは解答の`d set`行を取り除くか、`d set`のある解答を受理しない",
    ),
    // 06: MV instructions.
    ("MV instruction without a size", "サイズのないMV命令"),
    (
        "the size `n<size>` counts long words",
        "サイズ`n<size>`は長語数で指定する",
    ),
    (
        "MV size that is not a multiple of the unit operation",
        "単位操作の倍数ではないMV命令のサイズ",
    ),
    (
        "a transfer is made of whole unit operations",
        "転送は単位操作の整数回からなる",
    ),
    ("transfer that no MV instruction makes", "MV命令にない転送"),
    (
        "the mnemonic and both operands together select a transfer",
        "転送の種類はニーモニックと両オペランドの種類の組で決まる",
    ),
    ("nd without DRAM indirection", "DRAM間接参照のないnd"),
    (
        "`nd<N>` says how many accesses of 16 long words use one DAR entry",
        "`nd<N>`は16長語のアクセス何回でDARのエントリ1つを使うかを表す",
    ),
    (
        "reduction within a group into another group",
        "グループ内縮約の別グループへの書き込み",
    ),
    (
        "a reduction within a group writes to that group",
        "グループ内の縮約はそのグループの中で完結する",
    ),
    ("PDM transfer within one group", "同一グループ内のPDM転送"),
    (
        "the manual describes this transfer only between two different groups",
        "マニュアルではこの転送は異なる2つのグループ間のもの",
    ),
    ("priority out of range", "範囲外の優先度"),
    ("priorities are 0 to 3", "優先度は0から3"),
    (
        "unknown or repeated MV option",
        "未知の、または重複したMV命令のオプション",
    ),
    (
        "each parameter can be given once",
        "各パラメータは1回だけ書く",
    ),
    // 07: L1BM.
    (
        "L1BM address that l1bmp cannot read by 2 long words",
        "l1bmpが二長語で読めないL1BMアドレス",
    ),
    (
        "the second long word of each cycle is four long words further on, in the same block of 64",
        "各サイクルの2個目の長語は、同じ64長語ブロック内の4長語先にある",
    ),
    (
        "reduction that does not exist for 2 long words",
        "二長語では存在しない縮約",
    ),
    (
        "the reduction network processes 2 long words only for single-precision floats and `bor`",
        "縮約ネットワークが二長語を扱えるのは単精度浮動小数点と`bor`のみ",
    ),
    (
        "turnaround between different types of transfer",
        "異なる型の転送間のターンアラウンド",
    ),
    (
        "turnaround goes from a transfer to L1BM to a transfer from L1BM that moves the same number of long words in a cycle",
        "ターンアラウンドは、L1BMへの転送から、1サイクルに同じ長語数を運ぶL1BMからの転送へ行う",
    ),
    // 08: whole steps.
    ("nop beside another expression", "ほかの式と並ぶnop"),
    (
        "a `nop` fills the whole step",
        "`nop`はステップ全体を占める",
    ),
    ("wait without another instruction", "ほかの命令のないwait"),
    (
        "`wait` is only a part of an instruction",
        "`wait`は命令語の一部で、単独では命令にならない",
    ),
    ("wait for tag 0", "タグ0のwait"),
    (
        "tag 0 means no tag: there is nothing to wait for",
        "タグ0は何も待たないことを表す",
    ),
    (
        "instruction stream that is not packed",
        "パックされていない命令列",
    ),
    (
        "the board takes units of 3 PE instructions (2 in flat mode) and 1 MV instruction",
        "ボードはPE命令3個（フラットモードでは2個）とMV命令1個のユニットを受け取る",
    ),
    // 09: expressions that share a step.
    ("two expressions of one group", "同じグループの2つの式"),
    (
        "each unit executes one expression in a step",
        "各ユニットが1ステップに実行する式は1つ",
    ),
    ("three expressions for the MAU", "MAUを使う3つの式"),
    (
        "in a step, the MAU executes at most two of calculation, matrix register write and transposed read",
        "MAUが1ステップに実行できるのは、演算、行列レジスタ書き込み、転置読み出しのうち2つまで",
    ),
    (
        "MAU expressions of different precisions",
        "精度の異なるMAUの式",
    ),
    (
        "the MAU has one precision in a step",
        "1ステップのMAUの精度は1つ",
    ),
    (
        "product and matrix register write with different operands",
        "積と行列レジスタ書き込みのオペランドの不一致",
    ),
    (
        "mwrite reads through the port of the second input of vfma and vmul",
        "mwriteはvfmaとvmulの第2入力のポートを通して読む",
    ),
    (
        "one side of the matrix register used twice",
        "行列レジスタの同じ面の重複",
    ),
    (
        "a step can use each side of the matrix register once",
        "行列レジスタの各面は1ステップに1回まで",
    ),
    (
        "matrix register write and read at different places",
        "行列レジスタの異なる位置の書き込みと読み出し",
    ),
    (
        "one field holds the first row of mwrite and the first column of mread",
        "mwriteとmreadは先頭の行と列を指定するフィールドを共有する",
    ),
    (
        "memory written by two expressions",
        "2つの式が書き込むメモリ",
    ),
    (
        "two expressions cannot write the same PE operand",
        "2つの式が同じPEオペランドに書き込むことはできない",
    ),
    ("two regions of one memory", "1つのメモリの2つの領域"),
    (
        "in a step, a GRF has one region to read and one to write, and an LM has one region for both",
        "1ステップの領域は、GRFでは読み出しと書き込みに1つずつ、LMでは両方で1つ",
    ),
    (
        "immediate value in a step that accesses LM0",
        "LM0にアクセスするステップの即値",
    ),
    // 10: distances.
    (
        "MV instruction that reads L2BM too early",
        "早すぎるMV命令のL2BM読み出し",
    ),
    (
        "one step must lie between a transfer from L1BM and an MV instruction that reads what it writes",
        "L1BMからの転送が書き込んだものをMV命令が読むまでに1ステップ必要",
    ),
    (
        "MV instruction that may read L2BM too early",
        "早すぎるおそれのあるMV命令のL2BM読み出し",
    ),
    (
        "the assembler accepts this, but the words may not be there yet",
        "アセンブラは受け付けるが、データがまだ届いていないおそれがある",
    ),
    (
        "L2BM read too early after it was written",
        "書き込み後の早すぎるL2BM読み出し",
    ),
    (
        "the port between L1BM and L2BM needs time to change direction",
        "L1BMとL2BMの間のポートは向きを変えるのに時間がかかる",
    ),
    (
        "L1BM sent to L2BM too early after L2BM or a multicast wrote it",
        "L2BMまたはマルチキャストの書き込み後、早すぎるL1BMからL2BMへの転送",
    ),
    (
        "the port of an L1BM is still writing",
        "L1BMのポートがまだ書き込み中である",
    ),
    (
        "L1BM read too early after a multicast",
        "マルチキャスト後の早すぎるL1BM読み出し",
    ),
    (
        "the word is not in L1BM yet",
        "データがまだL1BMに届いていない",
    ),
    (
        "L1BM read too early after a transfer from L2BM",
        "L2BMからの転送後の早すぎるL1BM読み出し",
    ),
    (
        "L1BM sent to L2BM too early after a transfer from the PEs",
        "PEからの転送後、早すぎるL1BMからL2BMへの転送",
    ),
    (
        "L1BM read too early after a transfer from the PEs",
        "PEからの転送後の早すぎるL1BM読み出し",
    ),
    (
        "the port between L1BM and the PEs is still writing",
        "L1BMのPE側のポートがまだ書き込み中である",
    ),
    (
        "LM read too early after it was written",
        "書き込み後の早すぎるLM読み出し",
    ),
    (
        "after a write, no address of an LM can be read for two steps",
        "LMは書き込み後の2ステップの間、どのアドレスも読めない",
    ),
    (
        "GRF word read too early after it was written",
        "書き込み後の早すぎるGRF読み出し",
    ),
    ("a write takes 6 cycles", "書き込みには6サイクルかかる"),
    (
        "GRF or T-register read early after a write under a variable mask",
        "可変マスク付きの書き込み後の早いGRFまたはTレジスタの読み出し",
    ),
    (
        "the data decide whether the word was written; the assembler does not check it",
        "書き込まれるかどうかはデータによる。アセンブラは検査しない",
    ),
    (
        "T-register read too early after it was written",
        "書き込み後の早すぎるTレジスタ読み出し",
    ),
    (
        "L2BM instruction that does not wait for an MV instruction",
        "MV命令を待たないL2BM命令",
    ),
    (
        "how long an MV instruction takes is not fixed: on the board, a `wait` for its tag must come before what depends on it",
        "MV命令の完了時刻は一定ではない: ボードでは、依存する命令の前にそのタグの`wait`が必要",
    ),
    (
        "MV instruction that does not wait for another one",
        "ほかのMV命令を待たないMV命令",
    ),
    (
        "MV instructions run side by side: on the board, a `wait` must come between two that depend on each other",
        "MV命令は並行して動く: ボードでは、依存し合う2つの間に`wait`が必要",
    ),
    (
        "MV instruction through a DAR entry too early after it was written",
        "DARエントリの書き込み後の早すぎるMV命令",
    ),
    (
        "for a step after `l2bmdarw`, the previous address word may be read",
        "`l2bmdarw`の次のステップまでは以前のアドレスが読まれるおそれがある",
    ),
    // 11: values.
    (
        "forwarding register without a result of the previous step",
        "前のステップの結果が入っていないフォワーディングレジスタ",
    ),
    (
        "a forwarding register holds the output of its unit in the previous step; otherwise its content is not documented",
        "フォワーディングレジスタが持つのは、そのユニットの前のステップの出力である。それ以外の場合の内容はマニュアルにない",
    ),
    (
        "matrix product of values that are not block floats",
        "ブロックフロートではない値の行列積",
    ),
    (
        "matrix and vector of a product are block floats of its precision, as `bfn` and `bfe` make them",
        "積の行列とベクトルは、`bfn`や`bfe`で作る同じ精度のブロックフロートでなければならない",
    ),
    (
        "read of words that nothing has written",
        "書き込まれていないものの読み出し",
    ),
    (
        "before the first write, the emulator holds zeros and the board any value",
        "最初の書き込みまで、エミュレータでは0、ボードでは以前の値が残っている",
    ),
    (
        "write that is overwritten before anything reads it",
        "読まれずに上書きされる書き込み",
    ),
    (
        "a write that nothing reads is not needed; `$nowrite` leaves the result to forwarding",
        "読まれない書き込みは不要である。`$nowrite`なら結果はフォワーディングにだけ渡る",
    ),
    ("more steps of `nop` than are needed", "必要以上の`nop`"),
    (
        "the distances between the steps around it decide how many are needed",
        "必要なステップ数は前後のステップの間隔で決まる",
    ),
    (
        "mask setting that is still on at the end",
        "終わりまで有効なままのmask設定",
    ),
    (
        "a `mask` setting applies to all following steps; `mask 0` ends it",
        "`mask`の設定は以後の全ステップで有効で、`mask 0`で解除する",
    ),
    (
        "wait for a tag that no MV instruction carries",
        "どのMV命令にもないタグのwait",
    ),
    (
        "a `wait` ends when the MV instruction with its tag ends",
        "`wait`はそのタグを持つMV命令の完了で終わる",
    ),
    (
        "tag issued again before anything waited for it",
        "待つ前に再発行されたタグ",
    ),
    (
        "a `wait` for a tag that two MV instructions carry does not say which of them it waits for",
        "2つのMV命令が持つタグの`wait`では、どちらを待つのかが定まらない",
    ),
    (
        "value read in a different precision than it was written in",
        "書き込みと異なる精度での値の読み出し",
    ),
    (
        "the same bits are another number in another precision",
        "同じビット列でも精度が違えば別の数になる",
    ),
    // Timing rules.
    (
        "The words reach L2BM one step after the transfer; the check takes the whole range of the MV instruction as read at once.",
        "データがL2BMに届くのは転送の1ステップ後である。検査ではMV命令の全範囲が一度に読まれるものとみなす。",
    ),
    (
        "Accepted by the assembler where the MV instruction starts at or after the start of the written range, yet the words may not be there.",
        "MV命令の先頭が書き込み範囲の先頭以降にあればアセンブラは受け付けるが、データが届いていないおそれがある。",
    ),
    (
        "The port between L1BM and L2BM is still in use in the other direction.",
        "L1BMとL2BMの間のポートがまだ逆方向に使用中である。",
    ),
    (
        "The port of an L1BM is still writing what comes from L2BM.",
        "L1BMのポートがL2BMからのデータをまだ書き込み中である。",
    ),
    (
        "The port of an L1BM is still writing what the multicast brings.",
        "L1BMのポートがマルチキャストのデータをまだ書き込み中である。",
    ),
    (
        "The word is not in L1BM yet.",
        "データがまだL1BMに届いていない。",
    ),
    (
        "The port of L1BM on the side of the PEs is still writing.",
        "L1BMのPE側のポートがまだ書き込み中である。",
    ),
    (
        "An LM has one port: after a write it cannot be read, at whatever address, for two steps.",
        "LMのポートは1つなので、書き込み後の2ステップの間はどのアドレスも読めない。",
    ),
    (
        "A write takes 6 cycles: counted from the last cycle that really writes the word to the first that really reads it.",
        "書き込みには6サイクルかかる: そのワードを実際に書き込む最後のサイクルから、実際に読む最初のサイクルまでを数える。",
    ),
    (
        "Whether the word is written depends on data; the assembler seems to leave such writes out of its check.",
        "書き込まれるかどうかはデータによる。アセンブラはこのような書き込みを検査の対象から外しているようである。",
    ),
    (
        "A write takes 6 cycles; each cycle has its own slot of the T-register, so one step in between is enough.",
        "書き込みには6サイクルかかる。Tレジスタはサイクルごとに別のスロットを持つので、間に1ステップあればよい。",
    ),
    (
        "Whether the register is written depends on data; the assembler may leave such writes out of its check.",
        "書き込まれるかどうかはデータによる。アセンブラはこのような書き込みを検査の対象から外している可能性がある。",
    ),
    (
        "Flags can be used from the next step on.",
        "フラグは次のステップから使える。",
    ),
    (
        "Rows can be used from the next step on.",
        "行は次のステップから使える。",
    ),
    (
        "The new base address may not be in effect yet.",
        "新しいベースアドレスがまだ有効になっていないおそれがある。",
    ),
    (
        "The address word may not be in DAR yet.",
        "アドレスがまだDARに届いていないおそれがある。",
    ),
    (
        "DARBUF is refilled although address words of it have not been written to DAR.",
        "DARBUFのアドレスをDARに書き込む前にDARBUFが再充填される。",
    ),
    (
        "The assembler does not check it and the emulator finishes an MV at once; on the board, a `wait` with the tag of the MV must come in between.",
        "アセンブラは検査せず、エミュレータではMV命令が即座に完了する。ボードでは間にMV命令のタグの`wait`が必要である。",
    ),
    (
        "MV instructions run side by side: one that needs what another writes must be issued after a `wait` with its tag.",
        "MV命令は並行して動く: 別のMV命令が書き込むものを使うなら、そのタグの`wait`の後に発行しなければならない。",
    ),
];
