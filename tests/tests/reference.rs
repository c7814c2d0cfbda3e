//! The instruction reference agrees with the tables, and a program that runs shows every row.

use std::collections::BTreeSet;

use mnc2_assist::explain::reference;
use mnc2_tests::{demonstration, files};

#[test]
fn the_reference_is_fresh_and_shows_every_row() {
    let folder = files::root().join("docs/instructions");
    let mut failures = Vec::new();
    let mut shown = 0;
    for unit in reference::UNITS {
        let programs = demonstration::read(unit).unwrap_or_else(|reason| panic!("{reason}"));
        let mut unused: BTreeSet<&String> = programs.keys().collect();
        let page = reference::unit(unit, |op| {
            let name = demonstration::name(op);
            unused.remove(&name);
            let program = programs.get(&name).ok_or("no program shows it".to_owned());
            match program.and_then(|program| demonstration::blocks(op, program)) {
                Ok(blocks) => {
                    shown += 1;
                    blocks
                }
                Err(reason) => {
                    failures.push(format!("{op:?}: {reason}"));
                    String::new()
                }
            }
        });
        failures.extend(
            unused
                .iter()
                .map(|name| format!("{name} is no row of {}", unit.name)),
        );
        failures.extend(files::fresh(&folder.join(format!("{}.md", unit.name)), &page).err());
    }
    for (name, page) in [
        ("operands.md", reference::operands()),
        ("distances.md", reference::distances()),
    ] {
        failures.extend(files::fresh(&folder.join(name), &page).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{shown} instructions, each shown by a program that runs");
}
