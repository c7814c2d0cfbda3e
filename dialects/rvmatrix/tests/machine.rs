//! Runs of small programs: what each instruction computes, what traps, what a run may take.

use mnc2_laws::run::{finish, finished, set};
use mnc2_rvmatrix::{Document, Machine, Options};
use mnc2_text::interface::Machine as _;
use mnc2_text::random::Random;

fn options(words: &[&str]) -> Options {
    let mut options = Options::default();
    set(&mut options, words);
    options
}

fn start(program: &str, words: &[&str]) -> Machine {
    let document = Document::new(program, &options(words));
    Machine::new(&document)
        .unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message))
}

/// A run with the addresses of four buffers in registers.
fn start_with_buffers(program: &str, mlen: usize, words: &[&str]) -> Machine {
    let mlen = format!("mlen={mlen}");
    let buffers = ["a0=0x10000", "a1=0x20000", "a2=0x30000", "a3=0x40000"];
    start(program, &[&[&*mlen], &buffers[..], words].concat())
}

fn run(program: &str, words: &[&str]) -> Machine {
    finished(start(program, words))
}

fn check_trap(program: &str, words: &[&str], expected: &str) {
    let trouble = finish(&mut start(program, words)).expect_err("a trap");
    assert!(trouble.contains(expected), "{trouble}");
}

/// The value of a leaf of the state, such as `registers/x10 a0`.
fn value(machine: &Machine, path: &str) -> String {
    let (group, name) = path.split_once('/').expect("group/name");
    let groups = machine.state();
    let group = groups
        .iter()
        .find(|found| found.name == group)
        .expect("a group");
    group
        .parts
        .iter()
        .find(|part| part.name == name)
        .expect("a value")
        .value
        .clone()
}

fn check_register(program: &str, name: &str, expected: u64) {
    assert_eq!(
        value(&run(program, &[]), &format!("registers/{name}")),
        format!("0x{expected:x}"),
        "{program}"
    );
}

#[test]
fn loops_macros_and_memory() {
    check_register(
        "li a0, 0\n li t0, 10\nloop: add a0, a0, t0\n addi t0, t0, -1\n bnez t0, loop",
        "x10 a0",
        55,
    );
    check_register(
        ".macro twice reg, by=2\n slli \\reg, \\reg, \\by - 1\n.endm\n li a0, 3\n twice a0\n twice a0, 3\n twice by=1, reg=a0",
        "x10 a0",
        24,
    );
    check_register(
        ".macro count to\n li t0, \\to\n.L\\@: addi a0, a0, 1\n addi t0, t0, -1\n bnez t0, .L\\@\n.endm\n count 3\n count 4",
        "x10 a0",
        7,
    );
    check_register(
        "li a0, 1\n call f\n j end\nf: addi a0, a0, 1\n ret\nend: nop",
        "x10 a0",
        2,
    );
    check_register(
        "1: addi a0, a0, 1\n li t0, 5\n blt a0, t0, 1b\n j 1f\n li a0, 0\n1: nop",
        "x10 a0",
        5,
    );
    check_register(".rept 3\n addi a0, a0, 2\n.endr", "x10 a0", 6);
    check_register(
        ".irp number, 1, 2, 4\n addi a0, a0, \\number\n.endr",
        "x10 a0",
        7,
    );
    check_register(
        ".irpc digit, 123\n addi a0, a0, \\digit\n.endr",
        "x10 a0",
        6,
    );
    check_register("li a1, 2\n li a2, 1\n sgt a0, a1, a2", "x10 a0", 1);
    check_register("li a1, -1\n li a2, 1\n sgtu a0, a2, a1", "x10 a0", 0);
    check_register("nop\n auipc a0, 0xfffff", "x10 a0", 0xf004);
    check_register("nop\n rdcycle a0\n move a0, a0", "x10 a0", 1);
    check_register(
        "call t0, f\n j end\nf: li a0, 3\n jr 0(t0)\nend: nop",
        "x10 a0",
        3,
    );
    check_register(
        ".data\nx: .word 1, -2\ny: .dword 0x1122334455667788\n.text\n la t0, x\n lw a0, 4(t0)\n lwu t1, 4(t0)\n ld a1, 8(t0)",
        "x10 a0",
        u64::MAX - 1,
    );
    check_register(
        "li t0, -1\n sw t0, 0(sp)\n lwu a0, 0(sp)",
        "x10 a0",
        0xffff_ffff,
    );
    check_register("nop\n ret\n li a0, 1", "x10 a0", 0);
    check_register("ecall\n li a0, 1", "x10 a0", 0);
    check_register(".word 0x1e04052b // mcfgmi a0, 1", "x10 a0", 1);
    let machine = run(
        "li t0, 0x1002\n li t1, 0x0102030405060708\n sd t1, 0(t0)\n sb t1, 16(t0)",
        &[],
    );
    assert_eq!(machine.written(), [0x1002..0x100a, 0x1012..0x1013]);
    assert_eq!(machine.read(0x1001, 4), [0, 8, 7, 6]);
    let machine = run("f: li a0, 1\n ret\ng: li a0, 2\n ret", &["start=g"]);
    assert_eq!(value(&machine, "registers/x10 a0"), "0x2");
    let machine = run("add a0, a0, a1", &["a0=5", "a1=0x10"]);
    assert_eq!(value(&machine, "registers/x10 a0"), "0x15");
}

