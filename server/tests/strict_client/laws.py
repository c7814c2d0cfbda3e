"""Laws of every result, whatever the program: places are in the text, edits do not overlap,
tokens are in the legend, and nothing is sent that the client did not declare."""

from __future__ import annotations

import json
from typing import Any, Iterator

import attrs
from lsprotocol import types

from strict import StrictClient

# A reply to completion stays below this, in bytes.
COMPLETION_BYTES = 100_000

WIDTHS = {"utf-8": 8, "utf-16": 16, "utf-32": 32}


class Text:
    """A document's text, and places in it."""

    def __init__(self, text: str, encoding: str) -> None:
        self.encoding = encoding
        self.replace_all(text)

    def replace_all(self, text: str) -> None:
        self.text = text
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def units(self, text: str) -> int:
        """The length of a text, as positions count it."""
        name = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[self.encoding]
        return len(text.encode(name)) * 8 // WIDTHS[self.encoding]

    def characters(self, line: int, units: int) -> int:
        """How many characters of a line come before a place."""
        count = 0
        for index, character in enumerate(self.lines[line]):
            if count >= units:
                return index
            count += self.units(character)
        return len(self.lines[line])

    def holds(self, position: types.Position) -> bool:
        if position.line >= len(self.lines):
            return False
        return position.character <= self.units(self.lines[position.line])

    def offset(self, position: types.Position) -> int:
        """Characters before a place, in a text with `\\n` as its line ends."""
        before = sum(len(line) + 1 for line in self.lines[: position.line])
        return before + self.characters(position.line, position.character)

    def edited(self, edits: list[types.TextEdit]) -> str:
        """The text after edits, which must not overlap."""
        text = "\n".join(self.lines)
        ordered = sorted(edits, key=lambda edit: self.offset(edit.range.start))
        for before, after in zip(ordered, ordered[1:]):
            overlap = self.offset(before.range.end) > self.offset(after.range.start)
            assert not overlap, f"edits overlap: {before}, {after}"
        for edit in reversed(ordered):
            start, end = self.offset(edit.range.start), self.offset(edit.range.end)
            text = text[:start] + edit.new_text + text[end:]
        return text


def before_or_at(left: types.Position, right: types.Position) -> bool:
    return (left.line, left.character) <= (right.line, right.character)


def contains(outer: types.Range, inner: types.Range) -> bool:
    return before_or_at(outer.start, inner.start) and before_or_at(inner.end, outer.end)


def parts(value: Any, kind: type) -> Iterator[Any]:
    """Everything of a type within a value."""
    if isinstance(value, kind):
        yield value
    if attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from parts(getattr(value, field.name), kind)
    elif isinstance(value, dict):
        for item in value.values():
            yield from parts(item, kind)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from parts(item, kind)


def ranges_are_in(text: Text, value: Any) -> None:
    """For results about one document only."""
    for found in parts(value, types.Range):
        in_order = before_or_at(found.start, found.end)
        assert in_order and text.holds(found.start) and text.holds(found.end), f"outside: {found}"


def places_are_known(texts: dict[str, Text], value: Any) -> None:
    """Locations lead into open documents."""
    for location in parts(value, types.Location):
        assert location.uri in texts, location
        ranges_are_in(texts[location.uri], location.range)
    for link in parts(value, types.LocationLink):
        assert link.target_uri in texts, link
        ranges_are_in(texts[link.target_uri], [link.target_range, link.target_selection_range])
        assert contains(link.target_range, link.target_selection_range), link


def edit_applies(client: StrictClient, texts: dict[str, Text], edit: types.WorkspaceEdit) -> None:
    """An edit has a form that the client supports, and concerns open documents."""
    versioned = client.declares("workspace", "workspaceEdit", "documentChanges")
    assert not (edit.document_changes and not versioned), "documentChanges are not declared"
    if edit.change_annotations is not None:
        support = client.declares("workspace", "workspaceEdit", "changeAnnotationSupport")
        assert support is not None, "change annotations are not declared"
    for change in edit.document_changes or []:
        assert isinstance(change, types.TextDocumentEdit), change
        text = texts[change.text_document.uri]
        ranges_are_in(text, change.edits)
        text.edited(list(change.edits))
    for uri, edits in (edit.changes or {}).items():
        ranges_are_in(texts[uri], edits)
        texts[uri].edited(list(edits))


