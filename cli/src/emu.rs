//! `mnc2 emu`: the vendor's two commands and the linker of the unofficial SDK, under their names.

mod assemble3;
mod flags;
mod install;
mod package_main;
mod vsmlink;

use std::ffi::OsString;
use std::path::Path;

use crate::args::{EmuAction, EmuArguments};
use crate::exit::{Exit, Failure};
use crate::output::Streams;

pub(crate) fn command(arguments: &EmuArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let words = &arguments.words;
    match arguments.action {
        EmuAction::Install => install::command(words, streams),
        EmuAction::Assemble3 => assemble3::command(words, streams),
        EmuAction::PackageMain => package_main::command(words, streams),
        EmuAction::Vsmlink => vsmlink::command(words, streams),
    }
}

/// The words of a command line. Where the program was called by the name of a vendor's command, `mnc2 emu` is put before
/// this command.
pub(crate) fn named(words: Vec<OsString>) -> Vec<OsString> {
    let called = words.first().map(Path::new).and_then(Path::file_stem);
    let is_called = |it: &EmuAction| called.is_some_and(|called| called == it.name());
    let Some(action) = EmuAction::COMMANDS.into_iter().find(is_called) else {
        return words;
    };
    let given = words.iter().skip(1).cloned();
    let before = ["mnc2", "emu", action.name(), "--"].map(OsString::from);
    before.into_iter().chain(given).collect()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_link_is_known_by_its_name() {
        let check = |words: &[&str], expected: &[&str]| {
            let words = words.iter().map(Into::into).collect();
            assert_eq!(named(words), expected);
        };
        check(&["/a/mnc2", "run", "x"], &["/a/mnc2", "run", "x"]);
        check(
            &["assemble3", "x.vsm"],
            &["mnc2", "emu", "assemble3", "--", "x.vsm"],
        );
        check(
            &["/bin/gpfn3_package_main", "-i", "x"],
            &["mnc2", "emu", "gpfn3_package_main", "--", "-i", "x"],
        );
        check(&["b/assemble3.exe"], &["mnc2", "emu", "assemble3", "--"]);
        check(&["assemble3x"], &["assemble3x"]);
        check(&[], &[]);
    }
}
