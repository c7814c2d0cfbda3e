//! `mnc2 check` for programs within files of C++, Python and Markdown.

use std::path::Path;
use std::sync::Arc;

use mnc2_ide::embedded::host_findings::{LineBytes, host_findings};
use mnc2_ide::embedded::{self, Certainty, HostLanguage, Region};
use mnc2_ide::languages::{Code, Listed};
use mnc2_ide::session::{DocumentLanguage, LanguageSources};
use mnc2_program::FileForm;
use mnc2_text::{Findings, LanguageChoice, message};

use crate::args::LanguageArguments;
use crate::companions::CompanionFiles;
use crate::exit::Failure;
use crate::findings;
use crate::input::Source;
use crate::languages;
use crate::rules::RuleBook;

/// The findings in the programs of a file, at their places in the file.
pub(crate) struct InHost {
    pub(crate) findings: Findings<Code>,
    /// The languages of the programs other than MN-Core 2.
    pub(crate) languages: Vec<Listed>,
}

/// The findings in a file that is not a program but has some; `None` if it is a program. A language that the command line or the
/// project names takes precedence, unless the file is a listing in it.
pub(crate) fn check(
    path: &Path,
    source: &Source,
    arguments: &LanguageArguments,
    book: &RuleBook,
) -> Result<Option<InHost>, Failure> {
    let stated = stated(path, source, arguments, book);
    let host = match &stated {
        None => HostLanguage::from_text(&source.text)
            .or_else(|| HostLanguage::from_file_name(&path.to_string_lossy())),
        Some(stated) => HostLanguage::from_text(&source.text).filter(|it| it.takes(stated)),
    };
    match host {
        Some(host) => in_host(path, source, (host, stated.as_ref()), book).map(Some),
        None => Ok(None),
    }
}

/// What the command line, the project or the first lines of a file state about its language. Options of the command line without a
/// language are about a program.
fn stated(
    path: &Path,
    source: &Source,
    arguments: &LanguageArguments,
    book: &RuleBook,
) -> Option<LanguageChoice> {
    if arguments.language.is_none() && languages::named_option(arguments).is_some() {
        return Some(LanguageChoice::default());
    }
    let given = arguments.language.as_deref().map(LanguageChoice::parse);
    let given = given.map(|mut given| {
        let mlen = arguments.mlen.iter();
        let mlen = mlen.map(|value| ("mlen".to_owned(), value.clone()));
        given.options.extend(mlen.chain(arguments.set.clone()));
        given
    });
    given.or_else(|| {
        let project = book.chosen(path);
        let sources = LanguageSources {
            project: project.as_ref(),
            text: &source.text,
            ..LanguageSources::default()
        };
        sources.choice()
    })
}

/// The findings in the programs of a host.
pub(crate) fn in_host(
    path: &Path,
    source: &Source,
    (host, stated): (HostLanguage, Option<&LanguageChoice>),
    book: &RuleBook,
) -> Result<InHost, Failure> {
    let lines = LineBytes::new(&source.text);
    let mut found = InHost {
        findings: Findings::default(),
        languages: Vec::new(),
    };
    for region in embedded::regions(host, &source.text, stated) {
        if let DocumentLanguage::Listed(listed) = region.language {
            found.languages.push(listed);
        }
        // Nothing about it would be reported.
        if region.certainty == Certainty::Unfinished {
            continue;
        }
        let own = in_region(path, source, &region, book)?;
        found
            .findings
            .extend_from(&host_findings(&region, &own, &lines), 0);
    }
    found.findings.sort();
    Ok(found)
}

/// The findings in a program, in its own lines.
fn in_region(
    path: &Path,
    host: &Source,
    region: &Region,
    book: &RuleBook,
) -> Result<Findings<Code>, Failure> {
    let source = Source {
        form: FileForm::Program,
        text: Arc::new(region.text.clone()),
        first_replaced: None,
        cell: None,
        ..host.clone()
    };
    match region.language {
        DocumentLanguage::Listed(listed) => {
            let sources = LanguageSources {
                given: Some(&region.choice),
                ..LanguageSources::default()
            };
            let (options, problems) = sources.options(listed);
            if let Some(reason) = problems.first().cloned() {
                let file = host.name.as_str();
                let failed = message!("`{file}`: {reason}", file, reason);
                return Err(Failure::Message(failed.say(book.language)));
            }
            let levels = book.levels(path);
            Ok(languages::check::Checked::from_source(&source, &*options, &levels).findings)
        }
        DocumentLanguage::Mnc2 => {
            let rules = book.rules(path);
            let mut reviewed = findings::analyse_with(&source, &CompanionFiles::default(), &rules);
            reviewed.add_fixes(&source, rules.mode);
            let mut found = Findings::default();
            for finding in reviewed.findings() {
                let diagnostic = finding.diagnostic.clone().with_code(|code| code.row());
                found.push(finding.line, diagnostic);
            }
            Ok(found)
        }
    }
}
