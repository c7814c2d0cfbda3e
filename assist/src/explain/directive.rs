//! Directives for a linker: what they expand to, their registers, and their words of PDM.

use std::fmt::Write as _;

use mnc2_program::directive::{
    BUFFER_WORDS, COMPONENTS_MAX, Directive, DirectiveName, DirectivePart, DirectiveValue,
};
use mnc2_program::rules::link::key_of;
use mnc2_program::{ParamEntry, Params};
use mnc2_text::{Language, Message, message};

/// The effect of a directive, in a few words.
#[must_use]
pub fn directive_title(name: DirectiveName) -> Message {
    match name {
        DirectiveName::Distribute => message!("gives each PE its own words of PDM"),
        DirectiveName::Broadcast => message!("gives all PEs the same words of PDM"),
        DirectiveName::Collect => message!("writes a register of each PE to PDM"),
        DirectiveName::Reduce => message!("reduces a register of all PEs to 4 words of PDM"),
        DirectiveName::Identify => message!("gives each PE its coordinate in the problem"),
        DirectiveName::BoundaryFlags => {
            message!("gives each PE the flags of the boundaries that it touches")
        }
        DirectiveName::BoundaryFlagsCompute => {
            message!("computes the flags of boundaries on the chip")
        }
        DirectiveName::Alias => {
            message!("names the register of flags that another kernel has left")
        }
        DirectiveName::Assign => message!("an older name of `@alias`"),
        DirectiveName::Alloc => message!("sets registers aside for directives"),
        DirectiveName::Free => message!("gives the registers of `@alloc` back"),
        DirectiveName::GetNeighbor => message!("reads a register of the neighbouring PE"),
        DirectiveName::AccessPattern => message!("declares which neighbours are read"),
    }
}

/// The expansion of a directive.
fn expands(name: DirectiveName) -> Message {
    match name {
        DirectiveName::Distribute => message!(
            "For each component, `mvp` from PDM to the 8 L2Bs and `l2bmb` to the 8 L1Bs; then one `l1bmd` to the PEs that writes a register for each component, two addresses apart."
        ),
        DirectiveName::Broadcast => message!(
            "`mvb` from PDM to all L2Bs, `l2bmb` to all L1Bs and `l1bmp` to all PEs, which writes a register for each of the first words, two addresses apart."
        ),
        DirectiveName::Collect => message!(
            "`l1bmd` from the PEs to L1BM, four registers regardless of the size; then for each component `l2bm` to the 8 L2Bs and `mvp` to PDM. The last `mvp` has the tag that the host waits for."
        ),
        DirectiveName::Reduce => message!(
            "`l1bmr` over the 16 MABs, `l2bmr` over the 8 L1Bs and `mvr` over the 8 L2Bs. The result is one word for each number of a PE in its MAB; the host adds the four."
        ),
        DirectiveName::Identify => {
            message!("The same as `@distribute` of one component, into a register of GRF0.")
        }
        DirectiveName::BoundaryFlags => {
            message!("The same as `@distribute` of one component: the host has computed the flags.")
        }
        DirectiveName::BoundaryFlagsCompute => message!(
            "Steps that derive the flags from `$subpeid`, `$mabid`, `$l1bid` and `$l2bid`. It is for tests of the SDK."
        ),
        DirectiveName::Alias
        | DirectiveName::Assign
        | DirectiveName::Alloc
        | DirectiveName::Free => message!("Nothing."),
        DirectiveName::GetNeighbor => message!(
            "Transfers through the MAB, L1BM, L2BM and the buffer in PDM, on all PEs; then steps that select by the flags. The `mask` setting is 0 after it."
        ),
        DirectiveName::AccessPattern => message!("A comment."),
    }
}

/// The page of a directive.
#[must_use]
pub fn directive_page(name: DirectiveName, language: Language) -> String {
    let row = name.row();
    let title = directive_title(name).say(language);
    let expands = expands(name).say(language);
    let mut page = format!(
        "**{}**: {title}\n\n```\n{} {}\n```\n\n{expands}\n",
        row.name, row.name, row.syntax
    );
    let mut add = |message: Message| {
        let _ = write!(page, "\n{}\n", message.say(language));
    };
    match name.pdm(1) {
        Some((words, writes)) => {
            let has_size = name.pdm(2) != Some((words, writes));
            add(match (has_size, writes) {
                (true, true) => message!(
                    "It writes {words} long words of PDM for each component.",
                    words
                ),
                (true, false) => message!(
                    "It reads {words} long words of PDM for each component.",
                    words
                ),
                (false, true) => message!("It writes {words} long words of PDM.", words),
                (false, false) => message!("It reads {words} long words of PDM.", words),
            });
        }
        None if name == DirectiveName::GetNeighbor => {
            let words = BUFFER_WORDS;
            add(message!(
                "It uses {words} long words of its buffer in PDM.",
                words
            ));
        }
        None => {}
    }
    if let Some(wanted) = name.wanted() {
        let (grf0, masks, lm1) = (wanted.grf0, wanted.masks, wanted.lm1);
        add(message!(
            "It takes {grf0} registers of GRF0, {masks} entries of the mask register and {lm1} register of LM1 from the pool of its `@alloc`.",
            grf0,
            masks,
            lm1
        ));
    }
    add(message!(
        "A directive of the unofficial SDK: `vsmlink` expands it, and the assembler does not know it."
    ));
    page
}

