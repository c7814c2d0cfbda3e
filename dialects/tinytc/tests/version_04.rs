//! Version 0.4: what it has in addition, how it is recognised, and what becomes of a text of the other version.

use mnc2_text::interface::{Machine as _, Text as _};
use mnc2_text::{Data, Fields};
use mnc2_tinytc::source::Source;
use mnc2_tinytc::version::Version;
use mnc2_tinytc::{Document, Finding, Machine, Options, translate};

/// More instructions than any run here needs.
const STEPS_MAX: u64 = 100_000;

fn options(version: Option<Version>) -> Options {
    Options {
        version,
        ..Options::default()
    }
}

fn errors(text: &str, version: Option<Version>) -> Vec<Finding> {
    let found = Document::new(text, &options(version)).findings(&|| false);
    let errors = found.iter().filter(|it| it.diagnostic.is_error());
    errors.collect()
}

fn floats(numbers: impl IntoIterator<Item = f64>) -> Data {
    Data::List(numbers.into_iter().map(Data::Number).collect())
}

fn integers(numbers: impl IntoIterator<Item = i128>) -> Data {
    Data::List(numbers.into_iter().map(Data::Integer).collect())
}

/// What a function of 0.4 makes of its arguments.
fn run(text: &str, given: &[(&str, Data)]) -> Fields {
    let document = Document::new(text, &options(None));
    assert_eq!(document.source().version(), Version::Release04, "{text}");
    assert!(
        errors(text, None).is_empty(),
        "{:#?}\n{text}",
        errors(text, None)
    );
    let given: Fields = (given.iter())
        .map(|(name, data)| ((*name).to_owned(), data.clone()))
        .collect();
    let mut machine = Machine::new(&document).expect("a machine");
    machine.load(&given).expect("fitting arguments");
    for _ in 0..STEPS_MAX {
        if machine.line().is_none() {
            return machine.dump(&given, 1 << 20).expect("few numbers");
        }
        machine
            .step()
            .unwrap_or_else(|trouble| panic!("{trouble:?}\n{text}"));
    }
    panic!("the run does not end:\n{text}");
}

/// The values of an argument after a run.
fn check(text: &str, given: &[(&str, Data)], name: &str, expected: &Data) {
    let dump = run(text, given);
    let found = dump.iter().find(|(field, _)| field == name);
    assert_eq!(found.map(|(_, data)| data), Some(expected), "{text}");
}

#[test]
fn tiles_cover_the_range_once() {
    let text = "func @f(%A: memref<f32x20x3>, %B: memref<f32x20x3>, %n: memref<i32>) attributes{subgroup_size=16, work_group_size=[32,2]} {
      %z = constant 0 : index
      %m = size %A[0] : index
      %k = size %A[1] : index
      foreach_tile (%i,%j)=(%z,%z),(%m,%k) as (%h,%w)<=(16,2) {
        %t = cooperative_matrix_load.both_checked %A[%i,%j] : coopmatrix<f32x16x2,matrix_acc>
        cooperative_matrix_store.both_checked %t, %B[%i,%j]
        %lane = subgroup_local_id : i32
        %lane_index = cast %lane : index
        %in = less_than %lane_index, %h : bool
        if %in {
          %columns = cast %w : i32
          %before = atomic_add %columns, %n[] : i32
        }
      }
    }";
    let numbers = (0..60).map(f64::from);
    let given = [("A", floats(numbers.clone())), ("n", integers([0]))];
    check(text, &given, "B", &floats(numbers));
    check(text, &given, "n", &integers([60]));
}

/// The layout of the documentation: a matrix of 4 rows and 15 columns in a subgroup of 16.
#[test]
fn components_are_distributed_by_columns() {
    let text = "func @f(%A: memref<f32x4x15>, %B: memref<f32x16>, %C: memref<f32x4x15>) attributes{subgroup_size=16} {
      parallel {
        %z = constant 0 : index
        %t = cooperative_matrix_load %A[%z,%z] : coopmatrix<f32x4x15,matrix_acc>
        %y = cooperative_matrix_extract %t[3] : f32
        %lane = subgroup_local_id : i32
        %p = cast %lane : index
        store %y, %B[%p]
        %ten = constant 10.0 : f32
        %u = cooperative_matrix_insert %ten, %t[1] : coopmatrix<f32x4x15,matrix_acc>
        cooperative_matrix_store %u, %C[%z,%z]
      }
    }";
    let given = [("A", floats((0..60).map(f64::from)))];
    // The fourth component of work-item p is in row p % 4 and column p / 4 + 12; column 15 is none.
    let fourth = (0..16).map(|p| if p < 12 { f64::from(48 + p) } else { 0.0 });
    check(text, &given, "B", &floats(fourth));
    let inserted = (0..60).map(|at| {
        if (16..32).contains(&at) {
            10.0
        } else {
            f64::from(at)
        }
    });
    check(text, &given, "C", &floats(inserted));
}

