//! Tables of the manual once more, in its own order and short: the rows must give the same result.

use std::collections::HashSet;

use crate::spelling::{self, ProductHalf, Spelling};
use crate::timing::{AccessKind, AddressRelation, DistanceUnit, RULES};
use crate::{
    AluOp, ChipLevel, L1bmOp, L2bmOp, MauOp, Memory, MvOp, Op, OperandClass, Precision, Source,
    TargetRule, Width,
};

#[test]
fn memories_of_1_5_and_3_6_1() {
    const KI: u32 = 1024;
    let words = "single words";
    let long_words = "long words";
    let table = [
        // LM0 and LM1 have 2 Ki, GRF0 and GRF1 256 long words of two single words each.
        ("m", "LM0", Some(2 * KI * 2), words, ChipLevel::Pe),
        ("n", "LM1", Some(2 * KI * 2), words, ChipLevel::Pe),
        ("r", "GRF0", Some(256 * 2), words, ChipLevel::Pe),
        ("s", "GRF1", Some(256 * 2), words, ChipLevel::Pe),
        ("t", "T-register", None, "none", ChipLevel::Pe),
        ("omr", "mask register", Some(32), "entries", ChipLevel::Pe),
        (
            "mb",
            "base address register of LM0",
            None,
            "none",
            ChipLevel::Pe,
        ),
        (
            "nb",
            "base address register of LM1",
            None,
            "none",
            ChipLevel::Pe,
        ),
        ("x", "matrix register x", None, "rows", ChipLevel::Mab),
        ("y", "matrix register y", None, "rows", ChipLevel::Mab),
        ("b", "L1BM", Some(8 * KI), long_words, ChipLevel::L1b),
        ("c", "L2BM", Some(32 * KI), long_words, ChipLevel::L2b),
        // 4 MiB and 4 GiB of 8 bytes each.
        ("p", "PDM", Some(512 * KI), long_words, ChipLevel::Group),
        (
            "d",
            "DRAM",
            Some(512 * KI * KI),
            long_words,
            ChipLevel::Group,
        ),
        ("dar", "DAR", Some(KI), "entries", ChipLevel::Group),
    ];
    assert_eq!(table.len(), Memory::ALL.len());
    for (memory, row) in Memory::ALL.into_iter().zip(table) {
        let (letters, ..) = row;
        assert_eq!(Memory::from_letters(letters), Some(memory), "{letters}");
        let found = (
            memory.letters(),
            memory.name(),
            memory.size(),
            memory.address_unit(),
            ChipLevel::from_memory(memory),
        );
        assert_eq!(found, row);
        let has_addresses = ["m", "n", "r", "s"].contains(&letters);
        assert_eq!(memory.is_addressable_pe_memory(), has_addresses);
    }
    assert_eq!(Memory::from_letters("q"), None);
}

#[test]
fn widths_of_1_3() {
    let table = [
        (Width::Single, 1, "", "single-word", "single word"),
        (Width::Long, 2, "l", "long-word", "long word"),
        (Width::DoubleLong, 4, "ll", "2-long-word", "2 long words"),
    ];
    for (width, words, prefix, adjective, name) in table {
        let found = (
            width.single_words(),
            width.prefix(),
            width.adjective(),
            width.name(),
        );
        assert_eq!(found, (words, prefix, adjective, name));
    }
}

#[test]
fn elements_of_the_hierarchy_of_1_1() {
    for (level, pes, on_the_chip) in [
        (ChipLevel::Group, 2 * 8 * 16 * 4, 4),
        (ChipLevel::L2b, 8 * 16 * 4, 8),
        (ChipLevel::L1b, 16 * 4, 64),
        (ChipLevel::Mab, 4, 1024),
        (ChipLevel::Pe, 1, 4096),
    ] {
        assert_eq!(level.pes(), pes, "{level:?}");
        assert_eq!(level.containing(4095), on_the_chip - 1, "{level:?}");
    }
}

#[test]
fn precisions_of_3_6_9_1() {
    for (letter, bits, is_float) in [
        ('d', 64, true),
        ('f', 32, true),
        ('g', 32, true),
        ('h', 16, true),
        ('l', 64, false),
        ('i', 32, false),
        ('s', 16, false),
    ] {
        let mut all = Precision::ALL.into_iter();
        let precision = all.find(|precision| precision.letter() == letter);
        let precision = precision.expect("a precision of the table");
        let found = (precision.element_bits(), precision.is_float());
        assert_eq!(found, (bits, is_float), "{letter}");
    }
}

