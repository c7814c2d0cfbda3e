//! Runs: what functions make of their arguments, and where they stop.

use mnc2_text::interface::{Machine as _, Settings as _};
use mnc2_text::{Data, Fields, Locations};
use mnc2_tinytc::machine::number::Number;
use mnc2_tinytc::machine::{Argument, Array};
use mnc2_tinytc::{Document, Machine, Options};

/// More instructions than any run here needs.
const STEPS_MAX: u64 = 1_000_000;

fn options(set: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (key, value) in set {
        options.set(key, value).expect("an option");
    }
    options
}

fn floats(numbers: &[f64]) -> Data {
    Data::List(numbers.iter().map(|&it| Data::Number(it)).collect())
}

fn integers(numbers: &[i128]) -> Data {
    Data::List(numbers.iter().map(|&it| Data::Integer(it)).collect())
}

/// The dump after a run; what stopped it, with its line counted from 1.
fn run_with(
    text: &str,
    set: &[(&str, &str)],
    given: &[(&str, Data)],
) -> Result<Fields, (u32, String)> {
    let document = Document::new(text, &options(set));
    let errors = document.findings(&|| false);
    let errors: Vec<_> = errors
        .iter()
        .filter(|it| it.diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    let stopped = |trouble: mnc2_text::Trouble| {
        (
            trouble.line.map_or(0, |line| line + 1),
            trouble.message.to_string(),
        )
    };
    let mut machine = Machine::new(&document).map_err(stopped)?;
    let given: Fields = (given.iter())
        .map(|(name, data)| ((*name).to_owned(), data.clone()))
        .collect();
    machine.load(&given).expect("fitting arguments");
    for _ in 0..STEPS_MAX {
        if machine.line().is_none() {
            return Ok(machine.dump(&given, 1 << 20).expect("few numbers"));
        }
        machine.step().map_err(stopped)?;
    }
    panic!("the run does not end:\n{text}");
}

fn run(text: &str, given: &[(&str, Data)]) -> Fields {
    run_with(text, &[], given).unwrap_or_else(|stopped| panic!("{stopped:?}\n{text}"))
}

/// The values of one argument after a run.
fn check(text: &str, given: &[(&str, Data)], name: &str, expected: Data) {
    let dump = run(text, given);
    let found = dump.iter().find(|(field, _)| field == name);
    assert_eq!(found.map(|(_, data)| data), Some(&expected), "{text}");
}

/// The line and a part of the sentence at which a run stops.
fn stops(text: &str, set: &[(&str, &str)], given: &[(&str, Data)], line: u32, part: &str) {
    match run_with(text, set, given) {
        Ok(dump) => panic!("the run does not stop: {dump:?}\n{text}"),
        Err((at, sentence)) => {
            assert_eq!(at, line, "{sentence}\n{text}");
            assert!(sentence.contains(part), "{sentence}");
        }
    }
}

#[test]
fn the_fused_kernel_of_the_specification_runs() {
    let text = "func @fused_kernel(%alpha: f32, %A: group<memref<f32x2x2>x?>, %B: memref<f32x2x2>,
                   %C: memref<f32x2x2>, %D: memref<f32x2x2x?>) {
      %0 = builtin.group_id : index
      %1 = load %A[%0] : memref<f32x2x2>
      %2 = subview %D[0:2,0:2,%0] : memref<f32x2x2>
      %tmp0 = alloca : memref<f32x2x2,local>
      %zero = constant 0.0 : f32
      %one = constant 1.0 : f32
      gemm.n.t %one, %1, %B, %zero, %tmp0
      gemm.n.n %alpha, %tmp0, %C, %one, %2
    }";
    let given = [
        ("alpha", Data::Number(2.0)),
        (
            "A",
            Data::List(vec![
                floats(&[1.0, 3.0, 2.0, 4.0]),
                floats(&[0.0, 1.0, 1.0, 0.0]),
            ]),
        ),
        ("B", floats(&[1.0, 0.0, 1.0, 1.0])),
        ("C", floats(&[1.0, 0.0, 0.0, 1.0])),
        ("D", floats(&[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0])),
    ];
    // A Bᵀ of A = [1 2; 3 4] and B = [1 1; 0 1] is [3 2; 7 4], by columns.
    let dump = run_with(text, &[("groups", "2")], &given).expect("runs");
    let found = dump
        .iter()
        .find(|(name, _)| name == "D")
        .expect("it is written");
    let expected = floats(&[6.0, 14.0, 4.0, 8.0, 3.0, 3.0, 3.0, 1.0]);
    assert_eq!(found.1, expected);
}

