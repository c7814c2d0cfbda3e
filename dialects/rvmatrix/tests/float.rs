//! Instructions of F and D in programs: their operands, registers, rounding modes and flags.
//!
//! What each operation computes is compared with exact arithmetic in the machine's own tests; here its mnemonic is compared with the
//! host.

use mnc2_laws::run::{finish, finished, set};
use mnc2_rvmatrix::{Document, Machine, Options};
use mnc2_text::random::Random;
use mnc2_text::{Locations as _, Number};

fn start(program: &str, words: &[&str]) -> Machine {
    let mut options = Options::default();
    set(&mut options, words);
    let machine = Machine::new(&Document::new(program, &options));
    machine.unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message))
}

fn run(program: &str) -> Machine {
    finished(start(program, &[]))
}

/// A register or a control register of a machine.
fn value(machine: &Machine, name: &str) -> u64 {
    let at = machine.named(name, None).expect("a location");
    match machine.number(at) {
        Some(Number::Word(value, _)) => value,
        Some(Number::Whole(value)) => u64::try_from(value).expect("64 bits"),
        found => panic!("{name}: {found:?}"),
    }
}

fn check(program: &str, name: &str, expected: u64) {
    let found = value(&run(program), name);
    assert_eq!(found, expected, "{program}: {name} is {found:x}");
}

fn check_trap(program: &str, expected: &str) {
    let trouble = finish(&mut start(program, &[])).expect_err("a trap");
    assert!(trouble.contains(expected), "{trouble}");
}

/// The result of an instruction on three numbers in memory, in the register `fa0` and `a0`.
fn compute(mnemonic: &str, operands: &str, [a, b, c]: [u64; 3], suffix: char) -> (u64, u64) {
    let load = if suffix == 's' { "flw" } else { "fld" };
    let program = format!(
        "{load} fa1, 0(a1)\n {load} fa2, 8(a1)\n {load} fa3, 16(a1)\n {mnemonic} {operands}"
    );
    let mut machine = start(&program, &["a1=0x20000"]);
    for (index, bits) in [a, b, c].into_iter().enumerate() {
        let address = 0x20000 + 8 * index as u64;
        machine.write(address, &bits.to_le_bytes()).expect("memory");
    }
    let machine = finished(machine);
    (value(&machine, "fa0"), value(&machine, "a0"))
}

/// The bits of a result, of which any NaN is the canonical one; of single precision with the high half set.
fn boxed(value: f32) -> u64 {
    let bits = if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    };
    u64::from(u32::MAX) << 32 | u64::from(bits)
}

fn double(value: f64) -> u64 {
    if value.is_nan() {
        0x7ff8_0000_0000_0000
    } else {
        value.to_bits()
    }
}

type Host<T> = fn(T, T, T) -> T;

#[test]
fn mnemonics_compute_what_the_host_does() {
    let mut random = Random::new(0x1122_3344_5566_7788);
    let singles: [(&str, &str, Host<f32>); 10] = [
        ("fadd", "fa0, fa1, fa2", |a, b, _| a + b),
        ("fsub", "fa0, fa1, fa2", |a, b, _| a - b),
        ("fmul", "fa0, fa1, fa2", |a, b, _| a * b),
        ("fdiv", "fa0, fa1, fa2", |a, b, _| a / b),
        ("fsqrt", "fa0, fa1", |a, _, _| a.sqrt()),
        ("fmadd", "fa0, fa1, fa2, fa3", |a, b, c| a.mul_add(b, c)),
        ("fmsub", "fa0, fa1, fa2, fa3", |a, b, c| a.mul_add(b, -c)),
        ("fnmsub", "fa0, fa1, fa2, fa3", |a, b, c| (-a).mul_add(b, c)),
        ("fnmadd", "fa0, fa1, fa2, fa3", |a, b, c| {
            (-a).mul_add(b, -c)
        }),
        ("fsub", "fa0, fa1, fa2, rne", |a, b, _| a - b),
    ];
    let doubles: [(&str, &str, Host<f64>); 9] = [
        ("fadd", "fa0, fa1, fa2", |a, b, _| a + b),
        ("fsub", "fa0, fa1, fa2", |a, b, _| a - b),
        ("fmul", "fa0, fa1, fa2", |a, b, _| a * b),
        ("fdiv", "fa0, fa1, fa2", |a, b, _| a / b),
        ("fsqrt", "fa0, fa1", |a, _, _| a.sqrt()),
        ("fmadd", "fa0, fa1, fa2, fa3", |a, b, c| a.mul_add(b, c)),
        ("fmsub", "fa0, fa1, fa2, fa3", |a, b, c| a.mul_add(b, -c)),
        ("fnmsub", "fa0, fa1, fa2, fa3", |a, b, c| (-a).mul_add(b, c)),
        ("fnmadd", "fa0, fa1, fa2, fa3", |a, b, c| {
            (-a).mul_add(b, -c)
        }),
    ];
    for _ in 0..60 {
        let near = |bits: u64| 0x3ff0_0000_0000_0000 ^ bits >> 10;
        let numbers = [(); 3].map(|()| {
            let bits = random.bits();
            if bits & 3 == 0 { bits } else { near(bits) }
        });
        let [a, b, c] = numbers.map(f64::from_bits);
        for (name, operands, host) in doubles {
            let (found, _) = compute(&format!("{name}.d"), operands, numbers, 'd');
            assert_eq!(found, double(host(a, b, c)), "{name}.d {numbers:x?}");
        }
        let narrow = numbers.map(|bits| f64::from_bits(bits) as f32);
        let [a, b, c] = narrow;
        let bits = narrow.map(|number| u64::from(number.to_bits()));
        for (name, operands, host) in singles {
            let (found, _) = compute(&format!("{name}.s"), operands, bits, 's');
            assert_eq!(found, boxed(host(a, b, c)), "{name}.s {bits:x?}");
        }
    }
}