#[test]
fn sizes_and_their_registers() {
    check_register(
        "mcfgki zero, 16\n mcfgmi zero, 2\n mcfgni a0, 3",
        "x10 a0",
        16 << 16 | 3 << 8 | 2,
    );
    check_register("li t0, 0xff120304\n mcfg a0, t0", "x10 a0", 0xff12_0304);
    check_register(
        "li t0, 0x12345\n mcfgk t1, t0\n mcfgm t1, t0\n csrr a0, xmsize",
        "x10 a0",
        0x2345_0045,
    );
    check_register("csrr a0, xmregsize", "x10 a0", 64);
    check_register("csrr a0, xmisa", "x10 a0", 0x3ff);
    check_register(
        "li t0, 9\n csrw xmrstart, t0\n csrr a0, xmrstart",
        "x10 a0",
        0,
    );
    check_register(
        "li t0, 3\n csrw xmrstart, t0\n csrr a0, xmrstart",
        "x10 a0",
        3,
    );
    check_register("csrwi xmxrm, 7\n csrr a0, xmxrm", "x10 a0", 3);
    check_register(
        "csrr a0, xmcsr\n mcfgmi zero, 1\n csrr a1, xmcsr\n slli a1, a1, 4\n or a0, a0, a1",
        "x10 a0",
        0x31,
    );
    check_register("mcfgmi zero, 1\n mrelease\n csrr a0, xmcsr", "x10 a0", 2);
    check_register("fsrmi 3\n frcsr a0", "x10 a0", 3 << 5);
    let machine = run("csrr a0, xmlenb", &["mlen=512"]);
    assert_eq!(value(&machine, "registers/x10 a0"), "0x40");
}

fn sign_extended(value: u64, bits: u32) -> i128 {
    i128::from((value << (64 - bits)) as i64 >> (64 - bits))
}

