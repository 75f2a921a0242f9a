"""`bench/run doors calls`: one call of a small tool over MCP beside FastMCP, and over HTTP beside FastAPI alone.

Batches of all servers in turn, round after round. Microseconds as the client waits for it, and processor time of the
server, which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from subprocess import Popen
from time import perf_counter

from bench.doors.servers import cpu_seconds, peer, pollex_serve, pollex_stdio
from bench.doors.wire import Client, FastApiClient, HttpMcpClient, PollexHttpClient, StdioClient

DOORS = ("MCP by stdio", "MCP by HTTP", "HTTP")
TOOLS = ("add", "add_async")


@dataclass
class Contender:
    """A server, a client of it, and what its calls took."""

    name: str
    process: Popen[bytes]
    client: Client
    waited: dict[str, list[float]] = field(default_factory=lambda: {tool: [] for tool in TOOLS})
    spent: dict[str, list[float]] = field(default_factory=lambda: {tool: [] for tool in TOOLS})

    def batch(self, tool: str, calls: int) -> None:
        call, cpu = self.client.call, cpu_seconds(self.process.pid)
        for number in range(calls):
            begun = perf_counter()
            assert call(tool, number, 1) == number + 1
            self.waited[tool].append((perf_counter() - begun) * 1e6)
        self.spent[tool].append((cpu_seconds(self.process.pid) - cpu) / calls * 1e6)

    def figures(self) -> dict[str, dict[str, float]]:
        return {
            tool: {
                "median": median(self.waited[tool]),
                "least": min(self.waited[tool]),
                "processor": sum(self.spent[tool]) / len(self.spent[tool]),
            }
            for tool in TOOLS
        }


def open_door(door: str, python: str, stack: ExitStack) -> list[Contender]:
    """Ours first, its peer second."""
    if door == "MCP by stdio":
        ours, (theirs, _) = stack.enter_context(pollex_stdio(python)), stack.enter_context(peer("fastmcp-stdio"))
        return [Contender("Pollex", ours, _stdio(ours)), Contender("FastMCP", theirs, _stdio(theirs))]
    served, port, headers = stack.enter_context(pollex_serve(python))
    if door == "MCP by HTTP":
        theirs, their_port = stack.enter_context(peer("fastmcp-http"))
        return [
            Contender("Pollex", served, HttpMcpClient(port, headers)),
            Contender("FastMCP", theirs, HttpMcpClient(their_port, {})),
        ]
    theirs, their_port = stack.enter_context(peer("fastapi"))
    return [
        Contender("Pollex", served, PollexHttpClient(port, headers)),
        Contender("FastAPI", theirs, FastApiClient(their_port)),
    ]


def _stdio(process: Popen[bytes]) -> StdioClient:
    assert process.stdin
    assert process.stdout
    return StdioClient(process.stdin, process.stdout)


def measure(
    door: str, python: str, rounds: int, calls: int, say: Callable[[str], None]
) -> dict[str, dict[str, dict[str, float]]]:
    with ExitStack() as stack:
        contenders = open_door(door, python, stack)
        for each in contenders:  # not counted: imports, caches, threads
            for tool in TOOLS:
                each.batch(tool, calls)
            each.waited, each.spent = ({tool: [] for tool in TOOLS} for _ in range(2))
        for turn in range(rounds):
            for place in range(len(contenders)):
                for tool in TOOLS:
                    contenders[(turn + place) % len(contenders)].batch(tool, calls)
        found = {each.name: each.figures() for each in contenders}
    say(table(door, found))
    return found


def table(door: str, found: dict[str, dict[str, dict[str, float]]]) -> str:
    ours, theirs = found
    lines = [f"\n| {door}, µs a call | {ours} | {theirs} | ratio |", "|---|---|---|---|"]
    for tool in TOOLS:
        for what in ("median", "least", "processor"):
            pair = found[ours][tool][what], found[theirs][tool][what]
            lines.append(f"| {tool}, {what} | {pair[0]:,.0f} | {pair[1]:,.0f} | {pair[0] / pair[1]:.2f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=".venv/bin/python", help="Which Python runs Pollex.")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--calls", type=int, default=100, help="Calls in one batch.")
    parser.add_argument("--only", default="", help=f"A part of a door's name: {', '.join(DOORS)}.")
    given = parser.parse_args()
    doors = [door for door in DOORS if given.only in door]
    found = {door: measure(door, given.python, given.rounds, given.calls, print) for door in doors}
    Path(".bench").mkdir(exist_ok=True)
    Path(".bench/doors-calls.json").write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
