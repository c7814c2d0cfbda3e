//! The canonical text and the layout of lines.

use std::fs;

use expect_test::{Expect, expect};
use mnc2_laws::texts;
use mnc2_text::Change;
use mnc2_text::interface::Text as _;
use mnc2_tinytc::lex::{self, TokenKind};
use mnc2_tinytc::source::Source;
use mnc2_tinytc::{Code, Document, Options};

fn document(text: &str) -> Document {
    Document::new(text, &Options::default())
}

fn laid_out(text: &str) -> String {
    Change::apply_all(&document(text).lines().format(0..u32::MAX, &|| false), text)
}

/// The tokens of a text without comments; the comments without white space at their ends.
fn tokens(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    for token in lex::tokens(text, Source::new(text, None).version()) {
        let part = &text[token.range.start as usize..token.range.end as usize];
        if token.kind == TokenKind::Comment {
            comments.push(part.trim_end());
        } else {
            tokens.push(part);
        }
    }
    (tokens, comments)
}

fn codes(text: &str) -> Vec<String> {
    let findings = document(text).findings(&|| false);
    let mut codes: Vec<String> = findings
        .iter()
        .map(|finding| format!("{:?}", finding.diagnostic.code))
        .collect();
    codes.sort();
    codes
}

/// What holds for every text.
fn check_laws(text: &str) {
    let canonical = document(text).canonical();
    let again = document(&canonical).canonical();
    assert_eq!(canonical, again, "{text}");
    assert_eq!(tokens(text).1, tokens(&canonical).1, "{text}");
    assert_eq!(codes(text), codes(&canonical), "{text}\n{canonical}");
    let layout = laid_out(text);
    assert_eq!(tokens(text), tokens(&layout), "{text}");
    assert_eq!(text.lines().count(), layout.lines().count());
    let again = document(&layout).lines().format(0..u32::MAX, &|| false);
    assert_eq!(again, [], "{layout}");
    assert_eq!(
        document(&canonical).lines().format(0..u32::MAX, &|| false),
        [],
        "{canonical}"
    );
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&document(text).canonical());
    check_laws(text);
}

fn check_layout(text: &str, expected: &Expect) {
    expected.assert_eq(&laid_out(text));
    check_laws(text);
}

const KERNEL: &str = "; A kernel.

  ; Of two lines.

func @kernel( %a :f32, %7: memref< f32 x 4x? , strided<1,4>,global> {stride_gcd=[1 ,2],alignment=16},
 %g: group<memref<f32x4>x? , offset :  ?>) attributes  {work_group_size=[ 16,1 ], subgroup_size=16} { ; what it does
%9=size %7[ 01 ]:index   %z = constant 0 : index

foreach (%i , %j)=( %z,%z ) , (%9,%9){store %a,%7[%i,%j]}
  ; the loop
  %y , %12= for %i =%z , %9,%9 init( %x=%a,%n = %z )->( f32,index ) { %c = cmp.lt %i,%9:bool
     if %c ->() { barrier .local } else { }
     %h = if %c -> (f32) { yield ( %x ) }
       else { ; otherwise
         yield (%a) }
     yield(%h,%n)
  } { unroll = true }
  %l = load %7[ %12,%z ] : f32
  %e = expand %7[0->2 x 2] : memref<f32x2x2x?,strided<1,2,4>>
  %s = subview %7[ 0 :4 , %z:0 ] : memref<f32x4,strided<1>>
  %k = constant [ 1.50,-0.0 ] : c32
  gemm .n.t.atomic %a,%7, ; the factor
     %7,%a, %7
}

func @second() {}
";