/// Integer multiplications against sums of exact products, for every length of rows and random sizes.
#[test]
fn integer_multiplication_is_a_sum_of_products() {
    let mut numbers = Random::new(0x1357_9bdf_0246_8ace);
    for mlen in [128_usize, 256, 512] {
        let (rows, row_bytes) = (mlen / 32, mlen / 8);
        for (name, bits, wide, a_signed, b_signed) in [
            ("mmaqa.b", 8, 4, true, true),
            ("mmaqau.b", 8, 4, false, false),
            ("mmaqaus.b", 8, 4, false, true),
            ("mmaqasu.b", 8, 4, true, false),
            ("mmaqa.h", 16, 8, true, true),
            ("mmaqau.h", 16, 8, false, false),
            ("mmaqaus.h", 16, 8, false, true),
            ("mmaqasu.h", 16, 8, true, false),
            ("pmmaqa.b", 4, 4, true, true),
            ("pmmaqau.b", 4, 4, false, false),
            ("pmmaqaus.b", 4, 4, false, true),
            ("pmmaqasu.b", 4, 4, true, false),
        ] {
            let (m, n) = (
                1 + numbers.below(rows as u64) as usize,
                1 + numbers.below(rows as u64) as usize,
            );
            let k = 1 + numbers.below(row_bytes as u64) as usize;
            let registers = if wide == 8 { 2 } else { 1 };
            let program = format!(
                "mld1mb m0, (a0)\n mld1mb m1, (a1)\n mld{registers}mb m2, (a2)\n li t0, {}\n mcfg zero, t0\n {name} m2, m1, m0\n mst{registers}mb m2, (a3)",
                k << 16 | n << 8 | m
            );
            let mut machine = start_with_buffers(&program, mlen, &[]);
            let bytes = rows * row_bytes;
            let mut random = |count: usize| -> Vec<u8> {
                // All bits set is the corner of unsigned products.
                (0..count)
                    .map(|_| {
                        if numbers.below(4) == 0 {
                            0xff
                        } else {
                            numbers.bits() as u8
                        }
                    })
                    .collect()
            };
            let (a, b, c) = (random(bytes), random(bytes), random(bytes * registers));
            for (address, data) in [(0x10000, &a), (0x20000, &b), (0x30000, &c)] {
                machine.write(address, data).expect("memory");
            }
            finish(&mut machine).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
            let found = machine.read(0x40000, bytes * registers);
            let element = |data: &[u8], row: usize, index: usize, signed: bool| -> i128 {
                let at = row * row_bytes + index * bits / 8;
                let value = match bits {
                    16 => u64::from(u16::from_le_bytes([data[at], data[at + 1]])),
                    8 => data[at].into(),
                    _ => u64::from(data[at] >> (4 * (index % 2)) & 15),
                };
                if signed {
                    sign_extended(value, bits as u32)
                } else {
                    value.into()
                }
            };
            let steps = if bits == 4 { 2 * k } else { k / (bits / 8) };
            for i in 0..rows {
                for j in 0..rows {
                    // The right half of C is in the second register.
                    let columns = row_bytes / wide;
                    let at = j / columns * bytes + i * row_bytes + j % columns * wide;
                    let number = |data: &[u8]| {
                        let mut buffer = [0; 8];
                        buffer[..wide].copy_from_slice(&data[at..at + wide]);
                        u64::from_le_bytes(buffer)
                    };
                    let mask = if wide == 8 { u64::MAX } else { 0xffff_ffff };
                    let expected = if i < m && j < n {
                        let sum: i128 = (0..steps)
                            .map(|k| element(&a, i, k, a_signed) * element(&b, j, k, b_signed))
                            .sum();
                        (i128::from(number(&c)) + sum) as u64 & mask
                    } else {
                        0
                    };
                    assert_eq!(
                        number(&found),
                        expected,
                        "{name} MLEN {mlen} {m}x{n}x{k} [{i},{j}]"
                    );
                }
            }
        }
    }
}

