//! Values: scopes, variables and expressions.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScopesArguments {
    #[serde(default)]
    pub frame_id: i64,
}

#[derive(Clone, Debug, Serialize)]
pub struct ScopesResponse {
    /// From the nearest to the furthest.
    pub scopes: Vec<Scope>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
    pub variables_reference: i64,
    pub expensive: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VariablesArguments {
    pub variables_reference: i64,
    pub filter: Option<VariablesFilter>,
    pub start: Option<i64>,
    /// All if it is 0.
    pub count: Option<i64>,
    pub format: Option<ValueFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VariablesFilter {
    Indexed,
    Named,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ValueFormat {
    #[serde(default)]
    pub hex: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct VariablesResponse {
    pub variables: Vec<Variable>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    pub name: String,
    pub value: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<VariablePresentationHint>,
    /// The expression for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluate_name: Option<String>,
    pub variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VariablePresentationHint {
    pub attributes: Vec<&'static str>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetVariableArguments {
    pub variables_reference: i64,
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExpressionArguments {
    pub expression: String,
    pub value: String,
}

/// The answer to `setVariable` and `setExpression`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewValue {
    pub value: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    pub variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct EvaluateArguments {
    /// In the console also a command.
    pub expression: String,
    pub context: Option<String>,
    #[serde(rename = "frameId")]
    pub frame_id: Option<i64>,
    pub format: Option<ValueFormat>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateResponse {
    pub result: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    pub variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct CompletionsArguments {
    pub text: String,
    pub column: i64,
    pub line: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CompletionsResponse {
    pub targets: Vec<CompletionItem>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct CompletionItem {
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub start: i64,
    pub length: i64,
}
