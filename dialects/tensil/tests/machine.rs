//! Runs of small listings, and what they leave in memory.

use mnc2_tensil::table::Memory;
use mnc2_tensil::{Document, Machine, Options};
use mnc2_text::interface::{Machine as _, Settings as _};

fn options() -> Options {
    let mut options = Options::default();
    options.set("array_size", "2").expect("a size");
    options
}

/// Writes vectors, runs a listing, and reads vectors of a memory.
fn run(text: &str, memory: Memory, given: &[u8], from: Memory, vectors: u64) -> Vec<Vec<i32>> {
    let document = Document::new(text, &options());
    let mut machine = Machine::new(&document).expect("a program");
    machine.write(Machine::base(memory), given).expect("memory");
    while machine.line().is_some() {
        machine.step().expect("a step");
    }
    (0..vectors).map(|at| machine.vector(from, at)).collect()
}

fn bytes(raw: &[i16]) -> Vec<u8> {
    raw.iter().flat_map(|it| it.to_le_bytes()).collect()
}

#[test]
fn the_lowest_row_of_a_full_load_is_the_bias() {
    let text = "LoadWeights Local(0) 2(+1)\nMatMul Local(3) Acc(0)\nMatMul(Acc) Zeroes Acc(0)";
    // Bias (1, 2); weights (3, 4), (5, 6); the vector (1, 2).
    let given = bytes(&[256, 512, 768, 1024, 1280, 1536, 256, 512]);
    let found = run(text, Memory::Local, &given, Memory::Accumulators, 1);
    assert_eq!(found, [[256 + 768 + 2560 + 256, 512 + 1024 + 3072 + 512]]);
}

#[test]
fn a_row_of_zeros_is_pushed_below_the_others() {
    let text = "LoadWeights Local(0) 1(+1)\nLoadWeights Zeroes\nMatMul Local(2) Acc(0)";
    let given = bytes(&[256, 0, 0, 256, 7, 9]);
    let found = run(text, Memory::Local, &given, Memory::Accumulators, 1);
    assert_eq!(found, [[7, 9]]);
}

#[test]
fn vectors_move_with_their_strides() {
    let text = "DataMove(<-) Local(0)@2^1 DRAM0(1) 1(+1)";
    let given = bytes(&[1, 2, 3, 4, 5, 6]);
    let found = run(text, Memory::Dram0, &given, Memory::Local, 3);
    assert_eq!(found, [[3, 4], [0, 0], [5, 6]]);
}

#[test]
fn a_result_for_a_register_also_goes_to_the_output() {
    let text = "DataMove(->) Local(0) Acc(0)\nSIMD(RW) R1=Increment(I) WAcc(1) RAcc(0)\nSIMD(WA) O=R1 WAcc(1)";
    let found = run(
        text,
        Memory::Local,
        &bytes(&[0, 1]),
        Memory::Accumulators,
        2,
    );
    assert_eq!(found, [[0, 1], [512, 514]]);
}

#[test]
fn what_leaves_its_memory_stops_the_run_before_it() {
    let document = Document::new("NoOp\nMatMul Local(8191) Acc(0) 1(+1)", &options());
    let mut machine = Machine::new(&document).expect("a program");
    machine.step().expect("a step");
    let trouble = machine.step().expect_err("it is outside");
    assert_eq!(
        (trouble.line, machine.line(), machine.steps()),
        (Some(1), Some(1), 1)
    );
    assert!(Machine::new(&Document::new("MatMul", &options())).is_err());
}

#[test]
fn memories_are_given_and_told_by_name() {
    use mnc2_text::Data;
    let text = "DataMove(<-) Local(0) DRAM0(1)\nDataMove(->) Local(0) DRAM1(0)";
    let mut machine = Machine::new(&Document::new(text, &options())).expect("a program");
    let given = [(
        "DRAM0".to_owned(),
        Data::Text("0x010002000300ffff".to_owned()),
    )];
    machine.load(&given).expect("memory");
    while machine.line().is_some() {
        machine.step().expect("a step");
    }
    let vector = |raw: [i128; 2]| Data::List(raw.map(Data::Integer).to_vec());
    let dram0 = Data::List(vec![vector([1, 2]), vector([3, -1])]);
    let dram1 = Data::List(vec![vector([3, -1])]);
    let expected = vec![
        ("DRAM0".to_owned(), dram0),
        ("DRAM1".to_owned(), dram1.clone()),
        ("Local".to_owned(), dram1),
    ];
    let dumped = machine.dump(&given, 8).expect("a dump");
    assert_eq!(dumped, expected);
    assert!(machine.dump(&given, 7).is_err());
    machine.load(&dumped).expect("what a dump says");
    assert!(
        machine
            .load(&[("SRAM".to_owned(), Data::Text(String::new()))])
            .is_err()
    );
    assert!(
        machine
            .load(&[("DRAM0".to_owned(), vector([1, 2]))])
            .is_err()
    );
    // Registers and weights, as an earlier run returned them.
    let weights = Data::List(vec![vector([1, 0]), vector([2, 3])]);
    let held = [
        ("weights".to_owned(), weights),
        ("R1".to_owned(), vector([4, 5])),
    ];
    machine.load(&held).expect("weights and a register");
    let dumped = machine.dump(&[], 100).expect("a dump");
    let of = |name: &str| dumped.iter().find(|(it, _)| it == name).map(|(_, it)| it);
    assert_eq!(of("R1"), Some(&vector([4, 5])));
    let rows = [vector([1, 0]), vector([2, 3]), vector([0, 0])];
    assert_eq!(of("weights"), Some(&Data::List(rows.to_vec())));
    for (name, value) in [
        ("R1", "00"),
        ("R2", ""),
        ("R0", ""),
        ("weights", "00000000000000000000000000"),
    ] {
        let wrong = [(name.to_owned(), Data::Text(value.to_owned()))];
        assert!(machine.load(&wrong).is_err(), "{name}");
    }
}
