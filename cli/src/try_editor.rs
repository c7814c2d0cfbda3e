//! `mnc2 try`: opens the examples in an editor with everything set up, in a temporary profile.
//!
//! It works only in a checkout, which contains the editors' files. Missing parts (the server, the extension of VS
//! Code) are built first.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::{Editor, TryArguments};
use crate::output::{Streams, WholeFile};
use crate::{Exit, Failure};

/// The program that is opened first.
const FIRST: &str = "first.vsm";

/// Runs the command.
pub(crate) fn command(arguments: &TryArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let checkout = checkout()?;
    let (editor, program) = editor(arguments.editor)?;
    let server = server(&checkout, streams)?;
    let profile = Profile::new()?;
    let examples = profile.0.join("examples");
    copy_examples(&checkout.join("examples"), &examples)?;

    let mut command = Command::new(&program);
    let folder = server.parent().unwrap_or(Path::new("."));
    command
        .current_dir(&examples)
        .env("PATH", prepended(folder)?);
    for (name, part) in [
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_CACHE_HOME", "cache"),
    ] {
        command.env(name, profile.0.join(part));
    }
    match editor {
        Editor::Nvim => neovim(&mut command, &checkout, &profile)?,
        Editor::Hx => helix(&mut command, &checkout, &profile, &program)?,
        Editor::Emacs => emacs(&mut command, &checkout, &profile)?,
        Editor::Code => code(
            &mut command,
            &checkout,
            &profile,
            &program,
            &server,
            streams,
        )?,
    }
    command.args(&arguments.arguments).arg(FIRST);
    let status = command
        .status()
        .map_err(|error| message(format!("cannot start {}: {error}", program.display())))?;
    if status.success() {
        Ok(Exit::Success)
    } else {
        Err(message(format!(
            "{} ended with {status}",
            program.display()
        )))
    }
}

fn message(text: impl Into<String>) -> Failure {
    Failure::Message(text.into())
}

/// A folder for everything that is temporary.
struct Profile(PathBuf);

impl Profile {
    fn new() -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("mnc2-try-{}", std::process::id()));
        match fs::create_dir(&folder) {
            Ok(()) => Ok(Self(folder)),
            Err(error) => Err(message(format!(
                "cannot make {}: {error}",
                folder.display()
            ))),
        }
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let file = self.0.join(name);
        let written = file
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| WholeFile::create(&file)?.finish_with(text.as_bytes()));
        written.map_err(Failure::cannot_write(&file))?;
        Ok(file)
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        // Files that cannot be removed are in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The checkout: the one that this program was built from, or the one around the current folder.
fn checkout() -> Result<PathBuf, Failure> {
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let here = env::current_dir().ok();
    let around = here.iter().flat_map(|here| here.ancestors());
    built_from
        .into_iter()
        .chain(around)
        .find(|folder| folder.join("editors/neovim").is_dir() && folder.join("examples").is_dir())
        .map(Path::to_path_buf)
        .ok_or_else(|| {
            message("`mnc2 try` works in a checkout of mnc2: the editors' files are there")
        })
}

/// The editor asked for, or the first one that is installed, and its program.
fn editor(wanted: Option<Editor>) -> Result<(Editor, PathBuf), Failure> {
    let names = |editor: Editor| -> &[&str] {
        match editor {
            Editor::Code => &["code", "codium"],
            Editor::Nvim => &["nvim"],
            Editor::Hx => &["hx", "helix"],
            Editor::Emacs => &["emacs"],
        }
    };
    let all = [Editor::Code, Editor::Nvim, Editor::Hx, Editor::Emacs];
    let candidates: Vec<Editor> = wanted.map_or(all.to_vec(), |one| vec![one]);
    let found = candidates.iter().find_map(|&editor| {
        let program = names(editor).iter().find_map(|name| on_path(name))?;
        Some((editor, program))
    });
    found.ok_or_else(|| {
        let looked_for: Vec<&str> = candidates
            .iter()
            .flat_map(|&one| names(one))
            .copied()
            .collect();
        message(format!(
            "no editor is on PATH: looked for {}",
            looked_for.join(", ")
        ))
    })
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}

/// The language server beside this program; it is built if it is missing, or if cargo may have a newer one.
fn server(checkout: &Path, streams: &mut Streams) -> Result<PathBuf, Failure> {
    let own =
        env::current_exe().map_err(|error| message(format!("where this program is: {error}")))?;
    let name = format!("mnc2-lsp{}", env::consts::EXE_SUFFIX);
    let beside = own.with_file_name(&name);
    let profile = own
        .parent()
        .and_then(Path::file_name)
        .and_then(OsStr::to_str);
    let is_built_here = match profile {
        Some("release") => Some(true),
        Some("debug") => Some(false),
        Some(_) | None => None,
    };
    if let Some(is_release) = is_built_here {
        streams.complain("building the language server");
        let target = own.parent().and_then(Path::parent);
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .current_dir(checkout)
            .args(["build", "--package", "mnc2-lsp"])
            .args(is_release.then_some("--release"));
        if let Some(target) = target {
            cargo.arg("--target-dir").arg(target);
        }
        perform(&mut cargo)?;
    }
    let found = beside
        .is_file()
        .then_some(beside)
        .or_else(|| on_path("mnc2-lsp"));
    found.ok_or_else(|| message("mnc2-lsp is not installed: `cargo install --path server`"))
}