#[test]
fn loops_carry_values() {
    check(
        "func @f(%A: memref<i64x2>) {
            %from = constant 2 : i32
            %to = constant 6 : i32
            %f0 = constant 0 : i64
            %f1 = constant 1 : i64
            %fn_1, %fn = for %n:i32=%from,%to init(%fn_2=%f0,%fn1=%f1) -> (i64,i64) {
                %next = arith.add %fn_2, %fn1 : i64
                yield (%fn1, %next)
            }
            %0 = constant 0 : index
            %1 = constant 1 : index
            store %fn_1, %A[%0]
            store %fn, %A[%1]
        }",
        &[],
        "A",
        integers(&[3, 5]),
    );
}

#[test]
fn branches_give_values_and_empty_loops_end() {
    check(
        "func @f(%A: memref<i32>, %b: bool, %n: index) {
            %z = constant 0 : index
            for %i=%z,%n { }
            %x = if %b -> (i32) {
                %1 = constant 7 : i32
                yield (%1)
            } else {
                %2 = constant 9 : i32
                yield (%2)
            }
            store %x, %A[]
        }",
        &[("b", Data::Truth(false)), ("n", Data::Integer(1 << 60))],
        "A",
        integers(&[9]),
    );
}

#[test]
fn foreach_counts_the_first_variable_fastest() {
    check(
        "func @f(%A: memref<i64x2x3>) {
            %z = constant 0 : index
            %m = constant 2 : index
            %n = constant 3 : index
            %ten = constant 10 : index
            foreach (%i,%j)=(%z,%z),(%m,%n) {
                %0 = arith.mul %j, %ten : index
                %1 = arith.add %0, %i : index
                %2 = cast %1 : i64
                store %2, %A[%i,%j]
            }
        }",
        &[],
        "A",
        integers(&[0, 1, 10, 11, 20, 21]),
    );
}

#[test]
fn work_items_run_in_lock_step() {
    let text = "func @f(%A: memref<i32x32>, %S: memref<i32x32>, %M: memref<i32x32>) attributes{subgroup_size=16, work_group_size=[32,1]} {
        parallel {
            %g = builtin.subgroup_id : i32
            %l = builtin.subgroup_local_id : i32
            %s = builtin.subgroup_size : i32
            %b = arith.mul %g, %s : i32
            %i32 = arith.add %b, %l : i32
            %i = cast %i32 : index
            %one = constant 1 : i32
            %odd = arith.and %l, %one : i32
            %zero = constant 0 : i32
            %is_odd = cmp.ne %odd, %zero : bool
            %v = if %is_odd -> (i32) {
                %minus = arith.neg %l : i32
                yield (%minus)
            } else {
                yield (%l)
            }
            store %v, %A[%i]
            %sum = subgroup_add.inclusive_scan %l : i32
            store %sum, %S[%i]
            %max = subgroup_max.exclusive_scan %i32 : i32
            store %max, %M[%i]
        }
    }";
    let local: Vec<i128> = (0..32).map(|it| it % 16).collect();
    let signed: Vec<i128> = local
        .iter()
        .map(|&it| if it % 2 == 1 { -it } else { it })
        .collect();
    let sums: Vec<i128> = local.iter().map(|&it| it * (it + 1) / 2).collect();
    let least = i128::from(i32::MIN);
    let maxima: Vec<i128> = (0..32)
        .map(|it| if it % 16 == 0 { least } else { it - 1 })
        .collect();
    check(text, &[], "A", integers(&signed));
    check(text, &[], "S", integers(&sums));
    check(text, &[], "M", integers(&maxima));
}

#[test]
fn loops_of_work_items_differ() {
    let text = "func @f(%A: memref<i64x16>) {
        %z = constant 0 : index
        %one = constant 1 : index
        parallel {
            %l = builtin.subgroup_local_id : i32
            %n = cast %l : index
            %sum = for %i=%z,%n init(%s=%z) -> (index) {
                %next = arith.add %s, %i : index
                yield (%next)
            }
            %r = cast %sum : i64
            store %r, %A[%n]
        }
    }";
    let sums: Vec<i128> = (0..16).map(|it| it * (it - 1) / 2).collect();
    check(text, &[], "A", integers(&sums));
}