/// Pointwise instructions against arithmetic on 128 bits, in every form and rounding mode.
#[test]
fn pointwise_arithmetic_is_exact() {
    let mut numbers = Random::new(0x0bad_cafe_1234_5678);
    for mlen in [128_usize, 256, 512] {
        let (rows, row_bytes) = (mlen / 32, mlen / 8);
        for name in [
            "madd", "msub", "mmul", "mmulh", "msra", "mn4clip", "mn4clipu",
        ] {
            for (suffix, bytes) in [("s", 4_usize), ("d", 8)] {
                for form in ["mm", "mv.x", "mv.i", "mx"] {
                    let mode = numbers.below(4);
                    let (m, k) = (
                        1 + numbers.below(rows as u64) as usize,
                        bytes + numbers.below((row_bytes - bytes + 1) as u64) as usize,
                    );
                    let row = numbers.below(rows.min(8) as u64) as usize;
                    let scalar = numbers.bits();
                    let (last, value) = match form {
                        "mm" => ("m1".to_owned(), 0),
                        "mv.x" => ("m1[s0]".to_owned(), row as u64),
                        "mv.i" => (format!("m1[{row}]"), 0),
                        _ => ("s0".to_owned(), scalar),
                    };
                    let program = format!(
                        "mld1mb m0, (a0)\n mld1mb m1, (a1)\n mld1mb m2, (a1)\n csrwi xmxrm, {mode}\n li t0, {}\n mcfg zero, t0\n {name}.{suffix}.{form} m2, m0, {last}\n mst1mb m2, (a2)\n csrr a5, xmxsat",
                        k << 16 | m
                    );
                    let word = format!("s0={value}");
                    let mut machine = start_with_buffers(&program, mlen, &[&word]);
                    let size = rows * row_bytes;
                    let mut random = |small: bool| -> Vec<u8> {
                        let mut data: Vec<u8> = (0..size).map(|_| numbers.bits() as u8).collect();
                        if small {
                            data.chunks_exact_mut(bytes)
                                .for_each(|element| element[1..].fill(0));
                        }
                        data
                    };
                    let (first, second) = (
                        random(false),
                        random(name.starts_with("mn4") || name == "msra"),
                    );
                    machine.write(0x10000, &first).expect("memory");
                    machine.write(0x20000, &second).expect("memory");
                    finish(&mut machine).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
                    let bits = 8 * bytes as u32;
                    let narrow = if name.starts_with("mn4") {
                        bytes / 4
                    } else {
                        bytes
                    };
                    let mut expected = vec![0; size];
                    let mut saturates = false;
                    for i in 0..m {
                        for j in 0..k / bytes {
                            let element = |data: &[u8], row: usize| {
                                let at = row * row_bytes + j * bytes;
                                let mut buffer = [0; 8];
                                buffer[..bytes].copy_from_slice(&data[at..at + bytes]);
                                u64::from_le_bytes(buffer)
                            };
                            let left = element(&first, i);
                            let right = match form {
                                "mm" => element(&second, i),
                                "mx" => {
                                    if bytes == 4 {
                                        scalar & 0xffff_ffff
                                    } else {
                                        scalar
                                    }
                                }
                                _ => element(&second, row),
                            };
                            let (x, y) = (sign_extended(left, bits), sign_extended(right, bits));
                            let amount = (right % u64::from(bits)) as u32;
                            let shifted = |value: i128| {
                                // v >> d + r with exact halves: the table of rounding modes on doubled values.
                                let (floor, rest) =
                                    (value.div_euclid(1 << amount), value.rem_euclid(1 << amount));
                                let up = match mode {
                                    0 => 2 * rest >= 1 << amount,
                                    1 => {
                                        2 * rest > 1 << amount
                                            || 2 * rest == 1 << amount && floor % 2 != 0
                                    }
                                    2 => false,
                                    _ => rest != 0 && floor % 2 == 0,
                                };
                                floor + i128::from(up)
                            };
                            let mut clipped = |value: i128, low: i128, high: i128| {
                                saturates |= value < low || value > high;
                                value.clamp(low, high)
                            };
                            let quarter = bits / 4;
                            let value = match name {
                                "madd" => x + y,
                                "msub" => x - y,
                                "mmul" => x.wrapping_mul(y),
                                "mmulh" => (x * y) >> bits,
                                "msra" => shifted(x),
                                "mn4clip" => clipped(
                                    shifted(x),
                                    -(1 << (quarter - 1)),
                                    (1 << (quarter - 1)) - 1,
                                ),
                                _ => clipped(shifted(i128::from(left)), 0, (1 << quarter) - 1),
                            };
                            let at = i * row_bytes + j * narrow;
                            expected[at..at + narrow]
                                .copy_from_slice(&value.to_le_bytes()[..narrow]);
                        }
                    }
                    assert_eq!(
                        machine.read(0x30000, size),
                        expected,
                        "{name}.{suffix}.{form} MLEN {mlen} {m} rows, {k} bytes, mode {mode}"
                    );
                    let flag = u8::from(saturates);
                    assert_eq!(value_of_a5(&machine), format!("0x{flag:x}"));
                }
            }
        }
    }
}

