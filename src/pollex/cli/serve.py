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
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    json: Json = False,
) -> int:
    """Serve tools and runs over HTTP, and by MCP at /mcp, until interrupted; the next start takes up what goes on then.

    Programs send the token that is in serve.json in POLLEX_HOME; a person opens the printed address.

    \b
    Examples:
      pollex serve --from examples
      curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8765/api/tools
      POLLEX_SERVE_PASSWORD=… pollex serve --host 0.0.0.0 --name pollex.example.org
    """
    import asyncio

    def ready(serving: Serving) -> None:
        if json:
            found = {"url": serving.url, "enter": serving.enter, "recovered": list(serving.recovered)}
            print(dumps(Result.success(found).to_json(), indent=True), flush=True)
        else:
            _say_where(serving)
        if open_page:
            import webbrowser

            webbrowser.open(serving.enter)

    asyncio.run(_serve(host, port, names or [], sources, ready=ready))
    if not json:
        console(stderr=True).print("\nStopped.")
    return 0


async def _serve(
    host: str, port: int, names: list[str], sources: list[Path] | None, *, ready: Callable[[Serving], None]
) -> None:
    from ..serve.server import serve as serve_app

    with prints_to_stderr():
        app = open_app(sources)
    async with app:
        await serve_app(app, host=host, port=port, names=names, ready=ready)


def _say_where(serving: Serving) -> None:
    aside = console(stderr=True)
    aside.print(f"Pollex answers at [bold]{serving.url}[/]. In a browser, open:")
    aside.print(f"  {serving.enter}")
    if serving.recovered:
        aside.print(f"Taken up again: {len(serving.recovered)} runs.")
    aside.print("Press Ctrl+C to stop.")
