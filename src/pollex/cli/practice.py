"""`pollex practice`: serve the sites to practise on, until it is interrupted."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.fault import Fault
from ..core.json import dumps
from ..core.result import Result
from .output import Json, console

LOOPBACK = "127.0.0.1"


def practice(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8766,
    host: Annotated[str, typer.Option(help="Where to listen. The default is for this machine only.")] = LOOPBACK,
    seed: Annotated[int, typer.Option(help="The same seed makes the same goods, accounts and messages.")] = 1,
    layout: Annotated[
        int,
        typer.Option(min=1, max=4, help="The face of the sites: 1 as designed, 3 renamed, 4 reworded, 2 redesigned."),
    ] = 1,
    json: Json = False,
) -> int:
    """Serve the practice sites: a shop, a bank, a tracker, a mail box, hard pages and login pages."""
    from ..practice.server import serve

    try:
        serve(host, port, seed, layout, ready=print_result if json else say_where)
    except OSError as error:
        raise Fault(
            "unavailable",
            f"{host}:{port} cannot be used: {error.strerror or error}.",
            hint="Choose another port with --port, or --port 0 for any free one.",
        ) from error
    if not json:
        console(stderr=True).print("\nStopped.")
    return 0


def addresses(url: str) -> dict[str, str]:
    from ..practice.server import SITES

    return {site.name: f"{url}/{site.name}/" for site in SITES}


def print_result(url: str) -> None:
    print(dumps(Result.success({"url": url, "sites": addresses(url)}).to_json(), indent=True), flush=True)


def say_where(url: str) -> None:
    aside = console(stderr=True)
    aside.print(f"The practice sites are at [bold]{url}[/]")
    for address in addresses(url).values():
        aside.print(f"  {address}")
    aside.print(f"Logins and the reset are on {url}. Press Ctrl+C to stop.")
