//! `mnc2 completions` and `mnc2 man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// `mnc2 completions`
#[derive(Debug, Args)]
#[command(after_help = "\
The script goes to standard output. It completes commands, options and their values, files where a file is expected, and
after `mnc2 explain` every opcode and diagnostic code. Create missing folders first.

Examples:
  mnc2 completions bash > ~/.local/share/bash-completion/completions/mnc2
  mnc2 completions zsh > ~/.zfunc/_mnc2          and `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  mnc2 completions fish > ~/.config/fish/completions/mnc2.fish
  mnc2 completions elvish > ~/.config/elvish/lib/mnc2.elv          and `use mnc2` in rc.elv
  mnc2 completions powershell >> $PROFILE")]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// `mnc2 man`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mnc2 man | man -l -                            the page of mnc2 itself
  mnc2 man run | man -l -                        the page of one command
  mnc2 man --dir ~/.local/share/man/man1         all pages, so that `man mnc2-run` finds them")]
pub(crate) struct ManArguments {
    /// Command whose page is printed [default: mnc2]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Option<String>,
    /// Write all pages to this folder, created if missing
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}
