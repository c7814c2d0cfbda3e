//! Values: scopes, variables and expressions.

use serde::{Deserialize, Serialize};

/// Arguments of `scopes`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScopesArguments {
    /// The frame whose scopes are requested.
    #[serde(default)]
    pub frame_id: i64,
}

/// The answer to `scopes`.
#[derive(Clone, Debug, Serialize)]
pub struct Scopes {
    /// From the nearest to the furthest.
    pub scopes: Vec<Scope>,
}

/// A group of variables.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    /// The name of the scope.
    pub name: String,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
    /// The list of its variables, for `variables`.
    pub variables_reference: i64,
    /// How many have a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_variables: Option<i64>,
    /// How many have a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<i64>,
    /// Whether they take long to read.
    pub expensive: bool,
}

/// Arguments of `variables`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VariablesArguments {
    /// The list of the variables, from a scope, a variable or a value.
    pub variables_reference: i64,
    /// The kind of variables; by default all.
    pub filter: Option<VariablesFilter>,
    /// The first one.
    pub start: Option<i64>,
    /// How many; 0 is all.
    pub count: Option<i64>,
    /// How numbers are written.
    pub format: Option<ValueFormat>,
}

/// A choice of variables by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VariablesFilter {
    /// Variables with an index.
    Indexed,
    /// Variables with a name.
    Named,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ValueFormat {
    /// Whether numbers are in hexadecimal.
    #[serde(default)]
    pub hex: bool,
}

/// The answer to `variables`.
#[derive(Clone, Debug, Serialize)]
pub struct Variables {
    /// In the order in which the client shows them.
    pub variables: Vec<Variable>,
}

/// A value with a name.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    /// The name within its list.
    pub name: String,
    /// The value as text.
    pub value: String,
    /// How the value is read.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<PresentationHint>,
    /// The expression for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluate_name: Option<String>,
    /// The list of its parts, for `variables`; 0 if it has none.
    pub variables_reference: i64,
    /// How many parts have a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_variables: Option<i64>,
    /// How many parts have a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<i64>,
    /// A reference to the bytes of the value, for `readMemory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
}

/// How a value is shown.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PresentationHint {
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What can be done with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<&'static str>,
}

/// Arguments of `setVariable`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetVariableArguments {
    /// The list that it is in.
    pub variables_reference: i64,
    /// Its name there.
    pub name: String,
    /// The new value, an expression.
    pub value: String,
}

/// Arguments of `setExpression`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExpressionArguments {
    /// The place to write to, as an expression.
    pub expression: String,
    /// The new value, an expression.
    pub value: String,
}

/// The answer to `setVariable` and `setExpression`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewValue {
    /// The value as it is now.
    pub value: String,
    /// How it is read.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The list of its parts, for `variables`; 0 if it has none.
    pub variables_reference: i64,
    /// A reference to the bytes of the value, for `readMemory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
}

/// Arguments of `evaluate`.
#[derive(Clone, Debug, Deserialize)]
pub struct EvaluateArguments {
    /// An expression; in the console also a command.
    pub expression: String,
    /// What it is for: `watch`, `repl`, `hover`, `clipboard`, `variables`.
    pub context: Option<String>,
    /// The frame that names belong to.
    #[serde(rename = "frameId")]
    pub frame_id: Option<i64>,
    /// How numbers are written.
    pub format: Option<ValueFormat>,
}

/// The answer to `evaluate`.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    /// The value as text.
    pub result: String,
    /// How it is read.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The list of its parts, for `variables`; 0 if it has none.
    pub variables_reference: i64,
    /// How many parts have a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<i64>,
    /// A reference to the bytes of the value, for `readMemory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
}

/// Arguments of `completions`.
#[derive(Clone, Debug, Deserialize)]
pub struct CompletionsArguments {
    /// What is typed so far.
    pub text: String,
    /// Where the cursor is.
    pub column: i64,
    /// The line of the cursor in the text.
    pub line: Option<i64>,
}

/// The answer to `completions`.
#[derive(Clone, Debug, Serialize)]
pub struct Completions {
    /// In the order in which the client shows them.
    pub targets: Vec<CompletionItem>,
}

/// What can be typed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CompletionItem {
    /// What it is called, and what is typed unless `text` states otherwise.
    pub label: String,
    /// What it means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Where it begins in the text.
    pub start: i64,
    /// How much of the text it replaces.
    pub length: i64,
}
