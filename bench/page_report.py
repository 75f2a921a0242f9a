"""The figures as Markdown: time, text and elements of each page side by side; in a second report the differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench.page_compare import Compared, Difference
from bench.page_contender import Contender
from bench.page_timing import Look
from bench.report import table

OURS = "Pollex"


@dataclass(frozen=True, slots=True)
class Looked:
    """Everything about one page."""

    page: str
    elements: int
    looks: Sequence[Look]
    compared: Compared


def to_markdown(contenders: Sequence[Contender], looked: Sequence[Looked], rounds: int) -> str:
    versions = ", ".join(f"{each.name} {each.version}" for each in contenders)
    parts = [
        "# One look at a loaded page",
        f"{versions}. Up to {rounds} interleaved rounds, each in a Chromium of its own; trust the ratios.",
        "## Milliseconds: median / 95th percentile (or slowest)",
        cells(contenders, looked, lambda look: f"{look.median:,.0f} / {look.slowest:,.0f}"),
        "## Characters / tokens of the text for the model (in brackets: tokens after its own agent's cut)",
        cells(contenders, looked, size),
        "## Elements offered as interactive: on the page / within 1000 pixels of the viewport",
        near(contenders, looked),
    ]
    problems = [
        f"* {each.page}, {look.contender}: {look.problem}" for each in looked for look in each.looks if look.problem
    ]
    if problems:
        parts += ["## What failed", "\n".join(problems)]
    return "\n\n".join(parts) + "\n"


def size(look: Look) -> str:
    cut = f" ({look.tokens_cut:,})" if look.tokens_cut != look.tokens else ""
    return f"{look.characters:,} / {look.tokens:,}{cut}"


def cells(contenders: Sequence[Contender], looked: Sequence[Looked], show: object) -> str:
    assert callable(show)
    rows = (
        [each.page, f"{each.elements:,}", *("failed" if look.problem else str(show(look)) for look in each.looks)]
        for each in looked
    )
    return table(["page", "elements", *(each.name for each in contenders)], rows)


def near(contenders: Sequence[Contender], looked: Sequence[Looked]) -> str:
    rows = (
        [each.page, *(f"{look.interactive:,} / {each.compared.near.get(look.contender, '?')}" for look in each.looks)]
        for each in looked
    )
    return table(["page", *(each.name for each in contenders)], rows)


def differences_to_markdown(contenders: Sequence[Contender], looked: Sequence[Looked]) -> str:
    """What peers found and we did not comes first."""
    names = [each.name for each in contenders]
    parts = ["# Elements near the viewport that not everybody found", "x: found. To be judged one by one."]
    for each in looked:
        if each.compared.differences:
            missed = sum(1 for one in each.compared.differences if OURS not in one.found_by)
            ours = f", {missed} of them not by {OURS}" if OURS in names else ""
            ordered = sorted(
                each.compared.differences, key=lambda one: (OURS in one.found_by, one.what.box[1], one.what.box[0])
            )
            rows = (difference_row(one, names) for one in ordered)
            parts += [
                f"## {each.page}: {len(each.compared.differences)}{ours}",
                table(["element", "name", "facts", "box", *names], rows),
            ]
    return "\n\n".join(parts) + "\n"


def difference_row(one: Difference, names: Sequence[str]) -> list[str]:
    what = one.what
    name = what.name.replace("|", "\\|")
    box = " ".join(map(str, what.box))
    return [
        f"`{what.tag}` {what.role}",
        name,
        what.facts,
        box,
        *("x" if each in one.found_by else "" for each in names),
    ]
