//! The `.param` file and the output of a program for the linker of the unofficial SDK.
//!
//! The linker is given both by name, and no file states which belong together. Therefore the file with the program's own name
//! counts, otherwise the only one in its folder.

use std::fs;
use std::path::{Path, PathBuf};

use mnc2_program::FileForm;

/// Files of a folder that are looked at.
const ENTRIES_MAX: usize = 10_000;

/// The `.param` file of a program, if it is certain which one that is.
#[must_use]
pub fn placement_of(program: &Path) -> Option<PathBuf> {
    beside(program, FileForm::PLACEMENT)
}

/// The file with an extension that belongs to a program: that with its own name, otherwise the only one in its folder.
#[must_use]
pub fn beside(program: &Path, extension: &str) -> Option<PathBuf> {
    // Standard input lies nowhere.
    if program.as_os_str() == "-" {
        return None;
    }
    let own = program.with_extension(extension);
    if own.is_file() {
        return Some(own);
    }
    let folder = program.parent()?;
    let listed = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let mut found = None;
    for (count, entry) in fs::read_dir(listed).ok()?.enumerate() {
        if count == ENTRIES_MAX {
            return None;
        }
        let name = entry.ok()?.file_name();
        let its = Path::new(&name).extension();
        if its.is_some_and(|it| it.eq_ignore_ascii_case(extension)) && found.replace(name).is_some()
        {
            return None;
        }
    }
    let only = folder.join(found?);
    only.is_file().then_some(only)
}

/// The linker's outputs that may belong to a program: next to it, and in the SDK's folder of builds.
#[must_use]
pub fn outputs_of(program: &Path) -> Vec<PathBuf> {
    let beside = program.with_extension(FileForm::PROGRAM);
    let built = beside.file_name().map(|name| {
        let folder = program.parent().unwrap_or(Path::new(""));
        folder.join("_build").join(name)
    });
    let mut outputs = vec![beside];
    outputs.extend(built);
    outputs.retain(|path| path.is_file());
    outputs
}

/// Which text a file holds.
#[must_use]
pub fn form_of(path: &Path) -> FileForm {
    path.file_name().map_or(FileForm::Program, |name| {
        FileForm::from_file_name(&name.to_string_lossy())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_name_counts_before_the_only_file() {
        let folder = std::env::temp_dir().join(format!("mnc2-placement-{}", std::process::id()));
        fs::create_dir(&folder).expect("a new folder");
        let program = folder.join("even._vsm");
        let put = |name: &str| fs::write(folder.join(name), "").expect("a file");
        assert_eq!(placement_of(&program), None);
        put("sort.param");
        assert_eq!(placement_of(&program), Some(folder.join("sort.param")));
        put("odd.param");
        assert_eq!(placement_of(&program), None, "it is not certain");
        put("even.param");
        assert_eq!(placement_of(&program), Some(folder.join("even.param")));
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }

    #[test]
    fn outputs_lie_beside_a_program_or_in_the_folder_of_builds() {
        let folder = std::env::temp_dir().join(format!("mnc2-outputs-{}", std::process::id()));
        fs::create_dir_all(folder.join("_build")).expect("a new folder");
        let program = folder.join("a._vsm");
        assert_eq!(outputs_of(&program), [""; 0].map(PathBuf::from));
        for name in ["_build/a.vsm", "a.vsm"] {
            fs::write(folder.join(name), "").expect("a file");
        }
        let expected = [folder.join("a.vsm"), folder.join("_build").join("a.vsm")];
        assert_eq!(outputs_of(&program), expected);
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }

    #[test]
    fn names_say_what_a_file_holds() {
        for (name, form) in [
            ("a.vsm", FileForm::Program),
            ("a._vsm", FileForm::Unlinked),
            ("a/b.PARAM", FileForm::Placement),
            ("a.stparam", FileForm::Structure),
            ("param", FileForm::Program),
            ("_vsm", FileForm::Program),
        ] {
            assert_eq!(form_of(Path::new(name)), form, "{name}");
        }
    }
}