/// The fields of a spelling, combined in the manual's syntax.
fn composed(spelling: &Spelling) -> String {
    let letter = |precision: Precision| precision.letter().to_string();
    let precision = spelling.precision.map(letter).unwrap_or_default();
    let unsigned = if spelling.unsigned { "u" } else { "" };
    let half = match spelling.half {
        Some(ProductHalf::Upper) => "u",
        Some(ProductHalf::Lower) => "d",
        None => "",
    };
    let r = if spelling.shortened { "r" } else { "" };
    let stem = |op: Op| format!("{op:?}").to_lowercase();
    match (spelling.ops[0], spelling.reduction) {
        (_, Some(reduction)) => {
            assert_eq!(spelling.precision, Some(reduction.precision));
            let operation = reduction.spelling();
            let (prefix, _) = spelling.text.split_once(&operation).expect("the operation");
            format!("{prefix}{operation}{r}")
        }
        (Op::Alu(AluOp::Imm), None) => format!("imm{unsigned}"),
        (Op::Alu(op), None) => {
            let debug = stem(Op::Alu(op));
            let stem = debug.trim_start_matches("alu(").trim_end_matches(')');
            format!("{unsigned}{precision}{stem}")
        }
        (Op::Mau(op), None) => {
            let debug = stem(Op::Mau(op));
            let stem = debug.trim_start_matches("mau(").trim_end_matches(')');
            format!("{precision}{stem}{half}{r}")
        }
        (Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_), None) => spelling.text.clone(),
    }
}

#[test]
fn the_letters_of_a_spelling_are_its_fields() {
    for spelling in spelling::all() {
        assert_eq!(composed(spelling), spelling.text, "{spelling:?}");
    }
}

/// The spellings of some rows.
fn spellings(is_meant: impl Fn(Op) -> bool) -> HashSet<&'static str> {
    let all = spelling::all().iter();
    let meant = all.filter(|spelling| spelling.ops.iter().any(|&op| is_meant(op)));
    meant.map(|spelling| spelling.text.as_str()).collect()
}

/// Opcode, calculation type and unsigned option; `imm` has its own `u`, and `bfn` is misspelled in the manual's table.
#[test]
fn opcodes_of_tables_3_9_and_3_10() {
    const TABLE_3_9: &str = "
        zero untyped no     imm untyped no      msl untyped no      msr untyped no
        passa both no       inc int yes         dec int yes         not int no
        lnot int no         rsqrt float no      floor float no      ftoi float yes
        bfe bfe no          bfn bfh no          max both int-only   min both int-only
        packbit both no     and int no          or int no           xor int no
        add int yes         sub int yes         lsl int no          lsr int yes
        bsl int no          bsr int no          relu float no       relu0 float no
        relu1 float no      relu2 float no      relu3 float no      lrelud float no
        lreluo float no     ilrelud float no";
    let words: Vec<&str> = TABLE_3_9.split_whitespace().collect();
    let mut expected: HashSet<String> = HashSet::from(["immu".to_owned()]);
    for row in words.chunks(3) {
        let [opcode, calculation, unsigned] = row else {
            panic!("three words: {row:?}");
        };
        let letters: &[&str] = match *calculation {
            "int" => &["l", "i", "s"],
            "float" => &["d", "f", "h"],
            "both" => &["d", "f", "h", "l", "i", "s"],
            "bfh" => &["d", "f", "g", "h"],
            "bfe" => &["h"],
            _ => &[""],
        };
        for letter in letters {
            expected.insert(format!("{letter}{opcode}"));
            let is_integer = matches!(*letter, "l" | "i" | "s");
            if *unsigned == "yes" || *unsigned == "int-only" && is_integer {
                expected.insert(format!("u{letter}{opcode}"));
            }
        }
    }
    let found = spellings(|op| matches!(op, Op::Alu(_)));
    assert_eq!(found, expected.iter().map(String::as_str).collect());
}

/// Manual 3.6.9.2 and 3.6.9.10: halves of double precision; 3.6.9.25: results of `d` and `h` can be shortened.
#[test]
fn opcodes_of_the_mau() {
    let mut expected: HashSet<String> = HashSet::new();
    for (opcode, letters) in [
        ("mfma", "dfgh"),
        ("mmul", "dfgh"),
        ("vfma", "dfh"),
        ("vmul", "dfh"),
        ("vadd", "dfh"),
        ("vpassa", "dfh"),
        ("mwrite", "dfgh"),
        ("mread", "dfgh"),
    ] {
        let is_product = !matches!(opcode, "vadd" | "vpassa" | "mwrite" | "mread");
        let is_matrix_access = matches!(opcode, "mwrite" | "mread");
        for letter in letters.chars() {
            let halves: &[&str] = if is_product && letter == 'd' {
                &["u", "d"]
            } else {
                &[""]
            };
            for half in halves {
                expected.insert(format!("{letter}{opcode}{half}"));
                if !is_matrix_access && matches!(letter, 'd' | 'h') {
                    expected.insert(format!("{letter}{opcode}{half}r"));
                }
            }
        }
    }
    let found = spellings(|op| matches!(op, Op::Mau(_)));
    assert_eq!(found, expected.iter().map(String::as_str).collect());
}

