"""`pollex mcp`: tools over the Model Context Protocol, on stdin and stdout."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.result import Result
from . import task_options as options
from .output import answer, run
from .session import open_app

Page = Annotated[bool, typer.Option("--page", help="Serve a browser: its tools, outlines and changes of pages.")]


def mcp(
    page: Page = False,
    allow: options.Allow = None,
    headed: options.Headed = False,
    cdp: options.Cdp = None,
    files: options.Files = None,
) -> int:
    """Serve tools to a client of the Model Context Protocol.

    \b
    Example, as a client's configuration has it:
      pollex mcp --page --allow example.org
    """
    if not page:
        raise typer.BadParameter("Say what is served: --page.")
    return answer(run(_serve_page(allow, headed, cdp, files)), json=False)


async def _serve_page(allow: list[str] | None, headed: bool, cdp: str | None, files: list[str] | None) -> Result:
    from ..serve.mcp.page import serve_page

    async with open_app(headed=headed or None, cdp=cdp) as app:
        await serve_page(app, allow=allow or None, files=files or ())
    return Result.success(None)
