//! Signatures as the protocol shows them.

use mnc2_ide::features::signature;
use mnc2_text::Signature;
use tower_lsp::ls_types::{
    ParameterInformation, ParameterLabel, Position, SignatureHelp, SignatureInformation,
};

use crate::lsp::document_view::{DocumentView, Of};

impl DocumentView<'_> {
    /// The operands of the instruction at a position.
    pub(in crate::lsp) fn signature(self, position: Position) -> Option<SignatureHelp> {
        let at = self.at(position);
        let language = self.features.language();
        let found = match self.of {
            Of::Mnc2(program) => {
                signature::signatures(program.snapshot, at.line as usize, at.byte, language)?
            }
            Of::Language(snapshot) => vec![snapshot.read()?.signature(at, language)?],
        };
        let active_parameter = found.first()?.active;
        let signatures = found.into_iter().map(|it| self.information(it));
        Some(SignatureHelp {
            signatures: signatures.collect(),
            active_signature: Some(0),
            active_parameter,
        })
    }

    fn information(self, signature: Signature) -> SignatureInformation {
        let writing = &self.features.writing;
        let documentation = |text: String| writing.signature_documentation.documentation(text);
        let parameters = signature.parameters.iter().map(|parameter| {
            let label = &parameter.label;
            ParameterInformation {
                // In ASCII every encoding counts bytes.
                label: if writing.label_offsets && signature.label.is_ascii() {
                    ParameterLabel::LabelOffsets([label.start, label.end])
                } else {
                    let text = mnc2_text::line::part(&signature.label, label);
                    ParameterLabel::Simple(text.to_owned())
                },
                documentation: (!parameter.documentation.is_empty())
                    .then(|| documentation(parameter.documentation.clone())),
            }
        });
        SignatureInformation {
            parameters: Some(parameters.collect()),
            documentation: signature.documentation.map(documentation),
            label: signature.label,
            active_parameter: None,
        }
    }
}
