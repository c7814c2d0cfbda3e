//! The command line of `mnc2 emu`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

/// `mnc2 emu`
#[derive(Debug, Args)]
#[command(after_help = "\
Build files and host programs call the vendor's assembler and emulator by their names, and a linker. `install` writes commands with these names
to a folder, each a link to mnc2; a command that is there already and is not mnc2's stays. With the folder first in the
PATH, they take the place of the vendor's. They accept the options that public build files use, and refuse all others by name.

The assembler's output is marked. A word has `?` for each bit that is not public, and the source next to it, which is what the
emulator runs. Nothing but mnc2 reads it.

The emulator executes lines as they come, from a file or from standard input. What `e` reads back goes to standard output, and
what `d get` shows to standard error or to the file of -d.

vsmlink replaces the linker of the unofficial SDK. It takes a program with directives, its two files of parameters and the name
of the output, and follows the public text of the directives.

Exit codes: 0 done, 1 the program has errors, 2 usage error, or a file cannot be read or written, 3 the run stopped at a line.

Examples:
  mnc2 emu install ~/mnc2/bin
  mnc2 emu assemble3 --instruction-mode flat program.vsm -o program.asm
  mnc2 emu gpfn3_package_main -i program.asm -d program.dmp --offchip-memory-init zero
  mnc2 emu vsmlink kernel._vsm kernel.param kernel.stparam kernel.vsm")]
pub(crate) struct EmuArguments {
    /// `install`, or the vendor's command to run
    #[arg(value_enum, value_name = "ACTION")]
    pub(crate) action: EmuAction,
    /// For `install` the folder, otherwise the arguments of the command
    #[arg(
        value_name = "ARGUMENTS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) words: Vec<OsString>,
}

/// What `mnc2 emu` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EmuAction {
    /// Write the commands to a folder
    Install,
    /// Assemble for the emulator of mnc2
    Assemble3,
    /// Run an output of the assembler
    #[value(name = "gpfn3_package_main")]
    PackageMain,
    /// Expand the directives of a program for the linker of the unofficial SDK
    Vsmlink,
}

impl EmuAction {
    /// The commands that others have made.
    pub(crate) const COMMANDS: [Self; 3] = [Self::Assemble3, Self::PackageMain, Self::Vsmlink];

    /// The name in the command line, which for a vendor's command is also the name of its file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Install => "install",
            Self::Assemble3 => "assemble3",
            Self::PackageMain => "gpfn3_package_main",
            Self::Vsmlink => "vsmlink",
        }
    }
}
