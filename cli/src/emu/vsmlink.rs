//! `vsmlink`: the linker of the unofficial SDK, over our reading of its directives.

use std::ffi::OsString;
use std::path::Path;

use mnc2_asm::link;
use mnc2_program::finding::Finding;
use mnc2_text::message;

use super::flags::{Flag, Vendors};
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::input::Source;
use crate::output::{Streams, WholeFile, refuse_inputs};
use crate::version;

/// The accepted options.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Version,
}

const VSMLINK: Vendors<Kind> = Vendors {
    name: "vsmlink",
    usage: "vsmlink PROGRAM._vsm PLACEMENT.param STRUCTURE.stparam OUTPUT.vsm",
    about: || {
        message!(
            "This is mnc2 in the place of the linker of the unofficial SDK. It follows the public text of its directives."
        )
    },
    flags: &[
        Flag {
            names: &["--version"],
            has_value: false,
            kind: Ok(Kind::Version),
        },
        Flag {
            names: &["-s", "--boundary_flags"],
            has_value: true,
            kind: Err(|| message!("earlier versions had it; the SDK's documents are about 0.9.0")),
        },
    ],
};

pub(super) fn command(words: &[OsString], streams: &mut Streams) -> Result<Exit, Failure> {
    let Some(given) = VSMLINK.read(words, streams)? else {
        return Ok(Exit::Success);
    };
    let language = streams.language;
    if given.value(Kind::Version).is_some() {
        return version::write(false, streams);
    }
    let [program, params, structure, output] = given.files.as_slice() else {
        let count = given.files.len() as u64;
        let said = message!(
            "{command}: four files are needed (program, `.param`, `.stparam` and output), and {count:# is|# are} named",
            command = VSMLINK.name,
            count
        );
        return Err(Failure::Message(said.say(language)));
    };
    let inputs = [program, params, structure].map(|it| it.as_path());
    refuse_inputs(output, inputs.into_iter())?;
    let [program, params, structure] = read(inputs)?;
    let linked = match link::link(&program.text, &params.text, &structure.text) {
        Ok(linked) => linked,
        Err(found) => {
            let by_file = [
                (&params, found.params),
                (&structure, found.structure),
                (&program, found.program),
            ];
            return report(by_file, streams);
        }
    };
    let failed = Failure::cannot_write(output);
    let file = WholeFile::create(output).map_err(failed)?;
    file.finish_with(linked.as_bytes()).map_err(failed)?;
    Ok(Exit::Success)
}

fn read(paths: [&Path; 3]) -> Result<[Source; 3], Failure> {
    let [program, params, structure] = paths.map(Source::read);
    Ok([program?, params?, structure?])
}

fn report(by_file: [(&Source, Vec<Finding>); 3], streams: &mut Streams) -> Result<Exit, Failure> {
    let look = streams.look_of_err();
    for (source, found) in by_file {
        findings::text::write(&mut streams.err.drawn(), source, found, look)?;
    }
    Ok(Exit::ProgramErrors)
}
