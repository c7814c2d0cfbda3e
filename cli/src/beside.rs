//! What a file is checked with: the `.param` file beside a program for the linker.

use std::path::{Path, PathBuf};

use mnc2_asm::parse::{params, structure};
use mnc2_asm::program::{Form, Params};
use mnc2_asm::{Finding, Program, Review, Rules};
use mnc2_project::placement;

use crate::input::Source;

/// What a file is checked with besides its text.
#[derive(Default)]
pub(crate) struct Beside {
    params: Option<Params>,
    /// What is wrong with a file of parameters.
    findings: Vec<Finding>,
}

impl Beside {
    /// What belongs to a file.
    pub(crate) fn of(path: &Path, source: &Source) -> Self {
        match source.form {
            Form::Program => Self::default(),
            Form::Unlinked => Self {
                params: placement_of(path).and_then(|path| {
                    let source = Source::read(&path).ok()?;
                    Some(params::read(&source.text).0)
                }),
                findings: Vec::new(),
            },
            Form::Placement => Self {
                params: None,
                findings: params::read(&source.text).1,
            },
            Form::Structure => Self {
                params: None,
                findings: structure::check(&source.text),
            },
        }
    }

    /// The findings about a file, with others that are known.
    pub(crate) fn check(
        &self,
        program: &Program,
        rules: &Rules,
        mut added: Vec<Finding>,
    ) -> Review {
        added.extend(self.findings.iter().cloned());
        Review::linked(program, rules, self.params.as_ref(), added)
    }
}

/// The `.param` file of a program for the linker.
pub(crate) fn placement_of(program: &Path) -> Option<PathBuf> {
    placement::placement_of(program)
}
