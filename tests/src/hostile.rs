//! Hostile programs: numbers beyond every memory, lines of megabytes, bytes that are not text.

/// Their names and bytes. Every tool reads each of them to its end, in bounded time and with bounded output.
#[must_use]
pub fn programs() -> Vec<(&'static str, Vec<u8>)> {
    let many = |text: &str, count: usize| text.repeat(count).into_bytes();
    let digits = "9".repeat(1 << 20);
    vec![
        ("nothing", Vec::new()),
        ("steps", many("nop/4294967295\n", 1000)),
        ("steps-32", b"nop/4294967296\nnop/0\nnop/-1\n".to_vec()),
        ("steps-64", b"nop/18446744073709551616\nnop/1e3\n".to_vec()),
        ("dump", b"d get $d0n0 536870912\n".to_vec()),
        ("dump-32", b"d get $d0n0 4294967295\nd get $d0n0 4294967296\n".to_vec()),
        ("dump-64", b"d get $d4294967295 18446744073709551615\nd get $d0 18446744073709551616\n".to_vec()),
        ("set", b"d set $d0n0 4294967295 0\nd set $lm0n0c0b0m0p0 18446744073709551616 0\n".to_vec()),
        ("addresses", b"lpassa $lm4294967296v $ln0v\nlpassa $lm18446744073709551616v $ln0v\nlpassa $lm-1v $ln0v\n\
            d get $lm4096n0c0b0m0p0 1\nd get $lm0n4c9b99m999p9999 1\n".to_vec()),
        ("transfers", b"mvp/n4294967295 $p0@0 $d0@0\nmvp/n18446744073709551615 $p0@0 $d0@0\n\
            mvp/n64 $p18446744073709551615@0 $d4294967295@0\n".to_vec()),
        ("literals", b"imm i\"99999999999999999999\" $lm0\nimm i\"-18446744073709551617\" $lm0\nimm f\"1e999999999\" $lm0\n\
            imm f\"-1e-999999999\" $lm0\nimm \"\" $lm0\n".to_vec()),
        ("digits", format!("nop/{digits}\nlpassa $lm{digits}v $ln0v\nimm i\"{digits}\" $lm0\n\
            d set $lm0n0c0b0m0p0 1 {digits}\nd get $lm{digits}n0c0b0m0p0 1\n").into_bytes()),
        ("comment", format!("nop # {}\n", "x".repeat(8 << 20)).into_bytes()),
        ("word", many("x", 8 << 20)),
        ("operands", format!("lpassa $lm0v {}\n", "$ln0v ".repeat(1 << 18)).into_bytes()),
        ("semicolons", many(";", 100_000)),
        ("expressions", many("nop; ", 100_000)),
        ("passes", format!("{}\n", "lpassa $lm0v $ln0v; ".repeat(800)).repeat(4).into_bytes()),
        ("list", format!("lpassa $lm[{}0] $ln0v\n", "0,".repeat(100_000)).into_bytes()),
        ("zeros", b"nop\0\n\0\0\0\nlpassa\0 $lm0v $ln0v\n# \0\n".to_vec()),
        ("not-utf-8", b"nop # \xff\xfe\nlpassa $lm0v \xc3 $ln0v\n\xed\xa0\x80\n".to_vec()),
        ("utf-16", b"\xff\xfen\0o\0p\0\n\0".to_vec()),
        ("ends", b"nop\r\nnop\rnop\n\r\n\r\r\nnop\n\rlpassa $lm0v $ln0v # a\rnap".to_vec()),
        ("mark", b"\xef\xbb\xbfnop\n\xef\xbb\xbfnop\n".to_vec()),
        ("pairs", "nop # \u{1f600}\u{2028}\u{10ffff}\nnap # \u{1f600}\n\u{1f600}\n".as_bytes().to_vec()),
        ("quotes", format!("imm i\"\nimm f\"{}\n", "\"".repeat(10_000)).into_bytes()),
    ]
}
