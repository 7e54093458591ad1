"""What the other editors ask, with the capabilities of VS Code, newer Neovims and Emacs; answers are held against the
specification. Run by Tests/Editors/run in a folder with the packs."""

import asyncio
import os
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FOLDER = Path.cwd()
RULES = (FOLDER / "rules/take-care.pace").as_uri()


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["PACE"], "lsp"]),
    params=["visual-studio-code@v1.65.2", "neovim@v0.11.0", "emacs@v29.1"],
)
async def client(request, lsp_client: LanguageClient):
    lsp_client.registered = []

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        lsp_client.registered += params.registrations

    lsp_client.refreshed = asyncio.Queue()

    @lsp_client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
    def refresh_hints(params: None):
        lsp_client.refreshed.put_nowait("hints")

    @lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh_lenses(params: None):
        lsp_client.refreshed.put_nowait("lenses")

    capabilities = client_capabilities(request.param)
    lsp_client.offered = capabilities
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(uri=FOLDER.as_uri(), name="packs")],
        )
    )
    lsp_client.encoding = result.capabilities.position_encoding
    text = (FOLDER / "rules/take-care.pace").read_text()
    lsp_client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(RULES, "pace", 1, text))
    )
    lsp_client.text = text
    yield
    await lsp_client.shutdown_session()


DOCUMENT = types.TextDocumentIdentifier(RULES)


def place(text: str, word: str, offset: int = 0) -> types.Position:
    before = text[: text.index(word) + offset]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


async def test_positions_are_counted_as_the_editor_offers(client: LanguageClient):
    assert client.encoding in (types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16)


async def test_rule_files_are_watched_where_the_editor_offers_it(client: LanguageClient):
    # What is asked for comes before the answer to a later request.
    await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    watching = client.offered.workspace.did_change_watched_files
    methods = [registration.method for registration in client.registered]
    assert methods == ["workspace/didChangeWatchedFiles"] * bool(watching and watching.dynamic_registration)


async def test_includes_and_zones_are_completed(client: LanguageClient):
    for before, wanted in [('include "', "../presets/take-care.pace"), ('calendar { zone "Europe/Lon', "Europe/London")]:
        uri = (FOLDER / "rules/new.pace").as_uri()
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "pace", 1, before))
        )
        answer = await client.text_document_completion_async(
            types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(0, len(before)))
        )
        assert wanted in [item.label for item in answer.items]
        client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )


async def test_parameters_show_their_values(client: LanguageClient):
    whole = types.Range(types.Position(0, 0), types.Position(9999, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, whole))
    line = place(client.text, "> fast_pace_units").line
    assert [hint.label for hint in hints if hint.position.line == line] == ["= 3 | 2 | 1.5"]


async def test_names_have_the_colour_of_their_sort(client: LanguageClient):
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
    lines, line, character, names = client.text.split("\n"), 0, 0, []
    for down, right, length, _, _ in zip(*[iter(tokens.data)] * 5):
        line, character = line + down, right if down else character + right
        names.append(lines[line][character : character + length])
    assert len(names) > 100 and all(name.replace("_", "").isalnum() for name in names)


async def test_marks_are_asked_for_again_when_a_preset_changes(client: LanguageClient):
    workspace = client.offered.workspace
    offers = {"hints": workspace.inlay_hint, "lenses": workspace.code_lens}
    wanted = [name for name, offer in offers.items() if offer and offer.refresh_support]
    uri = (FOLDER / "presets/take-care.pace").as_uri()
    text = (FOLDER / "presets/take-care.pace").read_text()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "pace", 1, text)))
    change = types.TextDocumentContentChangeWholeDocument(text + "# more\n")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(uri=uri, version=2), [change])
    )
    assert sorted([await client.refreshed.get() for _ in wanted]) == wanted


async def test_only_edits_of_the_kind_asked_for_are_offered(client: LanguageClient):
    start = types.Position(0, 0)
    change = types.TextDocumentContentChangePartial(
        range=types.Range(start, start), text="param spare: number = 3 in 1 .. 9\n"
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(uri=RULES, version=2), [change])
    )
    whole = types.Range(types.Position(0, 0), types.Position(9999, 0))
    for kind in [types.CodeActionKind.QuickFix, types.CodeActionKind.Source, types.CodeActionKind.Refactor]:
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(DOCUMENT, whole, types.CodeActionContext([], only=[kind]))
        )
        kinds = {action.kind.split(".")[0] for action in actions or []}
        assert kinds <= {kind.value} and (kinds or kind != types.CodeActionKind.QuickFix)


async def test_symbols_folding_and_links(client: LanguageClient):
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    assert [symbol.name for symbol in symbols][:3] == ["session", "drink", "alcohol"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
    assert len(folds) > 10
    links = await client.text_document_document_link_async(types.DocumentLinkParams(DOCUMENT))
    assert [Path(link.target).name for link in links] == ["take-care.pace"]


async def test_at_most_60_words_are_offered(client: LanguageClient):
    for word in ["fast_pace_units\n", "alcohol\n", "warning \"That"]:
        answer = await client.text_document_completion_async(
            types.CompletionParams(DOCUMENT, place(client.text, word, 1))
        )
        assert 0 < len(answer.items) <= 60
        item = await client.completion_item_resolve_async(answer.items[0])
        assert item.label == answer.items[0].label


async def test_lenses_say_what_they_find_when_they_are_shown(client: LanguageClient):
    uri = (FOLDER / "rules/take-care.test.pace").as_uri()
    text = (FOLDER / "rules/take-care.test.pace").read_text()
    broken = text.replace("expect no ", "expect ", 1)
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "pace", 1, broken))
    )
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    assert len(lenses) == text.count("\nscenario ") and all(lens.command is None for lens in lenses)
    titles = [(await client.code_lens_resolve_async(lens)).command.title for lens in lenses]
    assert [title for title in titles if not title.startswith("✓")] and titles.count("✓ run") > 10
    assert [found for found in client.diagnostics[uri] if found.code == "scenario"]


async def test_a_request_can_be_taken_back(client: LanguageClient):
    params = types.HoverParams(DOCUMENT, place(client.text, "\n  on alcohol", 7))
    asked = [client.protocol.send_request_async("textDocument/hover", params) for _ in range(40)]
    tasks = [asyncio.ensure_future(one) for one in asked]
    await asyncio.sleep(0)
    waiting = list(client.protocol._request_futures)
    for number in waiting[20:]:
        client.cancel_request(types.CancelParams(number))
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    # Each is answered once: by what was asked for, or by the error that it was taken back.
    codes = [getattr(answer, "code", None) for answer in answers]
    assert all(answer and not isinstance(answer, Exception) for answer in answers[:20]), answers[:20]
    assert set(codes) <= {None, types.LSPErrorCodes.RequestCancelled.value}


async def test_changes_leave_no_finding_of_an_old_version(client: LanguageClient):
    line = place(client.text, "severity 3").line
    for version in range(2, 102):
        change = types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(line, 0), types.Position(line, 0)), text="# 😀\n"
        )
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, RULES), [change]
            )
        )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    formatted = await client.text_document_formatting_async(
        types.DocumentFormattingParams(DOCUMENT, types.FormattingOptions(2, True))
    )
    assert all(edit.range.start.line >= line for edit in formatted or [])