#[test]
fn matrices_are_loaded_multiplied_and_stored() {
    let text = "func @f(%A: memref<f32x8x8>, %C: memref<f32x8x8>) {
        %z = constant 0 : index
        %four = constant 4 : index
        %two = constant 2.0 : f32
        parallel {
            %a = cooperative_matrix_load.t.both_checked %A[%four,%z] : coopmatrix<f32x8x8,matrix_a>
            %b = constant 1.0 : coopmatrix<f32x8x8,matrix_b>
            %c = constant 3.0 : coopmatrix<f32x8x8,matrix_acc>
            %d = cooperative_matrix_mul_add %a, %b, %c : coopmatrix<f32x8x8,matrix_acc>
            %e = cooperative_matrix_scale %two, %d : coopmatrix<f32x8x8,matrix_acc>
            cooperative_matrix_store.rows_checked %e, %C[%z,%z]
        }
    }";
    let a: Vec<f64> = (0..64).map(f64::from).collect();
    // a(i, k) is A(4 + k, i), and 0 below: the sum over k of 4 + k + 8 i for k < 4.
    let column: Vec<f64> = (0..8)
        .map(|i| 2.0 * (22.0 + 32.0 * f64::from(i) + 3.0))
        .collect();
    let expected: Vec<f64> = (0..8).flat_map(|_| column.clone()).collect();
    check(text, &[("A", floats(&a))], "C", floats(&expected));
}

#[test]
fn linear_algebra_is_that_of_the_specification() {
    let run = |body: &str, parameters: &str, given: &[(&str, Data)], name, expected| {
        let text = format!(
            "func @f({parameters}) {{\n%one = constant 1.0 : f32\n%two = constant 2.0 : f32\n%zero = constant 0.0 : f32\n{body}\n}}"
        );
        check(&text, given, name, expected);
    };
    let a = || ("A", floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    let vector = |name, numbers: &[f64]| (name, floats(numbers));
    // A is 2 by 3: [1 3 5; 2 4 6].
    run(
        "axpby.t %two, %A, %one, %B",
        "%A: memref<f32x2x3>, %B: memref<f32x3x2>",
        &[a(), vector("B", &[1.0; 6])],
        "B",
        floats(&[3.0, 7.0, 11.0, 5.0, 9.0, 13.0]),
    );
    run(
        "gemv.t %one, %A, %b, %zero, %c",
        "%A: memref<f32x2x3>, %b: memref<f32x2>, %c: memref<f32x3>",
        &[a(), vector("b", &[1.0, 10.0])],
        "c",
        floats(&[21.0, 43.0, 65.0]),
    );
    run(
        "ger %one, %a, %b, %one, %C",
        "%a: memref<f32x2>, %b: memref<f32x2>, %C: memref<f32x2x2>",
        &[
            vector("a", &[1.0, 2.0]),
            vector("b", &[3.0, 4.0]),
            vector("C", &[1.0; 4]),
        ],
        "C",
        floats(&[4.0, 7.0, 5.0, 9.0]),
    );
    run(
        "hadamard %two, %a, %b, %zero, %c",
        "%a: memref<f32x2>, %b: memref<f32x2>, %c: memref<f32x2>",
        &[vector("a", &[1.0, 2.0]), vector("b", &[3.0, 4.0])],
        "c",
        floats(&[6.0, 16.0]),
    );
    run(
        "sum.n %one, %A, %zero, %b",
        "%A: memref<f32x2x3>, %b: memref<f32x2>",
        &[a()],
        "b",
        floats(&[9.0, 12.0]),
    );
    run(
        "sum.n %two, %a, %zero, %b",
        "%a: memref<f32x3>, %b: memref<f32>",
        &[vector("a", &[1.0, 2.0, 4.0])],
        "b",
        floats(&[14.0]),
    );
    run(
        "cumsum %one, %A, 1, %zero, %B",
        "%A: memref<f32x2x3>, %B: memref<f32x2x3>",
        &[a()],
        "B",
        floats(&[1.0, 2.0, 4.0, 6.0, 9.0, 12.0]),
    );
}

#[test]
fn narrow_types_are_summed_in_wider_ones() {
    check(
        "func @f(%A: memref<i8x1x2>, %B: memref<i8x2x1>, %C: memref<i32x1x1>) {
            %one = constant 1 : i8
            %zero = constant 0 : i32
            gemm.n.n %one, %A, %B, %zero, %C
        }",
        &[("A", integers(&[100, 100])), ("B", integers(&[100, 100]))],
        "C",
        integers(&[20000]),
    );
    check(
        "func @f(%A: memref<f16x1x3>, %B: memref<f16x3x1>, %C: memref<f16x1x1>) {
            %one = constant 1.0 : f16
            %zero = constant 0.0 : f16
            gemm.n.n %one, %A, %B, %zero, %C
        }",
        &[("A", floats(&[2048.0, 1.0, 1.0])), ("B", floats(&[1.0; 3]))],
        "C",
        floats(&[2050.0]),
    );
}

