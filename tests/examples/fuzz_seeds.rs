//! Writes the seeds of every fuzz target into folders, and a dictionary next to them: `fuzz_seeds <corpus> [<folder of programs>..]`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use mnc2_tests::fuzz::TARGETS;
use mnc2_tests::fuzz::corpus::{dictionary, files_in_folder, programs_in_every_language, seeds};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let corpus = arguments
        .next()
        .ok_or("the folder of the corpus is missing")?;
    let programs: Vec<PathBuf> = arguments.collect();
    fs::create_dir_all(&corpus)?;
    fs::write(corpus.join("words"), dictionary())?;
    for target in TARGETS.iter() {
        let folder = corpus.join(target.name);
        fs::create_dir_all(&folder)?;
        let mut inputs = seeds(target)?;
        if target.seeds.1 == "vsm" {
            for programs in &programs {
                inputs.extend(files_in_folder(programs, "vsm")?);
            }
        }
        write(&folder, &inputs)?;
        println!("{}: {} seeds", target.name, inputs.len());
    }
    // The fuzzer names the command that this target runs.
    let folder = corpus.join("commands");
    fs::create_dir_all(&folder)?;
    write(&folder, &programs_in_every_language())
}

fn write(folder: &Path, inputs: &[Vec<u8>]) -> Result<(), Box<dyn Error>> {
    for (number, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), input)?;
    }
    Ok(())
}
