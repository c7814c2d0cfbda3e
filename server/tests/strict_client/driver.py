"""Uses everything that a server offers, on one document."""

from __future__ import annotations

import random
import re
from typing import Any, Awaitable, Callable

from lsprotocol import types
from pygls.exceptions import JsonRpcException

import laws
from laws import Text
from strict import StrictClient

# Maximum number of places of a document in requests.
MAX_PLACES = 40
# Maximum number of items of one answer that are resolved.
MAX_RESOLVED = 5
# Lines in which a run is said to have stopped.
MAX_STOPS = 40
# New names of regions, including invalid ones.
NEW_NAMES = ["$lr128", "$ls128", "$lm1024", "$ln1024", "nonsense"]
# Codes of errors that are not refusals: parse error, internal error, method not found, not initialized.
FAULTS = {-32700, -32603, -32601, -32002}


class Session:
    """A client, its documents, and what the server offered."""

    def __init__(self, client: StrictClient, offered: types.InitializeResult) -> None:
        self.client = client
        self.offered = offered.capabilities
        encoding = self.offered.position_encoding
        self.encoding = "utf-16" if encoding is None else getattr(encoding, "value", encoding)
        self.texts: dict[str, Text] = {}
        self.versions: dict[str, int] = {}

    def open(self, uri: str, text: str) -> None:
        self.texts[uri] = Text(text, self.encoding)
        self.versions[uri] = 1
        document = types.TextDocumentItem(uri, "mnc2", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def change(self, uri: str, makers: list[Callable[[], types.TextEdit]]) -> None:
        """Consecutive edits, each relative to the text after the previous one, in one notification."""
        text = self.texts[uri]
        self.versions[uri] += 1
        changes = []
        for maker in makers:
            edit = maker()
            changes.append(
                types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
            )
            text.replace_all(text.edited([edit]))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.versions[uri], uri), changes
            )
        )

    def close(self, uri: str) -> None:
        del self.texts[uri]
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The findings in the current document, pushed or pulled."""
        if self.offered.diagnostic_provider is None:
            params = await self.client.until_published(uri, self.versions[uri])
            found = list(params.diagnostics)
        else:
            report = await self.pull(uri, None)
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            if report.result_id is not None:
                again = await self.pull(uri, report.result_id)
                unchanged = types.RelatedUnchangedDocumentDiagnosticReport
                assert isinstance(again, unchanged), "the same text, another report"
            found = list(report.items)
        laws.diagnostics(self.client, found, self.texts[uri])
        return found

    async def pull(self, uri: str, previous: str | None) -> Any:
        document = types.TextDocumentIdentifier(uri)
        params = types.DocumentDiagnosticParams(document, previous_result_id=previous)
        return await self.client.ask(types.TEXT_DOCUMENT_DIAGNOSTIC, params)


def places(text: Text, random_state: random.Random) -> list[types.Position]:
    """Starts, insides and ends of words, and places that mean nothing."""
    found = []
    for number, line in enumerate(text.lines):
        for word in re.finditer(r"[^\s;]+|;", line):
            for at in {word.start(), (word.start() + word.end()) // 2, word.end()}:
                found.append(types.Position(number, text.units(line[:at])))
    random_state.shuffle(found)
    last = len(text.lines) - 1
    end = types.Position(last, text.units(text.lines[last]))
    return [types.Position(0, 0), end, *found[: MAX_PLACES - 2]]


def whole(text: Text) -> types.Range:
    last = len(text.lines) - 1
    return types.Range(
        types.Position(0, 0), types.Position(last, text.units(text.lines[last]))
    )


def document_at(uri: str, at: types.Position) -> dict[str, Any]:
    return {"text_document": types.TextDocumentIdentifier(uri), "position": at}


def refused(error: JsonRpcException) -> None:
    """A refusal gives a reason, and does not have a code that means a server fault."""
    assert str(error).strip() and error.code not in FAULTS, error


async def hover(session: Session, uri: str, at: types.Position) -> None:
    params = types.HoverParams(**document_at(uri, at))
    result = await session.client.ask(types.TEXT_DOCUMENT_HOVER, params)
    laws.hover(session.client, result, session.texts[uri], at)


async def definition(session: Session, uri: str, at: types.Position) -> None:
    params = types.DefinitionParams(**document_at(uri, at))
    result = await session.client.ask(types.TEXT_DOCUMENT_DEFINITION, params)
    links = [link for link in laws.parts(result, types.LocationLink)]
    if links:
        assert session.client.declares("textDocument", "definition", "linkSupport")
    laws.places_are_known(session.texts, result)


async def references(session: Session, uri: str, at: types.Position) -> None:
    for declaration in (True, False):
        context = types.ReferenceContext(declaration)
        params = types.ReferenceParams(context=context, **document_at(uri, at))
        result = await session.client.ask(types.TEXT_DOCUMENT_REFERENCES, params)
        laws.places_are_known(session.texts, result)


async def call_hierarchy(session: Session, uri: str, at: types.Position) -> None:
    client, texts = session.client, session.texts
    params = types.CallHierarchyPrepareParams(**document_at(uri, at))
    items = await client.ask(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, params)
    for item in items or []:
        assert item.uri == uri and item.selection_range == item.range
        incoming = await client.ask(types.CALL_HIERARCHY_INCOMING_CALLS, types.CallHierarchyIncomingCallsParams(item))
        outgoing = await client.ask(types.CALL_HIERARCHY_OUTGOING_CALLS, types.CallHierarchyOutgoingCallsParams(item))
        for call in incoming or []:
            laws.ranges_are_in(texts[call.from_.uri], [call.from_, *call.from_ranges])
        for call in outgoing or []:
            laws.ranges_are_in(texts[call.to.uri], [call.to])
            laws.ranges_are_in(texts[uri], call.from_ranges)


async def highlight(session: Session, uri: str, at: types.Position) -> None:
    params = types.DocumentHighlightParams(**document_at(uri, at))
    result = await session.client.ask(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, params)
    laws.ranges_are_in(session.texts[uri], result)


async def rename(session: Session, uri: str, at: types.Position) -> None:
    client, text = session.client, session.texts[uri]
    provider = session.offered.rename_provider
    try:
        if isinstance(provider, types.RenameOptions) and provider.prepare_provider:
            assert client.declares("textDocument", "rename", "prepareSupport")
            params = types.PrepareRenameParams(**document_at(uri, at))
            prepared = await client.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, params)
            if prepared is None:
                return
            laws.ranges_are_in(text, prepared)
            place = prepared if isinstance(prepared, types.Range) else prepared.range
            assert place.start.line == place.end.line == at.line, prepared
    except JsonRpcException as error:
        refused(error)
    for name in NEW_NAMES:
        try:
            params = types.RenameParams(new_name=name, **document_at(uri, at))
            result = await client.ask(types.TEXT_DOCUMENT_RENAME, params)
        except JsonRpcException as error:
            refused(error)
            continue
        laws.edit_applies(client, session.texts, result)


async def completion(session: Session, uri: str, at: types.Position) -> None:
    client = session.client
    params = types.CompletionParams(**document_at(uri, at))
    result = await client.ask(types.TEXT_DOCUMENT_COMPLETION, params)
    laws.completions(client, result, session.texts[uri], at)
    items = result.items if isinstance(result, types.CompletionList) else result or []
    assert session.offered.completion_provider is not None
    if session.offered.completion_provider.resolve_provider:
        for item in items[:MAX_RESOLVED]:
            resolved = await client.ask(types.COMPLETION_ITEM_RESOLVE, item)
            assert resolved.label == item.label and resolved.text_edit == item.text_edit
            declared = client.declares("textDocument", "completion", "completionItem") or {}
            laws.completion(declared, resolved, session.texts[uri], at)


async def signature(session: Session, uri: str, at: types.Position) -> None:
    params = types.SignatureHelpParams(**document_at(uri, at))
    result = await session.client.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, params)
    laws.signatures(session.client, result)


async def code_action(session: Session, uri: str, at: types.Position) -> None:
    await actions_for(session, uri, types.Range(at, at), [])


async def actions_for(
    session: Session, uri: str, at: types.Range, found: list[types.Diagnostic]
) -> list[Any]:
    client = session.client
    context = types.CodeActionContext(found)
    document = types.TextDocumentIdentifier(uri)
    params = types.CodeActionParams(document, at, context)
    result = await client.ask(types.TEXT_DOCUMENT_CODE_ACTION, params) or []
    laws.actions(client, result, session.texts)
    provider = session.offered.code_action_provider
    if isinstance(provider, types.CodeActionOptions) and provider.resolve_provider:
        for action in result[:MAX_RESOLVED]:
            if isinstance(action, types.CodeAction) and action.edit is None and action.data:
                resolved = await client.ask(types.CODE_ACTION_RESOLVE, action)
                laws.actions(client, [resolved], session.texts)
    return result


async def code_lens(session: Session, uri: str) -> None:
    client = session.client
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    found = await client.ask(types.TEXT_DOCUMENT_CODE_LENS, params) or []
    laws.lenses(found, session.texts[uri])
    provider = session.offered.code_lens_provider
    assert provider is not None
    for lens in found[:MAX_RESOLVED]:
        if lens.command is None:
            assert provider.resolve_provider, lens
            lens = await client.ask(types.CODE_LENS_RESOLVE, lens)
        assert lens.command is not None and lens.command.title.strip(), lens


async def folding(session: Session, uri: str) -> None:
    params = types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
    found = await session.client.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, params) or []
    laws.folding(session.client, found, session.texts[uri])


async def document_symbol(session: Session, uri: str) -> None:
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    found = await session.client.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, params) or []
    laws.symbols(session.client, found, session.texts, uri)


async def document_link(session: Session, uri: str) -> None:
    client = session.client
    params = types.DocumentLinkParams(types.TextDocumentIdentifier(uri))
    found = await client.ask(types.TEXT_DOCUMENT_DOCUMENT_LINK, params) or []
    laws.ranges_are_in(session.texts[uri], found)
    for link in found[:MAX_RESOLVED]:
        if link.target is None:
            link = await client.ask(types.DOCUMENT_LINK_RESOLVE, link)
        assert link.target, link


async def selection(session: Session, uri: str) -> None:
    text = session.texts[uri]
    asked = places(text, random.Random(1))[:10]
    params = types.SelectionRangeParams(types.TextDocumentIdentifier(uri), asked)
    found = await session.client.ask(types.TEXT_DOCUMENT_SELECTION_RANGE, params)
    laws.selections(found, asked, text)


async def formatting(session: Session, uri: str) -> None:
    client, text = session.client, session.texts[uri]
    document = types.TextDocumentIdentifier(uri)
    options = types.FormattingOptions(4, True)
    edits = await client.ask(
        types.TEXT_DOCUMENT_FORMATTING, types.DocumentFormattingParams(document, options)
    )
    laws.ranges_are_in(text, edits)
    text.edited(edits or [])


async def range_formatting(session: Session, uri: str) -> None:
    client, text = session.client, session.texts[uri]
    document = types.TextDocumentIdentifier(uri)
    options = types.FormattingOptions(4, True)
    third = len(text.lines) // 3
    asked = types.Range(types.Position(third, 0), types.Position(2 * third, 0))
    edits = await client.ask(
        types.TEXT_DOCUMENT_RANGE_FORMATTING,
        types.DocumentRangeFormattingParams(document, asked, options),
    )
    laws.ranges_are_in(text, edits)
    for edit in edits or []:
        assert third <= edit.range.start.line <= edit.range.end.line <= 2 * third, edit
    text.edited(edits or [])


async def on_type_formatting(session: Session, uri: str) -> None:
    client, text = session.client, session.texts[uri]
    provider = session.offered.document_on_type_formatting_provider
    assert provider is not None
    document = types.TextDocumentIdentifier(uri)
    options = types.FormattingOptions(4, True)
    letters = [provider.first_trigger_character, *(provider.more_trigger_character or [])]
    for at in places(text, random.Random(2))[:10]:
        for letter in letters:
            edits = await client.ask(
                types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
                types.DocumentOnTypeFormattingParams(document, at, letter, options),
            )
            laws.ranges_are_in(text, edits)
            text.edited(edits or [])


async def inlay_hint(session: Session, uri: str) -> None:
    client, text = session.client, session.texts[uri]
    document = types.TextDocumentIdentifier(uri)
    half = types.Range(types.Position(0, 0), types.Position(len(text.lines) // 2, 0))
    for asked in (whole(text), half):
        params = types.InlayHintParams(document, asked)
        found = await client.ask(types.TEXT_DOCUMENT_INLAY_HINT, params) or []
        laws.hints(client, found, text, asked)
        provider = session.offered.inlay_hint_provider
        if getattr(provider, "resolve_provider", False):
            for hint in found[:MAX_RESOLVED]:
                resolved = await client.ask(types.INLAY_HINT_RESOLVE, hint)
                assert resolved.position == hint.position and resolved.label == hint.label


async def inline_value(session: Session, uri: str) -> None:
    client, text = session.client, session.texts[uri]
    document = types.TextDocumentIdentifier(uri)
    for line in range(min(len(text.lines), MAX_STOPS)):
        stopped = types.Range(types.Position(line, 0), types.Position(line, 0))
        context = types.InlineValueContext(1, stopped)
        for asked in (whole(text), stopped):
            params = types.InlineValueParams(document, asked, context)
            found = await client.ask(types.TEXT_DOCUMENT_INLINE_VALUE, params) or []
            laws.inline_values(found, text, line)


async def semantic_tokens(session: Session, uri: str) -> list[int]:
    client, text = session.client, session.texts[uri]
    provider = session.offered.semantic_tokens_provider
    assert provider is not None
    document = types.TextDocumentIdentifier(uri)
    legend = provider.legend
    full: list[int] = []
    if provider.full:
        params = types.SemanticTokensParams(document)
        result = await client.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, params)
        full = list(result.data)
        decoded = laws.tokens(full, legend, text)
        if result.result_id is not None:
            delta = types.SemanticTokensDeltaParams(document, result.result_id)
            same = await client.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, delta)
            assert isinstance(same, types.SemanticTokensDelta) and not same.edits, same
    if provider.range:
        half = len(text.lines) // 2
        asked = types.Range(types.Position(half // 2, 0), types.Position(half, 0))
        params = types.SemanticTokensRangeParams(document, asked)
        result = await client.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, params)
        part = laws.tokens(list(result.data), legend, text)
        if provider.full:
            # The line after the end of the range may be in the answer too.
            least, most = (
                [token for token in decoded if half // 2 <= token[0] < end] for end in (half, half + 1)
            )
            assert part in (least, most), "a range holds other tokens than the whole"
    return full


async def workspace_symbol(session: Session, uri: str) -> None:
    for query in ("", "d", "l"):
        params = types.WorkspaceSymbolParams(query)
        found = await session.client.ask(types.WORKSPACE_SYMBOL, params)
        laws.places_are_known(session.texts, found)


async def execute_command(session: Session, uri: str) -> None:
    """The commands of lenses and actions, with a token for their progress."""
    client = session.client
    provider = session.offered.execute_command_provider
    assert provider is not None
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    lenses = await client.ask(types.TEXT_DOCUMENT_CODE_LENS, params) or []
    for number, lens in enumerate(lenses[:MAX_RESOLVED]):
        command = lens.command
        if command is None or command.command not in provider.commands:
            continue
        token = f"{uri}-{number}"
        client.progress_reports[token] = []
        arguments = types.ExecuteCommandParams(
            command.command, command.arguments, work_done_token=token
        )
        told = len(client.messages)
        try:
            result = await client.ask(types.WORKSPACE_EXECUTE_COMMAND, arguments)
            if result is None:
                await client.until_told(told)
            await dump_of(session, result)
        except JsonRpcException as error:
            refused(error)
        kinds = [
            report["kind"] if isinstance(report, dict) else report.kind
            for report in client.progress_reports[token]
        ]
        assert not kinds or kinds[0] == "begin" and kinds[-1] == "end", kinds
        assert all(kind == "report" for kind in kinds[1:-1]), kinds


async def dump_of(session: Session, result: Any) -> None:
    """The document that a run refers to can be read."""
    content = result.get("content") if isinstance(result, dict) else None
    if content is None:
        return
    answer = await session.client.protocol.send_raw("mnc2/textDocumentContent", {"uri": content})
    assert isinstance(answer["text"], str) and answer["text"].strip(), answer
    if session.client.declares("workspace", "textDocumentContent"):
        params = types.TextDocumentContentParams(content)
        typed = await session.client.ask(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, params)
        assert typed.text == answer["text"]


async def own_requests(session: Session, uri: str) -> None:
    """Requests outside of the protocol: the views of a program and of the chip, and what can be judged."""
    protocol, text = session.client.protocol, session.texts[uri]
    document = {"textDocument": {"uri": uri}}
    whole_chart = await protocol.send_raw("mnc2/timeline", document)
    rows = whole_chart["rows"]
    lines = [row["line"] for row in rows]
    assert lines == sorted(set(lines)) and all(line < len(text.lines) for line in lines), lines
    units = {unit["id"] for unit in whole_chart["units"]}
    for row in rows:
        assert {use["unit"] for use in row["uses"]} <= units, row
    for arrow in whole_chart["arrows"]:
        assert arrow["from"] <= arrow["to"] and arrow["to"] in lines, arrow
        assert arrow["operand"] in text.lines[arrow["from"]], arrow
    part = await protocol.send_raw("mnc2/timeline", {**document, "first": 1, "count": 3})
    assert part["rows"] == rows[1:4], "a part of the chart is another one"
    found = await protocol.send_raw("mnc2/solutions", {})
    assert isinstance(found["withoutTestcase"], int), found
    for problem in found["problems"]:
        assert problem["solutions"], problem
        assert problem["testcase"] not in problem["solutions"], problem
    for line in range(min(len(text.lines), 8)):
        word = await protocol.send_raw("mnc2/word", {**document, "line": line})
        if word is not None:
            # A step in auto-stride mode, or one in flat mode.
            bits = {73: 292, 107: 426}[len(word["hexadecimal"])]
            next_bit = bits - 1
            for field in word["fields"]:
                assert field["high"] == next_bit and field["low"] <= field["high"], field
                assert field["certainty"] in ("known", "inferred", "unknown"), field
                assert (field["content"] is None) == (field["certainty"] == "unknown"), field
                next_bit = field["low"] - 1
            assert next_bit == -1, word
    assert await protocol.send_raw("mnc2/language", document) is None, "it is MN-Core 2 assembly"
    try:
        await protocol.send_raw("mnc2/grids", document)
    except JsonRpcException as error:
        refused(error)
    for memory in ("$lm0", "$lt", "$lb0", "nonsense"):
        for method in ("mnc2/chip", "mnc2/memory"):
            try:
                await protocol.send_raw(method, {**document, "memory": memory})
            except JsonRpcException as error:
                refused(error)


async def workspace_diagnostic(session: Session, uri: str) -> None:
    params = types.WorkspaceDiagnosticParams([])
    report = await session.client.ask(types.WORKSPACE_DIAGNOSTIC, params)
    for item in report.items:
        if item.uri in session.texts and isinstance(
            item, types.WorkspaceFullDocumentDiagnosticReport
        ):
            laws.diagnostics(session.client, list(item.items), session.texts[item.uri])


Everywhere = Callable[[Session, str, types.Position], Awaitable[Any]]
Once = Callable[[Session, str], Awaitable[Any]]

# Requests at places of a text, by the capability that offers them.
AT_PLACES: dict[str, Everywhere] = {
    "hover_provider": hover,
    "definition_provider": definition,
    "references_provider": references,
    "call_hierarchy_provider": call_hierarchy,
    "document_highlight_provider": highlight,
    "rename_provider": rename,
    "completion_provider": completion,
    "signature_help_provider": signature,
    "code_action_provider": code_action,
}

# Requests about a whole text.
ONCE: dict[str, Once] = {
    "code_lens_provider": code_lens,
    "folding_range_provider": folding,
    "document_symbol_provider": document_symbol,
    "document_link_provider": document_link,
    "selection_range_provider": selection,
    "document_formatting_provider": formatting,
    "document_range_formatting_provider": range_formatting,
    "document_on_type_formatting_provider": on_type_formatting,
    "inlay_hint_provider": inlay_hint,
    "inline_value_provider": inline_value,
    "semantic_tokens_provider": semantic_tokens,
    "workspace_symbol_provider": workspace_symbol,
    "execute_command_provider": execute_command,
}

# Features that are tested elsewhere.
ELSEWHERE = {"position_encoding", "text_document_sync", "diagnostic_provider", "workspace", "experimental"}


def offers(session: Session, capability: str) -> bool:
    value = getattr(session.offered, capability, None)
    return value is not None and value is not False


async def everything(session: Session, uri: str, seed: int) -> None:
    """Every feature that is offered, once or at many places."""
    for capability, ask in ONCE.items():
        if offers(session, capability):
            await ask(session, uri)
    await own_requests(session, uri)
    asked = places(session.texts[uri], random.Random(seed))
    for capability, ask_at in AT_PLACES.items():
        if offers(session, capability):
            for at in asked:
                await ask_at(session, uri, at)
    provider = session.offered.diagnostic_provider
    if provider is not None and provider.workspace_diagnostics:
        await workspace_diagnostic(session, uri)