#[test]
fn views_share_memory() {
    check(
        "func @f(%A: memref<i32x8>) {
            %B = expand %A[0->2x4] : memref<i32x2x4>
            %two = constant 2 : index
            %C = subview %B[1,%two:2] : memref<i32x2,strided<2>>
            %D = fuse %B[0,1] : memref<i32x8>
            %z = constant 0 : index
            %n = size %C[0] : index
            %one = constant 1 : i32
            foreach (%i)=(%z),(%n) {
                store.atomic_add %one, %C[%i]
            }
            %x = load %D[%z] : i32
            store %x, %C[%z]
        }",
        &[("A", integers(&[5, 0, 0, 0, 0, 0, 0, 0]))],
        "A",
        integers(&[5, 0, 0, 0, 0, 5, 0, 1]),
    );
}

#[test]
fn sizes_at_run_time_follow_from_the_data() {
    let text = "func @f(%A: memref<f32x2x?>, %n: memref<i64>) {
        %0 = size %A[1] : index
        %1 = cast %0 : i64
        store %1, %n[]
    }";
    check(text, &[("A", floats(&[0.0; 6]))], "n", integers(&[3]));
    let shaped = Data::Fields(vec![
        ("data".to_owned(), floats(&[0.0; 8])),
        ("shape".to_owned(), integers(&[2, 4])),
    ]);
    check(text, &[("A", shaped)], "n", integers(&[4]));
}

#[test]
fn complex_numbers_are_pairs() {
    let pair = |re, im| floats(&[re, im]);
    check(
        "func @f(%a: c32, %A: memref<c32x2>) {
            %z = constant 0 : index
            %0 = arith.mul %a, %a : c32
            store %0, %A[%z]
        }",
        &[
            ("a", pair(1.0, 2.0)),
            ("A", Data::List(vec![pair(0.0, 0.0), pair(5.0, 6.0)])),
        ],
        "A",
        Data::List(vec![pair(-3.0, 4.0), pair(5.0, 6.0)]),
    );
}

#[test]
fn undefined_accesses_stop() {
    let parameters = "func @f(%A: memref<i32x4>, %n: index) {\n%x = constant 1 : i32\n%z = constant 0 : index\n%c4 = constant 4 : index\n";
    let stops = |body: &str, n, line, part: &str| {
        let text = format!("{parameters}{body}\n}}");
        let given = [("A", integers(&[0; 4])), ("n", Data::Integer(n))];
        stops(&text, &[], &given, line, part);
    };
    stops("store %x, %A[%n]", 4, 5, "index 4 is outside of mode 0");
    stops("store %x, %A[%n]", -1, 5, "index -1 is outside");
    stops(
        "%B = subview %A[%n:2] : memref<i32x2>",
        3,
        5,
        "is outside of mode 0",
    );
    stops(
        "%B = subview %A[0:%n] : memref<i32x?>",
        0,
        5,
        "a dynamic size is positive",
    );
    stops(
        "%B = expand %A[0->%n x 2] : memref<i32x?x2>",
        3,
        5,
        "another size than 4",
    );
    stops(
        "%B = alloca : memref<i32x4,local>\n%y = load %B[%n] : i32",
        0,
        6,
        "nothing was written",
    );
    stops(
        "%B = alloca : memref<i32x4,local>\nstore %x, %B[%z]\nlifetime_stop %B\nstore %x, %B[%z]",
        0,
        8,
        "after `lifetime_stop`",
    );
    stops("%y = arith.div %n, %n : index", 0, 5, "divided by zero");
    stops(
        "for %i=%z,%c4,%n {\nstore %x, %A[%z]\n}",
        0,
        5,
        "the step of a loop is positive",
    );
}

