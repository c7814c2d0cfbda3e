//! Results that the vendor's emulator printed, next to the programs that printed them: both are run again here, and every
//! value is compared.
//!
//! The folder named by `MNC2_PUBLIC_PROGRAMS` is searched for the results that [`REPLAYS`] names and for their programs.
//! Some programs are there only as the scripts that write them; [`script`] reads those.

mod script;

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};

/// Folders are not searched deeper than this.
const DEPTH_MAX: usize = 8;

/// A result and where it comes from.
struct Replay {
    /// The file of the result.
    result: &'static str,
    /// The file of the program, or of a script that writes it.
    program: &'static str,
    /// How many times the loop is written: by a script, or instead of once in the program.
    loops: usize,
    /// The addresses in L1BM of the numbers of a row.
    row: &'static [u32],
    /// From a row to the next, in long words.
    stride: u32,
    /// The address of the first row.
    first: u32,
    /// Numbers of a row before those that the program computes.
    given: usize,
    /// Whether the results have six digits after the point, rather than six digits.
    is_fixed: bool,
}

impl Replay {
    /// A file of one number in each line, as dumps print them.
    const fn numbers(result: &'static str, program: &'static str, loops: usize) -> Self {
        Self {
            result,
            program,
            loops,
            row: &[0],
            stride: 4,
            first: 0,
            given: 0,
            is_fixed: false,
        }
    }

    /// A table of time, position and energies; the total energy comes first in the memory.
    const fn table(result: &'static str, program: &'static str, loops: usize) -> Self {
        Self {
            row: &[4, 8, 12, 0],
            stride: 16,
            given: 1,
            is_fixed: true,
            ..Self::numbers(result, program, loops)
        }
    }
}

/// The programs that are replayed.
const REPLAYS: &[Replay] = &[
    Replay::table("baneljfloatresult.txt", "baneljfloat.vsm", 0),
    Replay::table("baneljdoubleresult.txt", "baneljdoublegrowNEW.py", 2000),
    Replay::numbers("baneljfloat2000stepsresult.txt", "baneljfloatgrow.py", 2000),
    Replay::numbers(
        "baneljdoubleresult2000steps.txt",
        "baneljdoublegrow.py",
        2000,
    ),
    Replay::numbers("resultljnew.txt", "banelj1dnew.vsm", 1000),
    Replay::numbers("eulerf70result.txt", "baneeulerf70grow.py", 70),
    Replay {
        first: 4,
        ..Replay::numbers("resultVV70.txt", "baneVVnew.vsm", 0)
    },
    Replay::numbers("result_RK270.txt", "baneRK2new.vsm", 0),
    // Without the first rows, which are 0.5.
    Replay {
        first: 20,
        ..Replay::numbers("result_RK470.txt", "baneRK4.vsm", 0)
    },
];

/// Finds files by name.
fn find(folder: &Path, depth: usize, found: &mut HashMap<String, PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth < DEPTH_MAX {
                find(&path, depth + 1, found);
            }
        } else {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.entry(name).or_insert(path);
        }
    }
}

/// Runs a program; the first number of each dumped word, by memory and address, as printed.
fn run(source: &str) -> Result<HashMap<(String, u32), String>, Box<dyn Error>> {
    let program = mnc2_asm::parse(source);
    let errors = program.iter().filter(|line| line.has_error()).count();
    assert_eq!(errors, 0, "lines with errors");
    let mut dumps: Vec<Dump> = Vec::new();
    let report = Machine::new().run(&program, &RunOptions::default(), &mut dumps);
    assert_eq!(report.outcome, Outcome::Finished);
    let mut values = HashMap::new();
    for dump in &dumps {
        let Dump::Get(line) = dump else { continue };
        let text = line.to_string();
        let (_, value) = text.split_once(":(").ok_or("a value")?;
        let (value, _) = value.split_once([',', ')']).ok_or("its end")?;
        values.insert((line.memory.to_owned(), line.address), value.to_owned());
    }
    Ok(values)
}

/// A number as a file of results has it.
fn shown(value: &str, is_fixed: bool) -> String {
    match value.parse::<f64>() {
        Ok(value) if is_fixed => format!("{value:.6}"),
        _ => value.to_owned(),
    }
}

/// The values compared, and those that differ.
fn compare(
    replay: &Replay,
    result: &str,
    source: &str,
) -> Result<(usize, Vec<String>), Box<dyn Error>> {
    let values = run(source)?;
    let (mut compared, mut wrong) = (0, Vec::new());
    let rows = result
        .lines()
        .filter(|row| !row.starts_with('#') && !row.trim().is_empty());
    for (row, text) in (0_u32..).zip(rows) {
        let numbers: Vec<&str> = text.split_whitespace().skip(replay.given).collect();
        for (&place, &expected) in replay.row.iter().zip(&numbers) {
            let address = replay.first + row * replay.stride + place;
            let actual = values.get(&("L1BM".to_owned(), address)).map_or_else(
                || "nothing".to_owned(),
                |value| shown(value, replay.is_fixed),
            );
            compared += 1;
            if actual != expected {
                wrong.push(format!("row {row}: {actual} instead of {expected}"));
            }
        }
    }
    Ok((compared, wrong))
}

