"""`pollex serve`: tools and runs over HTTP, for programs on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.json import dumps
from ..core.result import Result
from .output import Json, console, prints_to_stderr
from .session import open_app

if TYPE_CHECKING:
    from ..app.app import App
    from ..serve.server import Serving

LOOPBACK = "127.0.0.1"


def serve(
    host: Annotated[str, typer.Option(help="Where to listen. Beyond this machine it needs a password.")] = LOOPBACK,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8765,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A further name by which clients call it, literally."),
    ] = None,
    sources: Annotated[
        list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser; where a server runs already, its page.")
    ] = False,
    stay: Annotated[
        bool, typer.Option("--stay", help="Browsers that have entered stay in when the server starts again.")
    ] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Let out all browsers that have entered, and end.")] = False,
    json: Json = False,
) -> int:
    """Serve tools and runs over HTTP, and by MCP at /mcp, until interrupted; the next start takes up what goes on then.

    Programs send the token that is in serve.json in POLLEX_HOME. A person opens the printed address, which lets one
    browser in and holds for a minute; for another one: pollex serve --open.

    \b
    Examples:
      pollex serve --from examples
      curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8765/api/tools
      POLLEX_SERVE_PASSWORD=… pollex serve --host 0.0.0.0 --name pollex.example.org
    """
    import asyncio

    with prints_to_stderr():
        app = open_app(sources)
    home = app.settings.home
    if forget:
        return _forget(home)
    if open_page and _open_running(home):
        return 0

    def ready(serving: Serving) -> None:
        if json:
            found = {"url": serving.url, "enter": serving.enter, "recovered": list(serving.recovered)}
            print(dumps(Result.success(found).to_json(), indent=True), flush=True)
        else:
            _say_where(serving)
        if open_page:
            _open(home, serving.enter)

    asyncio.run(_serve(app, host, port, names or [], stay=stay, ready=ready))
    if not json:
        console(stderr=True).print("\nStopped.")
    return 0


async def _serve(
    app: App, host: str, port: int, names: list[str], *, stay: bool, ready: Callable[[Serving], None]
) -> None:
    from ..serve.server import serve as serve_app

    async with app:
        await serve_app(app, host=host, port=port, names=names, stay=stay, ready=ready)


def _open(home: Path, enter: str) -> None:
    """Open the page in a browser, by a file: what stands on a command line can be read by everybody here."""
    import webbrowser

    from ..serve.entry_file import write_entry_file

    webbrowser.open(write_entry_file(home, enter).as_uri())


def _open_running(home: Path) -> bool:
    """Open the page of the server that runs already; return whether there is one."""
    from ..serve.server_file import ask_server

    said = ask_server(home, "POST", "/api/entries")
    if said is None:
        return False
    _open(home, said["enter"])
    console(stderr=True).print("The server runs already. Its page is opened; if it is not, open within a minute:")
    console(stderr=True).print(f"  {said['enter']}", soft_wrap=True)
    return True


def _forget(home: Path) -> int:
    from ..serve.browser_sessions import forget_kept
    from ..serve.server_file import ask_server

    ask_server(home, "DELETE", "/api/sessions")
    forget_kept(home)
    console(stderr=True).print("All browsers are let out.")
    return 0


def _say_where(serving: Serving) -> None:
    aside = console(stderr=True)
    aside.print(f"Pollex answers at [bold]{serving.url}[/]. In a browser, open within a minute:")
    aside.print(f"  {serving.enter}")
    if serving.recovered:
        aside.print(f"Taken up again: {len(serving.recovered)} runs.")
    aside.print("Press Ctrl+C to stop.")