#[test]
fn races_stop() {
    let foreach = |body: &str| {
        format!(
            "func @f(%A: memref<i64x8>) {{\n%z = constant 0 : index\n%n = constant 4 : index\n%one = constant 1 : i64\nforeach (%i)=(%z),(%n) {{\n%v = cast %i : i64\n{body}\n}}\n}}"
        )
    };
    let given = [("A", integers(&[0; 8]))];
    let one = foreach("store %v, %A[%z]");
    stops(&one, &[], &given, 7, "race: work-item 1");
    let update = foreach("%0 = load %A[%z] : i64\n%1 = arith.add %0, %one : i64\nstore %1, %A[%z]");
    stops(
        &update,
        &[],
        &given,
        7,
        "race: work-item 1 reads an element that work-item 0 writes",
    );
    // The same value, atomic updates, and elements of their own are none.
    for body in [
        "store %one, %A[%z]",
        "store.atomic_add %one, %A[%z]",
        "store %v, %A[%i]",
    ] {
        drop(run(&foreach(body), &given));
    }
    let groups = "func @f(%A: memref<i64x8>) {\n%g = builtin.group_id : index\n%v = cast %g : i64\n%z = constant 0 : index\nstore %v, %A[%z]\n}";
    stops(groups, &[("groups", "2")], &given, 5, "race: work-group 1");
}

#[test]
fn barriers_order_work_items() {
    let text = |barrier: &str| {
        format!(
            "func @f(%A: memref<i32x16>) {{
                %B = alloca : memref<i32x16,local>
                %last = constant 15 : i32
                parallel {{
                    %l = builtin.subgroup_local_id : i32
                    %i = cast %l : index
                    store %l, %B[%i]
                    {barrier}
                    %r = arith.sub %last, %l : i32
                    %j = cast %r : index
                    %v = load %B[%j] : i32
                    store %v, %A[%i]
                }}
            }}"
        )
    };
    let reversed: Vec<i128> = (0..16).rev().collect();
    check(&text("barrier.local"), &[], "A", integers(&reversed));
    stops(&text(""), &[], &[], 11, "race");
    stops(&text("barrier.global"), &[], &[], 11, "race");
}

#[test]
fn what_needs_all_work_items_demands_them() {
    let text = "func @f() {
        parallel {
            %l = builtin.subgroup_local_id : i32
            %z = constant 0 : i32
            %c = cmp.eq %l, %z : bool
            if %c {
                %s = subgroup_add.reduce %l : i32
            }
        }
    }";
    stops(text, &[], &[], 7, "all work-items of a subgroup");
    let broadcast = "func @f() {
        parallel {
            %l = builtin.subgroup_local_id : i32
            %s = subgroup_broadcast %l, %l : i32
        }
    }";
    stops(broadcast, &[], &[], 4, "differs between the work-items");
}

#[test]
fn the_entry_is_chosen_among_several() {
    let text = "func @f(%A: memref<i32>) {\n%0 = constant 1 : i32\nstore %0, %A[]\n}\nfunc @g(%A: memref<i32>) {\n%0 = constant 2 : i32\nstore %0, %A[]\n}";
    stops(text, &[], &[], 0, "`f` or `g`");
    let dump = run_with(text, &[("entry", "g")], &[]).expect("runs");
    assert_eq!(dump, [("A".to_owned(), integers(&[2]))]);
    stops(text, &[("entry", "h")], &[], 0, "no function `@h`");
}

#[test]
fn missing_arguments_are_named() {
    let text = "func @f(%a: f32,\n%A: memref<f32x?>) {\n%0 = arith.add %a, %a : f32\n}";
    stops(text, &[], &[], 1, "`%a` is not given");
    stops(
        text,
        &[],
        &[("a", Data::Integer(1))],
        2,
        "`%A` is not given",
    );
    let document = Document::new(text, &Options::default());
    let mut machine = Machine::new(&document).expect("one function");
    let mut refused = |name: &str, data, part: &str| {
        let message = machine
            .load(&[(name.to_owned(), data)])
            .expect_err("it does not fit");
        assert!(message.to_string().contains(part), "{message}");
    };
    refused("b", Data::Integer(1), "no parameter `%b`");
    refused("a", Data::Truth(true), "true is not a number");
    refused("A", Data::Integer(1), "a list of numbers");
}

