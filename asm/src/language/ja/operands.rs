//! Operands: addresses, strides, parts, word lengths.

pub(super) const OPERANDS: &[(&str, &str)] = &[
    (
        "address {address} is not aligned: a {width} access wants a multiple of {words}",
        "アドレス{address}はアラインメントに合わない: {width}アクセスのアドレスは{words}の倍数でなければならない",
    ),
    ("the nearest is {operand}", "最も近いのは{operand}"),
    ("the nearest are {operands}", "最も近いのは{operands}"),
    ("Use address {address}", "アドレスを{address}にする"),
    (
        "stride {value} is not aligned: a {width} access wants a multiple of {words}",
        "ストライド{value}はアラインメントに合わない: {width}アクセスのストライドは{words}の倍数でなければならない",
    ),
    (
        "strides count single words whatever the access: `v{next}` is the next access",
        "ストライドは語長によらず単語単位で数える: `v{next}`が次のアクセスになる",
    ),
    ("Use stride {next}", "ストライドを{next}にする"),
    (
        "a flat list holds four addresses, one for each cycle; this one has {count}",
        "アドレスリストには各サイクルのアドレスを4個書く（ここには{count}個）",
    ),
    (
        "a flat list gives every cycle's address: it takes no stride",
        "アドレスリストが全サイクルのアドレスを決めるので、ストライドは付けられない",
    ),
    (
        "`j` cannot be combined with T-register indirection",
        "`j`はTレジスタ間接参照と併用できない",
    ),
    (
        "indirection is asked for here",
        "ここで間接参照を指定している",
    ),
    (
        "there is no PE {value}: `j` takes a PE number from 0 to 3",
        "PE {value}は存在しない: `j`に続くPE番号は0から3",
    ),
];