fn value_of_a5(machine: &Machine) -> String {
    value(machine, "registers/x15 a5")
}

/// Whole numbers, so that the order of sums does not matter: pairs, tails and wide results.
#[test]
fn float_multiplication_of_whole_numbers() {
    let half = |number: f32| -> [u8; 2] {
        let bits = number.to_bits();
        let value = if number == 0.0 {
            0
        } else {
            ((bits >> 23 & 0xff) - 112) << 10 | bits >> 13 & 0x3ff | bits >> 31 << 15
        };
        (value as u16).to_le_bytes()
    };
    let encode = |number: f32, bytes: usize| -> Vec<u8> {
        match bytes {
            2 => half(number).to_vec(),
            4 => number.to_le_bytes().to_vec(),
            _ => f64::from(number).to_le_bytes().to_vec(),
        }
    };
    let mut numbers = Random::new(0xfeed_f00d_dead_beef);
    for mlen in [128_usize, 256, 512] {
        let (rows, row_bytes) = (mlen / 32, mlen / 8);
        for (name, bytes, wide) in [
            ("fmmacc.h", 2, 2),
            ("fmmacc.s", 4, 4),
            ("fmmacc.d", 8, 8),
            ("fwmmacc.h", 2, 4),
            ("fwmmacc.s", 4, 8),
        ] {
            let rows_of_b = if name == "fmmacc.h" { 2 * rows } else { rows };
            let (m, n) = (
                1 + numbers.below(rows as u64) as usize,
                1 + numbers.below(rows_of_b as u64) as usize,
            );
            let columns = row_bytes / bytes;
            let k = 1 + numbers.below(columns as u64) as usize;
            let program = format!(
                "mld1mb m0, (a0)\n mld2mb m2, (a1)\n mld2mb m4, (a2)\n li t0, {}\n mcfg zero, t0\n {name} m4, m2, m0\n mst2mb m4, (a3)\n frflags a5",
                (k * bytes) << 16 | n << 8 | m
            );
            let mut machine = start_with_buffers(&program, mlen, &[]);
            let mut random = |count: usize| -> Vec<f32> {
                (0..count).map(|_| numbers.below(9) as f32 - 4.0).collect()
            };
            let (a, b, c) = (
                random(rows * columns),
                random(2 * rows * columns),
                random(2 * rows * row_bytes / wide),
            );
            for (address, data, bytes) in [
                (0x10000, &a, bytes),
                (0x20000, &b, bytes),
                (0x30000, &c, wide),
            ] {
                let data: Vec<u8> = data
                    .iter()
                    .flat_map(|&number| encode(number, bytes))
                    .collect();
                machine.write(address, &data).expect("memory");
            }
            finish(&mut machine).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
            let wide_columns = row_bytes / wide;
            let registers = if wide == 8 { 2 } else { 1 };
            for i in 0..rows {
                for j in 0..wide_columns * registers {
                    let place = j / wide_columns * rows * wide_columns
                        + i * wide_columns
                        + j % wide_columns;
                    let expected = if i < m && j < n {
                        (0..k)
                            .map(|k| a[i * columns + k] * b[j * columns + k])
                            .sum::<f32>()
                            + c[place]
                    } else {
                        0.0
                    };
                    let found = machine.read(0x40000 + (place * wide) as u64, wide);
                    assert_eq!(
                        found,
                        encode(expected, wide),
                        "{name} MLEN {mlen} {m}x{n}x{k} [{i},{j}]"
                    );
                }
            }
            assert_eq!(value_of_a5(&machine), "0x0", "whole numbers are exact");
        }
    }
}

