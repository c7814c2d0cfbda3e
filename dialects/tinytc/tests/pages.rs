//! Pages, and the operands of the instruction that is typed.

use expect_test::{Expect, expect};
use mnc2_text::interface::{Complete as _, Page as _, Settings as _};
use mnc2_text::{Catalogue, Language, Position};
use mnc2_tinytc::{ABOUT, CATALOGUE, Document, LANGUAGE, Options};

#[test]
fn every_entry_has_a_page_in_each_language() {
    static CATALOGUES: &[&Catalogue] = &[&CATALOGUE];
    mnc2_text::language::install(CATALOGUES);
    let entries = LANGUAGE.entries();
    assert!(entries.len() > 150, "{}", entries.len());
    let mut names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    for entry in &entries {
        for language in Language::ALL {
            let page = Options::default().explain(&entry.name, language);
            assert!(page.is_some_and(|page| page.len() > 30), "{}", entry.name);
            assert!(!entry.title.say(language).is_empty());
        }
    }
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "each name once");
    assert_eq!(
        Options::default().explain("nothing", Language::English),
        None
    );
    assert_eq!(ABOUT.versions, ["0.4", Options::default().version()]);
}

fn check(query: &str, expected: &Expect) {
    let page = Options::default().explain(query, Language::English);
    expected.assert_eq(&page.expect("a page"));
}

#[test]
fn pages_say_what_the_specification_says() {
    check(
        "gemm",
        &expect![[r#"
        ```tinytc
        gemm.t|.n.t|.n[.atomic] %alpha, %A, %B, %beta, %C
        ```

        Multiplies two matrices.

        C := α op₁(A) op₂(B) + β C

        collective instruction; section GEMM of the specification, version 2025-02"#]],
    );
    check(
        "work_group_size",
        &expect![[r#"
        ```tinytc
        work_group_size=[rows, columns]
        ```

        the work-items of a work-group of the function; the first size is a multiple of the subgroup size

        attribute of the specification, version 2025-02"#]],
    );
    check(
        "i32",
        &expect![[r#"
        ```tinytc
        i32
        ```

        scalar type of 4 bytes; promotable to i64, index, f64, c64"#]],
    );
    check(
        "memref",
        &expect![[r#"
        ```tinytc
        memref<element x size .., strided<stride, ..>, local|global>
        ```

        a view on memory: the type of its elements, a size and a stride for each mode, and the address space; `?` is known at run time only

        type of the specification, version 2025-02"#]],
    );
    check(
        "TC0104",
        &expect![[r#"
        TC0104 (error) — number out of range

        Integers are between -2^63+1 and 2^63-1, floating point constants in the range of double precision

        https://github.com/mnc2/mnc2/blob/main/docs/languages/tinytc.md#tc0104"#]],
    );
}

fn check_signature(statement: &str, expected: &Expect) {
    let head = "func @f(%a: f32, %A: memref<f32x4x8>) {\n";
    let byte = statement.find('$').expect("a mark") as u32;
    let text = format!("{head}{}\n}}\n", statement.replace('$', ""));
    let document = Document::new(&text, &Options::default());
    let found = document.signature(Position { line: 1, byte }, Language::English);
    let text = found.map(|found| {
        let parameters: Vec<String> = found
            .parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| {
                let range = parameter.label.start as usize..parameter.label.end as usize;
                let mark = if found.active == Some(index as u32) {
                    ">"
                } else {
                    ""
                };
                format!("{mark}{}: {}", &found.label[range], parameter.documentation)
            })
            .collect();
        format!("{}\n{}", found.label, parameters.join("\n"))
    });
    expected.assert_eq(&text.unwrap_or_default());
}

#[test]
fn signatures_show_the_operand_that_is_typed() {
    check_signature(
        "gemm.n.t %a, $",
        &expect![[r#"
        gemm.t|.n.t|.n[.atomic] %alpha, %A, %B, %beta, %C
        %alpha: a scalar
        >%A: a memref
        %B: a memref
        %beta: a scalar
        %C: a memref"#]],
    );
    check_signature(
        "%x = load %A[$",
        &expect![[r#"
        load %A[%i, ..] : type
        %A: a memref
        >%i: an index"#]],
    );
    check_signature(
        "%x = load %A[%i, %$",
        &expect![[r#"
        load %A[%i, ..] : type
        %A: a memref
        >%i: an index"#]],
    );
    check_signature(
        "store %a, %$",
        &expect![[r#"
        store[.atomic|.atomic_add] %a, %A[%i, ..]
        %a: a value
        >%A: a memref
        %i: an index"#]],
    );
    check_signature(
        "cumsum %a, %A, $",
        &expect![[r#"
        cumsum[.atomic] %alpha, %A, mode, %beta, %B
        %alpha: a scalar
        %A: a memref
        >mode: a mode, counted from 0
        %beta: a scalar
        %B: a memref"#]],
    );
    check_signature(
        "%x = constant $",
        &expect![[r#"
        constant constant : type
        >constant: a constant"#]],
    );
    check_signature(
        "%x = arith.add %a, %a : $",
        &expect![[r#"
        arith.add %a, %b : type
        %a: a value
        %b: a value"#]],
    );
    check_signature(
        "for %i = %a, $",
        &expect![[r#"
        for %i[: type] = %from, %to[, %step] [init(%x = %a, ..) -> (type, ..)] { .. } {attributes}
        %i: a value
        %from: a value
        >%to: a value
        %step: a value
        %x: a value
        %a: a value"#]],
    );
    check_signature(
        "%x = subview %A[0:$",
        &expect![[r#"
            subview %A[offset:size, ..] : memref-type
            %A: a memref
            offset: an integer or a value
            >size: an integer or a value"#]],
    );
    check_signature(
        "%x = expand %A[0->$",
        &expect![[r#"
        expand %A[mode -> n x n ..] : memref-type
        %A: a memref
        mode: a mode, counted from 0
        >n: an integer or a value
        n: an integer or a value"#]],
    );
    check_signature(
        "ger %a, $",
        &expect![[r#"
        ger[.atomic] %alpha, %a, %b, %beta, %C
        %alpha: a scalar
        >%a: a memref
        %b: a memref
        %beta: a scalar
        %C: a memref"#]],
    );
    check_signature("a$", &expect![]);
}