/// The meaning of a directive with its operands.
#[must_use]
pub fn directive(directive: &Directive, params: Option<&Params>, language: Language) -> String {
    let Some(name) = directive.name else {
        return message!("There is no such directive.").say(language);
    };
    let mut page = String::new();
    let mut add = |message: Message| {
        let _ = writeln!(page, "- {}", message.say(language));
    };
    if let Some(registers) = registers(name, directive) {
        let registers = Message::all_of(registers);
        add(if writes_registers(name) {
            message!("registers that it writes: {registers}", registers)
        } else {
            message!("registers that it reads: {registers}", registers)
        });
    }
    if let Some((key, _)) = key_of(name, directive) {
        let entry = params.and_then(|params| params.entry(&key));
        let shown = key.to_string();
        let shown = shown.as_str();
        let words = directive
            .pdm()
            .or_else(|| Some((entry?.buffer_size?, true)));
        match (words, entry.and_then(|entry| entry.address)) {
            (Some((words, writes)), Some(address)) => {
                let last = address.saturating_add(words.saturating_sub(1));
                add(if writes {
                    message!(
                        "`{entry}`: it writes {words} long words (u64) of PDM, {address} to {last}",
                        entry = shown,
                        words,
                        address,
                        last
                    )
                } else {
                    message!(
                        "`{entry}`: it reads {words} long words (u64) of PDM, {address} to {last}",
                        entry = shown,
                        words,
                        address,
                        last
                    )
                });
            }
            (Some((words, writes)), None) => add(if writes {
                message!(
                    "`{entry}`: it writes {words} long words (u64) of PDM",
                    entry = shown,
                    words
                )
            } else {
                message!(
                    "`{entry}`: it reads {words} long words (u64) of PDM",
                    entry = shown,
                    words
                )
            }),
            (None, _) => {}
        }
        if let Some(tags) = entry.and_then(tags) {
            add(tags);
        }
    }
    if !page.is_empty() {
        page.push_str("\n---\n\n");
    }
    page.push_str(&directive_page(name, language));
    page
}

/// The tags of an entry.
fn tags(entry: &ParamEntry) -> Option<Message> {
    let shown = |tag: u64| format!("i{tag:02x}");
    match (entry.send_tag.map(shown), entry.receive_tag.map(shown)) {
        (Some(send), Some(receive)) => Some(message!(
            "the host sends with tag `{send}` and waits for tag `{receive}`",
            send = send.as_str(),
            receive = receive.as_str()
        )),
        (Some(send), None) => Some(message!(
            "the host sends with tag `{send}`",
            send = send.as_str()
        )),
        (None, Some(receive)) => Some(message!(
            "the host waits for tag `{receive}`",
            receive = receive.as_str()
        )),
        (None, None) => None,
    }
}

const fn writes_registers(name: DirectiveName) -> bool {
    !matches!(name, DirectiveName::Collect | DirectiveName::Reduce)
}

/// The registers of its components, two addresses apart.
fn registers(name: DirectiveName, directive: &Directive) -> Option<Vec<String>> {
    if matches!(name, DirectiveName::Alias | DirectiveName::Assign) {
        return None;
    }
    let first = directive
        .operands
        .iter()
        .find_map(|operand| match &operand.value {
            DirectiveValue::Register(register) => Some(register),
            _ => None,
        })?;
    let count = directive.number(DirectivePart::Size).unwrap_or(1);
    let names = (0..count.min(COMPONENTS_MAX)).map(|component| {
        let address = u64::from(first.address_words(0)) + 2 * component;
        let size = u64::from(first.memory.size().unwrap_or(u32::MAX));
        format!(
            "`${}{}{}`",
            first.width.prefix(),
            first.memory.letters(),
            address % size
        )
    });
    Some(names.collect())
}
