//! `mnc2 check --fields`: the instruction word and where it collides.

use expect_test::{Expect, expect};

use crate::binary::mnc2_reading;

/// What is drawn for a program, without its findings.
fn check(source: &str, option: &str, expected: &Expect) {
    let outcome = mnc2_reading(source.as_bytes(), ["check", option, "-"]);
    let start = outcome.out.find("<stdin>:1\n").unwrap_or(outcome.out.len());
    let drawn = &outcome.out[start..];
    assert!(
        drawn.lines().all(|line| line.chars().count() <= 80),
        "{drawn}"
    );
    assert!(!drawn.contains('\u{1b}'), "no colours in a pipe");
    expected.assert_eq(drawn);
}

#[test]
fn colliding_bits_are_drawn() {
    check(
        "iadd $lr0v $lr4v $lr8v\nlpassa $lm0v $ln0v\n",
        "--fields",
        &expect![[r#"
            <stdin>:1
              a  iadd $lr0v $lr4v $lr8v

                  |l|pe.mrc             |pe|pe.rfc0                                 |pe.rfc
              291 .........................aaaaaaaaaaaaaaaaaaaaaaaaaaaaXaaaaaaaaaaaa.......
                  |pe.rfc1                          |pe.lm0                         |pe.lm1
              218 .........................................................................
                  |pe.lm1                 |pe.mauc                     |pe.aluc         |l1
              145 .....................................................aaaaaaaaaaaaaaaaa...
                  |l1bm                                |l2bm                       |wd
               72 .........................................................................

              pe.rfc0
            X grf0_read_address, bits 244 to 236 (in_grf0)
                a  $lr0v  000000000  0
                a  $lr4v  000000100  4
                                ^

            1 error, 0 warnings in 1 file, 2 lines (1 fixable)
        "#]],
    );
}

/// Two that cannot share a field collide in all its bits, whether they need the same content or content without a
/// published number.
#[test]
fn a_unit_that_is_used_twice_is_drawn_whole() {
    check(
        "lpassa $lm0v $lr0v; lpassa $lm0v $lr0v\n",
        "--fields",
        &expect![[r#"
            <stdin>:1
              a  lpassa $lm0v $lr0v
              b  lpassa $lm0v $lr0v

                  |l|pe.mrc             |pe|pe.rfc0                                 |pe.rfc
              291 .........................Xbbbbbbbbbbbbbbbbbbbbb..........................
                  |pe.rfc1                          |pe.lm0                         |pe.lm1
              218 .....................................bbbbbbbbbbbbbbbbbbbbbbbbbbbbb.......
                  |pe.lm1                 |pe.mauc                     |pe.aluc         |l1
              145 .....................................................bbXXXXXbb.bbbb......
                  |l1bm                                |l2bm                       |wd
               72 .........................................................................

              pe.rfc0
            X grf0_write, bit 266 (out_grf0)
                a  $lr0v  1  1
                b  $lr0v  1  1
                          ^

              pe.aluc
            X alu_opcode, bits 90 to 86 (alu)
                a  lpassa  01010  10
                b  lpassa  01010  10
                           ^^^^^

            1 error, 0 warnings in 1 file, 1 line
        "#]],
    );
    check(
        "lpassa $lm0v $nowrite; linc $lm0v $nowrite\n",
        "--fields",
        &expect![[r#"
            <stdin>:1
              a  lpassa $lm0v $nowrite
              b  linc $lm0v $nowrite

                  |l|pe.mrc             |pe|pe.rfc0                                 |pe.rfc
              291 .........................................................................
                  |pe.rfc1                          |pe.lm0                         |pe.lm1
              218 .....................................bbbbbbbbbbbbbbbbbbbbbbbbbbbbb.......
                  |pe.lm1                 |pe.mauc                     |pe.aluc         |l1
              145 .....................................................bbXXXXXbb.bbbb......
                  |l1bm                                |l2bm                       |wd
               72 .........................................................................

              pe.aluc
            X alu_opcode, bits 90 to 86 (alu)
                a  lpassa  01010  10
                b  linc    linc

            1 error, 0 warnings in 1 file, 1 line (1 fixable)
        "#]],
    );
}

#[test]
fn an_increment_collides_where_addresses_begin_alike() {
    check(
        "iadd $lr0v $lr0 $ls0\n",
        "--fields",
        &expect![[r#"
            <stdin>:1
              a  iadd $lr0v $lr0 $ls0

                  |l|pe.mrc             |pe|pe.rfc0                                 |pe.rfc
              291 ...............................................aaaaaaaaaaaaaaaaXaaaaaaaaa
                  |pe.rfc1                          |pe.lm0                         |pe.lm1
              218 aaaaaaaaaaaaaaa..........................................................
                  |pe.lm1                 |pe.mauc                     |pe.aluc         |l1
              145 .....................................................aaaaaaaaaaaaaaaaa...
                  |l1bm                                |l2bm                       |wd
               72 .........................................................................

              pe.rfc0
            X grf0_read_increment, bits 235 to 228 (in_grf0)
                a  $lr0v  00000001  1
                a  $lr0   00000000  0
                                 ^

            1 error, 0 warnings in 1 file, 1 line (1 fixable)
        "#]],
    );
}

#[test]
fn flat_mode_has_fields_without_bits() {
    check(
        "ladd $lr[0,2,4,6] $lr[0,2,4,8] $ls0v\n",
        "--fields",
        &expect![[r#"
            <stdin>:1
              a  ladd $lr[0,2,4,6] $lr[0,2,4,8] $ls0v

              pe.rfc0
            X grf0_read_address_0 to grf0_read_address_3 (in_grf0)
                a  $lr[0,2,4,6]  0, 2, 4, 6
                a  $lr[0,2,4,8]  0, 2, 4, 8

            1 error, 0 warnings in 1 file, 1 line (1 fixable)
        "#]],
    );
    // Numbers without their bits, addresses for each cycle, and what has no number.
    check(
        "lpassa $lm[0,2,4,6] $lr0v/$imr1 $omr2 # mnc2: allow(W0411)\n",
        "--fields=all",
        &expect![[r#"
            <stdin>:1
              a  lpassa $lm[0,2,4,6] $lr0v/$imr1 $omr2

              pe.mrc
              mask_entry
                a  /$imr1  1
              mask_width
                a  /$imr1  0
              mask_grf0
                a  /$imr1  1
              zero_flush_and_mask_write
                a  $omr2  mask register write

              pe.rfc0
              grf0_write
                a  $lr0v/$imr1  1
              grf0_source
                a  $lr0v/$imr1  1
              grf0_write_address_0 to grf0_write_address_3
                a  $lr0v/$imr1  0, 2, 4, 6
              grf0_write_width
                a  $lr0v/$imr1  1

              pe.lm0
              lm0_address_0 to lm0_address_3
                a  $lm[0,2,4,6]  0, 2, 4, 6
              lm0_mode
                a  $lm[0,2,4,6]  0
              lm0_width
                a  $lm[0,2,4,6]  1

              pe.aluc
              alu_precision
                a  lpassa  0
              alu_opcode
                a  lpassa  10
              alu_unsigned
                a  lpassa  0
              alu_round1
                a  $lm[0,2,4,6]  0
              alu_input1
                a  $lm[0,2,4,6]  3

            0 errors, 0 warnings in 1 file, 1 line
        "#]],
    );
}

#[test]
fn any_step_is_drawn_when_it_is_asked_for() {
    check(
        "fvmul $lr0v -$ls0v $ln8v2; lpassa $peid $t/$imr1 # mnc2: allow(W0411)\nnop\n",
        "--fields=1",
        &expect![[r#"
            <stdin>:1
              a  fvmul $lr0v -$ls0v $ln8v2
              b  lpassa $peid $t/$imr1

                  |l|pe.mrc             |pe|pe.rfc0                                 |pe.rfc
              291 ..bbbbbb..b...........bbb......................aaaaaaaaaaaaaaaaaaa.......
                  |pe.rfc1                          |pe.lm0                         |pe.lm1
              218 ...............aaaaaaaaaaaaaaaaaaa................................aaaaaaa
                  |pe.lm1                 |pe.mauc                     |pe.aluc         |l1
              145 aaaaaaaaaaaaaaaaaaaaaaaaaaaaa.......aa.aa.aaaaaaaa...bbbbbbbbb.bbbb......
                  |l1bm                                |l2bm                       |wd
               72 .........................................................................

              pe.mrc
              mask_entry, bits 289 to 285
                b  /$imr1  00001  1
              mask_width, bit 284
                b  /$imr1  0  0
              mask_t, bit 281
                b  /$imr1  1  1

              pe.trc
              t_write, bit 269
                b  $t/$imr1  1  1
              t_source, bits 268 to 267
                b  $t/$imr1  01  1

              pe.rfc0
              grf0_read_address, bits 244 to 236
                a  $lr0v  000000000  0
              grf0_read_increment, bits 235 to 228
                a  $lr0v  00000001  1
              grf0_read_width, bits 227 to 226
                a  $lr0v  01  1

              pe.rfc1
              grf1_read_address, bits 203 to 195
                a  -$ls0v  000000000  0
              grf1_read_increment, bits 194 to 187
                a  -$ls0v  00000001  1
              grf1_read_width, bits 186 to 185
                a  -$ls0v  01  1

              pe.lm1
              lm1_write, bit 152
                a  $ln8v2  1  1
              lm1_source, bits 151 to 150
                a  $ln8v2  00  0
              lm1_address, bits 149 to 138
                a  $ln8v2  000000001000  8
              lm1_increment, bits 137 to 127
                a  $ln8v2  00000000001  1
              lm1_mode, bits 126 to 124
                a  $ln8v2  000  0
              lm1_width, bits 123 to 122
                a  $ln8v2  01  1

              pe.mauc
              mau_precision, bits 121 to 120
                a  fvmul  01  1
              mau_calc_enable, bit 119
                a  fvmul  1  1
              mau_matrix_mode, bit 118
                a  fvmul  0  0
              mau_output_shortening, bit 117
                a  fvmul  0  0
              mau_negate_a, bit 109
                a  $lr0v  0  0
              mau_negate_b, bit 108
                a  -$ls0v  1  1
              mau_convert_a, bit 106
                a  $lr0v  0  0
              mau_convert_b, bit 105
                a  -$ls0v  0  0
              mau_multiplier_one, bit 103
                a  fvmul  0  0
              mau_addend_zero, bit 102
                a  fvmul  1  1
              mau_select_a, bits 101 to 99
                a  $lr0v  000  0
              mau_select_b, bits 98 to 96
                a  -$ls0v  001  1

              pe.aluc
              alu_precision, bits 92 to 91
                b  lpassa  00  0
              alu_opcode, bits 90 to 86
                b  lpassa  01010  10
              alu_unsigned, bit 85
                b  lpassa  0  0
              alu_round1, bit 84
                b  $peid  0  0
              alu_input1, bits 82 to 79
                b  $peid  peid

            0 errors, 0 warnings in 1 file, 2 lines
        "#]],
    );
    check(
        "nop; wait i1f\n# x\n",
        "--fields=all",
        &expect![[r#"
            <stdin>:1
              a  nop
              b  wait i1f

                  |l|pe.mrc             |pe|pe.rfc0                                 |pe.rfc
              291 aa.......................................................................
                  |pe.rfc1                          |pe.lm0                         |pe.lm1
              218 .........................................................................
                  |pe.lm1                 |pe.mauc                     |pe.aluc         |l1
              145 .........................................................................
                  |l1bm                                |l2bm                       |wd
               72 .................................................................bbbbbbbb

              ll
              ll, bits 291 to 290
                a  nop  00  0

              wd
              wait_tag, bits 7 to 0
                b  i1f  00011111  31

            0 errors, 0 warnings in 1 file, 2 lines
        "#]],
    );
}

#[test]
fn what_is_no_step_is_not_drawn() {
    let outcome = mnc2_reading(b"nop\n", ["check", "--fields", "-"]);
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, "0 errors, 0 warnings in 1 file, 1 line\n")
    );
    let outcome = mnc2_reading(b"nop\n", ["check", "--fields=x", "-"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("counted from 1"), "{}", outcome.err);
}
