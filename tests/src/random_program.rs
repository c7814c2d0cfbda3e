//! Random programs that a machine can run.

use mnc2_asm::LineParser;

use crate::generate::{self, Choices};

/// Instructions of a program.
pub const INSTRUCTIONS: usize = 30;
/// Tries to get an instruction that the line alone does not refuse.
const TRIES: usize = 400;

/// Initial differences between elements.
const SCOPES: [&str; 8] = ["", "p1", "m3p1", "m5", "b2", "n1c1", "n1c0b3m7p2", "n2"];

/// A memory with some words in a scope.
fn set(choices: &mut Choices) -> String {
    let memory = choices
        .one_of(&["lm", "ln", "lr", "ls", "lt", "lb", "lc"])
        .to_owned();
    let scope = choices.one_of(&SCOPES).to_owned();
    let end = match &*memory {
        "lb" => scope.find('m').or(scope.find('p')),
        "lc" => scope.find(['b', 'm', 'p']),
        _ => None,
    };
    let scope = &scope[..end.unwrap_or(scope.len())];
    let address = if memory == "lt" {
        String::new()
    } else {
        choices.one_of(&["0", "8", "16"]).to_owned()
    };
    let mut payload = String::new();
    for _ in 0..4 {
        let word = choices.below(u64::MAX);
        // Many numbers of moderate size, some arbitrary ones.
        let word = if choices.below(4) == 0 {
            word
        } else {
            word & 0x8fff_8fff_8fff_8fff | 0x3800_3800_3800_3800
        };
        payload.push_str(&format!("{word:016x}"));
    }
    format!("d set ${memory}{address}{scope} 4 {payload}")
}

/// An instruction that the checks of its line accept.
fn accepted(choices: &mut Choices, parser: &mut LineParser) -> Option<String> {
    let all: Vec<_> = generate::instructions().collect();
    let (spelling, op) = choices.one_of(&all);
    (0..TRIES)
        .map(|_| generate::instruction(choices, spelling, op))
        .find(|line| {
            let parsed = parser.parse(line);
            !line.contains("$lbi") && !parsed.has_error() && parsed.statement.is_some()
        })
}

/// A program without errors of lines that runs, from elements that differ: steps of every unit, MV instructions, masks,
/// base registers, the turnaround register.
#[must_use]
pub fn program(choices: &mut Choices) -> String {
    let mut parser = LineParser::new();
    let mut lines: Vec<String> = (0..choices.below(8)).map(|_| set(choices)).collect();
    while lines.len() < INSTRUCTIONS {
        lines.extend(accepted(choices, &mut parser));
        match choices.below(12) {
            0 => lines.push(set(choices)),
            1 => lines.push(
                choices
                    .one_of(&["maskr 1", "maskllrstmnk 20", "mask 0", "maskns 2"])
                    .to_owned(),
            ),
            // The content of masks and base registers comes from properties of the PEs.
            2 => lines.push(
                choices
                    .one_of(&[
                        "linc $peid $lr8v $omr1",
                        "isub $subpeid $lr0 $omr2",
                        "lpassa $l1bid $lr0 $omr3",
                    ])
                    .to_owned(),
            ),
            3 => lines.push(
                choices
                    .one_of(&[
                        "ladd $mabid $lr0 $lmb",
                        "lpassa $subpeid $lnb",
                        "zero $lmb",
                        "zero $lnb",
                    ])
                    .to_owned(),
            ),
            4 => lines.push(
                choices
                    .one_of(&[
                        "l1bmrdfadd $lr0v $lbi\nl1bmm $lbi $ls0v",
                        "l1bmd $lr0v $lbi\nl1bmd+1 $lbi $lm0v",
                    ])
                    .to_owned(),
            ),
            _ => {}
        }
    }
    lines.join("\n") + "\n"
}