def hover(client: StrictClient, result: types.Hover | None, text: Text, at: types.Position) -> None:
    if result is None:
        return
    ranges_are_in(text, result)
    if result.range is not None:
        here = types.Range(at, at)
        assert contains(result.range, here), f"{result.range} does not hold {at}"
    assert isinstance(result.contents, types.MarkupContent), "the old form of contents"
    declared = client.declares("textDocument", "hover", "contentFormat") or ["plaintext"]
    assert result.contents.kind.value in declared, result.contents.kind
    assert result.contents.value.strip(), "an empty hover"


def diagnostics(client: StrictClient, found: list[types.Diagnostic], text: Text) -> None:
    own = client.declares("textDocument", "publishDiagnostics") or {}
    pulled = client.declares("textDocument", "diagnostic") or {}

    def declares(key: str) -> bool:
        return bool(own.get(key) or pulled.get(key))

    for diagnostic in found:
        ranges_are_in(text, diagnostic.range)
        # Findings of runs and judgements, and parts that are only faded out, have no code.
        is_faded = types.DiagnosticTag.Unnecessary in (diagnostic.tags or ())
        sources = ["mnc2"] if diagnostic.code is not None else ["mnc2 run"] + ["mnc2"] * is_faded
        assert diagnostic.source in sources, diagnostic
        assert diagnostic.message.strip()
        if diagnostic.related_information is not None:
            assert declares("relatedInformation")
        if diagnostic.code_description is not None:
            assert declares("codeDescriptionSupport")
        if diagnostic.data is not None:
            assert declares("dataSupport")
        for tag in diagnostic.tags or []:
            assert tag.value in (own.get("tagSupport") or pulled.get("tagSupport"))["valueSet"]


def folding(client: StrictClient, found: list[types.FoldingRange], text: Text) -> None:
    declared = client.declares("textDocument", "foldingRange") or {}
    limit = declared.get("rangeLimit")
    assert limit is None or len(found) <= limit
    for fold in found:
        assert fold.start_line <= fold.end_line < len(text.lines), fold
        if declared.get("lineFoldingOnly"):
            assert fold.start_character is None and fold.end_character is None, fold
        if fold.collapsed_text is not None:
            assert (declared.get("foldingRange") or {}).get("collapsedText"), fold


