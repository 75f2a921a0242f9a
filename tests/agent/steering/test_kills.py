"""A task whose process is killed with -9 goes on in another process and another browser.

The model is asked nothing again that it has answered, no form is sent twice, what was filled in is filled in again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from ...waits import until
from .bank import SENT, TASK, mind
from .site import Site
from .terminal import Terminal
from .wire import Asked, Calls, Mind, Wire

CHAOS = bool(os.environ.get("POLLEX_CHAOS"))
DECISIONS = 7
STEPS = [1, 3, 1, 3, 1, 4, 1, 1]
"""How many calls each decision asks for; the first is the agent's own, which goes to where the task begins."""
POINTS = [
    f"{moment} /{step}/{action}"
    for step, actions in enumerate(STEPS)
    for action in range(1, actions + 1)
    for moment in ("before", "after")
]
SHORT = ["after /5/2"]

Thinking = Callable[[Mind], Wire]
Job = dict[str, Any]


def job(terminal: Terminal, site: Site, wire: Wire, crash: str) -> Job:
    about = {"home": str(terminal.home), "task": TASK, "url": f"{site.url}/bank/login", "model": wire.model}
    return {**about, "run": str(uuid4()), "crash": crash}


@pytest.mark.timeout(400)
@pytest.mark.parametrize("crash", POINTS if CHAOS else SHORT)
def test_nothing_is_done_twice(crash: str, terminal: Terminal, site: Site, thinking: Thinking) -> None:
    wire = thinking(mind)
    given = job(terminal, site, wire, crash)
    with terminal.child(given) as process:
        assert process.wait() == -signal.SIGKILL
    result = terminal.result("runs", "resume", given["run"])
    assert result["fault"] is None
    assert result["data"]["proven"]
    assert site.sent == SENT
    assert result["data"]["steps"] == len(wire.answered) == len(wire.asked)
    terminal.all_gone()
    # what was wanted by a number of the dead browser is decided again, and nothing else is
    assert len(wire.asked) in (DECISIONS, DECISIONS + 1)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("step", range(1, DECISIONS + 1) if CHAOS else [])
def test_killed_while_the_model_is_asked(step: int, terminal: Terminal, site: Site, thinking: Thinking) -> None:
    """What was not answered is asked again, and what was filled in is filled in when it is."""
    waiting = [step]

    def hesitant(asked: Asked) -> Calls | None:
        return None if len(wire.asked) == step and waiting else mind(asked)

    wire = thinking(hesitant)
    given = job(terminal, site, wire, "never")
    with terminal.child(given) as process:
        until(f"the model is asked {step} times", lambda: len(wire.asked) == step)
        process.kill()
    until("who asked the model is gone", lambda: wire.asked[-1].gone)
    waiting.clear()
    result = terminal.result("runs", "resume", given["run"])
    assert result["fault"] is None
    assert site.sent == SENT
    assert len(wire.answered) == result["data"]["steps"] == DECISIONS
    assert len(wire.asked) == DECISIONS + 1


@pytest.mark.timeout(400)
def test_killed_while_a_form_is_sent(terminal: Terminal, site: Site, thinking: Thinking) -> None:
    """Nobody knows then whether it came through. It is not sent again; the model hears of it, and looks."""
    wire = thinking(mind)
    given = job(terminal, site, wire, "never")
    with terminal.child(given) as process:
        until("the form is sent", lambda: site.sent["/bank/standing"])
        process.kill()
    result = terminal.result("runs", "resume", given["run"])
    assert site.sent == SENT
    assert "uncertain" in "".join(each.text for each in wire.asked)
    assert result["ok"], result
    assert not result["data"]["proven"]