#[test]
fn l1bm_instructions_of_table_3_8() {
    let downward = true;
    for (number, section, is_to_pe, l1bm, pe) in [
        (0, 6, downward, 1, 1),
        (1, 7, downward, 2, 2),
        (2, 8, downward, 4, 1),
        (3, 9, downward, 8, 2),
        (4, 10, false, 4, 1),
        (5, 11, false, 8, 2),
        (6, 12, false, 4, 1),
        (7, 13, false, 8, 2),
        (8, 14, downward, 16, 1),
        (9, 15, downward, 32, 2),
        (10, 16, false, 16, 1),
        (11, 17, false, 32, 2),
        (12, 18, false, 16, 1),
        (13, 19, false, 32, 2),
        (14, 20, downward, 64, 1),
        (15, 21, false, 64, 1),
    ] {
        let op = L1bmOp::ALL[number];
        let shape = op.transfer().shape;
        let (words, sides) = (shape.long_words(), shape.sides);
        let found = (op.is_to_pe(), words, sides, op.is_double_long());
        assert_eq!(found, (is_to_pe, l1bm, pe, pe == 2), "{op:?}");
        assert_eq!(op.row().section, format!("3.6.8.{section}"));
        // Only distribution and gather take `+n` and `-n`, only transfers name a MAB: of all 16, or of the 4 of a group.
        assert_eq!(op.rotates(), section >= 20, "{op:?}");
        let target = match section {
            10 | 11 => TargetRule::Mab(15),
            16 | 17 => TargetRule::Mab(3),
            _ => TargetRule::None,
        };
        assert_eq!(op.target_rule(), target, "{op:?}");
        // 2-long-word reductions besides single precision compute bits.
        let is_reduction = matches!(section, 12 | 13 | 18 | 19);
        let reductions: HashSet<_> = spellings(|other| other == Op::L1bm(op))
            .into_iter()
            .filter(|_| is_reduction)
            .filter_map(spelling::find)
            .map(|spelling| spelling.reduction.expect("an operation").spelling())
            .collect();
        let count = match section {
            12 | 18 => 24,
            13 | 19 => 6,
            _ => 0,
        };
        assert_eq!(reductions.len(), count, "{op:?}");
    }
    for (opcode, is_shortened) in [
        ("l1bmrffaddr", true),
        ("l1bmr4fminr", true),
        ("l1bmriaddr", false),
        ("l2bmrffaddr", false),
    ] {
        assert_eq!(spelling::find(opcode).is_some(), is_shortened, "{opcode}");
    }
}

/// Manual 3.5.3, 3.6.7 and 3.6.8: an address is a multiple of what a cycle or a unit operation accesses there. The
/// exceptions are a 2-long-word PE broadcast (3.6.8.7), whose two words are not neighbours, and filling DARBUF
/// (3.6.7.10).
#[test]
fn addresses_are_multiples_of_what_is_accessed() {
    for op in Op::all() {
        let is_free = matches!(
            op,
            Op::L1bm(L1bmOp::BroadcastPeDouble) | Op::L2bm(L2bmOp::Dars)
        );
        for operand in op.row().operands {
            let expected = if is_free {
                1
            } else {
                operand.words_per_cycle.max(1)
            };
            assert_eq!(operand.alignment, expected, "{op:?} {}", operand.name);
        }
    }
}

#[test]
fn transfers_between_groups_run_at_half_speed() {
    for &op in MvOp::ALL {
        let Some(rate) = op.rate() else {
            assert_eq!(op, MvOp::Nop);
            continue;
        };
        let one = [
            OperandClass::PdmOfGroup,
            OperandClass::DramOfGroup,
            OperandClass::L2bmOne,
        ];
        let is_individual = op
            .row()
            .operands
            .iter()
            .all(|spec| one.contains(&spec.class));
        assert_eq!(rate.between_groups.is_some(), is_individual, "{op:?}");
        if let (Some(within), Some(between)) = (rate.source, rate.between_groups) {
            assert_eq!(
                (rate.destination, within),
                (Some(within), 2 * between),
                "{op:?}"
            );
        }
    }
}