#[test]
fn hostile_sizes_are_refused() {
    let matrix =
        "func @f() {\nparallel {\n%m = constant 1.0 : coopmatrix<f32x100000x100000,matrix_a>\n}\n}";
    stops(matrix, &[], &[], 3, "at most 65536 components");
    let memory = "func @f() {\n%m = alloca : memref<f64x1000000000,local>\n}";
    stops(memory, &[], &[], 2, "bytes of memory");
    let text = "func @f(%A: memref<f32x?x?,strided<1,?>>) {\n%0 = size %A[0] : index\n}";
    let document = Document::new(text, &Options::default());
    let mut machine = Machine::new(&document).expect("one function");
    for numbers in [
        [i128::from(i64::MIN), 2],
        [-1, 2],
        [i128::from(i64::MAX); 2],
        [3, 3],
    ] {
        let shaped = Data::Fields(vec![
            ("data".to_owned(), floats(&[0.0; 4])),
            ("shape".to_owned(), integers(&numbers)),
        ]);
        let loaded = machine.load(&[("A".to_owned(), shaped)]);
        assert!(loaded.is_err(), "{numbers:?}");
    }
}

#[test]
fn a_region_that_is_entered_is_a_frame() {
    let text = "func @f(%n: index) {
        %z = constant 0 : index
        for %i=%z,%n {
            %c = cmp.eq %i, %z : bool
            if %c {
                %x = arith.add %i, %n : index
            }
        }
    }";
    let document = Document::new(text, &Options::default());
    let mut machine = Machine::new(&document).expect("one function");
    let given = [("n".to_owned(), Data::Integer(2))];
    machine.load(&given).expect("a number");
    for _ in 0..4 {
        machine.step().expect("a step");
    }
    let frames = machine.frames(0);
    let found: Vec<_> = frames
        .iter()
        .map(|frame| (frame.name.as_str(), frame.place.line + 1))
        .collect();
    assert_eq!(found, [("if", 6), ("for", 5), ("@f", 3)]);
    assert_eq!(machine.depth(), frames.len());
    let named = |frame: usize| {
        let nearest = machine.groups(0, frame)[0];
        let parts = machine.parts(nearest, 0..9).into_iter();
        let parts = parts.map(|part| machine.describe(part));
        let parts = parts.map(|part| format!("{}={}", part.name, part.value));
        parts.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(named(1), "%i=0 %c=true");
    assert_eq!(named(2), "%z=0");
}

/// A machine that has executed `steps` instructions.
fn machine_after(text: &str, given: &[(&str, Data)], steps: usize) -> Machine {
    let document = Document::new(text, &Options::default());
    let mut machine = Machine::new(&document).expect("a function");
    let given = given.iter();
    let given: Fields = given
        .map(|(name, data)| ((*name).to_owned(), data.clone()))
        .collect();
    machine.load(&given).expect("fitting arguments");
    for _ in 0..steps {
        machine.step().expect("a run");
    }
    machine
}

