//! The vendor's test cases of the emulator, which are not part of this repository.
//!
//! `MNC2_RVMATRIX_SOURCES` names a folder with `qemu/tests/riscv/Matrix-extension/case/` of revyos/qemu (branch
//! `thead-open-matrix-v0.2`). The C files are read as far as they contain inputs, calls and comparisons. Without the folder the
//! test prints that it ran nothing.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use mnc2_rvmatrix::{Document, Machine, Options};
use mnc2_text::interface::Machine as _;

/// Cases that differ for a reason of their own.
const BUGS_OF_THE_CASES: &[(&str, &str)] = &[
    ("mld_mst", "compares past its data"),
    ("msld_msst", "compares past its data"),
];

const STEPS_MAX: usize = 10_000;

#[derive(Clone, Debug)]
struct Field {
    element: usize,
    is_float: bool,
    dimensions: Vec<usize>,
    offset: usize,
}

impl Field {
    fn bytes(&self) -> usize {
        self.element * self.dimensions.iter().product::<usize>()
    }
}

#[derive(Clone, Debug)]
enum Value {
    Number(String),
    List(Vec<(Option<String>, Value)>),
}

fn without_comments(text: &str) -> String {
    let mut clean = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else {
            clean.push('/');
            rest = &rest[1..];
        }
    }
    clean + rest
}

fn type_of(name: &str) -> (usize, bool) {
    match name {
        "uint8_t" | "int8_t" | "char" => (1, false),
        "uint16_t" | "int16_t" => (2, false),
        "uint32_t" | "int32_t" | "int" => (4, false),
        "uint64_t" | "int64_t" | "long int" | "long" => (8, false),
        "_Float16" => (2, true),
        "_Float32" => (4, true),
        "_Float64" => (8, true),
        other => panic!("type {other}"),
    }
}

fn structures(header: &str) -> HashMap<String, (HashMap<String, Field>, usize)> {
    let mut found = HashMap::new();
    let mut rest = header;
    while let Some(at) = rest.find("struct ") {
        rest = rest[at + 7..].trim_start();
        let Some(open) = rest.find('{') else { break };
        let name = rest[..open].trim().to_owned();
        if name.contains([';', '(']) {
            continue;
        }
        let end = rest.find("};").expect("the end of a structure");
        let mut fields = HashMap::new();
        let mut offset = 0_usize;
        for line in rest[open + 1..end]
            .split(';')
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            let (declaration, dimensions) = line.split_once('[').unwrap_or((line, ""));
            let (kind, field) = declaration
                .trim()
                .rsplit_once(char::is_whitespace)
                .expect("a type and a name");
            let (element, is_float) = type_of(kind.trim());
            let numbers = dimensions
                .split(['[', ']'])
                .filter_map(|part| part.trim().parse().ok());
            offset = offset.next_multiple_of(element);
            let field_type = Field {
                element,
                is_float,
                dimensions: numbers.collect(),
                offset,
            };
            offset += field_type.bytes();
            fields.insert(field.to_owned(), field_type);
        }
        found.insert(name, (fields, offset.next_multiple_of(8)));
        rest = &rest[end..];
    }
    found
}

fn value(text: &mut &str) -> Value {
    *text = text.trim_start();
    let Some(inside) = text.strip_prefix('{') else {
        let end = text.find([',', '}']).expect("the end of a number");
        let number = text[..end].trim().to_owned();
        *text = &text[end..];
        return Value::Number(number);
    };
    *text = inside;
    let mut items = Vec::new();
    loop {
        *text = text
            .trim_start_matches(|character: char| character.is_whitespace() || character == ',');
        if let Some(after) = text.strip_prefix('}') {
            *text = after;
            return Value::List(items);
        }
        let name = text.strip_prefix('.').map(|rest| {
            let (name, after) = rest.split_once('=').expect("a designator");
            *text = after;
            name.trim().to_owned()
        });
        items.push((name, value(text)));
    }
}

