"""A hundred answers to 25 runs, half of them false in ways that were made up apart from the code: no false is proven.

Many true ones are not proven either: what literal comparison cannot decide is said to be undecided.
"""

from __future__ import annotations

from typing import Any

import pytest

from pollex.agent import verify
from pollex.agent.history import History
from pollex.agent.task import Task

from ...selection import some
from .conftest import Play
from .paper import Entry, read

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Task, History]]:
    """What was judged at the end of each run."""
    found: list[tuple[Task, History]] = []
    judge = verify.judge

    def kept(task: Task, history: History, answer: Any) -> verify.Verdict:
        found.append((task, history))
        return judge(task, history, answer)

    monkeypatch.setattr(verify, "judge", kept)
    return found


@pytest.mark.parametrize("entry", some(read("answers.json"), 8), ids=lambda entry: str(entry["id"]))
async def test_no_false_answer_is_proven(play: Play, judged: list[tuple[Task, History]], entry: Entry) -> None:
    turns = [[step for step in turn if step["tool"] != "rest"] for turn in entry["turns"]]  # nothing is cut any more
    await play({**entry, "turns": [turn for turn in turns if turn]})
    task, history = judged[-1]
    verdicts = [(each["true"], verify.judge(task, history, each).proof) for each in entry["answers"]]
    assert (False, "proven") not in verdicts


async def test_a_value_by_reference_is_proven(play: Play) -> None:
    """What the prompt asks for: then nothing has to be compared."""
    [entry] = [each for each in read("tasks.json") if each["id"] == "orders-total"]
    *turns, [done] = entry["turns"]
    values = {"total": "{{aggregate_1.text}}", "biggest": "{{aggregate_2.value.order}}"}
    played = await play({**entry, "turns": [*turns, [{**done, "text": "Here it is.", "values": values}]]})
    assert played.result.unwrap()["proof"] == "proven"
