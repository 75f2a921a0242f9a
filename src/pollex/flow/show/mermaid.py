"""A workflow as a Mermaid flowchart: loops and groups as subgraphs, routes as diamonds whose ways join again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from .measure import truncated, wrapped
from .palette import COLOURS
from .plan import PlanStep, StepBranch, WorkflowPlan

LINE, LONGEST = 44, 60
"""Cells of a line in a box, and the most of a name or of the words on an arrow."""
SAFE: Final = frozenset(" .,/_-–?{}()=→…“”·≠≥≤")
"""Signs that mean nothing to Mermaid inside a quoted label; others are written by their number."""

Exit: TypeAlias = tuple[str, str]
"""Where a way goes on from: the box, and what is written on the arrow."""


def mermaid(plan: WorkflowPlan) -> str:
    chart = Chart()
    chart.add('begin(["start"])')
    exits = chart.sequence(plan.steps, [("begin", "")])
    chart.add('finish(["end"])')
    chart.join(exits, "finish")
    name = "".join(letter if letter.isalnum() else " " for letter in plan.name)
    return "\n".join([f"%% {name}", "flowchart TD", *chart.lines, *chart.styles()])


def label(*lines: str) -> str:
    """Return a quoted label; what could mean something to Mermaid, Markdown or HTML is written by its number."""
    return '"' + "<br/>".join("".join(map(_sign, _tame(line))) for line in lines if line) + '"'


def _tame(line: str) -> str:
    """Return a line of limited length. Two dollars would begin a formula, even written by their numbers."""
    return truncated(line, LONGEST).replace("$$", "$\u200c$")


def _sign(letter: str) -> str:
    return letter if letter in SAFE or letter.isalnum() else f"#{ord(letter)};"


@dataclass
class Chart:
    """The lines of a flowchart while they are written."""

    lines: list[str] = field(default_factory=list)
    depth: int = 1
    seen: dict[int, int] = field(default_factory=dict)
    kinds: dict[str, list[str]] = field(default_factory=dict)

    def add(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    def join(self, exits: Sequence[Exit], to: str) -> None:
        for origin, words in exits:
            self.add(f"{origin} -->{f'|{label(words)}|' if words else ''} {to}")

    def sequence(self, steps: Sequence[PlanStep], exits: list[Exit]) -> list[Exit]:
        """Add steps one after the other, and return where the chart goes on."""
        for step in steps:
            name = self._name(step)
            after = self._step(step, name)
            self.join(exits, name)
            exits = after
        return exits

    def styles(self) -> Iterator[str]:
        for kind, names in self.kinds.items():
            colour = COLOURS[kind]
            dashed = ",stroke-dasharray:5 4" if kind == "group" else ""
            yield f"  classDef {kind} fill:{colour.tint},stroke:{colour.strong},color:#1f2937{dashed}"
            yield f"  class {','.join(names)} {kind}"

    def _next(self, step: PlanStep) -> str:
        """Return the identifier of a step's box; a node on two ways of one route has two boxes."""
        count = self.seen.get(step.position, 0)
        return f"n{step.position}x{count + 1}" if count else f"n{step.position}"

    def _name(self, step: PlanStep) -> str:
        name = self._next(step)
        self.seen[step.position] = self.seen.get(step.position, 0) + 1
        self.kinds.setdefault(step.kind, []).append(name)
        return name

    def _step(self, step: PlanStep, name: str) -> list[Exit]:
        if step.kind == "route":
            self.add(f"{name}{{{_node_label(step)}}}")
            return [each for way in step.ways for each in self._way(way, name)]
        if not step.ways:
            self.add(f"{name}[{_node_label(step)}]")
            return [(name, "")]
        self._frame(step, name)
        return [(name, "")]

    def _way(self, way: StepBranch, origin: str) -> list[Exit]:
        return self.sequence(way.steps, [(origin, way.label)])

    def _frame(self, step: PlanStep, name: str) -> None:
        """Add a loop or a group: a box around what it runs. A loop goes back to its first node."""
        [way] = step.ways
        self.add(f"subgraph {name}[{_node_label(step)}]")
        self.depth += 1
        self.add("direction TB")
        entry = self._next(way.steps[0]) if way.steps else ""
        exits = self.sequence(way.steps, [])
        if step.kind == "iterate" and entry:
            for origin, _ in exits:
                self.add(f"{origin} -.->|{label(way.label)}| {entry}")
        self.depth -= 1
        self.add("end")


def _node_label(step: PlanStep) -> str:
    head = f"{step.position} · {step.title}"
    return label(head, *wrapped(step.summary, LINE, 3), *step.remarks)