/// Runs a program that must succeed.
fn perform(command: &mut Command) -> Result<(), Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(message(format!("{name} ended with {status}"))),
        Err(error) => Err(message(format!("cannot start {name}: {error}"))),
    }
}

/// `PATH` with a folder before it.
fn prepended(folder: &Path) -> Result<OsString, Failure> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_path_buf()).chain(env::split_paths(&path));
    env::join_paths(folders).map_err(|error| message(error.to_string()))
}

fn copy_examples(from: &Path, to: &Path) -> Result<(), Failure> {
    let copied = fs::create_dir_all(to).and_then(|()| {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
        Ok(())
    });
    copied.map_err(|error| message(format!("cannot copy the examples: {error}")))
}

fn neovim(command: &mut Command, checkout: &Path, profile: &Profile) -> Result<(), Failure> {
    let plugin = checkout.join("editors/neovim");
    // A long string of Lua can hold every path except one that contains its closing bracket.
    let configuration = format!(
        "vim.opt.runtimepath:prepend([==[{}]==])\n\
         vim.api.nvim_create_autocmd('VimEnter', {{ once = true, callback = function()\n  \
           if vim.fn.executable(vim.env.CC or 'cc') == 1 and not vim.treesitter.language.add('mnc2') then\n    \
             vim.cmd('silent Mnc2BuildParser')\n    \
             vim.cmd('silent edit')\n  \
           end\n  \
           vim.lsp.inlay_hint.enable(true)\n\
         end }})\n",
        plugin.display()
    );
    let file = profile.write("init.lua", &configuration)?;
    command.args(["-i", "NONE", "-u"]).arg(file);
    Ok(())
}

fn helix(
    command: &mut Command,
    checkout: &Path,
    profile: &Profile,
    program: &Path,
) -> Result<(), Failure> {
    profile.write(
        "config/helix/config.toml",
        "[editor.lsp]\ndisplay-inlay-hints = true\n",
    )?;
    let mut install = Command::new("bash");
    install
        .arg(checkout.join("editors/helix/install"))
        .env("HELIX_CONFIG_DIR", profile.0.join("config/helix"))
        .env("XDG_CONFIG_HOME", profile.0.join("config"))
        .env("HX", program);
    perform(&mut install)?;
    command.env("HELIX_CONFIG_DIR", profile.0.join("config/helix"));
    Ok(())
}

fn emacs(command: &mut Command, checkout: &Path, profile: &Profile) -> Result<(), Failure> {
    let folder = profile.0.join("emacs");
    fs::create_dir_all(&folder)
        .map_err(|error| message(format!("cannot make {}: {error}", folder.display())))?;
    command
        .arg("--quick")
        .arg("--init-directory")
        .arg(folder)
        .arg("--directory")
        .arg(checkout.join("editors/emacs"))
        .args(["--load", "mnc2-mode"]);
    Ok(())
}

fn code(
    command: &mut Command,
    checkout: &Path,
    profile: &Profile,
    program: &Path,
    server: &Path,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let extension = checkout.join("editors/vscode");
    streams.complain("packaging the extension");
    let npm = |arguments: &[&str]| {
        let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        npm.current_dir(&extension).args(arguments);
        npm
    };
    if !extension.join("node_modules").is_dir() {
        perform(&mut npm(&[
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
        ]))?;
    }
    perform(&mut npm(&["run", "--silent", "package"]))?;
    let places = [
        OsString::from("--user-data-dir"),
        profile.0.join("code").into(),
        "--extensions-dir".into(),
        profile.0.join("extensions").into(),
    ];
    profile.write(
        "code/User/settings.json",
        &serde_json::json!({
            "mnc2.server.path": server,
            "workbench.startupEditor": "none",
            // Nothing but the program and its views.
            "workbench.secondarySideBar.defaultVisibility": "hidden",
            "editor.minimap.enabled": false,
            "security.workspace.trust.enabled": false,
        })
        .to_string(),
    )?;
    perform(
        Command::new(program)
            .args(&places)
            .arg("--install-extension")
            .arg(extension.join("mnc2.vsix")),
    )?;
    command.args(&places).args(["--wait", "."]);
    Ok(())
}