#[test]
fn a_region_is_applied_to_each_component() {
    let text = "func @f(%A: memref<i32x16x3>, %B: memref<i32x16x3>) attributes{subgroup_size=16} {
      parallel {
        %z = constant 0 : index
        %t = cooperative_matrix_load %A[%z,%z] : coopmatrix<i32x16x3,matrix_acc>
        %u = cooperative_matrix_apply (%i,%j,%v)=%t -> coopmatrix<i32x16x3,matrix_acc> {
          %upper = less_than_equal %i, %j : bool
          %w = if %upper -> (i32) {
            %x = mul %v, %v : i32
            yield (%x)
          } else {
            %x = sub %i, %j : i32
            yield (%x)
          }
          yield (%w)
        }
        cooperative_matrix_store %u, %B[%z,%z]
      }
    }";
    let given = [("A", integers(0..48))];
    let expected = (0..48).map(|at| {
        let (row, column) = (at % 16, at / 16);
        if row <= column { at * at } else { row - column }
    });
    check(text, &given, "B", &integers(expected));
}

#[test]
fn reductions_and_constructed_matrices() {
    let text = "func @f(%A: memref<f32x16x4>, %r: memref<f32x16x1>, %c: memref<f32x1x4>, %s: memref<f32x16x1>) attributes{subgroup_size=16} {
      parallel {
        %z = constant 0 : index
        %t = cooperative_matrix_load %A[%z,%z] : coopmatrix<f32x16x4,matrix_acc>
        %sum = cooperative_matrix_reduce_add.row %t : coopmatrix<f32x16x1,matrix_acc>
        %max = cooperative_matrix_reduce_max.column %t : coopmatrix<f32x1x4,matrix_acc>
        cooperative_matrix_store %sum, %r[%z,%z]
        cooperative_matrix_store %max, %c[%z,%z]
        %half = constant 0.5 : f32
        %h = cooperative_matrix_construct %half : coopmatrix<f32x16x1,matrix_acc>
        %least = min %sum, %h : coopmatrix<f32x16x1,matrix_acc>
        cooperative_matrix_store %least, %s[%z,%z]
      }
    }";
    let given = [("A", floats((0..64).map(|at| f64::from(at) - 50.0)))];
    let sums: Vec<f64> = (0..16).map(|row| f64::from(4 * row + 96 - 200)).collect();
    check(text, &given, "r", &floats(sums.clone()));
    check(text, &given, "c", &floats([-35.0, -19.0, -3.0, 13.0]));
    check(
        text,
        &given,
        "s",
        &floats(sums.into_iter().map(|sum| sum.min(0.5))),
    );
}

#[test]
fn atomics_return_what_was_there() {
    let text = "func @f(%n: memref<i32>, %m: memref<i32x16>, %M: memref<i32x16x1>) attributes{subgroup_size=16} {
      parallel {
        %lane = subgroup_local_id : i32
        %p = cast %lane : index
        %one = constant 1 : i32
        %z = constant 0 : index
        %before = atomic_add.device.relaxed %one, %n[] : i32
        store %before, %m[%p]
        %most = atomic_max.subgroup.release %lane, %n[] : i32
        %t = cooperative_matrix_construct %one : coopmatrix<i32x16x1,matrix_acc>
        %o = cooperative_matrix_atomic_add %t, %M[%z,%z] : coopmatrix<i32x16x1,matrix_acc>
        cooperative_matrix_atomic_store %o, %M[%z,%z]
      }
    }";
    let given = [("n", integers([3])), ("M", integers(0..16))];
    check(text, &given, "n", &integers([19]));
    check(text, &given, "m", &integers(3..19));
}