fn bytes_of_number(text: &str, field: &Field) -> Vec<u8> {
    if field.is_float {
        let number: f64 = text
            .trim_end_matches('f')
            .parse()
            .unwrap_or_else(|_| panic!("float {text}"));
        return match field.element {
            2 => half(number).to_le_bytes().to_vec(),
            4 => (number as f32).to_le_bytes().to_vec(),
            _ => number.to_le_bytes().to_vec(),
        };
    }
    let (sign, digits) = text
        .strip_prefix('-')
        .map_or((1, text), |digits| (-1_i128, digits));
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let size = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let number = sign * size.unwrap_or_else(|_| panic!("number {text}"));
    number.to_le_bytes()[..field.element].to_vec()
}

/// A half that has the number exactly; the numbers of the cases are small and whole.
fn half(number: f64) -> u16 {
    if number == 0.0 {
        return 0;
    }
    let bits = number.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023 + 15;
    assert!(
        (1..31).contains(&exponent) && bits & 0x3ff_ffff_ffff == 0,
        "{number}"
    );
    (bits >> 63 << 15) as u16 | (exponent as u16) << 10 | (bits >> 42 & 0x3ff) as u16
}

fn fill(value: &Value, field: &Field, dimensions: &[usize], bytes: &mut [u8]) {
    match (value, dimensions) {
        (Value::Number(number), []) => {
            bytes[..field.element].copy_from_slice(&bytes_of_number(number, field));
        }
        (Value::List(items), [_, inner @ ..]) => {
            let step = field.element * inner.iter().product::<usize>();
            for (index, (_, item)) in items.iter().enumerate() {
                fill(
                    item,
                    field,
                    inner,
                    &mut bytes[index * step..(index + 1) * step],
                );
            }
        }
        other => panic!("{other:?}"),
    }
}

struct Comparison {
    field: Field,
    bounds: Vec<usize>,
}

/// The comparisons of the header: the type of an element, the shape of the arrays, and the compared part.
fn comparisons(header: &str) -> HashMap<String, Comparison> {
    let mut found = HashMap::new();
    for part in header.split("static inline void ").skip(1) {
        let (name, rest) = part.split_once('(').expect("a function");
        // `int32_t (* dst)[4], ..` or `_Float64 dst[2][4][2], ..`
        let end = rest.find(',').expect("parameters");
        let parameter = &rest[..end];
        let kind = parameter
            .trim()
            .split([' ', '(', '*'])
            .next()
            .expect("a type");
        let (element, is_float) = type_of(kind);
        let numbers: Vec<usize> = parameter
            .split(['[', ']'])
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let dimensions = if parameter.contains('*') {
            [vec![0], numbers].concat()
        } else {
            numbers
        };
        let bounds = rest
            .split(" < ")
            .skip(1)
            .filter_map(|part| part.split(';').next()?.trim().parse().ok())
            .take(dimensions.len())
            .collect();
        let field = Field {
            element,
            is_float,
            dimensions,
            offset: 0,
        };
        found.insert(name.trim().to_owned(), Comparison { field, bounds });
    }
    found
}

/// The body of `main` with its loops written out; `count_of` states how many elements an array has.
fn unrolled(main: &str, count_of: &dyn Fn(&str) -> usize) -> String {
    let mut text = String::new();
    let mut rest = main;
    while let Some(at) = rest.find("for (") {
        text.push_str(&rest[..at]);
        let open = at + rest[at..].find('{').expect("the body of a loop");
        let close = open + rest[open..].find('}').expect("the end of a loop");
        let bound = rest[at..open]
            .split('<')
            .nth(1)
            .and_then(|part| part.split(';').next())
            .expect("a bound")
            .trim();
        let array = bound
            .strip_prefix("sizeof(")
            .and_then(|rest| rest.split(')').next())
            .unwrap_or("src0");
        let bound = bound.parse().unwrap_or_else(|_| count_of(array));
        for index in 0..bound {
            text += &rest[open + 1..close].replace("[i]", &format!("[{index}]"));
        }
        rest = &rest[close + 1..];
    }
    text + rest
}

struct Case {
    /// Arrays of numbers in `main`.
    numbers: HashMap<String, Vec<String>>,
    machine: Machine,
    objects: HashMap<String, (String, u64)>,
    calls: usize,
    differences: usize,
}

type Structures = HashMap<String, (HashMap<String, Field>, usize)>;

