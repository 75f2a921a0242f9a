"""Tables of what tasks needed: requests, bytes and seconds, of those that were solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import mean
from typing import Protocol

from bench.agent_apps import Tried
from bench.report import table

LEVELS = ("easy", "medium", "hard")


class Attempted(Protocol):
    """What a table says of a task."""

    @property
    def solved(self) -> bool: ...
    @property
    def sizes(self) -> tuple[int, ...]: ...
    @property
    def seconds(self) -> float: ...


def summary(title: str, groups: Mapping[str, Sequence[Attempted]]) -> list[str]:
    heads = ["", "tasks", "with a script", "solved", "requests", "first request", "a request", "a task", "seconds"]
    return [f"## {title}", "", table(heads, [row(name, tried) for name, tried in groups.items() if tried])]


def row(name: str, tried: Sequence[Attempted]) -> list[str]:
    """The bytes and the rest are means of the solved tasks."""
    solved = [each for each in tried if each.solved]
    counts = [f"{len(tried)}", f"{sum(bool(each.sizes) for each in tried)}", f"{len(solved)}"]
    if not solved:
        return [name, *counts, *[""] * 5]
    requests = sum(len(each.sizes) for each in solved)
    sizes = sum(sum(each.sizes) for each in solved)
    first = mean(each.sizes[0] for each in solved)
    figures = [f"{first:,.0f}", f"{sizes / requests:,.0f}", f"{sizes / len(solved):,.0f}"]
    return [name, *counts, f"{requests / len(solved):.2f}", *figures, f"{mean(each.seconds for each in solved):.2f}"]


def grouped(tried: list[Tried]) -> dict[str, list[Tried]]:
    """By application and by difficulty, and all of them."""
    groups = {app: [each for each in tried if each.app == app] for app in dict.fromkeys(each.app for each in tried)}
    groups |= {level: [each for each in tried if each.difficulty == level] for level in LEVELS}
    return {**groups, "all": tried}


def pairs(ours: list[Tried], theirs: list[Tried]) -> list[str]:
    """The tasks that both solved, side by side."""
    both = [(one, other) for one, other in zip(ours, theirs, strict=True) if one.solved and other.solved]
    if not both:
        return ["## Beside browser-use", "", "No task was solved by both."]
    figures: dict[str, Callable[[Tried], float]] = {
        "requests": lambda tried: len(tried.sizes),
        "bytes": lambda tried: sum(tried.sizes),
        "seconds": lambda tried: tried.seconds,
    }
    rows = []
    for name, figure in figures.items():
        a, b = mean(figure(one) for one, _ in both), mean(figure(other) for _, other in both)
        rows.append([name, *(f"{value:,.2f}" for value in (a, b, a / b))])
    about = f"{len(both)} tasks that both solved, of {len(ours)}; means of a task."
    return ["## Beside browser-use", "", table(["", "Pollex", "browser-use", "ratio"], rows), "", about]
