//! What runs, judgements and moved regions have to say, and the titles of the language server.

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
        "this is no block float: the exponents of the block do not agree",
        "ブロックフロートではない: ブロック内の指数部が一致しない",
    ),
    ("the limit of steps is reached", "ステップ数の上限に達した"),
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
        "there is no {what} `{text}`, but {names}",
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
        "the value at {position} is {actual}, expected is {expected} (error {error})",
        "{position}の値は{actual}、期待値は{expected}（誤差 {error}）",
    ),
    (
        "the value at {position} is {actual}, expected is {expected}",
        "{position}の値は{actual}、期待値は{expected}",
    ),
    (
        "the value is {actual}, expected is {expected}",
        "値は{actual}、期待値は{expected}",
    ),
    (
        "the value is {actual}, expected is {expected} (error {error})",
        "値は{actual}、期待値は{expected}（誤差 {error}）",
    ),
    (
        "RESULT MISMATCH: {wrong} of {values:# value is|# values are} wrong",
        "RESULT MISMATCH: {values}個の値のうち{wrong}個が誤り",
    ),
    // Regions that are moved.
    (
        "there is no operand with an address here",
        "ここにはアドレスを持つオペランドがない",
    ),
    (
        "only regions of LM0, LM1, GRF0 and GRF1 can be moved; this is in {memory}",
        "移動できるのはLM0、LM1、GRF0、GRF1の領域のみ: これは{memory}にある",
    ),
    (
        "what line {line} accesses is not known: {message}",
        "{line}行目のアクセス先が分からない: {message}",
    ),
    (
        "line {line} accesses the region through the T-register: where, only a run shows",
        "{line}行目はTレジスタ経由で領域にアクセスする: アドレスは実行時にしか分からない",
    ),
    (
        "line {line} accesses the region through a base address register",
        "{line}行目はベースアドレスレジスタ経由で領域にアクセスする",
    ),
    (
        "line {line} reads words that nothing in the program writes: they come from outside and would not move",
        "{line}行目はプログラムが書き込まないワードを読む: 外部から与えられるため移動できない",
    ),
    (
        "the region has too many accesses",
        "領域へのアクセスが多すぎる",
    ),
    (
        "`{shown}` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`",
        "`{shown}`は場所を表さない: LM0、LM1、GRF0、GRF1とアドレスで指定する（例: `$ln32`）",
    ),
    (
        "moving keeps widths and strides: give the new place of `{name}` without them, such as `$n32`",
        "語長とストライドは移動しても変わらない: `{name}`の移動先はそれらなしで指定する（例: `$n32`）",
    ),
    (
        "line {line} accesses the region by a {width} operand, for which address {address} is no multiple of {words}",
        "{line}行目は{width}オペランドで領域にアクセスするが、アドレス{address}は{words}の倍数ではない",
    ),
    (
        "what line {line} accesses wraps around the end of its memory",
        "{line}行目のアクセスはメモリの終端を回り込む",
    ),
    (
        "what line {line} accesses would not lie within {memory}",
        "{line}行目のアクセス先が{memory}に収まらなくなる",
    ),
    (
        "line {line} writes the region under a `mask` statement, which treats {memory} differently",
        "{line}行目は`mask`文の下で領域に書き込むが、{memory}では扱いが異なる",
    ),
    (
        "the new place is in use: line {read} would read what line {write} writes",
        "移動先は使用中: {write}行目が書き込む値を{read}行目が読むことになる",
    ),
    (
        "the new place is in use: line {write} writes there what line {read} would read",
        "移動先は使用中: {read}行目が読む場所に{write}行目が書き込む",
    ),
    (
        "the new place is in use: what line {line} writes there is still there at the end of the program",
        "移動先は使用中: {line}行目が書き込む値がプログラムの終わりまで残る",
    ),
    (
        "line {line} would be found fault with: {message} ({id})",
        "{line}行目に診断が出るようになる: {message}（{id}）",
    ),
    // The language server.
    (
        "{count} more findings, the first of them here, are not shown; at most {max} are, the worst ones",
        "ほかに{count}件の診断（最初の1件はここ）は表示していない: 重大なものから最大{max}件を表示する",
    ),
    ("Run to here", "ここまで実行"),
    ("▶ Run to here", "▶ ここまで実行"),
    ("▶ Judge with {name}", "▶ {name}でジャッジ"),
    ("Running to line {line}", "{line}行目まで実行中"),
    ("Judging", "ジャッジ中"),
    (
        "a single word is too short for a double-precision number",
        "単語は倍精度の数値には短すぎる",
    ),
    (
        "`{spelling}` is no memory with an address, such as `$lm0`",
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
        "run the program first: the chip is shown as its last run left it",
        "先にプログラムを実行する: チップは最後の実行が終わった状態で表示される",
    ),
];