#[test]
fn memrefs_and_matrices_are_rows_of_numbers() {
    let text = "func @f(%a: f32, %A: memref<f32x2x3>, %v: memref<c32x17>, %t: memref<i8x1x2x2>, %u: memref<f32x4>, %g: group<memref<i16>x?>) {
        %tmp = alloca : memref<f32x2x2,local>
        %z = constant 0.0 : f32
        %s = subview %A[0:2,1:2] : memref<f32x2x2>
        axpby.n %a, %s, %z, %tmp
        parallel {
            %m = constant 2.0 : coopmatrix<f32x2x3,matrix_acc>
        }
    }";
    let complex: Vec<Data> = (0..17)
        .map(|it| floats(&[3.0 * f64::from(it), 4.0 * f64::from(it)]))
        .collect();
    let given = [
        ("a", Data::Number(2.0)),
        ("A", floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
        ("v", Data::List(complex)),
        ("t", integers(&[1, 2, 3, 4])),
        ("g", Data::List(vec![integers(&[7]), integers(&[8])])),
    ];
    let shown = |machine: &Machine| -> Vec<String> {
        let grids = machine.grids().into_iter();
        let shown = grids.map(|grid| {
            let rows = grid
                .rows
                .iter()
                .map(|row| format!("{} {:?}", row.name, row.values));
            let rows: Vec<String> = rows.collect();
            format!(
                "{} {}x{}: {}",
                grid.name,
                grid.rows_total,
                grid.columns,
                rows.join("; ")
            )
        });
        shown.collect()
    };
    let arguments = [
        "%A 2x3: 0 [1.0, 3.0, 5.0]; 1 [2.0, 4.0, 6.0]".to_owned(),
        format!(
            "%v 2x16: 0 {:?}; 16 [80.0, {}]",
            (0..16).map(|it| 5.0 * f64::from(it)).collect::<Vec<_>>(),
            ["NaN"; 15].join(", ")
        ),
        "%t 2x2: 0,:,0 [1.0, 2.0]; 0,:,1 [3.0, 4.0]".to_owned(),
        "%g[0] 1x1: 0 [7.0]".to_owned(),
        "%g[1] 1x1: 0 [8.0]".to_owned(),
    ];
    // What has no values yet is not shown.
    assert_eq!(shown(&machine_after(text, &given, 1)), arguments);
    let with = |more: &[&str]| -> Vec<String> {
        more.iter()
            .map(|it| (*it).to_owned())
            .chain(arguments.clone())
            .collect()
    };
    let view = "%s 2x2: 0 [3.0, 5.0]; 1 [4.0, 6.0]";
    let local = "%tmp 2x2: 0 [6.0, 10.0]; 1 [8.0, 12.0]";
    assert_eq!(shown(&machine_after(text, &given, 4)), with(&[local, view]));
    let matrix = "%m 2x3: 0 [2.0, 2.0, 2.0]; 1 [2.0, 2.0, 2.0]";
    let inside = machine_after(text, &given, 6);
    // The end of the region is the end of the run, after which the local memory of the function can still be inspected.
    assert_eq!(
        (inside.line(), shown(&inside)),
        (None, with(&[local, view]))
    );
    assert!(
        inside
            .state()
            .iter()
            .any(|it| it.parts.iter().any(|it| it.name == "%tmp"))
    );
    let text = text.replace("matrix_acc>\n", "matrix_acc>\n            barrier\n");
    let inside = machine_after(&text, &given, 6);
    assert_eq!(shown(&inside)[1..], with(&[local, view]));
    assert_eq!(shown(&inside)[0], matrix);
}

#[test]
fn grids_are_bounded() {
    let text = "func @f(%A: memref<i8x1100x1100>) { }";
    let machine = machine_after(text, &[("A", integers(&vec![1; 1100 * 1100]))], 0);
    let grids = machine.grids();
    assert_eq!((grids[0].rows_total, grids[0].columns), (1100, 1024));
    assert_eq!(grids[0].rows.len(), 256);
}

