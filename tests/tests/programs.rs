//! Golden runs: each program of `programs/` has the expected findings and prints the dump next to it.

use std::error::Error;
use std::fs;

use mnc2_tests::{annotation, files, run};

#[test]
fn programs_print_the_dump_beside_them() -> Result<(), Box<dyn Error>> {
    let folder = files::root().join("tests/programs");
    let programs = files::below(&folder, "vsm")?;
    assert!(!programs.is_empty());
    let mut failures = String::new();
    for path in &programs {
        let result = annotation::compare(&fs::read(path)?)
            .and_then(|checked| run::dump(&checked.program))
            .and_then(|dump| {
                if dump.is_empty() {
                    return Err("nothing is dumped".to_owned());
                }
                files::fresh(&path.with_extension("dump"), &dump)
            });
        if let Err(difference) = result {
            failures.push_str(&format!("\n{}\n{difference}\n", files::name(path)));
        }
    }
    assert!(failures.is_empty(), "{failures}");
    for dump in files::below(&folder, "dump")? {
        assert!(
            dump.with_extension("vsm").exists(),
            "{} belongs to no program",
            files::name(&dump)
        );
    }
    println!("{} golden runs", programs.len());
    Ok(())
}