#[test]
fn rounding_of_floats_follows_frm() {
    // 1 + 2^-24 in single precision: up to the next number, or down to 1.
    for (mode, expected) in [
        (0, 0x3f80_0000_u32),
        (1, 0x3f80_0000),
        (2, 0x3f80_0000),
        (3, 0x3f80_0001),
        (4, 0x3f80_0001),
    ] {
        let program = format!(
            "fsrmi {mode}\n mld1mb m0, (a0)\n mld1mb m2, (a1)\n mld1mb m4, (a2)\n li t0, 0x40101\n mcfg zero, t0\n fmmacc.s m4, m2, m0\n mst1mb m4, (a3)\n frflags a5"
        );
        let mut machine = start(
            &program,
            &["a0=0x1000", "a1=0x2000", "a2=0x3000", "a3=0x4000"],
        );
        machine.write(0x1000, &1_f32.to_le_bytes()).expect("memory");
        machine
            .write(0x2000, &2_f32.powi(-24).to_le_bytes())
            .expect("memory");
        machine.write(0x3000, &1_f32.to_le_bytes()).expect("memory");
        finish(&mut machine).expect("a run");
        assert_eq!(machine.read(0x4000, 4), expected.to_le_bytes(), "{mode}");
        assert_eq!(value_of_a5(&machine), "0x1");
    }
}

#[test]
fn transfers_touch_what_they_say() {
    let data: Vec<u8> = (0..128).collect();
    let with_data = |program: &str| {
        let mut machine = start(program, &["a0=0x1000", "a1=0x2000"]);
        machine.write(0x1000, &data).expect("memory");
        finish(&mut machine).expect("a run");
        machine
    };
    // Two rows of 6 bytes, 20 bytes apart; the store has rows of 8.
    let machine = with_data(
        "li t0, 0x60002\n mcfg zero, t0\n li t1, 20\n mldh m0, t1, (a0)\n li t1, 8\n msth m0, t1, (a1)",
    );
    assert_eq!(
        machine.read(0x2000, 16),
        [0, 1, 2, 3, 4, 5, 0, 0, 20, 21, 22, 23, 24, 25, 0, 0]
    );
    assert_eq!(machine.written(), [0x2000..0x2006, 0x2008..0x200e]);
    // A part of an element takes no part: 6 bytes are one word.
    let machine = with_data(
        "li t0, 0x60002\n mcfg zero, t0\n li t1, 8\n mldw m0, t1, (a0)\n mst1mb m0, (a1)",
    );
    assert_eq!(
        machine.read(0x2000, 20),
        [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11]
    );
    // A start row keeps what is before it, and is 0 afterwards.
    let machine = with_data(
        "li t0, 0x100002\n mcfg zero, t0\n li t1, 16\n mldb m0, t1, (a0)\n csrwi xmrstart, 1\n addi a2, a0, 64\n mldb m0, t1, (a2)\n csrr a5, xmrstart\n mst1mb m0, (a1)",
    );
    assert_eq!(
        machine.read(0x2000, 17)[..],
        [&data[..16], &[80]].concat()[..]
    );
    assert_eq!(value_of_a5(&machine), "0x0");
    // Four whole registers lie one after the other.
    let machine = with_data("mld2mb m4, (a0)\n mst1mb m5, (a1)");
    assert_eq!(machine.read(0x2000, 64), data[64..]);
    // A negative stride.
    let machine = with_data(
        "li t0, 0x40002\n mcfg zero, t0\n li t1, -4\n addi a2, a0, 4\n mldb m0, t1, (a2)\n li t1, 4\n mstb m0, t1, (a1)",
    );
    assert_eq!(machine.read(0x2000, 8), [4, 5, 6, 7, 0, 1, 2, 3]);
}

