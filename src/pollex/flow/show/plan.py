"""What is drawn of a workflow: its nodes as a tree, each with its words, and what stands above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...core.json import Object, dumps
from ..check import structure
from ..definition import WorkflowDefinition
from ..node import Node
from ..node_tree import NodeTree
from .printable import printable
from .summary import remarks, summary, way_label


@dataclass(frozen=True, slots=True)
class StepBranch:
    """Nodes that another node runs: a body, a range, or one way of a route. A way may be empty.

    Ways of a route that stand side by side and run the same nodes are drawn as one.
    """

    label: str
    steps: tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A node with its words."""

    position: int
    kind: str
    """The name of its type, the first where it has several."""
    title: str
    """Its alias, else what its type is called."""
    named: bool
    summary: str
    remarks: tuple[str, ...]
    about: str
    """Its description in the file."""
    ways: tuple[StepBranch, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkflowPlan:
    """A workflow as all three forms draw it."""

    name: str
    version: str
    about: str
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    """Inputs, outputs and domains, those that there are."""
    steps: tuple[PlanStep, ...]


def plan(workflow: WorkflowDefinition) -> WorkflowPlan:
    """Return what is drawn of a workflow."""
    document = workflow.document
    tree = structure(document)
    nodes = {node.position: node for node in workflow.nodes}
    facts = {
        "inputs": tuple(map(_input, document.get("inputs", ()))),
        "outputs": tuple(map(_output, document.get("outputs", ()))),
        "domains": tuple(map(printable, workflow.domains or ())),
    }
    return WorkflowPlan(
        printable(workflow.name),
        printable(document.get("version", "")),
        printable(document.get("description", "")),
        tuple((name, values) for name, values in facts.items() if values),
        _steps(tree.top, nodes, tree),
    )


def walk(steps: Sequence[PlanStep]) -> Iterator[PlanStep]:
    """Yield every step in the order in which a run may meet it."""
    for step in steps:
        yield step
        for way in step.ways:
            yield from walk(way.steps)


def _steps(members: Sequence[int], nodes: dict[int, Node], tree: NodeTree) -> tuple[PlanStep, ...]:
    return tuple(_step(nodes[position], nodes, tree) for position in members)


def _step(node: Node, nodes: dict[int, Node], tree: NodeTree) -> PlanStep:
    kind = tree.entries[node.position].kind
    claims = tree.claims.get(node.position, ())
    ways = [
        StepBranch(
            printable(" or ".join(way_label(claim.branch.name, node.config) for claim in alike)),
            _steps(members, nodes, tree),
        )
        for members, alike in groupby(claims, key=lambda claim: claim.members)
    ]
    if kind.name == "route" and not any(claim.branch.name == "default" for claim in claims):
        ways.append(StepBranch(way_label("default", node.config), ()))
    return PlanStep(
        node.position,
        kind.name,
        printable(node.alias or kind.title),
        node.alias is not None,
        printable(summary(node)),
        tuple(map(printable, remarks(node))),
        printable(node.document.get("description", "")),
        tuple(ways),
    )


def _input(parameter: Object) -> str:
    text = f"{parameter['display_name']}: {parameter['type']}"
    if "default_value" in parameter:
        return printable(f"{text} = {parameter['default_value']}")
    return printable(f"{text} (required)" if parameter.get("required") else text)


def _output(parameter: Object) -> str:
    text = f"{parameter['display_name']}: {parameter['type']}"
    value = parameter.get("value")
    if value is None:
        return printable(text)
    return printable(f"{text} = {value if isinstance(value, str) else dumps(value)}")
