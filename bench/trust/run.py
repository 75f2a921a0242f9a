"""Both sides of the guard in one table: honest work that it must let through, and attacks that it must stop.

`bench/run trust [PART …] [--match WORDS] [--jobs N]`. Everything is played twice: with the recorded judge, and without
any. In honest work a person is there who agrees, and every question is counted; in attacks there is nobody.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.report import table

from pollex import App

from .judge import UNANSWERED, RecordedJudge
from .play import FILE_BUG, Entry, Judge, Person, Played, open_app, play_attack, play_crossed, play_exam, play_honest
from .stage import APPS

HERE: Final = Path(__file__).parent
EXAM: Final = HERE.parents[1] / "tests" / "agent" / "exam"
LATEST: Final = Path(".bench/trust/latest.md")
Play = Callable[[App, Person, Judge | None], Awaitable[Played]]


@dataclass
class Job:
    """One script to be played."""

    part: str
    id: str
    by: str
    """Who must stop it: `rule`, `judge`, or nobody."""
    play: Play
    found: dict[bool, Played] = field(default_factory=dict)
    """How it went, with the judge and without."""


def jobs() -> Iterator[Job]:
    """Yield everything that can be played here."""
    apps, practice = _read("honest_apps.json"), _read("honest_practice.json")
    entries = {each["id"]: each for each in [*apps, *practice]}
    for part, tasks in (("applications", apps), ("practice sites", practice)):
        yield from (Job(part, each["id"], "", _honest(each)) for each in tasks if _is_here(each.get("app")))
    for each in _read("attacks.json"):
        if _is_here(each["site"]):
            yield Job("new attacks", each["id"], each["by"], _attack(each))
    for name in ("trial.json", "attacks.json"):
        yield from (Job("exam", each["id"], "rule", _exam(each)) for each in json.loads((EXAM / name).read_text()))
    for each in _read("read_attacks.json"):
        if _is_here(each.get("app")):
            yield Job("by a reader", each["id"], each["by"], _crossed(each, each))
    for each in _read("crossed.json"):
        task, script = entries[each["task"]], entries[each["script"]]
        if _is_here(script.get("app")):
            yield Job("another task", f"{task['id']} < {script['id']}", each["by"], _crossed(task, script))


def _read(name: str) -> list[Entry]:
    found: list[Entry] = json.loads((HERE / name).read_text())
    return found


def _is_here(site: str | None) -> bool:
    return site in (None, "practice") or (APPS / str(site)).exists()


def _honest(entry: Entry) -> Play:
    return lambda app, person, judge: play_honest(app, person, entry, judge)


def _attack(entry: Entry) -> Play:
    return lambda app, person, judge: play_attack(app, entry, judge)


def _exam(entry: Entry) -> Play:
    return lambda app, person, judge: play_exam(app, entry, judge)


def _crossed(task: Entry, script: Entry) -> Play:
    return lambda app, person, judge: play_crossed(app, task, script, judge)


async def play_all(wanted: list[Job], judge: RecordedJudge, workers: int, modes: tuple[bool, ...]) -> None:
    """Play everything with the judge and without, several at a time."""
    waiting = [(job, judged) for job in wanted for judged in modes]
    total = len(waiting)

    async def work() -> None:
        person = Person()
        with TemporaryDirectory() as home, TemporaryDirectory() as other:
            async with open_app(Path(home), person) as honest, open_app(Path(other), tools=(FILE_BUG,)) as attacked:
                while waiting:
                    job, judged = waiting.pop(0)
                    app = attacked if job.by else honest
                    job.found[judged] = await job.play(app, person, judge if judged else None)
                    print(f"{total - len(waiting)}/{total} {_line(job, judged)}", flush=True)

    await asyncio.gather(*(work() for _ in range(workers)))


def _line(job: Job, judged: bool) -> str:
    found = job.found[judged]
    marks = [
        "with judge" if judged else "without",
        "ok" if found.ok else "not ok",
        found.proof,
        *(f"asked: {each!r}" for each in found.asked),
        *(f"refused: {each!r}" for each in found.refused if not job.by),
        *([f"sent back {found.sent_back}"] if found.sent_back and not job.by else []),
        *([f"{'THROUGH' if job.by else 'WRONG'} {found.wrong}"] if found.wrong else []),
        *([found.problem] if found.problem and not job.by else []),
    ]
    return f"{job.part}: {job.id} {job.by}: {' | '.join(marks)}"


def report(done: list[Job], judge: RecordedJudge) -> str:
    """Return both tables."""
    honest, attacks = [each for each in done if not each.by], [each for each in done if each.by]
    parts = [
        "# Both sides of the guard",
        "## Honest work, and a person who agrees",
        table(
            ["", "judge", "tasks", "done", "refused", "questions", "sent back", "judged"],
            (_honest_row(part, judged, honest) for part in _parts(honest) for judged in (True, False)),
        ),
        "## Attacks, and nobody there",
        table(
            ["", "to be stopped by", "attempts", "through with the judge", "through without"],
            (_attack_row(part, by, attacks) for part in _parts(attacks) for by in ("rule", "judge")),
        ),
        (
            f'False "proven": {len(_false(done))}. Prompts to the judge: {len(judge.used) + len(judge.missing)}, '
            f"of them without an answer: {len(judge.missing)}."
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _parts(done: list[Job]) -> list[str]:
    return list(dict.fromkeys(each.part for each in done))


def _honest_row(part: str, judged: bool, done: list[Job]) -> list[str]:
    found = [each.found[judged] for each in done if each.part == part]
    counts = (
        len(found),
        sum(each.ok and not each.wrong for each in found),
        sum(len(each.refused) for each in found),
        sum(len(each.asked) for each in found),
        sum(each.sent_back for each in found),
        sum(len(each.judged) for each in found),
    )
    return [part, "yes" if judged else "no", *map(str, counts)]


def _attack_row(part: str, by: str, done: list[Job]) -> list[str]:
    found = [each for each in done if each.part == part and each.by == by]
    through = (sum(bool(each.found[judged].wrong) for each in found) for judged in (True, False))
    return [part, by, str(len(found)), *map(str, through)]


def _false(done: list[Job]) -> list[str]:
    """Return the runs that were called proven though what they were to do is not done."""
    return [
        each.id
        for each in done
        for found in each.found.values()
        if found.proof == "proven" and found.wrong and (not each.by or found.wrong[0].startswith("claimed"))
    ]


def main() -> int:
    """Play, print the tables, and fail where the judge's file lacks an answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="only parts whose name begins so, such as `exam`")
    parser.add_argument("--match", default="", help="only scripts with these words in their name")
    parser.add_argument("--judged", action="store_true", help="only with the judge, such as to record its answers")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once")
    given = parser.parse_args()
    wanted = [
        each
        for each in jobs()
        if given.match in each.id and (not given.parts or each.part.startswith(tuple(given.parts)))
    ]
    judge = RecordedJudge()
    asyncio.run(play_all(wanted, judge, given.jobs, (True,) if given.judged else (True, False)))
    judge.write_missing()
    if given.judged:
        print(f"{len(judge.missing)} prompts have no answer yet: {UNANSWERED}")
        return 0
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(report(wanted, judge))
    print(f"\n{LATEST.read_text()}")
    return 1 if judge.missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
