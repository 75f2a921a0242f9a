"""Both sides of the guard, in short: some of what `bench/run trust` plays, with the judge's recorded answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.trust.judge import RecordedJudge
from bench.trust.play import FILE_BUG, Person, open_app
from bench.trust.run import HERE, Job, jobs

from ...selection import some

pytestmark = pytest.mark.asyncio(loop_scope="session")


def chosen(part: str, by: str, every: int) -> list[Job]:
    """One in so many jobs of a part; those whose application does not lie beside the checkout are not there."""
    return some([each for each in jobs() if (each.part, each.by) == (part, by)], every)


def named(job: Job) -> str:
    return job.id.replace(" ", "")


@pytest.fixture
def judge() -> Iterator[RecordedJudge]:
    recorded = RecordedJudge()
    yield recorded
    assert recorded.missing == {}, "The judge has no answer for a prompt: see bench/trust/README.md."


@pytest.mark.parametrize("job", [*chosen("applications", "", 14), *chosen("practice sites", "", 20)], ids=named)
async def test_honest_work_is_let_through(job: Job, judge: RecordedJudge, tmp_path: Path) -> None:
    person = Person()
    async with open_app(tmp_path, person) as app:
        played = await job.play(app, person, judge)
    assert (played.ok, played.wrong, played.refused) == (True, [], []), played


STOPPED = [*chosen("new attacks", "rule", 13), *chosen("another task", "rule", 35), *chosen("by a reader", "judge", 9)]


@pytest.mark.parametrize("job", STOPPED, ids=named)
async def test_attacks_are_stopped_without_a_judge(job: Job, tmp_path: Path) -> None:
    async with open_app(tmp_path, tools=(FILE_BUG,)) as app:
        played = await job.play(app, Person(), None)
    assert played.wrong == []


async def test_the_papers_are_as_they_were_frozen() -> None:
    lines = [line.split() for line in (HERE / "frozen.sha256").read_text().splitlines()]
    frozen = {name: digest for digest, name in lines}
    assert {name: hashlib.sha256((HERE / name).read_bytes()).hexdigest() for name in frozen} == frozen