#[test]
fn moves_ignore_the_sizes() {
    let mut machine = start(
        "mld1mb m0, (a0)\n li s0, 2\n mmov.mv.x m1, m0[s0]\n mmov.mv.i m2, m0[1]\n li s1, -2\n mmov.mx m3, s1\n mmov.mm m4, m1",
        &["a0=0x1000"],
    );
    let data: Vec<u8> = (0..64).collect();
    machine.write(0x1000, &data).expect("memory");
    finish(&mut machine).expect("a run");
    for row in 0..4 {
        let row = format!("row {row}");
        assert_eq!(
            value(&machine, &format!("m1/{row}")),
            "23222120 27262524 2b2a2928 2f2e2d2c"
        );
        assert_eq!(
            value(&machine, &format!("m2/{row}")),
            "13121110 17161514 1b1a1918 1f1e1d1c"
        );
        assert_eq!(
            value(&machine, &format!("m3/{row}")),
            "fffffffe ffffffff fffffffe ffffffff"
        );
        assert_eq!(
            value(&machine, &format!("m4/{row}")),
            value(&machine, &format!("m1/{row}"))
        );
    }
}

#[test]
fn traps_say_their_line_and_reason() {
    check_trap(
        "nop\n mldb m0, a0, (a0)",
        &[],
        "2: illegal instruction: sizeM is 0, and it is from 1 to 4 here",
    );
    check_trap(
        "li t0, 0x110404\n mcfg zero, t0\n madd.s.mm m0, m1, m2",
        &[],
        "3: illegal instruction: sizeK is 17",
    );
    check_trap(
        "li t0, 0x100504\n mcfg zero, t0\n mmaqa.b m2, m1, m0",
        &[],
        "sizeN is 5",
    );
    check_trap(
        "mmaqa.b m2, m1, m0",
        &["xmisa=1"],
        "lacks MATRIX_MULT_I8I32",
    );
    check_trap(
        "csrwi xmcsr, 0\n mmov.mm m0, m1",
        &[],
        "2: illegal instruction: the matrix state is off",
    );
    check_trap(
        "csrwi xmcsr, 0\n csrr a0, xmsize",
        &[],
        "the matrix state is off",
    );
    check_trap(
        "li s0, 4\n mmov.mv.x m0, m1[s0]",
        &[],
        "row 4 of a register of 4 rows",
    );
    check_trap(
        "li t0, 0x100404\n mcfg zero, t0\n fsrmi 5\n fmmacc.s m2, m1, m0",
        &[],
        "`frm` is 5",
    );
    check_trap(
        "li t0, 0x100404\n mcfg zero, t0\n mmaqa.b m0, m1, m0",
        &[],
        "overlaps a source",
    );
    check_trap("mld4mb m2, (a0)", &[], "`m2` as the first of 4 registers");
    check_trap("mcfgi a0, 1", &[], "`mcfgi` is reserved");
    check_trap(
        "csrw 0x123, a0",
        &[],
        "no control and status register 0x123",
    );
    check_trap("jr zero", &[], "there is no code at 0x0");
    check_trap(
        "nop\n fadd.q fa0, fa0, fa0",
        &[],
        "2: the machine does not know `fadd.q`",
    );
    check_trap("j nowhere", &[], "`nowhere` is not a label");
    check_trap(
        ".if nowhere\n nop\n.endif",
        &[],
        "the machine does not know `.if`",
    );
    check_trap(
        "#define X m0\n mmov.mm X, m1",
        &[],
        "2: the operands of `mmov.mm` are not known",
    );
    check_trap(
        "li t0, 0x1000\nloop: li t1, 4096\n add t0, t0, t1\n sb t0, 0(t0)\n j loop",
        &[],
        "256 MiB",
    );
    let wrong = Document::new("nop\n mmov.mm m9, m0", &Options::default());
    let trouble = Machine::new(&wrong).expect_err("an error");
    assert_eq!(trouble.line, Some(1));
}