#[test]
fn comparisons_and_signs() {
    let one_and_two = [1.0_f64.to_bits(), 2.0_f64.to_bits(), 0];
    let minus = [1.0_f64.to_bits(), (-2.0_f64).to_bits(), 0];
    for (mnemonic, expected) in [
        ("feq.d", 0),
        ("flt.d", 1),
        ("fle.d", 1),
        ("fgt.d", 0),
        ("fge.d", 0),
    ] {
        let (_, found) = compute(mnemonic, "a0, fa1, fa2", one_and_two, 'd');
        assert_eq!(found, expected, "{mnemonic}");
    }
    for (mnemonic, operands, expected) in [
        ("fmin.d", "fa0, fa1, fa2", -2.0),
        ("fmax.d", "fa0, fa1, fa2", 1.0),
        ("fsgnj.d", "fa0, fa1, fa2", -1.0),
        ("fsgnjn.d", "fa0, fa1, fa2", 1.0),
        ("fsgnjx.d", "fa0, fa2, fa2", 2.0),
        ("fmv.d", "fa0, fa2", -2.0),
        ("fneg.d", "fa0, fa2", 2.0),
        ("fabs.d", "fa0, fa2", 2.0),
    ] {
        let (found, _) = compute(mnemonic, operands, minus, 'd');
        assert_eq!(found, double(expected), "{mnemonic}");
    }
    // A NaN in an order is invalid, in an equality only one that signals.
    let nan = "li t0, 0x7ff8000000000000\n fmv.d.x fa1, t0\n";
    check(&format!("{nan} feq.d a0, fa1, fa1\n frflags a1"), "a1", 0);
    check(
        &format!("{nan} flt.d a0, fa1, fa1\n frflags a1"),
        "a1",
        0x10,
    );
    check(&format!("{nan} fclass.d a0, fa1"), "a0", 1 << 9);
}

#[test]
fn conversions_of_types() {
    for (program, name, expected) in [
        ("li a1, -3\n fcvt.d.w fa0, a1", "fa0", double(-3.0)),
        (
            "li a1, -1\n fcvt.d.wu fa0, a1",
            "fa0",
            double(4_294_967_295.0),
        ),
        (
            "li a1, -1\n fcvt.s.lu fa0, a1",
            "fa0",
            boxed(18_446_744_073_709_551_616.0),
        ),
        ("li a1, -1\n fcvt.s.l fa0, a1", "fa0", boxed(-1.0)),
        (
            "li a1, 0x1000001\n fcvt.s.w fa0, a1, rup",
            "fa0",
            boxed(16_777_218.0),
        ),
        (
            "li a1, -1\n fcvt.d.l fa1, a1\n fcvt.wu.d a0, fa1\n frflags a2",
            "a2",
            0x10,
        ),
        (
            "li a1, -1\n fcvt.d.wu fa1, a1\n fcvt.wu.d a0, fa1",
            "a0",
            u64::MAX,
        ),
        (
            "li a1, 7\n li a2, 2\n fcvt.d.w fa1, a1\n fcvt.d.w fa2, a2\n fdiv.d fa0, fa1, fa2\n fcvt.w.d a0, fa0",
            "a0",
            4,
        ),
        (
            "li a1, 5\n li a2, 2\n fcvt.d.w fa1, a1\n fcvt.d.w fa2, a2\n fdiv.d fa0, fa1, fa2\n fcvt.l.d a0, fa0, rtz",
            "a0",
            2,
        ),
        (
            "li a1, 5\n li a2, 2\n fcvt.d.w fa1, a1\n fcvt.d.w fa2, a2\n fdiv.d fa0, fa1, fa2\n fcvt.lu.d a0, fa0, rmm",
            "a0",
            3,
        ),
        (
            "li a1, 3\n fcvt.s.w fa1, a1\n fcvt.d.s fa0, fa1",
            "fa0",
            double(3.0),
        ),
        (
            "li a1, 3\n fcvt.d.w fa1, a1\n fcvt.s.d fa0, fa1",
            "fa0",
            boxed(3.0),
        ),
        (
            "li a1, 0x80000000\n fmv.w.x fa1, a1\n fmv.x.w a0, fa1",
            "a0",
            0xffff_ffff_8000_0000,
        ),
        (
            "li a1, -2\n fmv.d.x fa1, a1\n fmv.x.d a0, fa1",
            "a0",
            u64::MAX - 1,
        ),
    ] {
        check(program, name, expected);
    }
}