/// Manual 1.4: an m by n matrix times a vector, plus a vector, or m products and sums; a multiply-add counts as two.
#[test]
fn operations_of_a_mau_in_a_cycle() {
    for (letter, rows, columns, products, sums) in [
        ('d', 2, 4, 2, 4),
        ('f', 8, 4, 8, 8),
        ('g', 8, 8, 0, 0),
        ('h', 16, 16, 16, 16),
        ('l', 0, 0, 0, 0),
        ('i', 0, 0, 0, 0),
        ('s', 0, 0, 0, 0),
    ] {
        let mut all = Precision::ALL.into_iter();
        let precision = all.find(|precision| precision.letter() == letter);
        let precision = precision.expect("a precision of the table");
        for (op, count) in [
            (MauOp::Mfma, rows * columns + rows * columns),
            // The sum of n products takes n - 1 additions.
            (
                MauOp::Mmul,
                rows * columns + rows * (columns - i32::from(columns > 0)),
            ),
            (MauOp::Vfma, products + products),
            (MauOp::Vmul, products),
            (MauOp::Vadd, sums),
            (MauOp::Vpassa, 0),
            (MauOp::Mwrite, 0),
            (MauOp::Mread, 0),
        ] {
            let found = op.flops_per_cycle(precision);
            assert_eq!(i64::from(found), i64::from(count), "{op:?} {letter}");
        }
    }
}

/// The distances of 3.6.3 in the manual's order, and what else is known or assumed about them: steps or cycles, the
/// steps that are always enough, the addresses, `*` if only L1Bs that both concern count, and the severity.
#[test]
fn distances_of_3_6_3() {
    const TABLE: &str = "
        L1bmToL2bm MvFromL2bm 1 Steps 1 OverlapFromBelow Manual
        L1bmToL2bm MvFromL2bm 1 Steps 1 Overlap Known
        L1bmToL2bm L2bmToL1bm 3 Steps 3 Any Manual
        L2bmToL1bm L1bmToL2bm 2 Steps 2 Any* Manual
        L2bmToL1bm Multicast 2 Steps 2 Any* Manual
        Multicast L1bmToL2bm 3 Steps 3 Any* Manual
        Multicast Multicast 3 Steps 3 Any* Manual
        Multicast L1bmToPe 10 Cycles 3 Same Manual
        L2bmToL1bm L1bmToPe 6 Cycles 2 Same Manual
        PeToL1bm L1bmToL2bm 10 Cycles 3 Same Manual
        PeToL1bm Multicast 10 Cycles 3 Same Manual
        PeToL1bm L1bmToPe 2 Steps 2 Any Manual
        LmWrite LmRead 2 Steps 2 Any Manual
        GrfWrite GrfRead 6 Cycles 2 Same Manual
        GrfWriteUnderVariableMask GrfRead 6 Cycles 2 Same Known
        TWrite TRead 6 Cycles 1 Same Manual
        TWriteUnderVariableMask TRead 6 Cycles 1 Same Assumed
        MaskWrite MaskUse 0 Steps 0 Any Manual
        MatrixWrite MatrixUse 0 Steps 0 Any Manual
        BaseWrite LmAccess 2 Steps 2 Any Assumed
        DarWrite MvThroughDar 1 Steps 1 Same Assumed
        DarWrite DarbufFill 0 Steps 0 Any Assumed
        MvToL2bm L2bmInstruction 0 Steps 0 Overlap Known
        Mv Mv 0 Steps 0 Overlap Known";
    let rows = RULES.iter().map(|rule| {
        let star = if rule.same_l1b { "*" } else { "" };
        let source = match rule.source {
            Source::Manual => "Manual",
            Source::Known(_) => "Known",
            Source::Assumed(_) => "Assumed",
        };
        let (unit, addresses): (DistanceUnit, AddressRelation) = (rule.unit, rule.addresses);
        format!(
            "{:?} {:?} {} {unit:?} {} {addresses:?}{star} {source}",
            rule.first, rule.second, rule.distance, rule.enough_steps
        )
    });
    let expected: Vec<&str> = TABLE.trim().lines().map(str::trim).collect();
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    let after = |first: AccessKind| crate::timing::rules_after(first).count();
    assert_eq!(
        (after(AccessKind::Multicast), after(AccessKind::LmRead)),
        (3, 0)
    );
}