#[test]
fn definitions_stand_for_constants_types_and_attributes() {
    let text = "$n = 4
$half = !calc($n 2 / 1 + 1 -)
$vector = memref<f32x$n>
$sizes = {subgroup_size=16}
func @f(%x: $vector, %y: memref<f32x$half>) attributes $sizes {
  $factor = 2.0
  %a = constant $factor : f32
  %z = constant 0.0 : f32
  %v = subview %x[0:$half] : memref<f32x$half>
  axpby %a, %v, %z, %y
}
";
    let given = [("x", floats([1.0, 2.0, 3.0, 4.0]))];
    check(text, &given, "y", &floats([2.0, 4.0]));
    let wrong = text.replace("constant $factor", "constant $factr");
    let found = errors(&wrong, None);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].diagnostic.code.id(), "TC0201");
    assert_eq!(errors(&text.replace("1 + 1 -)", "0 /)"), None).len(), 1);
}

const OLDER: &str = "func @f(%a: f32, %A: memref<f32x4x4>, %n: i32) {
  %g = builtin.group_id : index
  %x = arith.add %a, %a : f32
  %less = cmp.lt %x, %a : bool
  %one = constant 1.0 : f32
  gemm.n.t.atomic %a, %A, %A, %one, %A
  for %i:i32 = %n,%n {
  } {unroll=true}
  foreach (%k) = (%g),(%g) {
    store.atomic %x, %A[%k,%k]
  }
  parallel {
    %s = builtin.subgroup_id : i32
    %t = cooperative_matrix_load.n %A[%g,%g] : coopmatrix<f32x16x4,matrix_acc>
    cooperative_matrix_store %t, %A[%g,%g]
    %u = subgroup_add.reduce %x : f32
  }
}
";

const NEWER: &str = "func @f(%a: f32, %A: memref<f32x4x4>, %n: i32) {
  %g = group_id.x : index
  %x = add %a, %a : f32
  %less = less_than %x, %a : bool
  %one = constant 1.0 : f32
  gemm.atomic.n.t %a, %A, %A, %one, %A
  for %i = %n,%n {
  } attributes{unroll=true}
  foreach (%k) = (%g),(%g) {
    atomic_store %x, %A[%k,%k]
  }
  parallel {
    %s = subgroup_linear_id : i32
    %t = cooperative_matrix_load.n %A[%g,%g] : coopmatrix<f32x16x4,matrix_acc>
    cooperative_matrix_store %t, %A[%g,%g]
    %u = subgroup_reduce_add %x : f32
  }
}
";

fn translated(text: &str, to: Version) -> Option<String> {
    let source = Source::new(text, None);
    assert_eq!(source.version(), to.other());
    let mut new = text.to_owned();
    for change in translate::edits(&source, to)?.into_iter().rev() {
        new.replace_range(change.range, &change.text);
    }
    Some(new)
}

#[test]
fn a_text_is_translated_where_that_is_exact() {
    assert_eq!(
        translated(OLDER, Version::Release04).as_deref(),
        Some(NEWER)
    );
    assert_eq!(
        translated(NEWER, Version::February2025).as_deref(),
        Some(OLDER)
    );
    let bare = NEWER
        .replace("gemm.atomic.n.t", "gemm")
        .replace("load.n", "load");
    let older = translated(&bare, Version::February2025).expect("exact");
    assert!(
        older.contains("gemm.n.n %a") && older.contains("load.n %A"),
        "{older}"
    );
    for (newer, only) in [
        ("group_id.x", "group_id.y"),
        ("add %a, %a : f32", "sin %a : f32"),
        ("unroll=true", "unroll=4"),
        ("subgroup_linear_id", "num_subgroups.x"),
        ("cooperative_matrix_store", "cooperative_matrix_store.t"),
    ] {
        let text = NEWER.replace(newer, only);
        assert_ne!(text, NEWER);
        assert_eq!(translated(&text, Version::February2025), None, "{only}");
    }
    let total = OLDER.replace("builtin.subgroup_id", "builtin.num_subgroups");
    assert_eq!(translated(&total, Version::Release04), None);
}