#[test]
fn registers_have_boxes() {
    // A double is not a number of single precision, and its low half is stored as it is.
    let program = "li t0, 0x3ff0000012345678\n fmv.d.x fa1, t0\n fadd.s fa0, fa1, fa1\n fsw fa1, 0(sp)\n lw a0, 0(sp)\n fmv.s fa2, fa1\n fmv.x.w a1, fa1";
    check(program, "fa0", boxed(f32::NAN));
    check(program, "a0", 0x1234_5678);
    check(program, "fa2", boxed(f32::NAN));
    check(program, "a1", 0x1234_5678);
    check(
        "li t0, 1\n sw t0, 0(sp)\n flw f10, 0(sp)",
        "fa0",
        0xffff_ffff_0000_0001,
    );
    check(
        ".data\nx: .double -1.5, 2\ny: .float 0.1, -1e3\n.text\n la t0, x\n fld fa0, 0(t0)\n fld fa1, 8(t0)\n flw fa2, 16(t0)\n flw fa3, 20(t0)",
        "fa3",
        boxed(-1e3),
    );
}

#[test]
fn modes_are_static_or_in_a_register() {
    let quotient = |mode: &str| {
        format!(
            "li t0, 1\n li t1, 3\n fcvt.d.w fa1, t0\n fcvt.d.w fa2, t1\n fdiv.d fa0, fa1, fa2{mode}\n frflags a1"
        )
    };
    let third = 0x3fd5_5555_5555_5555;
    for (number, (name, expected)) in [
        ("rne", third),
        ("rtz", third),
        ("rdn", third),
        ("rup", third + 1),
        ("rmm", third),
    ]
    .into_iter()
    .enumerate()
    {
        check(&quotient(&format!(", {name}")), "fa0", expected);
        let dynamic = format!("fsrmi {number}\n {}", quotient(""));
        check(&dynamic, "fa0", expected);
        check(
            &format!("fsrmi {number}\n {}", quotient(", dyn")),
            "fa0",
            expected,
        );
        check(&dynamic, "a1", 1);
        // A static mode overrides the register.
        check(
            &format!("fsrmi {number}\n {}", quotient(", rup")),
            "fa0",
            third + 1,
        );
    }
    check_trap(&format!("fsrmi 5\n {}", quotient("")), "`frm` is 5");
    // What does not round does not read the register.
    check(
        "fsrmi 7\n li t0, 5\n fmv.d.x fa1, t0\n fsgnj.d fa0, fa1, fa1",
        "fa0",
        5,
    );
    // Flags stay until they are written.
    let sticky = format!(
        "{}\n li t0, 0\n fcvt.d.w fa2, t0\n fdiv.d fa0, fa1, fa2\n frcsr a2\n fsflagsi 0\n frflags a3",
        quotient("")
    );
    check(&sticky, "a2", 0b1001);
    check(&sticky, "a3", 0);
}

#[test]
fn wrong_operands_are_said() {
    for (program, expected) in [
        ("fadd.s fa0, fa1", "operand 3 is missing"),
        (
            "fadd.s fa0, fa1, a2",
            "`a2` is not a floating-point register",
        ),
        ("fcvt.s.w fa0, fa1", "`fa1` is not an integer register"),
        ("fadd.s fa0, fa1, fa2, up", "`up` is not a rounding mode"),
        (
            "fadd.s fa0, fa1, fa2, rup, rup",
            "`rup` is one operand too many",
        ),
        (
            "fsgnj.s fa0, fa1, fa2, rup",
            "`rup` is one operand too many",
        ),
        ("flw fa0, fa1", "`fa1` is not an address"),
        ("fadd.q fa0, fa1, fa2", "the machine does not know `fadd.q`"),
    ] {
        check_trap(program, expected);
    }
    let program = ".data\n.double x\n.text\n nop";
    let trouble = Machine::new(&Document::new(program, &Options::default())).expect_err("data");
    assert!(trouble.message.to_string().contains("is not known"));
}
