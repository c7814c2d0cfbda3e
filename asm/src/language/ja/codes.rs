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
        "outside comments the language is written in ASCII; a comment begins with `#`",
        "コメント以外はASCII文字で書く。コメントは`#`で始める",
    ),
    ("file that is not UTF-8", "UTF-8ではないファイル"),
    (
        "bytes that are not UTF-8 are read as unknown characters; save the file as UTF-8",
        "UTF-8ではないバイトは不明な文字として読まれる。ファイルをUTF-8で保存する",
    ),
    (
        "number that is too large or malformed",
        "大きすぎる、または形の正しくない数値",
    ),
    (
        "natural numbers are decimal, or hexadecimal, octal or binary behind `0x`, `0o`, `0b`",
        "自然数は10進数か、`0x`、`0o`、`0b`に続く16進数、8進数、2進数で書く",
    ),
    (
        "silencing comment that is not understood",
        "解釈できない抑制コメント",
    ),
    (
        "`# mnc2: allow(E1010)` silences its line or the next statement, `# mnc2: allow-file(E1010)` before the first statement the file",
        "`# mnc2: allow(E1010)`はその行か次の文を、最初の文より前の`# mnc2: allow-file(E1010)`はファイル全体を抑制する",
    ),
    (
        "silencing comment that silences nothing",
        "何も抑制していない抑制コメント",
    ),
    (
        "what is silenced should be there: a comment that outlived its reason hides the next mistake",
        "抑制するのは実際に出る診断に限る: 用の済んだ抑制コメントは次の誤りを隠す",
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
        "each opcode takes only the `/`, `@` and `+n` of its syntax",
        "`/`、`@`、`+n`は各オペコードの構文にあるものだけを付けられる",
    ),
    ("missing part of an opcode", "オペコードの不足"),
    (
        "this part of the opcode's syntax is not optional",
        "オペコードの構文のこの部分は省略できない",
    ),
    (
        "mantissa length of a block-float conversion",
        "ブロックフロート変換の仮数長",
    ),
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
        "list of L1Bs that no address and mask express",
        "アドレスとマスクで表せないL1Bの組",
    ),
    (
        "an L1B set is one that an address and a mask of bits to ignore describe",
        "L1Bの集合は、アドレスと無視するビットのマスクで表せるものに限る",
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
        "the opcode decides how many inputs stand before the outputs",
        "出力の前に書く入力の個数はオペコードが決める",
    ),
    ("operand that cannot stand here", "ここに書けないオペランド"),
    (
        "each position of an instruction takes certain kinds of operands only",
        "命令の各位置に書けるオペランドの種類は決まっている",
    ),
    ("address beyond the memory", "メモリの範囲を超えるアドレス"),
    (
        "addresses count from 0, so the size itself is already out of range",
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
        "nothing, `l` or `ll` after `$` asks for a single word, a long word or 2 long words, as far as the memory offers them",
        "`$`の後の無印、`l`、`ll`はそれぞれ単語、長語、二長語を表す。使える語長はメモリによる",
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
        "auto-stride programs hold no flat list, even where strides could say the same",
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
        "MAB internal address modification that is not possible",
        "できないMAB内アドレス修飾",
    ),
    (
        "`j<n>` adds one access to the address on the PEs with numbers up to n",
        "`j<n>`は番号がn以下のPEでアドレスを1アクセス分進める",
    ),
    ("sign inversion where there is none", "できない符号反転"),
    (
        "sign inversion belongs to the inputs of the MAU and of mwrite, the matrix excepted",
        "符号反転ができるのはMAUとmwriteの入力（行列を除く）",
    ),
    (
        "precision conversion where there is none",
        "できない精度変換",
    ),
    (
        "`e` and `r` belong to inputs that want normal values of a neighbouring precision",
        "`e`と`r`は隣の精度の通常の値を取る入力に付ける",
    ),
    (
        "$nowrite beside another destination",
        "ほかの書き込み先と並ぶ$nowrite",
    ),
    (
        "`$nowrite` says that a result goes to forwarding only",
        "`$nowrite`は結果をフォワーディングにのみ渡すことを表す",
    ),
    (
        "operand that only the first input of the ALU reads",
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
        "an expression may write several memories, but each of them once",
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
        "access word length of a matrix register operand",
        "行列レジスタのオペランドの語長",
    ),
    (
        "only half precision accesses two rows of the matrix register at once",
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
        "the access length does not fit what the opcode reads",
        "語長がオペコードの読むものに合っていない",
    ),
    // 04: masks.
    (
        "mask pattern that is not four bits",
        "4ビットではないマスクパターン",
    ),
    (
        "`/abcd` gives one bit to each cycle, the first cycle first",
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
        "one output of a step can be cleared",
        "1ステップでゼロにできる出力は1つ",
    ),
    (
        "missing t or p after a write mask",
        "書き込みマスクの後のtまたはpの不足",
    ),
    (
        "`t` and `p` confirm that destination and mask differ in word length",
        "`t`と`p`は書き込み先とマスクの語長が異なることの確認に書く",
    ),
    (
        "needless t or p after a write mask",
        "書き込みマスクの後の不要なtまたはp",
    ),
    (
        "`t` and `p` stand only where destination and mask differ in word length",
        "`t`と`p`は書き込み先とマスクの語長が異なるときだけ書く",
    ),
    ("mask where none can be", "マスクを付けられない場所のマスク"),
    (
        "write masks stand behind destinations, zero-flush masks behind opcodes with an output to the PEs",
        "書き込みマスクは書き込み先の後に、ゼロフラッシュマスクはPEへの出力を持つオペコードの後に付ける",
    ),
    ("malformed mask statement", "形の正しくないmask文"),
    (
        "the letters behind `mask` name the destinations that it covers",
        "`mask`に続く文字は対象になる書き込み先を表す",
    ),
    (
        "zero-flush mask of another entry than the mask setting",
        "mask設定と異なるエントリのゼロフラッシュマスク",
    ),
    (
        "a step reads one entry of the mask register, for write masks and zero-flush masks together",
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
        "which physical rows are meant depends on the precision",
        "どの物理行を指すかは精度による",
    ),
    (
        "too many words of the T-register",
        "Tレジスタのワードの個数の超過",
    ),
    (
        "the T-register holds one entry for each cycle",
        "Tレジスタのエントリは各サイクルに1つ",
    ),
    (
        "element that the chip does not have",
        "チップに存在しない要素",
    ),
    (
        "there are 4 groups of 2 L2Bs of 8 L1Bs of 16 MABs of 4 PEs",
        "グループは4個、各グループにL2Bが2個、各L2BにL1Bが8個、各L1BにMABが16個、各MABにPEが4個ある",
    ),
    ("payload in no known notation", "未知の表記のペイロード"),
    (
        "a long word is 16 hexadecimal digits, or `l`, `s`, `h` with 1, 2 or 4 numbers joined by `_`",
        "長語は16進数16桁か、`l`、`s`、`h`に続けて`_`でつないだ1、2、4個の数で書く",
    ),
    ("payload of the wrong length", "ペイロードの長さの誤り"),
    (
        "the payload holds as many long words as the count and the access length ask for",
        "ペイロードの長語数は個数と語長で決まる",
    ),
    (
        "payload number with too many digits",
        "ペイロードの数の桁の超過",
    ),
    (
        "a number has at most 16, 8 or 4 digits behind `l`, `s` or `h`",
        "数は`l`、`s`、`h`の後でそれぞれ最大16、8、4桁",
    ),
    (
        "debug access beyond the end of the memory",
        "メモリの終端を超えるデバッグアクセス",
    ),
    (
        "what lies beyond the end does not exist",
        "終端の先には何も存在しない",
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
        "the mnemonic and the kinds of both operands together name one of the transfers",
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
        "the reduction within a group stays in its group",
        "グループ内の縮約はそのグループの中で完結する",
    ),
    ("PDM transfer within one group", "同一グループ内のPDM転送"),
    (
        "the manual names two different groups for this transfer",
        "マニュアルではこの転送は異なる2つのグループ間のもの",
    ),
    ("priority out of range", "範囲外の優先度"),
    ("priorities are 0 to 3", "優先度は0から3"),
    (
        "unknown or repeated MV option",
        "未知の、または重複したMV命令のオプション",
    ),
    ("each parameter stands once", "各パラメータは1回だけ書く"),
    // 07: L1BM.
    (
        "L1BM address that l1bmp cannot read by 2 long words",
        "l1bmpが二長語で読めないL1BMアドレス",
    ),
    (
        "the second long word of each cycle lies four long words further, in the same block of 64",
        "各サイクルの2個目の長語は、同じ64長語ブロック内の4長語先にある",
    ),
    (
        "reduction that does not exist for 2 long words",
        "二長語では存在しない縮約",
    ),
    (
        "the reduction network handles 2 long words only for single-precision floats and `bor`",
        "縮約ネットワークが二長語を扱えるのは単精度浮動小数点と`bor`のみ",
    ),
    (
        "turnaround between different types of transfer",
        "異なる型の転送間のターンアラウンド",
    ),
    (
        "turnaround goes from a transfer to L1BM to one from L1BM that moves as many long words in a cycle",
        "ターンアラウンドは、L1BMへの転送から、1サイクルに同じ長語数を運ぶL1BMからの転送へ行う",
    ),
    // 08: whole steps.
    ("nop beside another expression", "ほかの式と並ぶnop"),
    (
        "a `nop` occupies the whole step",
        "`nop`はステップ全体を占める",
    ),
    ("wait without another instruction", "ほかの命令のないwait"),
    (
        "`wait` is a part of an instruction word, not one by itself",
        "`wait`は命令語の一部で、単独では命令にならない",
    ),
    ("wait for tag 0", "タグ0のwait"),
    (
        "tag 0 means that nothing is waited for",
        "タグ0は何も待たないことを表す",
    ),
    (
        "instruction stream that is not packed",
        "パックされていない命令列",
    ),
    (
        "the board takes units of 3 PE instructions (in flat mode 2) and 1 MV instruction",
        "ボードはPE命令3個（フラットモードでは2個）とMV命令1個のユニットを受け取る",
    ),
    // 09: expressions that share a step.
    ("two expressions of one group", "同じグループの2つの式"),
    (
        "each unit executes one expression in a step",
        "各ユニットが1ステップに実行する式は1つ",
    ),
    ("three expressions for the MAU", "MAUの3つの式"),
    (
        "the MAU executes at most two of calculation, matrix register write and transposed read in a step",
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
        "product and matrix register write from different operands",
        "オペランドの異なる積と行列レジスタ書き込み",
    ),
    (
        "mwrite reads through the port of the second input of vfma and vmul",
        "mwriteはvfmaとvmulの第2入力のポートを通して読む",
    ),
    (
        "one side of the matrix register twice",
        "行列レジスタの同じ面の重複",
    ),
    (
        "each side of the matrix register appears at most once in a step",
        "行列レジスタの各面は1ステップに1回まで",
    ),
    (
        "matrix register write and read at different places",
        "行列レジスタの異なる位置の書き込みと読み出し",
    ),
    (
        "mwrite and mread share the field of the first row and column",
        "mwriteとmreadは先頭の行と列を指定するフィールドを共有する",
    ),
    (
        "memory written by two expressions",
        "2つの式が書き込むメモリ",
    ),
    (
        "several expressions do not write the same PE operand",
        "複数の式が同じPEオペランドに書き込むことはできない",
    ),
    ("two regions of one memory", "1つのメモリの2つの領域"),
    (
        "a GRF has one region to read and one to write, an LM one for both",
        "GRFの領域は読み出しと書き込みに1つずつ、LMの領域は両方で1つ",
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
        "a transfer from L1BM needs a step before an MV instruction reads what it writes",
        "L1BMからの転送が書き込んだものをMV命令が読むまでに1ステップ必要",
    ),
    (
        "MV instruction that may read L2BM too early",
        "早すぎるおそれのあるMV命令のL2BM読み出し",
    ),
    (
        "the assembler lets this pass, but the words may not be there yet",
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
        "L1BM read towards L2BM too early after it was written from there",
        "L2BMからの書き込み後の早すぎるL2BM方向へのL1BM読み出し",
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
        "L1BM read towards L2BM too early after a transfer from the PEs",
        "PEからの転送後の早すぎるL2BM方向へのL1BM読み出し",
    ),
    (
        "L1BM read too early after a transfer from the PEs",
        "PEからの転送後の早すぎるL1BM読み出し",
    ),
    (
        "the port of L1BM on the side of the PEs is still writing",
        "L1BMのPE側のポートがまだ書き込み中である",
    ),
    (
        "LM read too early after it was written",
        "書き込み後の早すぎるLM読み出し",
    ),
    (
        "after a write an LM cannot be read for two steps, at whatever address",
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
        "whether the word was written depends on data; the assembler does not check it",
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
        "an MV instruction ends at no fixed time: on the board a `wait` for its tag must come before what depends on it",
        "MV命令の完了時刻は一定ではない: ボードでは、依存する命令の前にそのタグの`wait`が必要",
    ),
    (
        "MV instruction that does not wait for another one",
        "ほかのMV命令を待たないMV命令",
    ),
    (
        "MV instructions run side by side: on the board a `wait` must come between two that depend on each other",
        "MV命令は並行して動く: ボードでは、依存し合う2つの間に`wait`が必要",
    ),
    (
        "MV instruction through a DAR entry too early after it was written",
        "DARエントリの書き込み後の早すぎるMV命令",
    ),
    (
        "until a step after `l2bmdarw` the previous address word may be read",
        "`l2bmdarw`の次のステップまでは以前のアドレスが読まれるおそれがある",
    ),
    // 11: values.
    (
        "forwarding register that the last step did not feed",
        "直前のステップが更新していないフォワーディングレジスタ",
    ),
    (
        "what a forwarding register holds after a step without its unit is not documented",
        "対応するユニットを使わないステップの後の値はマニュアルにない",
    ),
    (
        "matrix product of values that are no block floats",
        "ブロックフロートではない値の行列積",
    ),
    (
        "matrix and vector of a product are block floats of its precision, as `bfn` and `bfe` make them",
        "積の行列とベクトルは、`bfn`や`bfe`で作る同じ精度のブロックフロートでなければならない",
    ),
    (
        "read of what nothing wrote",
        "書き込まれていないものの読み出し",
    ),
    (
        "before the first write the emulator holds zeros, and the board whatever was there",
        "最初の書き込みまで、エミュレータでは0、ボードでは以前の値が残っている",
    ),
    (
        "write that nothing reads before it is overwritten",
        "読まれずに上書きされる書き込み",
    ),
    (
        "what is overwritten before anything reads it need not be written; `$nowrite` says so",
        "読まれる前に上書きされるものは書き込まなくてよい。`$nowrite`でそれを表せる",
    ),
    ("more steps of `nop` than are needed", "必要以上の`nop`"),
    (
        "distances between the steps around decide how many are needed",
        "必要なステップ数は前後のステップの間隔で決まる",
    ),
    (
        "mask setting that is still on at the end",
        "終わりまで有効なままのmask設定",
    ),
    (
        "a `mask` setting holds for all following steps; `mask 0` ends it",
        "`mask`の設定は以後の全ステップで有効で、`mask 0`で解除する",
    ),
    (
        "wait for a tag that no MV instruction carries",
        "どのMV命令にもないタグのwait",
    ),
    (
        "a `wait` ends when an MV instruction with its tag does",
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
        "value read in another precision than it was written in",
        "書き込みと異なる精度での値の読み出し",
    ),
    (
        "the bits of a number mean another number in another precision",
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
        "The assembler does not check it and the emulator finishes an MV at once; on the board a `wait` with the tag of the MV must stand in between.",
        "アセンブラは検査せず、エミュレータではMV命令が即座に完了する。ボードでは間にMV命令のタグの`wait`が必要である。",
    ),
    (
        "MV instructions run side by side: one that needs what another writes must be issued after a `wait` with its tag.",
        "MV命令は並行して動く: 別のMV命令が書き込むものを使うなら、そのタグの`wait`の後に発行しなければならない。",
    ),
];
