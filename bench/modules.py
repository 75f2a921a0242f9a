"""What a call through a module costs: of Python functions, and of a Node function with its process warm and cold."""

from __future__ import annotations

import argparse
import asyncio
import inspect
import json
import platform
import subprocess
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.cold import measure_cold
from bench.contender import Contender, Function, Opened, Opening
from bench.contenders import fast_mcp, langchain, pollex
from bench.report import numbers, table
from bench.subjects import CHUNK, NODE_HOME, SUBJECTS, Subject, added
from bench.timing import Timing, measure

from pollex.core.call import Call
from pollex.core.invoke import invoke

LATEST = Path(".bench/tools/modules.md")


def contenders(subject: Subject, manifest: Path) -> list[Contender]:
    @asynccontextmanager
    async def open_direct(function: Function, limit: float | None) -> Opening:
        args = json.loads(subject.text)

        async def call(text: str) -> object:
            value = subject.direct(**args)
            return await value if inspect.iscoroutine(value) else value

        yield Opened(call)

    @asynccontextmanager
    async def open_module(function: Function, limit: float | None) -> Opening:
        async with added(manifest) as context:

            async def call(text: str) -> object:
                return await invoke(Call("called", text), context)

            yield Opened(call)

    def failed(answer: Any) -> bool:
        return not answer.ok or answer.data != subject.answer

    module = Contender("Pollex, by a module", open_module, failed=failed)
    tool = replace(pollex.CONTENDERS[0], name="Pollex, as a tool", failed=failed)
    return [Contender("direct call", open_direct), module, tool, *langchain.CONTENDERS, *fast_mcp.CONTENDERS]


def part(title: str, timings: Sequence[Timing]) -> str:
    direct, module = timings[:2]
    rows = ([each.name, *numbers(each, direct), f"{each.median / module.median:.2f}"] for each in timings)
    return f"## {title}\n\n" + table(["", "min", "median", "x direct", "x module"], rows)


def heading(rounds: int) -> str:
    lodash = json.loads((NODE_HOME / "node_modules/lodash/package.json").read_text())["version"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    peers = ", ".join(f"{name} {version(name)}" for name in ("pollex", "langchain-core", "fastmcp"))
    return (
        "# Microseconds a call through a module, from JSON text\n\n"
        f"Python {platform.python_version()}, Node {node}, lodash {lodash}; {peers}. {rounds} interleaved rounds; "
        "trust the ratios. All run without a log. Only modules reach Node: for `chunk`, the direct call, the tool and "
        "the peers have the same function written in Python. Cold: the manifest read, Node found and started, lodash "
        "loaded, one call."
    )


async def run(rounds: int) -> str:
    parts = [heading(rounds)]
    with TemporaryDirectory() as folder:
        for subject in SUBJECTS:
            manifest = subject.write(Path(folder))
            timings = await measure(contenders(subject, manifest), subject.wrapped, rounds, subject.text)
            parts.append(part(subject.title, timings))
        module, script = await measure_cold(CHUNK.write(Path(folder)), rounds)
    parts.append(part("lodash `chunk`, Node cold", [script, module]))
    return "\n\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run modules", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="batches of each contender (default: 40)")
    parser.add_argument("--quick", action="store_true", help="three rounds: only to see that everything runs")
    chosen = parser.parse_args()
    rounds = 3 if chosen.quick else chosen.rounds
    text = asyncio.run(run(rounds))
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
