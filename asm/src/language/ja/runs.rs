//! Messages of runs, judgements and rename, and the titles of the language server.

pub(super) const RUNS: &[(&str, &str)] = &[
    // Strict mode.
    (
        "{what} is read, but nothing ever wrote it ({affected})",
        "{what}を読むが、一度も書き込まれていない（{affected}）",
    ),
    (
        "{what} was read too early: {between} between this and the write in line {line}, {needed} needed, {short} short ({affected})",
        "{what}を読むのが早すぎる: {line}行目の書き込みとの間が{between}しかない（必要な間隔は{needed}、不足は{short}、{affected}）",
    ),
    (
        "{noun} {first} and {count} more",
        "{noun} {first}ほか{count}個",
    ),
    ("a row of `$l{letters}`", "`$l{letters}`の行"),
    // How a run ends.
    (
        "the run stopped before this line: it reached the limit of memory (--max-memory)",
        "この行の前で実行を停止した: メモリ使用量の上限に達した（--max-memory）",
    ),
    (
        "the run stopped before this line: it reached the limit of steps (--max-steps)",
        "この行の前で実行を停止した: ステップ数の上限に達した（--max-steps）",
    ),
    (
        "the run stopped before this line: `{instruction}`: {reason}",
        "この行の前で実行を停止した: `{instruction}`: {reason}",
    ),
    (
        "the run stopped at this line: address {address} of {element}: {reason}",
        "この行で実行を停止した: {element}のアドレス{address}: {reason}",
    ),
    (
        "the run was stopped before this line",
        "この行の前で実行が中断された",
    ),
    (
        "the run stopped at this line: the dump reached its limit of {limit:# line|# lines} (--max-dump-lines sets another, 0 none)",
        "この行で実行を停止した: ダンプが上限の{limit}行に達した（--max-dump-linesで変更でき、0なら無制限）",
    ),
    (
        "the access is shorter than a number of this data type",
        "アクセスの語長がこのデータ型の数値より短い",
    ),
    (
        "this is not a block float: the exponents of the block differ",
        "ブロックフロートではない: ブロック内の指数部が一致しない",
    ),
    ("the limit of steps is reached", "ステップ数の上限に達した"),
    (
        "the limit of memory is reached",
        "メモリ使用量の上限に達した",
    ),
    (
        "the value at address {address} of {element} cannot be shown with this data type",
        "{element}のアドレス{address}の値はこのデータ型では表示できない",
    ),
    (
        "--force: 1 line with errors skipped",
        "--force: エラーのある1行を飛ばして実行",
    ),
    (
        "--force: {count:# line with errors|# lines with errors} skipped",
        "--force: エラーのある{count}行を飛ばして実行",
    ),
    (
        "--threads does nothing: a run takes one thread; `mnc2 judge` and `mnc2 check` use all processors",
        "--threadsは何もしない: 1回の実行は1スレッドで行う。`mnc2 judge`と`mnc2 check`は全てのプロセッサを使う",
    ),
    (
        "not run (--force runs it without the lines in error)",
        "実行しない（--forceを付けるとエラーのある行を除いて実行する）",
    ),
    (
        "{name}: 1 more finding not shown (--max-findings 0 shows all)",
        "{name}: ほか1件の診断は省略（--max-findings 0で全件を表示）",
    ),
    (
        "{name}: {count} more findings not shown (--max-findings 0 shows all)",
        "{name}: ほか{count}件の診断は省略（--max-findings 0で全件を表示）",
    ),
    (
        "--strict: {count} more not shown (--max-findings 0 shows all)",
        "--strict: ほか{count}件は省略（--max-findings 0で全件を表示）",
    ),
    ("1 hazard", "ハザード1件"),
    ("{count} hazards", "ハザード{count}件"),
    (
        "--strict: {hazards}, 1 read of memory that nothing wrote",
        "--strict: {hazards}、書き込まれていないメモリの読み出し1件",
    ),
    (
        "--strict: {hazards}, {count} reads of memory that nothing wrote",
        "--strict: {hazards}、書き込まれていないメモリの読み出し{count}件",
    ),
    ("{name}: would fix 1 finding", "{name}: 1件を修正できる"),
    (
        "{name}: would fix {count} findings",
        "{name}: {count}件を修正できる",
    ),
    ("{name}: fixed 1 finding", "{name}: 1件を修正した"),
    (
        "{name}: fixed {count} findings",
        "{name}: {count}件を修正した",
    ),
    (
        "{title} ({fixable} fixable)",
        "{title}（うち{fixable}件は自動修正可能）",
    ),
    (
        "the program has errors; `mnc2 check` shows them",
        "プログラムにエラーがある。内容は`mnc2 check`で表示できる",
    ),
    (
        "steps: {steps}, MV instructions: {transfers}",
        "{steps}ステップ、MV命令{transfers}個",
    ),
    (
        "{unit}: {busy} of {steps} steps ({percent} %)",
        "{unit}: {steps}ステップ中{busy}ステップで動作（{percent} %）",
    ),
    (
        "steps: {steps}, MV instructions: {transfers}; {seconds} s here ({rate} steps/s)",
        "{steps}ステップ、MV命令{transfers}個、このマシンでは{seconds}秒（毎秒{rate}ステップ）",
    ),
    (
        "estimated {time} us on the chip at {clock} MHz, without waits for MV instructions",
        "チップ上の推定時間は{clock} MHzで{time} us（MV命令の待ち時間を除く）",
    ),
    ("{flop} floating-point operations", "浮動小数点演算{flop}回"),
    (
        "{memory}: {read} bytes read, {written} bytes written",
        "{memory}: 読み出し{read}バイト、書き込み{written}バイト",
    ),
    (
        "{bytes} bytes of memory here; state {hash}",
        "使用メモリ{bytes}バイト、状態 {hash}",
    ),
    (
        "watching for changes; Ctrl+C ends",
        "変更を監視中。Ctrl+Cで終了",
    ),
    (
        "{wrong} of {values} values are wrong",
        "{values}個の値のうち{wrong}個が誤り",
    ),
    (
        "NOT ACCEPTED: not run because of errors",
        "NOT ACCEPTED: エラーがあるため実行していない",
    ),
    (
        "NOT ACCEPTED: the run stopped before its end",
        "NOT ACCEPTED: 実行が途中で停止した",
    ),
    (
        "{accepted} of 1 solution accepted",
        "解答1件のうち{accepted}件が正解",
    ),
    (
        "{accepted} of {count} solutions accepted",
        "解答{count}件のうち{accepted}件が正解",
    ),
    (
        "1 program has no testcase and was not judged",
        "1個のプログラムにはテストケースがないため判定していない",
    ),
    (
        "{count} programs have no testcase and were not judged",
        "{count}個のプログラムにはテストケースがないため判定していない",
    ),
    (
        "NOT ACCEPTED: every value is right, but the solution contains `d set`",
        "NOT ACCEPTED: 値はすべて正しいが、解答に`d set`が含まれている",
    ),
    // The file of a project.
    (
        "this file cannot be read: {error}",
        "このファイルは読み込めない: {error}",
    ),
    (
        "`{name}` must be {expected}, but this is of type {found}",
        "`{name}`は{expected}でなければならないが、これは{found}型である",
    ),
    ("it must be a string", "文字列でなければならない"),
    ("a string", "文字列"),
    ("a whole number", "整数"),
    ("a table, such as `{example}`", "`{example}`のような表"),
    ("a list of patterns", "パターンのリスト"),
    (
        "this pattern is longer than {max} bytes",
        "このパターンは{max}バイトを超えている",
    ),
    (
        "this pattern nests `{brace}` more than {max} times",
        "このパターンでは`{brace}`の入れ子が{max}段を超えている",
    ),
    (
        "the patterns of this file are longer than {max} bytes together",
        "このファイルのパターンは合わせて{max}バイトを超えている",
    ),
    ("a list of strings", "文字列のリスト"),
    ("the path of a testcase", "テストケースのパス"),
    (
        "a path, or a table from patterns to paths",
        "パスか、パターンからパスへの表",
    ),
    (
        "`{name}` must be from 1 to {max}",
        "`{name}`は1から{max}でなければならない",
    ),
    (
        "there is no diagnostic code or group `{text}`",
        "診断のコードまたはグループ`{text}`は存在しない",
    ),
    (
        "there is no diagnostic code or group `{text}`; did you mean `{meant}`?",
        "診断のコードまたはグループ`{text}`は存在しない。もしかして: `{meant}`",
    ),
    ("there is no {what} `{text}`", "{what}`{text}`は存在しない"),
    (
        "there is no {what} `{text}`; did you mean `{meant}`?",
        "{what}`{text}`は存在しない。もしかして: `{meant}`",
    ),
    (
        "there is no {what} `{text}`: use one of {names}",
        "{what}`{text}`は存在しない: あるのは{names}",
    ),
    // Expected values.
    (
        "this expectation cannot be read: {reason}",
        "この期待値は解釈できない: {reason}",
    ),
    (
        "a list in square brackets, or a quoted string, must follow `expect=`",
        "`expect=`の後には角括弧で囲んだリストか、引用符で囲んだ文字列が必要",
    ),
    (
        "the string after `expect=` has no closing quote",
        "`expect=`の後の文字列が引用符で閉じられていない",
    ),
    (
        "the string after `expect=` has an escape without its hexadecimal digits",
        "`expect=`の後の文字列に、16進数字の足りないエスケープがある",
    ),
    (
        "a quoted string is expected with the type `String`, not a list",
        "型`String`に必要なのはリストではなく引用符で囲んだ文字列",
    ),
    (
        "a list is expected with the type `{name}`, not a string",
        "型`{name}`に必要なのは文字列ではなくリスト",
    ),
    (
        "`/` and a type must follow the expected values",
        "期待値の後には`/`と型が必要",
    ),
    (
        "`{name}` is not a type of values",
        "`{name}`は値の型ではない",
    ),
    ("`{text}` is not a tolerance", "`{text}`は許容誤差ではない"),
    (
        "the value at {position} is {actual}, expected {expected} (error {error})",
        "{position}の値は{actual}、期待値は{expected}（誤差 {error}）",
    ),
    (
        "the value at {position} is {actual}, expected {expected}",
        "{position}の値は{actual}、期待値は{expected}",
    ),
    (
        "the value is {actual}, expected {expected}",
        "値は{actual}、期待値は{expected}",
    ),
    (
        "the value is {actual}, expected {expected} (error {error})",
        "値は{actual}、期待値は{expected}（誤差 {error}）",
    ),
    (
        "RESULT MISMATCH: {wrong} of {values:# value is|# values are} wrong",
        "RESULT MISMATCH: {values}個の値のうち{wrong}個が誤り",
    ),
    // Rename.
    ("cancelled", "中止された"),
    (
        "there is no operand with an address here",
        "ここにはアドレスを持つオペランドがない",
    ),
    (
        "regions of LM, GRF, L1BM, L2BM, PDM and DRAM, mask entries and tags can be renamed; this is in {memory}",
        "名前を変えられるのはLM、GRF、L1BM、L2BM、PDM、DRAMの領域とマスクエントリ、タグのみ: これは{memory}にある",
    ),
    (
        "the accesses of line {line} are not known: {message}",
        "{line}行目のアクセス先が分からない: {message}",
    ),
    (
        "line {line} accesses the region through the T-register: only a run shows where",
        "{line}行目はTレジスタ経由で領域にアクセスする: アドレスは実行時にしか分からない",
    ),
    (
        "line {line} accesses the region through the DAR: only a run shows where",
        "{line}行目はDAR経由で領域にアクセスする: アドレスは実行時にしか分からない",
    ),
    (
        "line {line} is a host statement that accesses the region; host statements are not changed",
        "{line}行目は領域にアクセスするホスト文である: ホスト文は変更しない",
    ),
    (
        "nothing in the program reads what line {line} writes to {memory}: the host may expect it there",
        "{line}行目が{memory}に書き込む値をプログラムは読まない: ホストがそこから読む可能性がある",
    ),
    (
        "line {line} of the testcase has an error: {message}",
        "テストケースの{line}行目に誤りがある: {message}",
    ),
    (
        "line {line} of the testcase reads the region: its place is part of the task",
        "テストケースの{line}行目が領域を読む: その場所は問題の一部である",
    ),
    (
        "line {line} of the testcase sets the region: its place is part of the task",
        "テストケースの{line}行目が領域を設定する: その場所は問題の一部である",
    ),
    (
        "the new place is in use: line {line} of the testcase needs it",
        "移動先は使用中: テストケースの{line}行目が必要とする",
    ),
    (
        "line {line} waits for a transfer of the host: no MV instruction before it carries the tag",
        "{line}行目はホストの転送を待つ: それより前にこのタグを持つMV命令はない",
    ),
    (
        "the new tag is in use: line {line} would belong to other transfers than now",
        "新しいタグは使用中: {line}行目が今とは別の転送に対応することになる",
    ),
    (
        "`{shown}` is not a tag: write `i` and two hexadecimal digits, such as `i01`",
        "`{shown}`はタグではない: `i`と16進2桁で指定する（例: `i01`）",
    ),
    (
        "`{shown}` is not a place in {memory}: write an address there, such as `{example}`",
        "`{shown}`は{memory}の場所を表さない: そのアドレスで指定する（例: `{example}`）",
    ),
    (
        "mask entry {entry} cannot be written: the entries 1 to {last} can",
        "マスクエントリ{entry}には書き込めない: 書き込めるのは1から{last}",
    ),
    (
        "line {line} accesses the region through a base address register",
        "{line}行目はベースアドレスレジスタ経由で領域にアクセスする",
    ),
    (
        "line {line} reads words that the program never writes: they come from outside and would stay where they are",
        "{line}行目はプログラムが書き込まないワードを読む: 外部から与えられるため移動できない",
    ),
    (
        "the region has too many accesses",
        "領域へのアクセスが多すぎる",
    ),
    (
        "`{shown}` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`",
        "`{shown}`は場所を表さない: LM0、LM1、GRF0、GRF1とアドレスで指定する（例: `$ln32`）",
    ),
    (
        "widths and strides stay as they are: give the new place of `{name}` without them, such as `$n32`",
        "語長とストライドは移動しても変わらない: `{name}`の移動先はそれらなしで指定する（例: `$n32`）",
    ),
    (
        "address {address} would not be aligned: line {line} accesses the region by {width} operands, which need a multiple of {words}",
        "アドレス{address}は整列していない: {line}行目は{width}オペランドで領域にアクセスし、アドレスは{words}の倍数でなければならない",
    ),
    (
        "an access of line {line} wraps around the end of its memory",
        "{line}行目のアクセスはメモリの終端を回り込む",
    ),
    (
        "an access of line {line} would not be within {memory}",
        "{line}行目のアクセス先が{memory}に収まらなくなる",
    ),
    (
        "line {line} writes the region under a `mask` statement that treats {memory} differently",
        "{line}行目は`mask`文の下で領域に書き込むが、{memory}では扱いが異なる",
    ),
    (
        "the new place is in use: line {read} would read what line {write} writes",
        "移動先は使用中: {write}行目が書き込む値を{read}行目が読むことになる",
    ),
    (
        "the new place is in use: line {read} would read what line {write} writes there",
        "移動先は使用中: そこに{write}行目が書き込む値を{read}行目が読むことになる",
    ),
    (
        "the new place is in use: the value that line {line} writes there stays until the end of the program",
        "移動先は使用中: {line}行目が書き込む値がプログラムの終わりまで残る",
    ),
    (
        "line {line} would be reported: {message} ({id})",
        "{line}行目に診断が出るようになる: {message}（{id}）",
    ),
    // The language server.
    (
        "{count} more findings are not shown, the first of them here; only the {max} worst are shown",
        "ほかに{count}件の診断（最初の1件はここ）は表示していない: 重大なものから最大{max}件を表示する",
    ),
    ("Run to here", "ここまで実行"),
    (
        "Silence {code} here with `allow`",
        "ここの{code}を`allow`で抑止",
    ),
    (
        "Silence {code} in this file with `allow-file`",
        "このファイルの{code}を`allow-file`で抑止",
    ),
    ("{title} (line {line})", "{title}（{line}行目）"),
    (
        "{title} (line {line}, column {column})",
        "{title}（{line}行目{column}桁目）",
    ),
    (
        "Fix 1 finding in this file that is safe to fix",
        "このファイルで安全に修正できる1件を修正",
    ),
    (
        "Fix all {count} findings in this file that are safe to fix",
        "このファイルで安全に修正できる{count}件をすべて修正",
    ),
    (
        "nothing after `quit` is assembled or run",
        "`quit`より後はアセンブルも実行もされない",
    ),
    ("▶ Run to here", "▶ ここまで実行"),
    ("▶ Judge with {name}", "▶ {name}でジャッジ"),
    ("Running to line {line}", "{line}行目まで実行中"),
    ("Judging", "ジャッジ中"),
    (
        "a single word is too short for a double-precision number",
        "単語は倍精度の数値には短すぎる",
    ),
    (
        "`{spelling}` is not a memory with an address, such as `$lm0`",
        "`{spelling}`は`$lm0`のようなアドレス付きのメモリではない",
    ),
    ("there is no cycle {cycle}", "サイクル{cycle}は存在しない"),
    (
        "address {address} is beyond the end of {memory}",
        "アドレス{address}は{memory}の終端を超えている",
    ),
    (
        "{memory} has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have",
        "{memory}には表示できるワードがない: 表示できるのはLM、GRF、Tレジスタ、L1BM、L2BM、PDM、DRAM",
    ),
    (
        "run the program first: the chip view shows the state after its last run",
        "先にプログラムを実行する: チップは最後の実行が終わった状態で表示される",
    ),
    (
        "The run ended after line {until}, before an error: {message}",
        "エラーの手前、{until}行目までを実行した: {message}",
    ),
    (
        "The run ended at line {until}, where the limit of {steps} steps was reached. `mnc2 run {name}` runs all.",
        "ステップ数の上限{steps}に達したため{until}行目で実行を終えた。`mnc2 run {name}`なら最後まで実行できる。",
    ),
    (
        "{name} has not been run yet.",
        "{name}はまだ実行されていない。",
    ),
    (
        "{name} is closed. Open it and run it to see its dump.",
        "{name}は閉じられている。ダンプを見るには、開いて実行する。",
    ),
    (
        "The first {shown} of {all} dump lines are shown. `mnc2 run {name} --until {until}` prints all of them.",
        "ダンプ{all}行のうち先頭の{shown}行を表示している。`mnc2 run {name} --until {until}`ですべて出力できる。",
    ),
];