impl Case {
    /// The address of `src0[0].field` or `res.field`.
    fn address(&self, text: &str, structures: &Structures) -> Option<u64> {
        let text = text.trim_start_matches("(void *)").trim();
        let (object, field) = text.split_once('.')?;
        let (object, index) = object.split_once('[').unwrap_or((object, "0]"));
        // The only index that is not a number is a variable that stays 0.
        let index: usize = index.trim_end_matches(']').parse().unwrap_or(0);
        let (kind, address) = self.objects.get(object.trim())?;
        let (fields, size) = &structures[kind];
        Some(address + (index * size + fields[field.trim()].offset) as u64)
    }

    fn call(&mut self, name: &str, arguments: &[&str], structures: &Structures) {
        self.machine
            .start_at(name)
            .unwrap_or_else(|message| panic!("{message}"));
        for (index, argument) in arguments.iter().enumerate() {
            let is_scalar = argument.ends_with("matrix_mx");
            let value = match self.address(argument, structures) {
                Some(address) if is_scalar => {
                    let bytes = self.machine.read(address, 4);
                    i64::from(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])) as u64
                }
                Some(address) => address,
                None => {
                    let element = argument.split_once('[').and_then(|(array, index)| {
                        let index: usize = index.trim_end_matches(']').parse().ok()?;
                        self.numbers.get(array)?.get(index)
                    });
                    let text = element.map_or(argument.trim(), |element| element.trim());
                    let digits = text
                        .strip_prefix("0x")
                        .map(|digits| u64::from_str_radix(digits, 16));
                    digits
                        .unwrap_or_else(|| text.parse())
                        .unwrap_or_else(|_| panic!("argument {text}"))
                }
            };
            self.machine.set_register(10 + index as u8, value);
        }
        // The address that ends a run is in `ra` from the start, and the routines do not change it.
        for _ in 0..STEPS_MAX {
            if self.machine.line().is_none() {
                self.calls += 1;
                return;
            }
            self.machine.step().unwrap_or_else(|trouble| {
                panic!("{name}: line {:?}: {}", trouble.line, trouble.message)
            });
        }
        panic!("{name} does not end");
    }

    fn compare(&mut self, comparison: &Comparison, arguments: &[&str], structures: &Structures) {
        let addresses: Vec<u64> = arguments
            .iter()
            .map(|argument| {
                self.address(argument, structures)
                    .unwrap_or_else(|| panic!("{argument}"))
            })
            .collect();
        let total: usize = comparison.bounds.iter().product();
        for number in 0..total {
            let (mut rest, mut place, mut stride) = (number, 0, 1);
            for (bound, dimension) in comparison
                .bounds
                .iter()
                .zip(&comparison.field.dimensions)
                .rev()
            {
                place += rest % bound * stride;
                rest /= bound;
                stride *= dimension;
            }
            let at = |address: u64| {
                let offset = (place * comparison.field.element) as u64;
                self.machine
                    .read(address + offset, comparison.field.element)
            };
            let (left, right) = (at(addresses[0]), at(addresses[1]));
            let is_zero = |bytes: &[u8]| {
                bytes.iter().rev().skip(1).all(|&byte| byte == 0)
                    && bytes.last().is_some_and(|byte| byte & 0x7f == 0)
            };
            let is_equal =
                left == right || comparison.field.is_float && is_zero(&left) && is_zero(&right);
            self.differences += usize::from(!is_equal);
        }
    }
}

