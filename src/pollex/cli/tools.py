"""`pollex tools` and `pollex call`: see what can be called, and call it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import uuid4

import typer

from ..core.json import dumps
from ..core.result import Result
from .approval import terminal_approver
from .live_events import follow_while
from .output import Json, answer, console, prints_to_stderr, show
from .pairs import read_pairs
from .session import Called, answer_called, error_of, open_app, run_call

if TYPE_CHECKING:
    from ..app.app import App
    from ..core.event import Event
    from ..core.tool import Tool

DefinitionFormat = Literal["openai", "anthropic", "google", "mcp"]
From = Annotated[
    list[Path] | None,
    typer.Option(
        "--from",
        metavar="PATH",
        help="Add tools of a library, Python file or module.json, or of a folder's tools.py, *_tools.py and modules.",
    ),
]


def tools(
    provider: Annotated[
        DefinitionFormat | None, typer.Option("--for", help="Print definitions as this provider wants them.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="In the provider's strict mode, where it has one.")] = False,
    sources: From = None,
    json: Json = False,
) -> int:
    """List the tools that can be called, or export their definitions for a provider.

    \b
    Examples:
      pollex tools
      pollex tools --from examples --for openai --strict
    """
    with prints_to_stderr():
        app = open_app(sources)
    if strict and provider is None:
        raise typer.BadParameter("--strict says how to export; name a provider with --for.")
    if provider is None:
        if json:
            return answer(Result.success([tool.to_json() for tool in app.tools]), json=True)
        _table(app)
        return 0
    result = _definitions(app, provider, strict=strict)
    if json:
        return answer(result, json=True)
    print(dumps(result.data["definitions"], indent=True))
    show(Result.success(notes=result.notes))
    return 0


def call(
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="The tool's name.")],
    pairs: Annotated[list[str] | None, typer.Argument(metavar="NAME=VALUE", help="Arguments one by one.")] = None,
    args: Annotated[str | None, typer.Option("--args", help="All arguments as JSON; @FILE or - reads them.")] = None,
    sources: From = None,
    key: Annotated[
        str | None, typer.Option("--key", help="Same key, same result: runs once, also across restarts.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Allow what cannot be taken back, without asking.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show on stderr where in its code a tool failed.")] = False,
    json: Json = False,
) -> int:
    """Call a tool and print its result.

    \b
    Examples:
      pollex call doctor
      pollex call add a=1 b=2 --from examples/tools.py
      pollex call add --args '{"a": 1, "b": 2}' --from examples/tools.py
    """
    given = _arguments(args, pairs or [])
    with prints_to_stderr():
        app = open_app(sources, ask=terminal_approver(json=json), approve="allow" if yes else None)
        result, error = run_call(_call(app, tool, given, key, quiet=json))
    if pairs:
        result.repairs = tuple(repair for repair in result.repairs if not repair.did.startswith("read the text as"))
    if trace and error is not None:
        print(error["stack"], file=sys.stderr)
    return answer_called(result, error, json=json)


async def _call(app: App, tool: str, args: Any, key: str | None, *, quiet: bool) -> Called:
    async with app:
        call = str(uuid4())
        work = app.call(tool, args, key=key, id=call)
        result = await (work if quiet else follow_while(app.session, work, _tell_progress))
        return result, None if result.ok else await error_of(app, call)


async def _tell_progress(event: Event, live: bool) -> None:
    if event.kind == "call.progress":
        print(f"… {dumps(event.data['data'])}", file=sys.stderr)


def _arguments(text: str | None, pairs: list[str]) -> Any:
    """Return the arguments from JSON text, a file, stdin, or NAME=VALUE pairs, which the schema converts."""
    if text is not None and pairs:
        raise typer.BadParameter("Give arguments as --args or as NAME=VALUE, not both.")
    if text == "-":
        return "" if sys.stdin is None else sys.stdin.read()
    if text is not None and text.startswith("@"):
        try:
            return Path(text[1:]).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise typer.BadParameter(f"The arguments cannot be read: {error}.") from error
    if text is not None:
        return text
    return read_pairs(pairs)


def _definitions(app: App, provider: DefinitionFormat, *, strict: bool) -> Result:
    export = app.tools.for_provider(provider, strict=strict)
    losses = {name: [loss.to_json() for loss in found] for name, found in export.losses.items() if found}
    said = [f"{name}: {loss['message']}" for name, found in losses.items() for loss in found]
    data = {"definitions": list(export), "losses": losses, "leftPlain": list(export.left_plain)}
    return Result.success(data, notes=(*export.notes, *said))


def _table(app: App) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("tool", style="bold cyan", no_wrap=True)
    table.add_column("effect")
    table.add_column("takes", overflow="fold")
    table.add_column("does", overflow="fold")
    for tool in app.tools:
        table.add_row(tool.name, tool.effect, escape(_takes(tool)), escape(tool.description.split("\n")[0]))
    console().print(table)


def _takes(tool: Tool) -> str:
    document = tool.input.document
    if isinstance(document, bool):
        return "anything"
    required = document.get("required", [])
    return ", ".join(name if name in required else f"{name}?" for name in document.get("properties", {}))