#[test]
fn canonical_text_is_that_of_the_compiler() {
    let findings = document(KERNEL).findings(&|| false);
    let is_syntax = |code: Code| matches!(code, Code::Syntax | Code::UnknownWord);
    let syntax: Vec<_> = findings
        .iter()
        .filter(|finding| is_syntax(finding.diagnostic.code))
        .collect();
    assert!(syntax.is_empty(), "{syntax:?}");
    check(
        KERNEL,
        &expect![[r#"
        ; A kernel.

        ; Of two lines.

        func @kernel(%a: f32,
                     %0: memref<f32x4x?> {alignment=16, stride_gcd=[1,2]},
                     %g: group<memref<f32x4>x?, offset: ?>) attributes{subgroup_size=16, work_group_size=[16,1]} { ; what it does
          %1 = size %0[1] : index
          %z = constant 0 : index
          foreach (%i,%j):index=(%z,%z),(%1,%1) {
            store %a, %0[%i,%j]
          }
          ; the loop
          %y,%2 = for %i:index=%z,%1,%1 init(%x=%a,%n=%z) -> (f32,index) {
            %c = cmp.lt %i, %1 : bool
            if %c {
              barrier.local
            }
            %h = if %c -> (f32) {
              yield (%x)
            } else { ; otherwise
              yield (%a)
            }
            yield (%h, %n)
          } {unroll=true}
          %l = load %0[%2,%z] : f32
          %e = expand %0[0->2 x 2] : memref<f32x2x2x?>
          %s = subview %0[0:4,%z] : memref<f32x4>
          %k = constant [1.50,-0.0] : c32
          gemm.n.t.atomic %a, %0, ; the factor
              %0, %a, %0
        }
        func @second() {
        }
    "#]],
    );
}

#[test]
fn lines_keep_their_breaks() {
    check_layout(
        KERNEL,
        &expect![[r#"
        ; A kernel.

        ; Of two lines.

        func @kernel(%a: f32, %7: memref<f32x4x?,strided<1,4>,global> {stride_gcd=[1,2], alignment=16},
                     %g: group<memref<f32x4>x?, offset: ?>) attributes{work_group_size=[16,1], subgroup_size=16} { ; what it does
          %9 = size %7[01] : index %z = constant 0 : index

          foreach (%i,%j)=(%z,%z),(%9,%9) {store %a, %7[%i,%j]}
          ; the loop
          %y,%12 = for %i=%z,%9,%9 init(%x=%a,%n=%z) -> (f32,index) { %c = cmp.lt %i, %9 : bool
            if %c -> () { barrier.local } else { }
            %h = if %c -> (f32) { yield (%x) }
            else { ; otherwise
              yield (%a) }
            yield (%h, %n)
          } {unroll=true}
          %l = load %7[%12,%z] : f32
          %e = expand %7[0->2 x 2] : memref<f32x2x2x?,strided<1,2,4>>
          %s = subview %7[0:4,%z:0] : memref<f32x4,strided<1>>
          %k = constant [1.50,-0.0] : c32
          gemm.n.t.atomic %a, %7, ; the factor
              %7, %a, %7
        }

        func @second() {}
    "#]],
    );
}

#[test]
fn what_cannot_be_read_stays() {
    check(
        "func @a( {  }\nfunc  @b( ) {  }",
        &expect![[r#"
        func @a( {  }
        func @b() {
        }
    "#]],
    );
    check("", &expect![]);
    let text = "; only\r\n\r\n\r\n  ; comments  \r\n";
    let canonical = document(text).canonical();
    assert_eq!(canonical, "; only\r\n\r\n; comments\r\n");
    check_laws(text);
}

#[test]
fn meaning_and_comments_stay() {
    let manifest = env!("CARGO_MANIFEST_DIR");
    let mut files = texts::below(manifest, &["tests/diagnostics"], &[".ir"]);
    assert!(files.len() > 60);
    let folders = ["MNC2_TINYTC_SOURCES", "MNC2_TINYTC_04_SOURCES"];
    let folders = folders.iter().filter_map(|it| texts::sources(it, "test"));
    for folder in folders {
        files.extend(texts::below(&folder.to_string_lossy(), &[""], &[".ir"]));
    }
    for (_, text) in files {
        check_laws(&text);
    }
}

/// Passes that add instructions alone, so that every other line they print is in the canonical text of their input.
const PRINTED: [&str; 2] = ["insert-barrier.ir", "insert-lifetime-stop.ir"];

#[test]
fn lines_are_those_that_the_compiler_prints() {
    check_printed("MNC2_TINYTC_SOURCES", 50);
}

#[test]
fn lines_of_04_are_those_that_the_compiler_prints() {
    check_printed("MNC2_TINYTC_04_SOURCES", 50);
}

/// Compares the lines of files that the compiler prints; they are more than `count_min`.
fn check_printed(variable: &str, count_min: usize) {
    let Some(folder) = texts::sources(variable, "test/lit/opt") else {
        return;
    };
    let mut count = 0;
    let mut missing = Vec::new();
    for name in PRINTED {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).expect("a text");
        let canonical = document(&text).canonical();
        let printed: Vec<&str> = canonical.lines().map(str::trim).collect();
        for line in text.lines() {
            let Some((_, expected)) = line
                .split_once("CHECK:")
                .or_else(|| line.split_once("CHECK-NEXT:"))
            else {
                continue;
            };
            let expected = expected.trim();
            // Anything may follow that.
            let begin = expected.trim_end_matches("{{.*}}");
            let is_added = ["barrier", "lifetime_stop"]
                .iter()
                .any(|word| expected.starts_with(word));
            if is_added || begin.contains("{{") {
                continue;
            }
            count += 1;
            let is_printed = if begin == expected {
                printed.contains(&expected)
            } else {
                printed.iter().any(|line| line.starts_with(begin))
            };
            if !is_printed {
                missing.push(format!("{name}: {expected}"));
            }
        }
    }
    println!("{count} lines");
    assert!(count > count_min);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
