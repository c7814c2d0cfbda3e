//! The tools' messages in Japanese.
//!
//! Sentences are in the plain form (である); titles and labels end in a noun, as in compilers; no full stop where English has
//! none. There is no space between Japanese and other characters. Names of registers, mnemonics, options and settings stay as
//! they are. The nouns are from the manual's Japanese edition and the vendor's tutorial:
//!
//! | English | Japanese |
//! |---|---|
//! | single, long, half word | 単語, 長語, 半語 |
//! | 2 long words | 二長語 |
//! | access word length | 語長 |
//! | step, cycle | ステップ, サイクル |
//! | statement, expression | 文, 式 |
//! | instruction, opcode, operand | 命令, オペコード, オペランド |
//! | instruction word, field | 命令語, フィールド |
//! | input, output, destination | 入力, 出力, 書き込み先 |
//! | immediate value | 即値 |
//! | flat mode, auto-stride mode | フラットモード, オートストライドモード |
//! | flat list | アドレスリスト |
//! | stride, alignment | ストライド, アラインメント |
//! | indirection | 間接参照 |
//! | MAB internal address modification | MAB内アドレス修飾 |
//! | matrix register, row, column | 行列レジスタ, 行, 列 |
//! | mask register, entry | マスクレジスタ, エントリ |
//! | write mask, zero-flush mask | 書き込みマスク, ゼロフラッシュマスク |
//! | forwarding register | フォワーディングレジスタ |
//! | turnaround register | ターンアラウンドレジスタ |
//! | T-register | Tレジスタ |
//! | base address register | ベースアドレスレジスタ |
//! | double, single, pseudo-single, half precision | 倍精度, 単精度, 擬似単精度, 半精度 |
//! | block float, mantissa | ブロックフロート, 仮数部 |
//! | broadcast, multicast, distribute, gather, reduction | 放送, マルチキャスト, 分配, 結合, 縮約 |
//! | transfer | 転送 |
//! | transposed read | 転置読み出し |
//! | group | グループ |
//! | tag, priority | タグ, 優先度 |
//! | testcase, solution, judge | テストケース, 解答, ジャッジ |

use super::{Catalogue, tables};
use mnc2_text::Language;

/// The files of the catalogue.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    language: Language::Japanese,
    messages: || {
        &[
            include_str!("ja/messages/adapter.toml"),
            include_str!("ja/messages/debugger.toml"),
            include_str!("ja/messages/habits.toml"),
            include_str!("ja/messages/host.toml"),
            include_str!("ja/messages/linked.toml"),
            include_str!("ja/messages/hover.toml"),
            include_str!("ja/messages/masks.toml"),
            include_str!("ja/messages/moves.toml"),
            include_str!("ja/messages/operands.toml"),
            include_str!("ja/messages/encoding.toml"),
            include_str!("ja/messages/pages.toml"),
            include_str!("ja/messages/runs.toml"),
            include_str!("ja/messages/statements.toml"),
            include_str!("ja/messages/steps.toml"),
            include_str!("ja/messages/watch.toml"),
            include_str!("ja/messages/words.toml"),
        ]
    },
    tables: || {
        &[
            ("assumptions", include_str!("ja/tables/assumptions.toml")),
            ("codes", include_str!("ja/tables/codes.toml")),
            ("distances", include_str!("ja/tables/distances.toml")),
            ("fields", include_str!("ja/tables/fields.toml")),
            ("instructions", include_str!("ja/tables/instructions.toml")),
            ("operands", include_str!("ja/tables/operands.toml")),
            ("words", include_str!("ja/tables/words.toml")),
        ]
    },
    texts: tables::texts,
};
