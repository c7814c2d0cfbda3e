//! Signatures as the protocol shows them.

use mnc2_asm::Message;
use mnc2_assist::complete::signature::Signature;
use mnc2_ide::features::signature;
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{
    ParameterInformation, ParameterLabel, Position, SignatureHelp, SignatureInformation,
};

use crate::lsp::capabilities::ClientFeatures;

/// The operands of the expression at a position.
pub(crate) fn help(
    snapshot: &Snapshot,
    position: Position,
    features: &ClientFeatures,
) -> Option<SignatureHelp> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let found = signature::signatures(snapshot, line, byte)?;
    let operand = found.operand as u32;
    Some(SignatureHelp {
        signatures: found
            .signatures
            .iter()
            .map(|signature| information(signature, features))
            .collect(),
        active_signature: Some(0),
        active_parameter: Some(operand),
    })
}

fn information(signature: &Signature, features: &ClientFeatures) -> SignatureInformation {
    let writing = &features.writing;
    let documentation = |text| writing.signature_documentation.documentation(text);
    let language = features.language();
    // One line: the hover of the opcode has the whole explanation.
    let title = Message::of_table(signature.title);
    let parameters = signature
        .parameters
        .iter()
        .map(|parameter| ParameterInformation {
            // Labels are ASCII, where every encoding counts bytes.
            label: if writing.label_offsets {
                let range = &parameter.range;
                ParameterLabel::LabelOffsets([range.start as u32, range.end as u32])
            } else {
                ParameterLabel::Simple(signature.label[parameter.range.clone()].to_owned())
            },
            documentation: parameter
                .doc
                .as_ref()
                .map(|doc| documentation(doc.say(language))),
        })
        .collect();
    SignatureInformation {
        label: signature.label.clone(),
        documentation: Some(documentation(title.say(language))),
        parameters: Some(parameters),
        active_parameter: None,
    }
}