def symbols(client: StrictClient, found: list[Any], texts: dict[str, Text], uri: str) -> None:
    nested = client.declares("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
    ranges_are_in(texts[uri], [s for s in found if isinstance(s, types.DocumentSymbol)])
    places_are_known(texts, found)
    for symbol in found:
        if isinstance(symbol, types.DocumentSymbol):
            assert nested, "nested symbols are not declared"
            symbol_holds_its_parts(symbol)
        assert symbol.name.strip(), symbol


def symbol_holds_its_parts(symbol: types.DocumentSymbol) -> None:
    assert contains(symbol.range, symbol.selection_range), symbol
    for child in symbol.children or []:
        assert contains(symbol.range, child.range), (symbol, child)
        symbol_holds_its_parts(child)


def selections(found: list[types.SelectionRange], asked: list[types.Position], text: Text) -> None:
    assert len(found) == len(asked)
    for selection, at in zip(found, asked):
        assert contains(selection.range, types.Range(at, at)), (selection.range, at)
        ranges_are_in(text, selection)
        while selection.parent is not None:
            assert contains(selection.parent.range, selection.range), selection
            assert selection.parent.range != selection.range, selection
            selection = selection.parent


def tokens(data: list[int], legend: types.SemanticTokensLegend, text: Text) -> list[tuple[int, ...]]:
    """The tokens as line, start, length, type, modifiers."""
    assert len(data) % 5 == 0
    decoded = []
    line, start = 0, 0
    end = (0, 0)
    for index in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[index : index + 5]
        line, start = line + down, right if down else start + right
        assert length > 0 and (line, start) >= end, f"token {index // 5} overlaps"
        end = (line, start + length)
        assert line < len(text.lines) and start + length <= text.units(text.lines[line])
        assert kind < len(legend.token_types)
        assert modifiers < 1 << len(legend.token_modifiers)
        decoded.append((line, start, length, kind, modifiers))
    return decoded


def delta_applied(data: list[int], edits: list[types.SemanticTokensEdit]) -> list[int]:
    """The data after edits, which name places in the data before."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        assert edit.start + edit.delete_count <= len(data), edit
        data = data[: edit.start] + list(edit.data or []) + data[edit.start + edit.delete_count :]
    return data


def hints(client: StrictClient, found: list[types.InlayHint], text: Text, asked: types.Range) -> None:
    for hint in found:
        assert text.holds(hint.position), hint
        assert asked.start.line <= hint.position.line <= asked.end.line, (hint, asked)
        label = hint.label if isinstance(hint.label, str) else hint.label[0].value
        assert label.strip(), hint
        if isinstance(hint.tooltip, types.MarkupContent):
            assert hint.tooltip.value.strip(), hint


def inline_values(found: list[types.InlineValue], text: Text, line: int) -> None:
    """Operands of a line, each a part of it."""
    for value in found:
        assert isinstance(value, types.InlineValueEvaluatableExpression), value
        assert text.holds(value.range.start) and text.holds(value.range.end), value
        assert value.range.start.line == value.range.end.line == line, (value, line)
        assert value.range.start.character < value.range.end.character, value


def actions(client: StrictClient, found: list[Any], texts: dict[str, Text]) -> None:
    declared = client.declares("textDocument", "codeAction") or {}
    literals = declared.get("codeActionLiteralSupport")
    for action in found:
        if isinstance(action, types.Command):
            continue
        assert literals is not None, "only commands are declared"
        assert action.kind is not None and action.title.strip(), action
        known = literals["codeActionKind"]["valueSet"]
        of_known_kind = any(
            action.kind == kind or action.kind.startswith(f"{kind}.") or kind == ""
            for kind in known
        )
        assert of_known_kind, f"{action.kind} is not among {known}"
        if action.is_preferred is not None:
            assert declared.get("isPreferredSupport"), action
        if action.disabled is not None:
            assert declared.get("disabledSupport"), action
        if action.data is not None:
            assert declared.get("dataSupport"), action
        resolvable = (declared.get("resolveSupport") or {}).get("properties", [])
        has_effect = action.edit or action.command or action.disabled
        assert has_effect or "edit" in resolvable, f"an action without effect: {action}"
        if action.edit is not None:
            edit_applies(client, texts, action.edit)


def completions(client: StrictClient, result: Any, text: Text, at: types.Position) -> None:
    if result is None:
        return
    items = result.items if isinstance(result, types.CompletionList) else result
    converter = client.protocol._converter
    assert len(json.dumps(converter.unstructure(result))) < COMPLETION_BYTES
    declared = client.declares("textDocument", "completion", "completionItem") or {}
    for item in items:
        completion(declared, item, text, at)


def completion(declared: Any, item: types.CompletionItem, text: Text, at: types.Position) -> None:
    assert item.label.strip(), item
    if item.tags:
        assert declared.get("tagSupport"), item
    if item.label_details is not None:
        assert declared.get("labelDetailsSupport"), item
    if item.preselect is not None:
        assert declared.get("preselectSupport"), item
    if item.text_edit is None:
        return
    edit = item.text_edit
    places = [edit.range] if isinstance(edit, types.TextEdit) else [edit.insert, edit.replace]
    if not isinstance(edit, types.TextEdit):
        assert declared.get("insertReplaceSupport"), item
        assert contains(edit.replace, edit.insert) and edit.replace.start == edit.insert.start
    for place in places:
        ranges_are_in(text, place)
        assert place.start.line == place.end.line == at.line, item
        assert contains(place, types.Range(at, at)), item


def signatures(client: StrictClient, result: types.SignatureHelp | None) -> None:
    if result is None:
        return
    declared = client.declares("textDocument", "signatureHelp", "signatureInformation") or {}
    offsets = (declared.get("parameterInformation") or {}).get("labelOffsetSupport")
    assert result.signatures
    assert (result.active_signature or 0) < len(result.signatures)
    for signature in result.signatures:
        if isinstance(signature.documentation, types.MarkupContent):
            formats = declared.get("documentationFormat") or []
            assert signature.documentation.kind.value in formats, signature
        for parameter in signature.parameters or []:
            if isinstance(parameter.label, str):
                assert parameter.label in signature.label, (parameter, signature.label)
            else:
                start, end = parameter.label
                assert offsets and start < end <= len(signature.label.encode("utf-16-le")) // 2
        if signature.active_parameter is not None:
            assert declared.get("activeParameterSupport"), signature


def lenses(found: list[types.CodeLens], text: Text) -> None:
    for lens in found:
        ranges_are_in(text, lens.range)
        assert lens.range.start.line == lens.range.end.line, lens
