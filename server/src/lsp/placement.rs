//! The `.param` files of programs for the linker: read when such a program is opened, and again when one of them changes.
//! The text of an open one counts before its file.

use mnc2_asm::parse::s_expression::TEXT_BYTES_MAX;
use mnc2_asm::program::Form;
use mnc2_asm::text;
use mnc2_ide::session::Placement;
use mnc2_project::{files, placement};
use tower_lsp::ls_types::Uri;

use super::document;
use super::shared::Shared;

impl Shared {
    /// The `.param` file of a program, if there is one.
    pub(super) fn placement(&self, program: &Uri) -> Option<Placement> {
        let path = placement::placement_of(&document::path(program)?)?;
        let uri = Uri::from_file_path(&path)?;
        let id = document::id(&uri);
        let open = self.session().snapshot(&id);
        let content = match open {
            Some(snapshot) => snapshot.text.to_string(),
            None => text::decode(&files::read(&path, TEXT_BYTES_MAX as u64).ok()?).0,
        };
        Some(Placement::read(id, &content))
    }

    /// Reads the `.param` files of the open programs for the linker again after one of them changed.
    pub(super) fn place_unlinked(&self, changed: &Uri) {
        if Form::of_name(changed.as_str()) != Form::Placement {
            return;
        }
        let programs = self.session().unlinked();
        let mut moved = Vec::new();
        for id in programs {
            let placement = self.placement(&document::uri(&id));
            if self.session().set_placement(&id, placement) {
                moved.push(id);
            }
        }
        if !moved.is_empty() {
            self.show_findings(&document::uris(&moved));
        }
    }
}
