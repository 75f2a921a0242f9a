"""What `page.extract` reads off pages, as a table: recall, wrong values, and what is explained.

`bench/run extract [--only PAGE] [--verbose] [--freeze]`: by rules alone, and with recorded answers of a mapper.
`--verbose` prints what is in `.bench/extract/latest.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.report import table

from pollex import App

from .ask import VARIANTS, WAYS, Answer, ask
from .check import Value
from .frozen import changed, freeze
from .mapper import UNANSWERED, RecordedMapper
from .places import is_here, served, site_of

HERE: Final = Path(__file__).parent
LATEST: Final = Path(".bench/extract/latest.md")
COUNTS: Final = ("values", "right", "missing", "wrong", "recall", "found", "absent left out", "with a reason", "faults")
HEADS: Final = ["page", "by", "schema", *COUNTS]


async def ask_all(entries: list[dict[str, Any]], mapper: RecordedMapper) -> list[Answer]:
    """Ask the questions of all pages, each site served once."""
    answers: dict[str, list[Answer]] = {}
    with TemporaryDirectory() as home:
        async with App(home=Path(home), environ={}) as app:
            for site in dict.fromkeys(map(site_of, entries)):
                with served(site) as url:
                    for entry in (each for each in entries if site_of(each) == site):
                        answers[entry["id"]] = await ask(app, url, entry, mapper)
                        print(f"{entry['id']}: {_short(answers[entry['id']])}", flush=True)
    return [answer for entry in entries for answer in answers[entry["id"]]]


def _short(answers: list[Answer]) -> str:
    return f"{_sum(answers, 'right')} right, {_sum(answers, 'missing')} missing, {_all_wrong(answers)} wrong"


def _sum(answers: Iterable[Answer], outcome: str, *, absent: bool = False) -> int:
    return sum(each.count(outcome, absent=absent) for each in answers)


def _all_wrong(answers: Iterable[Answer]) -> int:
    return sum(len(each.wrong) for each in answers)


def _carried(answers: Iterable[Answer]) -> int:
    """Return how many right values came with a fault."""
    return sum(each.outcome == "right" and not each.absent for answer in answers for each in answer.carried)


def summary(answers: list[Answer]) -> str:
    """Return the table of both ways and variants."""
    return table(HEADS, [_row("all", way, variant, answers) for way in WAYS for variant in VARIANTS])


def _row(name: str, way: str, variant: str, answers: list[Answer]) -> list[str]:
    mine = [each for each in answers if (each.way, each.variant) == (way, variant)]
    right, missing, wrong = _sum(mine, "right"), _sum(mine, "missing"), _all_wrong(mine)
    shown = right + missing + _sum(mine, "wrong")
    left_out = [each for answer in mine for each in answer.values if each.absent and each.got is None]
    absent = len(left_out) + _sum(mine, "wrong", absent=True)
    reasons = sum(each.name in answer.explained for answer in mine for each in answer.values if each in left_out)
    faults = [each for each in mine if each.must_fault]
    return [
        *(name, way, variant, str(shown), str(right), str(missing), str(wrong)),
        f"{100 * right / shown:.1f} %" if shown else "–",
        f"{100 * (right + _carried(mine)) / shown:.1f} %" if shown else "–",
        f"{len(left_out)} of {absent}",
        str(reasons),
        f"{sum(each.as_it_must for each in faults)} of {len(faults)}",
    ]


def report(answers: list[Answer]) -> str:
    """Return the table, that of each page, and every wrong and missing value."""
    rows = []
    for page in dict.fromkeys(each.page for each in answers):
        mine = [each for each in answers if each.page == page]
        rows += [_row(page, way, variant, mine) for way in WAYS for variant in VARIANTS]
    parts = {
        "# Extraction": summary(answers),
        "## Wrong": _list(answers, "wrong"),
        "## Missing": _list(answers, "missing"),
        "## Faults": _faults(answers),
        "## Each page": table(HEADS, rows),
    }
    return "\n\n".join(f"{head}\n\n{text}" for head, text in parts.items()) + "\n"


def _list(answers: list[Answer], outcome: str) -> str:
    lines = [
        f"* {_place(answer)} · {value.pointer}: {_json(value.got)}, not {_json(value.truth)}"
        for answer in answers
        for value in (*answer.values, *answer.carried)
        if value.outcome == outcome and not (value in answer.values and _came(value, answer))
    ]
    return "\n".join(lines) or "Nothing."


def _came(value: Value, answer: Answer) -> bool:
    """Whether a value that counts as missing came with a fault."""
    return any(each.pointer == value.pointer for each in answer.carried)


def _place(answer: Answer) -> str:
    return f"{answer.page} · {answer.question} · {answer.way} · {answer.variant}"


def _faults(answers: list[Answer]) -> str:
    """Return a line for each question that ended with a fault, or ought to have."""
    lines = [
        f"* {_place(each)}: {'as it must' if each.as_it_must else 'not as it must'}: {each.fault or 'no fault'}"
        for each in answers
        if each.must_fault or each.fault
    ]
    return "\n".join(lines) or "None."


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entries(only: str) -> list[dict[str, Any]]:
    """Return the pages of the paper that can be served here; say which cannot."""
    wanted = [each for each in json.loads((HERE / "paper.json").read_text(encoding="utf-8")) if only in each["id"]]
    for each in wanted:
        if not is_here(site_of(each)):
            print(f"left out: {each['id']}; {site_of(each)} does not lie beside the checkout", flush=True)
    return [each for each in wanted if is_here(site_of(each))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only pages with these words in their id")
    parser.add_argument("--verbose", action="store_true", help="print every wrong and missing value")
    parser.add_argument("--freeze", action="store_true", help="write the hashes of papers, pages and checks, and end")
    given = parser.parse_args()
    if given.freeze:
        freeze()
        return 0
    if files := changed():
        print(f"Not as they were frozen: {', '.join(files)}. Was that meant? Then `bench/run extract --freeze`.")
        return 2
    mapper = RecordedMapper()
    answers = asyncio.run(ask_all(_entries(given.only), mapper))
    mapper.write_open()
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(report(answers), encoding="utf-8")
    print(f"\n{LATEST.read_text(encoding='utf-8') if given.verbose else summary(answers)}")
    print(f"The mapper was asked {mapper.asked} times; {len(mapper.changed)} prompts differ from those answered.")
    if mapper.missing:
        print(f"{len(mapper.missing)} prompts have no answer yet: {UNANSWERED}")
    return int(_all_wrong(answers) > 0 or bool(mapper.missing))


if __name__ == "__main__":
    raise SystemExit(main())
