//! Values by name: what a machine is given before a run, and what is in it afterwards.
//!
//! Each language has its own memories, registers and arguments, so it defines their names and values; this is only
//! their shape, the shape of a JSON object.

use crate::editor::Variable;

/// Values by name, in order.
pub type Fields = Vec<(String, Data)>;

/// A value that a machine is given or returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// A truth value.
    Truth(bool),
    /// A number without a fraction.
    Integer(i128),
    /// A number with a fraction; infinities and NaN are texts where a format has no such numbers.
    Number(f64),
    /// A text, such as bytes in hexadecimal.
    Text(String),
    /// Several values in order.
    List(Vec<Data>),
    /// Several values, each with a name.
    Fields(Fields),
}

impl Data {
    /// The value as an integer; `None` if it is not one.
    #[must_use]
    pub fn as_integer(&self) -> Option<i128> {
        match *self {
            Self::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The number, rounded to the nearest one with a fraction; also if a text states `nan`, `inf` or `-inf`.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Number(value) => Some(*value),
            Self::Text(text) => match text.as_str() {
                "nan" => Some(f64::NAN),
                "inf" => Some(f64::INFINITY),
                "-inf" => Some(f64::NEG_INFINITY),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text; `None` for another value.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The values in order.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }

    /// The values by name.
    #[must_use]
    pub fn as_fields(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Fields(fields) => Some(fields),
            _ => None,
        }
    }

    /// How people read it under a name: a list of plain values is one line, anything deeper has parts.
    #[must_use]
    pub fn variable(&self, name: impl Into<String>) -> Variable {
        let (value, parts) = match self {
            Self::List(values) => {
                match values.iter().map(Self::plain).collect::<Option<Vec<_>>>() {
                    Some(plain) => (plain.join(" "), Vec::new()),
                    None => {
                        let parts = values.iter().enumerate();
                        let parts = parts.map(|(index, it)| it.variable(format!("[{index}]")));
                        (String::new(), parts.collect())
                    }
                }
            }
            Self::Fields(fields) => {
                let parts = fields.iter().map(|(name, it)| it.variable(name.clone()));
                (String::new(), parts.collect())
            }
            plain => (plain.plain().unwrap_or_default(), Vec::new()),
        };
        Variable {
            name: name.into(),
            value,
            parts,
        }
    }

    /// A value without parts as text.
    fn plain(&self) -> Option<String> {
        match self {
            Self::Truth(value) => Some(value.to_string()),
            Self::Integer(value) => Some(value.to_string()),
            Self::Number(value) => Some(value.to_string()),
            Self::Text(text) => Some(text.clone()),
            Self::List(_) | Self::Fields(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_people_do() {
        let row = |values: [i128; 2]| Data::List(values.map(Data::Integer).to_vec());
        let rows = Data::List(vec![row([1, -2]), row([3, 4])]).variable("DRAM0");
        let part = |part: &Variable| format!("{} {}", part.name, part.value);
        let parts: Vec<String> = rows.parts.iter().map(part).collect();
        assert_eq!(
            (rows.value.as_str(), parts.join("; ").as_str()),
            ("", "[0] 1 -2; [1] 3 4")
        );
        let fields = Data::Fields(vec![("x".to_owned(), Data::Number(0.5))]).variable("a");
        assert_eq!(part(&fields.parts[0]), "x 0.5");
        assert_eq!(part(&Data::Truth(true).variable("trap")), "trap true");
        assert_eq!(part(&Data::List(Vec::new()).variable("none")), "none ");
    }

    #[test]
    fn numbers_are_read_from_their_texts() {
        let text = |text: &str| Data::Text(text.to_owned()).as_number();
        assert_eq!(text("-inf"), Some(f64::NEG_INFINITY));
        assert!(text("nan").is_some_and(f64::is_nan));
        assert_eq!(text("1"), None);
        assert_eq!(Data::Integer(3).as_number(), Some(3.0));
        assert_eq!(Data::Number(3.0).as_integer(), None);
    }
}
