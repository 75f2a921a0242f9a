"""`pollex mcp`: the tools as an MCP server on stdin and stdout, and how clients are told of it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from . import task_options as options
from .output import Json, answer, console, prints_to_stderr, show_fault
from .session import open_app
from .tools import From

if TYPE_CHECKING:
    from ..app.app import App

ClientOption = Literal["claude-desktop", "claude-code", "cursor", "vscode", "windsurf", "zed"]


def mcp(
    sources: From = None,
    page: Annotated[
        bool, typer.Option("--page", help="Serve a browser instead: pages as outlines and changes.")
    ] = False,
    allow: options.Allow = None,
    files: options.Files = None,
    headed: options.Headed = False,
    cdp: options.Cdp = None,
    where: options.In = None,
    tab: options.Tab = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nobody: for a client that asks you about each call itself.")
    ] = False,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Print the entry for a client's configuration, and serve nothing.")
    ] = False,
    client: Annotated[ClientOption, typer.Option(help="With --print-config: the client.")] = "claude-desktop",
    json: Json = False,
) -> int:
    """Serve the tools by the Model Context Protocol on stdin and stdout, for a client that starts this command.

    What cannot be taken back, and what a page is about to change, is asked of you by the client. Calls that are runs
    can be approved from elsewhere too: `pollex runs approve`.

    \b
    Examples:
      pollex mcp --from examples
      pollex mcp --page --allow example.org
      pollex mcp --page --in chrome
      pollex mcp --from examples --print-config --client claude-code > .mcp.json
    """
    _refuse_unusable(sources or [], allow or [], files or [], page=page)
    _refuse_other_places(where, tab, page=page, own=headed or cdp is not None)
    if print_config:
        browser = [*(["--page"] if page else []), *_repeated("--allow", allow)]
        browser += _repeated("--file", (str(Path(each).absolute()) for each in files or ()))
        browser += [*(["--headed"] if headed else []), *(["--cdp", cdp] if cdp else []), *(["--yes"] if yes else [])]
        browser += [*(["--in", where] if where else []), *(["--tab", str(tab)] if tab is not None else [])]
        return _print_config(client, sources or [], browser, json=json)
    with prints_to_stderr():
        app = open_app(sources, headed=headed or None, cdp=cdp, approve="allow" if yes else None)
    if sys.stdin is not None and sys.stdin.isatty():
        console(stderr=True).print("Serves MCP on stdin and stdout; a client starts it: see --print-config.")
    if where is not None:
        return _serve_chrome(app, {"tab": tab, "allow": allow, "files": files, "policy": "allow" if yes else None})
    return _serve(app, page=page, allow=allow or None, files=files or [])


def _refuse_unusable(sources: list[Path], allow: list[str], files: list[str], *, page: bool) -> None:
    if page and sources:
        raise typer.BadParameter("The browser has no further tools: leave out --page or --from.", param_hint="--from")
    if not page and (allow or files):
        option = "--allow" if allow else "--file"
        raise typer.BadParameter("That is for the browser: add --page.", param_hint=option)
    for file in files:
        if not Path(file).is_file():
            raise typer.BadParameter(f"There is no file {file!r}.", param_hint="--file")


def _refuse_other_places(where: str | None, tab: int | None, *, page: bool, own: bool) -> None:
    """Refuse what does not go together; `own` where a browser of ours is asked for."""
    if where is None and tab is not None:
        raise typer.BadParameter("That is for the browser of yours: add --in chrome.", param_hint="--tab")
    if where is not None and (own or not page):
        message = "Your own Chrome has --page, and neither --headed nor --cdp."
        raise typer.BadParameter(message, param_hint="--in")


def _serve(app: App, *, page: bool, allow: list[str] | None, files: list[str]) -> int:
    import asyncio

    from ..serve.mcp.page import serve_page
    from ..serve.mcp.server import McpServer
    from ..serve.mcp.stdio import serve_stdio

    async def serve() -> None:
        async with app:
            await (serve_page(app.page(allow=allow), files) if page else serve_stdio(McpServer(app)))

    asyncio.run(serve())
    return 0


def _serve_chrome(app: App, opening: Object) -> int:
    """Let the running server do it: only it speaks with the person's own browser."""
    import asyncio

    from ..serve.mcp.chrome_page import CHROME_PAGE, OPEN
    from ..serve.server_lines import pass_on

    given = {name: value for name, value in opening.items() if value is not None}
    try:
        asyncio.run(pass_on(app.settings.home, CHROME_PAGE, {"type": OPEN.name, **given}))
    except Fault as fault:
        show_fault(fault)
        return 1
    return 0


def _repeated(option: str, values: Iterable[str] | None) -> list[str]:
    return [part for value in values or () for part in (option, value)]


def _print_config(client: ClientOption, sources: list[Path], browser: list[str], *, json: bool) -> int:
    """Print the entry for a client; `browser` are the options of the browser."""
    from ..serve.mcp.clients import FILES, client_entry

    given = [*_repeated("--from", (str(source.absolute()) for source in sources)), *browser]
    home = {name: value for name, value in os.environ.items() if name == "POLLEX_HOME"}
    command = shutil.which("pollex")
    args = ["mcp", *given] if command else ["-m", "pollex", "mcp", *given]
    entry = client_entry(client, command or sys.executable, args, home)
    if json:
        return answer(Result.success({"client": client, "file": FILES[client].file, "entry": entry}), json=True)
    print(dumps(entry, indent=True))
    console(stderr=True).print(f"This belongs into {FILES[client].file}.")
    return 0
