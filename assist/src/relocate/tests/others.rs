//! Regions above the PEs, mask entries and tags in other places.

use expect_test::expect;

use super::{check, check_names};

#[test]
fn regions_above_the_pes_move_within_their_memory() {
    check(
        "zero $lm0v\nnop/2\nl1bmm@0 $lm0v $lb‸0\nnop/5\nl1bmp $lb0 $ln0v\nd getf $lb0n0c0b0 1\n",
        "$lb64",
        expect![[r#"
            l1bmm@0 $lm0v $lb64
            l1bmp $lb64 $ln0v
            d getf $lb64n0c0b0 1
        "#]],
    );
    check(
        "mvp/n64i01 $p0@0 $lc0@0.0\nnop; wait i01\nl2bmb@0 $lc‸0 $lb0\n",
        "64",
        expect![[r#"
            mvp/n64i01 $p0@0 $lc64@0.0
            l2bmb@0 $lc64 $lb0
        "#]],
    );
    // The data that the host sent is not in the program.
    check(
        "mvp/n64 $p‸0@0 $lc0@0.0\n",
        "$p64",
        expect![[r#"
        line 1 reads words that the program never writes: they come from outside and would stay where they are
    "#]],
    );
    check(
        "d set $p0n0 1 0000000000000001\nmvp/n64 $p‸0@0 $lc0@0.0\n",
        "$p64",
        expect![[r#"
            the accesses of line 1 are not known: PDM cannot be written by a debug statement
        "#]],
    );
    let program = "mvp/n64 $lc64@0.0 $d‸0@0\nmvp/n64 $d0@0 $p64@0\nmvp/n64 $d64@0 $p0@0\n";
    check_names(
        program,
        &[
            "$d128",
            "d128@0",
            "$d64",
            "$d1",
            "$d536870912",
            "$lc64",
            "$lm0",
            "x",
            "$d",
        ],
        expect![[r#"
            $d128: mvp/n64 $lc64@0.0 $d128@0
            mvp/n64 $d128@0 $p64@0
            d128@0: `d128@0` is not a place in DRAM: write an address there, such as `$d64`
            $d64: the new place is in use: line 3 would read what line 1 writes
            $d1: line 1 would be reported: DRAM address 1 is not a multiple of 64, which this instruction needs (E0305)
            $d536870912: address 536870912 is beyond DRAM: its addresses go from 0 to 536870911 long words
            $lc64: `$lc64` is not a place in DRAM: write an address there, such as `$d64`
            $lm0: `$lm0` is not a place in DRAM: write an address there, such as `$d64`
            x: `x` is not a place in DRAM: write an address there, such as `$d64`
            $d: `$d` is not a place in DRAM: write an address there, such as `$d64`
        "#]],
    );
    check(
        "r 0 000000000 001 0000000000000000\nmvp/n64 $d0‸@0 $p64@0\n",
        "$d64",
        expect![[r#"
            line 1 is a host statement that accesses the region; host statements are not changed
        "#]],
    );
    // Unused results are there for the host.
    check(
        "zero $lm0v\nmvp/n64 $lc0@0.0 $d‸0@0\n",
        "$d64",
        expect![[r#"
        nothing in the program reads what line 2 writes to DRAM: the host may expect it there
    "#]],
    );
    check(
        "mvp/n64 $lc0@0.0 $d‸0@0\nmvp/n64nd1 $di0@0 $p64@0\n",
        "$d64",
        expect![[r#"
            line 2 accesses the region through the DAR: only a run shows where
        "#]],
    );
}

#[test]
fn mask_entries_move_with_what_reads_them() {
    check(
        "\
zero $omr‸1
zero $lr0v/$imr1
zero $llr8v/$imr1p
imm/$imr1 i\"1\" $ls0v
maskr 0b1
zero $lr16v
mask 0
d get $omr1n0c0b0m0p0 1
lpassa $ls0v $omr1
zero $lr0v/$imr1
",
        "$omr2",
        expect![[r#"
            zero $omr2
            zero $lr0v/$imr2
            zero $llr8v/$imr2p
            imm/$imr2 i"1" $ls0v
            maskr 2
            d get $omr2n0c0b0m0p0 1
        "#]],
    );
    check_names(
        "zero $omr1\nzero $omr3\nmaskr ‸1\nzero $lr0v\nmask 0\nzero $lr0v/$imr3\n",
        &["2", "$imr2", "3", "0", "16", "$lr2", "omr"],
        expect![[r#"
            2: zero $omr2
            maskr 2
            $imr2: zero $omr2
            maskr 2
            3: the new place is in use: line 4 would read what line 2 writes there
            0: mask entry 0 cannot be written: the entries 1 to 15 can
            16: mask entry 16 cannot be written: the entries 1 to 15 can
            $lr2: `$lr2` is not a place in mask register: write an address there, such as `$omr2`
            omr: `omr` is not a place in mask register: write an address there, such as `$omr2`
        "#]],
    );
    check(
        "zero $lr0v/$i‸mr1\n",
        "$imr2",
        expect![[r#"
        line 1 reads words that the program never writes: they come from outside and would stay where they are
    "#]],
    );
}

#[test]
fn a_tag_changes_with_what_waits_for_it() {
    let program = "\
mvp/n64i01 $p0@0 $lc0@0.0
mvp/n64i01 $p0@1 $lc0@1.0
mvp/n64i02 $p0@2 $lc0@2.0
nop; wait i‸01
nop; wait i01
nop; wait i02
mvp/n64i01 $p64@0 $lc64@0.0
nop; wait i01
";
    check_names(
        program,
        &["i03", "3f", "i01", "i02", "i00", "i1", "x", "i40"],
        expect![[r#"
            i03: mvp/n64i03 $p0@0 $lc0@0.0
            mvp/n64i03 $p0@1 $lc0@1.0
            nop; wait i03
            nop; wait i03
            3f: mvp/n64i3f $p0@0 $lc0@0.0
            mvp/n64i3f $p0@1 $lc0@1.0
            nop; wait i3f
            nop; wait i3f
            i01: i02: the new tag is in use: line 3 would belong to other transfers than now
            i00: tag 0 cannot be waited for
            i1: `i1` is not a tag: write `i` and two hexadecimal digits, such as `i01`
            x: `x` is not a tag: write `i` and two hexadecimal digits, such as `i01`
            i40: mvp/n64i40 $p0@0 $lc0@0.0
            mvp/n64i40 $p0@1 $lc0@1.0
            nop; wait i40
            nop; wait i40
        "#]],
    );
    // A tag is free again once it was waited for.
    check(
        "mvp/n64i02 $p0@0 $lc0@0.0\nnop; wait i02\nmvp/n64i0‸1 $p0@1 $lc0@1.0\nnop; wait i01\nmvp/n64i02 $p0@2 $lc0@2.0\nnop; wait i02\n",
        "i02",
        expect![[r#"
            mvp/n64i02 $p0@1 $lc0@1.0
            nop; wait i02
        "#]],
    );
    check(
        "nop; wait i‸01\n",
        "i02",
        expect![[r#"
        line 1 waits for a transfer of the host: no MV instruction before it carries the tag
    "#]],
    );
}