#[test]
fn cases_of_the_vendor() {
    let below = "qemu/tests/riscv/Matrix-extension/case";
    let Some(folder) = mnc2_laws::texts::sources("MNC2_RVMATRIX_SOURCES", below) else {
        return;
    };
    let read = |path: &PathBuf| {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let header = without_comments(&read(&folder.join("matrix_insn.h")));
    let structures = structures(&header);
    let comparisons = comparisons(&header);
    // The C preprocessor makes a label of `TEST_FUNC(name)`.
    let code = read(&folder.join("matrix_insn.S")).replace("TEST_FUNC(", "TEST_LABEL(");
    let code: Vec<String> = code
        .lines()
        .map(|line| match line.strip_prefix("TEST_LABEL(") {
            Some(name) => format!("{}:", name.trim_end().trim_end_matches(')')),
            // The emulator for user programs ignores that 0x80 turns the matrix state off; this machine does not.
            None if line.contains("csrw xmcsr") => String::new(),
            None => line.to_owned(),
        })
        .collect();
    let document = Document::new(&code.join("\n"), &Options::default());
    let start = Machine::new(&document)
        .unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message));
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let (mut passed, mut excused, mut failed, mut calls) = (0, Vec::new(), Vec::new(), 0);
    for path in &paths {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = without_comments(&read(path));
        let mut case = Case {
            numbers: HashMap::new(),
            machine: start.clone(),
            objects: HashMap::new(),
            calls: 0,
            differences: 0,
        };
        let (data, main) = text.split_once(" main(void)").expect("main");
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut address = 0x2000_0000;
        for part in data.split("struct ").skip(1) {
            let declared = part.find(['=', ';']).expect("a declaration");
            let mut words = part[..declared].split_whitespace();
            let kind = words.next().expect("a type").to_owned();
            let object = words
                .next()
                .expect("a name")
                .trim_end_matches(['[', ']'])
                .to_owned();
            let (fields, size) = &structures[&kind];
            case.objects.insert(object.clone(), (kind.clone(), address));
            if part[declared..].starts_with('=') {
                let Value::List(items) = value(&mut &part[declared + 1..]) else {
                    panic!("{name}: no list");
                };
                counts.insert(object, items.len());
                for (_, item) in items {
                    let mut bytes = vec![0; *size];
                    let Value::List(entries) = item else {
                        panic!("{name}: no structure")
                    };
                    for (field, entry) in entries {
                        let field = &fields[&field.expect("a designator")];
                        fill(&entry, field, &field.dimensions, &mut bytes[field.offset..]);
                    }
                    case.machine.write(address, &bytes).expect("memory");
                    address += *size as u64;
                }
            }
            address += 0x1000;
        }
        for (at, _) in text.match_indices("[] = {").filter(|(at, _)| {
            text[..*at]
                .rsplit('\n')
                .next()
                .is_some_and(|line| line.contains("int"))
        }) {
            let array = text[..at].split_whitespace().next_back().expect("a name");
            let list = text[at + 6..].split('}').next().unwrap_or_default();
            let numbers: Vec<String> = list
                .split(',')
                .map(|number| number.trim().to_owned())
                .filter(|number| !number.is_empty())
                .collect();
            counts.insert(array.to_owned(), numbers.len());
            case.numbers.insert(array.to_owned(), numbers);
        }
        let main = unrolled(main, &|array| {
            counts
                .get(array)
                .copied()
                .unwrap_or_else(|| panic!("{name}: {array}"))
        });
        for statement in main.split(';') {
            // Skips `{` and other text in front of a call.
            let statement = statement
                .rsplit(['{', '}'])
                .next()
                .unwrap_or_default()
                .trim();
            let Some((function, arguments)) = statement.split_once('(') else {
                continue;
            };
            let arguments: Vec<&str> = arguments
                .trim_end()
                .trim_end_matches(')')
                .split(',')
                .map(str::trim)
                .collect();
            let function = function.trim();
            if function.starts_with("test_") {
                case.call(function, &arguments, &structures);
            } else if function == "memset" {
                // The whole of one structure becomes 0.
                let (kind, address) = &case.objects[arguments[0].trim_start_matches('&')];
                let zeros = vec![0; structures[kind].1];
                case.machine.write(*address, &zeros).expect("memory");
            } else if let Some(comparison) = comparisons.get(function) {
                case.compare(comparison, &arguments, &structures);
            } else {
                // Loops that run once, and what is printed.
                assert!(!function.starts_with("result_"), "{name}: {function}");
            }
        }
        assert!(case.calls > 0, "{name} calls nothing");
        calls += case.calls;
        let bug = BUGS_OF_THE_CASES.iter().find(|(known, _)| *known == name);
        match (case.differences, bug) {
            (0, _) => passed += 1,
            (_, Some((_, reason))) => excused.push(format!("{name}: {reason}")),
            (count, None) => failed.push(format!("{name}: {count} elements differ")),
        }
    }
    println!(
        "{} cases, {calls} calls: {passed} passed, {} with bugs of their own: {excused:#?}",
        paths.len(),
        excused.len()
    );
    assert!(failed.is_empty(), "{failed:#?}");
}