#[test]
fn results_of_the_vendors_emulator_are_reproduced() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os("MNC2_PUBLIC_PROGRAMS") else {
        println!("!!! NO PUBLIC RESULT WAS COMPARED: MNC2_PUBLIC_PROGRAMS names no folder !!!");
        return Ok(());
    };
    let mut found = HashMap::new();
    find(Path::new(&folder), 0, &mut found);
    let read = |name: &str| {
        found
            .get(name)
            .map(|path| fs::read(path).map(|it| String::from_utf8_lossy(&it).into_owned()))
    };
    let (mut all, mut different) = (0, Vec::new());
    for replay in REPLAYS {
        let (Some(result), Some(program)) = (read(replay.result), read(replay.program)) else {
            println!("!!! {} IS NOT THERE !!!", replay.result);
            continue;
        };
        let source = match replay.loops {
            0 => program?,
            loops if replay.program.ends_with(".vsm") => script::repeated(&program?, loops),
            loops => script::program(&program?, loops),
        };
        let (compared, wrong) = compare(replay, &result?, &source)?;
        println!(
            "{}: {compared} values, {} differ",
            replay.result,
            wrong.len()
        );
        all += compared;
        if let Some(first) = wrong.first() {
            different.push(format!(
                "{}: {} of {compared}, {first}",
                replay.result,
                wrong.len()
            ));
        }
    }
    let (compared, wrong) = newton(&read)?;
    println!(
        "tables of Newton's method: {compared} values, {} differ",
        wrong.len()
    );
    different.extend(wrong);
    println!("{} public values compared", all + compared);
    assert!(different.is_empty(), "{different:#?}");
    Ok(())
}

/// Reads a file by its name.
type Read<'a> = dyn Fn(&str) -> Option<std::io::Result<String>> + 'a;

/// Scripts that draw the error of Newton's method hold what its program printed for one input: the table's value and
/// those after each iteration, in hexadecimal.
fn newton(read: &Read<'_>) -> Result<(usize, Vec<String>), Box<dyn Error>> {
    let (mut compared, mut wrong) = (0, Vec::new());
    for input in ["0.5", "1.3", "3.0"] {
        let name = format!("Newton_plot_error_r={input}.py");
        let programs = ["rsqrtNewtondouble.vsm", "rsqrtNewtonfloat.vsm"].map(read);
        let (Some(table), [Some(double), Some(single)]) = (read(&name), programs) else {
            println!("!!! {name} IS NOT THERE !!!");
            continue;
        };
        let table = table?;
        let value: f64 = input.parse()?;
        let bits = [
            format!("{:016x}", value.to_bits()),
            format!("{:08x}00000000", (value as f32).to_bits()),
        ];
        for ((program, bits), heading) in [double?, single?]
            .iter()
            .zip(bits)
            .zip(["data_points_double", "data_points_single"])
        {
            let (_, rows) = table.split_once(heading).ok_or("a table")?;
            let (rows, _) = rows.split_once(']').ok_or("its end")?;
            let expected = rows.lines().filter_map(|row| row.split('"').nth(1));
            let expected: Vec<&str> = expected.map(|it| it.trim_start_matches("0x")).collect();
            let actual = iterations(program, &bits, expected.len())?;
            compared += expected.len();
            for (place, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                if !actual.starts_with(expected) {
                    wrong.push(format!(
                        "{name}: iteration {place}: {actual} instead of {expected}"
                    ));
                }
            }
        }
    }
    Ok((compared, wrong))
}

/// The results of a Newton program for another input, in hexadecimal: of the table, then after each iteration. Its first
/// iteration is repeated, each time on the result of the one before.
fn iterations(program: &str, input: &str, count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let lines: Vec<&str> = program.lines().map(str::trim).collect();
    let find = |part: &str| {
        lines
            .iter()
            .position(|line| line.contains(part))
            .ok_or("a line of the program")
    };
    let (table, first) = (find("rsqrt $lm0")?, find("1回目")?);
    let rest = &lines[first + 1..];
    let end = rest
        .iter()
        .position(|line| line.starts_with('#') || line.starts_with("d get"));
    let iteration = &rest[..end.unwrap_or(rest.len())];
    let last = iteration
        .iter()
        .rfind(|line| line.starts_with(['d', 'f']))
        .ok_or("the last step")?;
    let result = last.split_whitespace().last().ok_or("its destination")?;
    let mut source: Vec<String> = lines[..table].iter().map(|&line| line.to_owned()).collect();
    source.push(format!("d set $lm0n0c0b0m0p0 1 {input}"));
    source.extend([lines[table], "nop/2", "d get $lr4n0c0b0m0p0 1"].map(str::to_owned));
    for _ in 1..count {
        source.extend(iteration.iter().map(|&line| line.to_owned()));
        source.extend([
            "nop/2".to_owned(),
            format!("lpassa {result} $lr4"),
            "nop/2".to_owned(),
        ]);
        source.push("d get $lr4n0c0b0m0p0 1".to_owned());
    }
    let mut dumps: Vec<Dump> = Vec::new();
    let report = Machine::new().run(
        &mnc2_asm::parse(&source.join("\n")),
        &RunOptions::default(),
        &mut dumps,
    );
    assert_eq!(report.outcome, Outcome::Finished);
    let words = dumps.iter().map(|dump| {
        let text = dump.to_string();
        let word = text
            .split("v:0x")
            .nth(1)
            .and_then(|rest| rest.split(')').next());
        format!("{:0>16}", word.unwrap_or_default().to_lowercase())
    });
    Ok(words.collect())
}
