//! Signatures as the protocol shows them.

use mnc2_asm::signature::Signature;
use mnc2_asm::{Message, message};
use tower_lsp::ls_types::{
    ParameterInformation, ParameterLabel, Position, SignatureHelp, SignatureInformation,
};

use crate::features::signature;
use crate::lsp::capabilities::ClientFeatures;
use crate::session::Snapshot;

/// The operands of the expression at a position.
pub(crate) fn help(
    snapshot: &Snapshot,
    position: Position,
    features: &ClientFeatures,
) -> Option<SignatureHelp> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let found = signature::signatures(snapshot, line, byte)?;
    // A number beyond the operands marks none.
    let operand = found.operand.unwrap_or(usize::from(u16::MAX)) as u32;
    Some(SignatureHelp {
        signatures: found
            .signatures
            .iter()
            .map(|signature| information(signature, features))
            .collect(),
        active_signature: Some(found.active as u32),
        active_parameter: Some(operand),
    })
}

fn information(signature: &Signature, features: &ClientFeatures) -> SignatureInformation {
    let writing = &features.writing;
    let documentation = |text| writing.signature_documentation.documentation(text);
    let language = features.language();
    let what = message!(
        "{title}. {doc} (manual {section})",
        title = Message::of_table(signature.title),
        doc = Message::of_table(signature.doc),
        section = signature.section
    );
    let parameters = signature
        .parameters
        .iter()
        .map(|parameter| ParameterInformation {
            // Labels are ASCII, in which bytes are what every encoding counts.
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
        documentation: Some(documentation(what.say(language))),
        parameters: Some(parameters),
        active_parameter: None,
    }
}