/// A transfer of whole registers that was interrupted continues at its row.
#[test]
fn whole_registers_start_at_a_row() {
    let program = "li t0, 0x1000\n mld2mb m0, (t0)\n li t1, 0x2000\n csrwi xmrstart, 3\n mld2mb m0, (t1)\n csrr a0, xmrstart\n csrwi xmrstart, 1\n li t2, 0x3000\n mst2mb m0, (t2)\n csrr a1, xmrstart";
    let mut machine = start(program, &[]);
    machine.write(0x1000, &[1; 128]).expect("room");
    machine.write(0x2000, &[2; 128]).expect("room");
    finish(&mut machine).expect("the end");
    assert_eq!(value(&machine, "registers/x10 a0"), "0x0");
    assert_eq!(value(&machine, "registers/x11 a1"), "0x0");
    let written = 0x3010..0x3080;
    assert_eq!(machine.written(), std::slice::from_ref(&written));
    let stored = machine.read(0x3000, 128);
    assert_eq!(stored[..16], [0; 16], "the row before is not stored");
    assert_eq!(stored[16..48], [1; 32], "rows before are not loaded");
    assert_eq!(stored[48..], [2; 80]);
}

#[test]
fn programs_that_never_end_or_grow_are_bounded() {
    let mut machine = start("loop: j loop", &[]);
    for _ in 0..1000 {
        machine.step().expect("a step");
    }
    assert_eq!((machine.line(), machine.steps()), (Some(0), 1000));
    let refuse = |program: &str, expected: &str| {
        let document = Document::new(program, &Options::default());
        let trouble = Machine::new(&document).expect_err("a refusal");
        assert!(
            trouble.message.to_string().contains(expected),
            "{}",
            trouble.message
        );
    };
    refuse(".macro f\n f\n.endm\n f", "nested more than 100 deep");
    refuse(".macro f\n f\n f\n.endm\n f", "nested more than 100 deep");
    refuse(
        ".rept 1000000000\n nop\n.endr",
        "more than 131072 statements",
    );
    refuse(
        ".rept 1000\n.rept 1000\n nop\n.endr\n.endr",
        "more than 131072 statements",
    );
    refuse(".data\n .zero 0x7fffffffffffffff", "MiB of data");
    refuse(
        ".macro f a\n g \\a\\a\\a\\a\\a\\a\\a\\a\n.endm\n.macro g a\n h \\a\\a\\a\\a\\a\\a\\a\\a\n.endm\n.macro h a\n i \\a\\a\\a\\a\\a\\a\\a\\a\n.endm\n.macro i a\n f \\a\\a\\a\\a\\a\\a\\a\\a\n.endm\n f abcdefgh",
        "too long",
    );
    refuse(
        ".data\n.rept 1000000000\n .byte 1\n.endr",
        "make more than 131072 statements",
    );
    let doubling: String = (0..30)
        .map(|index| {
            format!(
                ".macro f{index}\n f{next}\n f{next}\n.endm\n",
                next = index + 1
            )
        })
        .collect();
    refuse(
        &format!("{doubling}.macro f30\n.endm\n f0"),
        "make more than 131072 statements",
    );
    refuse(
        &format!(
            ".irpc a, {}\n.irpc b, {0}\n nop\n.endr\n.endr",
            "1".repeat(1000)
        ),
        "more than 131072 statements",
    );
    // An empty repetition is nothing.
    let nothing = format!(".rept 100\n.irpc a, {}\n.endr\n.endr", "1".repeat(10_000));
    assert_eq!(start(&nothing, &[]).line(), None);
    let machine = start(".rept 1000000000000\n.endr", &[]);
    assert_eq!(machine.line(), None);
}
