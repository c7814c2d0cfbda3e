//! Starts the language server `mnc2-lsp` from PATH, and passes it the user's settings.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree, serde_json};

struct Mnc2;

impl zed::Extension for Mnc2 {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree.which("mnc2-lsp").ok_or(
            "mnc2-lsp is not on PATH: install it from a checkout with `cargo install --path server`",
        )?;
        Ok(Command {
            command,
            args: vec!["--stdio".to_owned()],
            env: worktree.shell_env(),
        })
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?.settings;
        Ok(Some(serde_json::json!({ "mnc2": settings.unwrap_or_default() })))
    }
}

zed::register_extension!(Mnc2);
