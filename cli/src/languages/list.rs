//! `mnc2 languages`: every language, what is supported, and what that was compared with; and what can be explained of one.

use std::io::Write as _;

use mnc2_ide::languages::{self, Listed, Options};
use mnc2_ide::session::DocumentLanguage;
use mnc2_text::{About, Language, Message, line, message};
use serde_json::json;

use crate::args::{ExplainArguments, Format};
use crate::exit::{Exit, Failure};
use crate::output::Streams;
use crate::print_page;

/// The commands that every language has.
const COMMANDS: &str = "check, format, explain, asm, disasm, run, debug";

/// The commands of languages without machine words, which have values instead.
const COMMANDS_WITHOUT_WORDS: &str = "check, format, explain, eval, run, debug";

/// The description of a language, line by line.
struct Described {
    id: &'static str,
    name: String,
    rows: Vec<(Message, Message)>,
}

pub(crate) fn languages(format: Format, streams: &mut Streams) -> Result<Exit, Failure> {
    let languages = languages::ALL
        .iter()
        .map(|&listed| describe_dialect(listed));
    for described in std::iter::once(mnc2()).chain(languages) {
        if format == Format::Json {
            let rows = described.rows.iter().map(|(label, text)| {
                json!({"what": label.say(Language::English), "text": text.say(streams.language)})
            });
            let rows: Vec<_> = rows.collect();
            let object = json!({"id": described.id, "name": described.name, "facts": rows});
            writeln!(streams.out, "{object}")?;
            continue;
        }
        writeln!(streams.out, "{}: {}", described.id, described.name)?;
        for (label, text) in described.rows {
            let (label, text) = (label.say(streams.language), text.say(streams.language));
            writeln!(streams.out, "  {label}: {text}")?;
        }
    }
    Ok(Exit::Success)
}

fn mnc2() -> Described {
    let files = format!(".{}", DocumentLanguage::EXTENSION);
    Described {
        id: DocumentLanguage::Mnc2.id(),
        name: "MN-Core 2".to_owned(),
        rows: vec![
            (message!("files"), Message::verbatim(files)),
            (message!("commands"), message!("all but eval")),
            (
                message!("validated"),
                message!(
                    "compared with the manual, and with what is publicly known of the vendor's tools (docs/known-behaviour.md)"
                ),
            ),
        ],
    }
}

fn describe_dialect(listed: Listed) -> Described {
    let about: &'static About = listed.about();
    let commands = if listed.has_words {
        COMMANDS
    } else {
        COMMANDS_WITHOUT_WORDS
    };
    let extensions = about.extensions.iter().chain(&about.binary);
    let extensions: Vec<String> = extensions.map(|it| format!(".{it}")).collect();
    let files = if extensions.is_empty() {
        message!("named by --language, mnc2.toml, a modeline or the editor")
    } else {
        Message::verbatim(extensions.join(" "))
    };
    let mut rows = vec![
        (
            message!("versions"),
            Message::verbatim(about.versions.join(", ")),
        ),
        (message!("files"), files),
        (message!("commands"), Message::verbatim(commands)),
    ];
    for option in about.options {
        let said = message!(
            "`{name}` ({values}): {what}",
            name = option.name,
            values = option.values,
            what = Message::from_table(option.doc)
        );
        rows.push((message!("option"), said));
    }
    rows.push((message!("validated"), Message::from_table(about.validated)));
    for public in about.public_files {
        let label = message!("public files of {version}", version = public.version);
        rows.push((label, Message::from_table(public.result)));
    }
    Described {
        id: about.id,
        name: about.name.to_owned(),
        rows,
    }
}

pub(crate) fn explain(
    arguments: &ExplainArguments,
    options: &dyn Options,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let language = streams.language;
    let listed = options.language();
    let entries = listed.entries();
    if arguments.list {
        let names = entries.iter().map(|entry| entry.name.chars().count());
        let width = names.max().unwrap_or(0);
        for entry in &entries {
            let title = entry.title.say(language);
            writeln!(streams.out, "{:<width$}  {title}", entry.name)?;
        }
        return Ok(Exit::Success);
    }
    if arguments.assumed {
        let message = message!(
            "--assumed lists what is assumed about MN-Core 2; pages of `{id}` name their sources themselves",
            id = listed.about().id
        );
        return Err(Failure::Message(message.say(language)));
    }
    let query = arguments.query.as_deref().unwrap_or_default();
    if let Some(page) = options.explain(query, language) {
        let end = if page.ends_with('\n') { "" } else { "\n" };
        return print_page::page(query, &format!("{page}{end}"), arguments.format, streams);
    }
    let names = entries.iter().map(|entry| entry.name.as_str());
    let message = match line::similar(query, names, line::SETTING_SIMILARITY_MIN) {
        Some(near) => message!(
            "there is no entry for `{query}` in `{id}`; did you mean `{near}`? (--list lists everything)",
            query,
            id = listed.about().id,
            near
        ),
        None => message!(
            "there is no entry for `{query}` in `{id}` (--list lists everything)",
            query,
            id = listed.about().id
        ),
    };
    Err(Failure::Message(message.say(language)))
}
