"""A call of a tool as text to copy: for a shell, for Python, for the configuration of an MCP client.

No text has a token: a shell reads it from `serve.json` when it calls.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from pprint import pformat
from shlex import quote
from typing import NamedTuple
from urllib.parse import quote as quote_url

from ...core.json import Object, dumps
from .tool_origin import ToolOrigin

ADD = {"library": "add_library", "module": "add_module", "file": "add_tools"}
"""How an app gets the tools of a source."""


class ToolCopies(NamedTuple):
    """The texts for one tool."""

    curl: str
    python: str
    mcp: str


def tool_copies(name: str, args: Object, origin: ToolOrigin, home: Path, *, default_home: bool) -> ToolCopies:
    """Return a call with these arguments; `default_home` says that nobody has to be told where the home folder is."""
    place = None if default_home else home
    return ToolCopies(_curl(name, args, home), _python(name, args, origin, place), _mcp(origin, place))


def _curl(name: str, args: Object, home: Path) -> str:
    read = "python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' \"$SERVE\""
    return f"""# The address and the token stand in serve.json while `pollex serve` runs.
SERVE={quote(str(home / "serve.json"))}
URL=$({read} url)
AUTH="Authorization: Bearer $({read} token)"
curl -s -H "$AUTH" "$URL/api/tools/{quote_url(name, safe="")}" -d {quote(dumps({"args": args}))}
"""


def _python(name: str, args: Object, origin: ToolOrigin, home: Path | None) -> str:
    module, _, function = origin.source.partition(":") if origin.kind == "function" else ("", "", "")
    imports = f"\nfrom {module} import {function}" if function.isidentifier() else ""
    given = [f"home={str(home)!r}"] if home is not None else []
    given += [f"tools=[{function}]"] if imports else []
    added = f"        app.{ADD[origin.kind]}({origin.source!r})\n" if origin.kind in ADD and origin.source else ""
    written = pformat(args, width=100, sort_dicts=False).replace("\n", "\n        ")
    return f"""import asyncio

from pollex import App{imports}


async def main() -> None:
    async with App({", ".join(given)}) as app:
{added}        args = {written}
        result = await app.call({name!r}, args)
        print(result.unwrap())


asyncio.run(main())
"""


def _mcp(origin: ToolOrigin, home: Path | None) -> str:
    command = shutil.which("pollex")
    args = ["mcp"] if command else ["-m", "pollex", "mcp"]
    args += ["--from", origin.source] if origin.kind in ADD and origin.source else []
    server: Object = {"command": command or sys.executable, "args": args}
    if home is not None:
        server["env"] = {"POLLEX_HOME": str(home)}
    return dumps({"mcpServers": {"pollex": server}}, indent=True)
