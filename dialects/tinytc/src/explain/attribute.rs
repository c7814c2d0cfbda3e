use mnc2_text::{Language, Message, message};

use crate::ir::{ByteRange, Dictionary, Function};
use crate::version::Version;

/// The attributes that the specification has, and how they are written.
pub(super) const ATTRIBUTES: [(&str, &str); 6] = [
    ("alignment", "alignment=bytes"),
    ("shape_gcd", "shape_gcd=[divisor, ..]"),
    ("stride_gcd", "stride_gcd=[divisor, ..]"),
    ("subgroup_size", "subgroup_size=16|32"),
    ("unroll", "unroll=true|false"),
    ("work_group_size", "work_group_size=[rows, columns]"),
];

/// The explanation of an attribute.
pub(super) fn attribute_meaning(name: &str) -> Message {
    match name {
        "alignment" => message!(
            "the least alignment in bytes of the memory of a parameter or an alloca; a multiple of the size of an element"
        ),
        "shape_gcd" => {
            message!("numbers that divide the sizes of a parameter, from its first mode on")
        }
        "stride_gcd" => {
            message!("numbers that divide the strides of a parameter, from its first mode on")
        }
        "subgroup_size" => message!("the work-items of a subgroup of the function"),
        "unroll" => message!("whether the loop is to be unrolled"),
        _ => message!(
            "the work-items of a work-group of the function; the first size is a multiple of the subgroup size"
        ),
    }
}

/// The page of an attribute, as Markdown; `None` if the specification has none of that name.
pub(super) fn page(version: Version, name: &str, language: Language) -> Option<String> {
    let (_, syntax) = ATTRIBUTES.iter().find(|(known, _)| *known == name)?;
    let version = version.name();
    let about = message!("attribute of the specification, version {version}", version);
    Some(format!(
        "```tinytc\n{syntax}\n```\n\n{}\n\n{}",
        attribute_meaning(name).say(language),
        about.say(language)
    ))
}

/// The name of an attribute at a place, with its range.
pub(super) fn at<'f>(
    function: &'f Function,
    touches: &dyn Fn(&ByteRange) -> bool,
) -> Option<(&'f str, &'f ByteRange)> {
    let parameters = function.parameters.iter();
    let instructions = function.instructions.iter();
    let dictionaries = function
        .attributes
        .iter()
        .chain(parameters.filter_map(|it| it.attributes.as_ref()))
        .chain(instructions.filter_map(|it| it.attributes.as_ref()));
    let mut entries = dictionaries.flat_map(|it: &Dictionary| &it.entries);
    let found = entries.find(|entry| touches(&entry.name_range))?;
    Some((&found.name, &found.name_range))
}
