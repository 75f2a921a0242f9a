"""Ours and browser-use's agent on the same form of six steps, with a model that answers at once.

Each agent is a process of its own with one open browser: the same binary, started with the same options. Rounds go in
turns.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.agent_form import TASK, WANTED, Script, Server
from bench.report import table

PEERS: Final = Path(".bench/page/venv/bin/python")
PROCESSES: Final = {
    "Pollex": [sys.executable, "-m", "bench.agent_peer_pollex"],
    "browser-use": [str(PEERS), "-m", "bench.agent_peer_browser_use"],
}
QUIET: Final = {
    "ANONYMIZED_TELEMETRY": "false",
    "BROWSER_USE_CLOUD_SYNC": "false",
    "BROWSER_USE_VERSION_CHECK": "false",
    "BROWSER_USE_CLOUD_HINTS": "false",
    "BROWSER_USE_LOGGING_LEVEL": "result",
    "BROWSER_USE_SETUP_LOGGING": "false",
}
"""Nothing leaves this machine."""


@dataclass
class Way:
    """One agent, set up one way, and what was measured of it."""

    who: str
    about: str
    at_once: int
    options: dict[str, Any]
    times: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Of the request bodies of one run; they hardly differ between runs."""

    def row(self, floor: Way) -> list[str]:
        steps, total = len(self.sizes), sum(self.sizes)
        ms = median(self.times)
        figures = [f"{ms:.0f}", f"{ms / median(floor.times):.2f}", f"{steps}", f"{ms / steps:.0f}"]
        sizes = [f"{total:,}", f"{total // steps:,}", f"{total / sum(floor.sizes):.2f}"]
        return [f"{self.who}, {self.about}", *figures, *sizes]


def ways() -> list[Way]:
    """The first is what the others are compared with."""
    kept = {"keep": True, "pictures": True}
    return [
        Way("browser-use", "one action a request, no picture", 1, {"vision": False}),
        Way("browser-use", "five actions a request, no picture", 5, {"vision": False}),
        Way("browser-use", "one action a request, with its picture", 1, {"vision": True}),
        Way("Pollex", "one action a request", 1, kept),
        Way("Pollex", "five actions a request", 5, kept),
        Way("Pollex", "one action a request, in an open window, no steps kept", 1, {**kept, "keep": False}),
        Way("Pollex", "the same, no pictures", 1, {"keep": False, "pictures": False}),
    ]


@contextmanager
def process(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """An agent that has opened its browser and waits."""
    started = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **QUIET}
    )
    assert started.stdin is not None
    try:
        answered(started)
        yield started
        started.stdin.close()
        started.wait(30)
    finally:
        started.kill()


def answered(agent: subprocess.Popen[str]) -> dict[str, Any]:
    assert agent.stdout is not None
    while line := agent.stdout.readline():
        if line.startswith("{"):
            told: dict[str, Any] = json.loads(line)
            return told
    raise SystemExit("An agent's process has ended.")


def asked(agent: subprocess.Popen[str], run: dict[str, Any]) -> dict[str, Any]:
    """What an agent's process says of a run."""
    assert agent.stdin is not None
    agent.stdin.write(json.dumps(run) + "\n")
    agent.stdin.flush()
    return answered(agent)


def once(way: Way, agent: subprocess.Popen[str], server: Server) -> float:
    """One run, which must have sent the form as asked."""
    server.script = Script(way.at_once)
    told = asked(agent, {"url": server.url, "task": TASK, **way.options})
    if not told["ok"] or server.script.sent != [WANTED]:
        raise SystemExit(f"{way.who} ({way.about}) did not do it: {told} {server.script.sent}")
    way.sizes = server.script.sizes
    return float(told["ms"])


def measure(rounds: int) -> list[str]:
    """A table; a first run of each way is not counted."""
    if not PEERS.exists():
        raise SystemExit("The peers are not installed: run bench/run page --quick first.")
    compared = ways()
    with Server() as server, ExitStack() as stack:
        agents = {who: stack.enter_context(process(command)) for who, command in PROCESSES.items()}
        for turn in range(rounds + 1):
            for way in compared:
                ms = once(way, agents[way.who], server)
                if turn:
                    way.times.append(ms)
                print(f"{turn} {ms:7.0f} ms  {len(way.sizes)} requests  {way.who}, {way.about}", flush=True)
    heads = ["", "ms (median)", "ratio", "requests", "ms a request", "bytes asked", "a request", "ratio"]
    return [
        "## The same form, with a model that answers at once",
        "",
        table(heads, [way.row(compared[0]) for way in compared]),
        "",
        f"{rounds} rounds in turns, the first of each not counted. From the start of the run, in an open browser, to",
        "its end: going to the page, six steps, what each agent writes down. The model is a server of this machine.",
    ]
