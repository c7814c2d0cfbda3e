//! Lines that access the memories above the PEs.

use expect_test::expect;

use super::check;

#[test]
fn l1bm_by_cycle() {
    check(
        "l1bmp $llb6 $llr0v",
        &expect![[r#"
        $llb6  read: L1BM, 2 long words in each cycle
            cycle  long words of every L1B
            0      6, 10
            1      7, 11
            2      8, 12
            3      9, 13
            - every PE gets the same; the lower address is the first long word

        $llr0v  write: GRF0, 2 long words
            cycle  single words of every PE
            0      0, 1, 2, 3
            1      4, 5, 6, 7
            2      8, 9, 10, 11
            3      12, 13, 14, 15
    "#]],
    );
    check(
        "l1bmm4@1 $lr0v $lb8176",
        &expect![[r#"
        $lr0v  read: GRF0, long word
            cycle  single words of every PE of MAB 1, 5, 9, 13
            0      0, 1
            1      2, 3
            2      4, 5
            3      6, 7

        $lb8176  write: L1BM, 16 long words in each cycle
            cycle  long words of every L1B
            0      8176 to 8191
            1      0 to 15
            2      16 to 31
            3      32 to 47
            - long word 4 × (MAB / 4) + n belongs to PE n
    "#]],
    );
    check(
        "l1bmd-3 $lbi $lr0v",
        &expect![[r#"
        $lbi  read: turnaround register, 64 long words in each cycle
            - as the last transfer from the PEs left it; L1BM is not accessed
            - long word 4 × MAB + n belongs to PE n, with the MABs rotated by -3

        $lr0v  write: GRF0, long word
            cycle  single words of every PE
            0      0, 1
            1      2, 3
            2      4, 5
            3      6, 7
    "#]],
    );
}

#[test]
fn l2bm_by_cycle_and_l1b() {
    check(
        "l2bmb@4/3 $lc0 $lb16",
        &expect![[r#"
        $lc0  read: L2BM, 16 long words in each cycle
            cycle  long words of every L2B
            0      0 to 15
            1      16 to 31
            2      32 to 47
            3      48 to 63

        $lb16  write: L1BM, 16 long words in each cycle
            cycle  long words of L1B 4, 5, 6, 7
            0      16 to 31
            1      32 to 47
            2      48 to 63
            3      64 to 79
    "#]],
    );
    check(
        "l2bmi@0/4 $lb0 $lb64",
        &expect![[r#"
        $lb0  read: L1BM, 16 long words in each cycle
            cycle  long words of L1B 0, 4
            0      0 to 15
            1      16 to 31
            2      32 to 47
            3      48 to 63

        $lb64  write: L1BM, 16 long words in each cycle
            cycle  long words of L1B 1, 2, 3, 5, 6, 7
            0      64 to 79
            1      80 to 95
            2      96 to 111
            3      112 to 127
    "#]],
    );
    check(
        "l2bmd $lb8 $lc32704",
        &expect![[r#"
        $lb8  read: L1BM, 8 long words in each cycle
            cycle  long words of every L1B
            0      8 to 15
            1      16 to 23
            2      24 to 31
            3      32 to 39

        $lc32704  write: L2BM, 64 long words in each cycle
            cycle  long words of every L2B
            0      32704 to 32767
            1      0 to 63
            2      64 to 127
            3      128 to 191
            - the n-th 8 long words belong to L1B n
    "#]],
    );
    check(
        "l2bmdars $lc0@.1 $dar16; l2bmdarw",
        &expect![[r#"
            $lc0@.1  read: L2BM, 64 long words in each cycle
                cycle  long words of L2B 1 of every group
                0      0 to 63
                1      64 to 127
                2      128 to 191
                3      192 to 255
                - each long word becomes two entries of DARBUF, the upper half first

            $dar16  write: DAR
                - `l2bmdarw` continues at entry 16, one entry in each cycle, and wraps around at 1024
        "#]],
    );
}

#[test]
fn what_belongs_to_other_l1bs_is_not_read() {
    check(
        "l2bmd@[0,1] $lc0 $lb0",
        &expect![[r#"
        $lc0  read: L2BM, 16 long words in each cycle
            cycle  long words of every L2B
            0      0 to 15
            1      64 to 79
            2      128 to 143
            3      192 to 207
            - the n-th 8 long words belong to L1B n
            - the long words of other L1Bs are discarded

        $lb0  write: L1BM, 8 long words in each cycle
            cycle  long words of L1B 0, 1
            0      0 to 7
            1      8 to 15
            2      16 to 23
            3      24 to 31
    "#]],
    );
    check(
        "l2bmb2@[1,5] $lc64 $lb0",
        &expect![[r#"
        $lc64  read: L2BM, 32 long words in each cycle
            cycle  long words of every L2B
            0      64 to 79, 96 to 111
            1      128 to 143, 160 to 175
            2      192 to 207, 224 to 239
            3      256 to 271, 288 to 303
            - the n-th 16 long words belong to L1B 2n and 2n + 1
            - the long words of other L1Bs are discarded

        $lb0  write: L1BM, 16 long words in each cycle
            cycle  long words of L1B 1, 5
            0      0 to 15
            1      16 to 31
            2      32 to 47
            3      48 to 63
    "#]],
    );
}

#[test]
fn transfers() {
    check(
        "mvp/n192 $p524224@0 $d0@1",
        &expect![[r#"
        $p524224@0  read: PDM, long words
            access            long words of group 0
            all               524224 to 524287, 0 to 127
            unit operation 0  524224 to 524287
            unit operation 1  0 to 63
            unit operation 2  64 to 127

        $d0@1  write: DRAM, long words
            access            long words of group 1
            all               0 to 191
            unit operation 0  0 to 63
            unit operation 1  64 to 127
            unit operation 2  128 to 191
    "#]],
    );
    check(
        "mvd/n512 $p0@2 $lc64",
        &expect![[r#"
        $p0@2  read: PDM, long words
            access            long words of group 2
            all               0 to 4095
            unit operation 0  0 to 511
            unit operation 1  512 to 1023
            unit operation 2  1024 to 1535
            unit operation 3  1536 to 2047
            - 8 unit operations of 512 long words; the first 4 are listed
            - blocks of 16 long words go to the 8 L2Bs in turn: group 0 L2B 0, group 0 L2B 1, group 1 L2B 0, ...

        $lc64  write: L2BM, long words
            access            long words of every L2B
            all               64 to 575
            unit operation 0  64 to 127
            unit operation 1  128 to 191
            unit operation 2  192 to 255
            unit operation 3  256 to 319
            - 8 unit operations of 64 long words; the first 4 are listed
    "#]],
    );
    check(
        "mvp/n256nd4 $p1600@1 $di512@2",
        &expect![[r#"
        $p1600@1  read: PDM, long words
            access            long words of group 1
            all               1600 to 1855
            unit operation 0  1600 to 1663
            unit operation 1  1664 to 1727
            unit operation 2  1728 to 1791
            unit operation 3  1792 to 1855

        $di512@2  write: DRAM through the DAR
            access  DAR entries of group 2
            all     512, 513, 514, 515
            - access i of 16 goes to DRAM address 16 × (DAR[(512 + i / 4) % 1024] + i % 4), 16 long words each
            - the DAR's content is known only in a run
    "#]],
    );
    check(
        "mvb4/n64 $d0 $lc0",
        &expect![[r#"
        $d0  read: DRAM, long words
            access  long words of every group
            all     0 to 31
            - in each unit operation the first 16 long words belong to the L2Bs 0, the next 16 to the L2Bs 1

        $lc0  write: L2BM, long words
            access  long words of every L2B
            all     0 to 63
            - in each unit operation the n-th 16 long words belong to the DRAM of group n
    "#]],
    );
}