#[test]
fn a_mismatch_is_one_finding() {
    for (text, written) in [(OLDER, Version::February2025), (NEWER, Version::Release04)] {
        assert!(errors(text, None).is_empty(), "{:#?}", errors(text, None));
        assert!(errors(text, Some(written)).is_empty());
        let read = written.other();
        let stated = format!("; mnc2: language=tinytc version={}\n{text}", read.name());
        let found = errors(&stated, Some(read));
        assert_eq!(found.len(), 1, "{found:#?}");
        let fixes = &found[0].diagnostic.fixes;
        let titles: Vec<String> = fixes.iter().map(|fix| fix.title.to_string()).collect();
        let expected = [
            format!("this file is tinytc {}", written.name()),
            format!("write the words of version {}", read.name()),
        ];
        assert_eq!(titles, expected);
        let apply = |fix| mnc2_text::fix::apply(&stated, [(found[0].line, fix)]).0;
        assert_eq!(
            apply(&fixes[0]),
            stated.replacen(read.name(), written.name(), 1)
        );
        let words = apply(&fixes[1]);
        assert!(errors(&words, Some(read)).is_empty(), "{words}");
    }
}

#[test]
fn the_version_is_stated_where_it_can_be() {
    // One word of the other version among many.
    let text = NEWER.replace("%s = subgroup_linear_id", "%s = builtin.subgroup_id");
    let found = errors(&text, None);
    assert_eq!(found.len(), 1, "{found:#?}");
    // Chosen in a project, the version is not in the text.
    let found = errors(NEWER, Some(Version::February2025));
    let notes: Vec<String> = found[0]
        .diagnostic
        .notes
        .iter()
        .map(|it| it.message.to_string())
        .collect();
    assert!(
        notes.iter().any(|note| note.contains("tinytc@0.4")),
        "{notes:?}"
    );
}

#[test]
fn an_edit_can_change_the_version() {
    let mut document = Document::new(
        "func @f(%a: f32) {\n  %x = arith.neg %a : f32\n}\n",
        &options(None),
    );
    assert_eq!(document.source().version(), Version::February2025);
    document.edit(26..35, "neg");
    assert_eq!(
        document.source().text(),
        "func @f(%a: f32) {\n  %x = neg %a : f32\n}\n"
    );
    assert_eq!(document.source().version(), Version::Release04);
    assert!(
        document
            .findings(&|| false)
            .iter()
            .all(|it| !it.diagnostic.is_error())
    );
}

#[test]
fn the_canonical_text_has_no_defaults() {
    let text = "func @f(%a: f32, %A: memref<f32x4x4>, %n: i32) {
  gemm.atomic.n.n %a,%A,%A,%a,%A
  gemm.n.t %a,%A,%A,%a,%A
  axpby.n %a,%A,%a,%A
  for %i = %n , %n { } attributes { unroll = true }
  foreach_tile (%1,%2)=(%n,%n),(%n,%n) as (%3,%4)<=(16,8) {
    atomic_store.work_group.relaxed %a, %A[%1,%2]
  }
}
";
    let text = text
        .replace("%A[%1,%2]", "%s[]")
        .replace("%n: i32", "%n: i32, %s: memref<f32>");
    let canonical = Document::new(&text, &options(None)).canonical();
    assert_eq!(
        canonical,
        "func @f(%a: f32,
        %A: memref<f32x4x4>,
        %n: i32,
        %s: memref<f32>) {
  gemm.atomic %a, %A, %A, %a, %A
  gemm.n.t %a, %A, %A, %a, %A
  axpby %a, %A, %a, %A
  for %i=%n,%n {
  } attributes{unroll=true}
  foreach_tile (%0,%1)=(%n,%n),(%n,%n) as (%2,%3)<=(16,8) {
    atomic_store %a, %s[]
  }
}
"
    );
}

#[test]
fn a_part_of_a_translation_is_not_offered() {
    // Nothing in the older version is equivalent to the last one, and the first two have words of their own there.
    let text = "func @f() {\n  %0 = group_id.x : index\n  %1 = num_groups.x : index\n  %2 = group_id.y : index\n}\n";
    let stated = format!("; mnc2: language=tinytc version=2025-02\n{text}");
    let found = errors(&stated, Some(Version::February2025));
    assert_eq!(found.len(), 1, "{found:#?}");
    let fixes = found[0].diagnostic.fixes.iter();
    let titles: Vec<String> = fixes.map(|fix| fix.title.to_string()).collect();
    assert_eq!(titles, ["this file is tinytc 0.4"]);
}