#[test]
fn values_stand_beside_the_lines_that_computed_them() {
    let text = "func @f(%a: f32, %A: memref<f32x2x3>) {
        %n = constant 2 : index
        %0 = constant 0 : index
        %tmp = alloca : memref<f32x4,local>
        for %i=%0,%n {
            %v = load %A[%i,%i] : f32
            store %v, %tmp[%i]
            %last = arith.neg %v : f32
        }
        axpby.n %a, %A, %a, %A
        parallel {
            %id = builtin.subgroup_local_id : i32
            %m = constant 2.0 : coopmatrix<f32x2x3,matrix_acc>
            barrier
        }
    }";
    let given = [
        ("a", Data::Number(0.5)),
        ("A", floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
    ];
    let beside = |steps| machine_after(text, &given, steps).beside();
    let expected = |texts: &[(u32, &str)]| -> Vec<(u32, String)> {
        texts
            .iter()
            .map(|(line, text)| (*line, (*text).to_owned()))
            .collect()
    };
    let constants = [(1, "%n = 2"), (2, "%0 = 0"), (3, "%tmp = ? × 4")];
    assert_eq!(beside(3), expected(&constants));
    // In the second iteration, after the store.
    let inside = [
        (1, "%n = 2"),
        (2, "%0 = 0"),
        (3, "%tmp = 1 4 ? ?"),
        (4, "%i = 1"),
        (5, "%v = 4"),
        (6, "%tmp = 1 4 ? ?"),
    ];
    assert_eq!(beside(9), expected(&inside));
    let after = [
        (1, "%n = 2"),
        (2, "%0 = 0"),
        (3, "%tmp = 1 4 ? ?"),
        (9, "%A = 2x3: 1 2 3 4 5 6"),
    ];
    assert_eq!(beside(11), expected(&after));
    let items = beside(14);
    let ids = items
        .iter()
        .find(|(line, _)| *line == 11)
        .expect("the line");
    assert_eq!(ids.1, "%id = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    let matrix = items
        .iter()
        .find(|(line, _)| *line == 12)
        .expect("the line");
    assert_eq!(matrix.1, "%m = 2x3: 2 × 6");
}

#[test]
fn arrays_are_set_and_read_by_index() {
    let text = "func @f(%A: memref<f32x2x?,strided<2,?>>, %g: group<memref<i8x2>x?, offset: 1>, %c: c32, %t: bool, %n: memref<f32x2>) {
        %i = constant 0 : index
        %0 = load %g[%i] : memref<i8x2>
        %1 = load %0[%i] : i8
        %2 = cast %1 : f32
        axpby.n %2, %A, %2, %A
        foreach (%j) = (%i),(%i) { %3 = arith.abs %c : f32 store %3, %n[%i] if %t { store %3, %n[%i] } }
    }";
    let document = Document::new(text, &Options::default());
    let errors = document.findings(&|| false);
    assert!(
        errors.iter().all(|it| !it.diagnostic.is_error()),
        "{errors:#?}"
    );
    let mut machine = Machine::new(&document).expect("a function");
    let names: Vec<&str> = machine.parameters().map(|(name, _)| name).collect();
    assert_eq!(names, ["A", "g", "c", "t", "n"]);
    let number = |it: f64| Some(Number::Float(it));
    let array = |shape: &[i64], numbers: &[Option<Number>]| Array {
        shape: shape.to_vec(),
        numbers: numbers.to_vec(),
    };
    let matrix = array(
        &[2, 2],
        &[number(1.0), number(2.0), number(3.0), number(0.1)],
    );
    let integers = |first, second| {
        array(
            &[2],
            &[Some(Number::Integer(first)), Some(Number::Integer(second))],
        )
    };
    assert_eq!(machine.argument("A"), None);
    machine
        .set("A", &Argument::Memref(matrix))
        .expect("it fits");
    let group = vec![integers(2, 5), integers(7, 8)];
    machine
        .set("g", &Argument::Group(group.clone()))
        .expect("it fits");
    machine
        .set("c", &Argument::Number(Number::Integer(3)))
        .expect("it fits");
    machine
        .set("t", &Argument::Number(Number::Boolean(true)))
        .expect("it fits");
    let refused = |machine: &mut Machine, name: &str, argument: Argument, expected: &str| {
        let said = machine.set(name, &argument).expect_err(name).to_string();
        assert!(said.contains(expected), "{said}");
    };
    let wide = array(&[3, 1], &[number(1.0); 3]);
    refused(
        &mut machine,
        "A",
        Argument::Memref(wide),
        "an array of 3x1 is another shape",
    );
    let flat = array(&[2], &[number(1.0); 2]);
    refused(
        &mut machine,
        "A",
        Argument::Memref(flat),
        "an array of 2 is another shape",
    );
    let short = array(&[2, 2], &[number(1.0); 3]);
    refused(&mut machine, "A", Argument::Memref(short), "not a memory");
    let endless = array(&[2, i64::MAX], &[]);
    refused(&mut machine, "A", Argument::Memref(endless), "not a memory");
    refused(
        &mut machine,
        "g",
        Argument::Group(vec![integers(200, 0)]),
        "not an integer of `i8`",
    );
    refused(
        &mut machine,
        "A",
        Argument::Number(Number::Integer(1)),
        "it is an array",
    );
    refused(
        &mut machine,
        "x",
        Argument::Number(Number::Integer(1)),
        "no parameter `%x`",
    );
    refused(
        &mut machine,
        "t",
        Argument::Number(Number::Integer(1)),
        "`true` or `false`",
    );
    while machine.line().is_some() {
        machine.step().expect("a run");
    }
    // A is 2 A + 2 A. Elements that were neither given nor written have no values.
    let tenth = f64::from(0.1_f32) * 4.0;
    let expected = array(
        &[2, 2],
        &[number(4.0), number(8.0), number(12.0), number(tenth)],
    );
    assert_eq!(machine.argument("A"), Some(Argument::Memref(expected)));
    assert_eq!(machine.argument("g"), Some(Argument::Group(group)));
    assert_eq!(
        machine.argument("c"),
        Some(Argument::Number(Number::Complex(3.0, 0.0)))
    );
    assert_eq!(
        machine.argument("n"),
        Some(Argument::Memref(array(&[2], &[None, None])))
    );
}
