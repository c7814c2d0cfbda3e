//! `mnc2 try`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

/// What `mnc2 try` opens, and how.
#[derive(Debug, Args)]
#[command(after_help = "\
The examples and everything that the editor writes for itself go to a folder that is removed when the editor ends. Your
own configuration is neither read nor changed.

Examples:
  mnc2 try
  mnc2 try nvim
  mnc2 try emacs -- --no-window-system")]
pub(crate) struct TryArguments {
    /// The editor; the default is the first one that is installed
    #[arg(value_enum)]
    pub(crate) editor: Option<Editor>,
    /// Further arguments for the editor
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<OsString>,
}

/// Editors that can be tried; the default is the first one that is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Editor {
    /// VS Code; packaging its extension takes npm
    Code,
    /// Neovim 0.11 or later
    Nvim,
    /// Helix
    Hx,
    /// Emacs 30 or later
    Emacs,
}
