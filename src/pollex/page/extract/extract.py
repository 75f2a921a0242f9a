"""Data from a page that fits a JSON Schema, found by rule, each value with the element that shows it.

What is not on the page is not in the data: at the end every value is read again where it was found.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ...browser.evidence import Evidence
from ...core.fault import Fault
from ...core.json import Object
from ...core.path import ValuePath, pointer
from ...core.schema import Schema
from ..driver import Frame, Tab
from ..indices import Indices
from .atoms import survey
from .found import Extraction, Proof, ordered
from .questions import Ask, Questions
from .rows import Aim, rows
from .schema_tree import SchemaNode, schema_tree
from .single import single

MAX_ROWS: Final = 1_000
ATTEMPTS: Final = 3
"""Times to read a page that changes while it is read."""
PATIENCE: Final = 1.0
"""Seconds to wait for what a page is loading before it is read again."""
Witness: TypeAlias = Callable[[Tab, Frame, Sequence[int]], Awaitable[Sequence[Evidence]]]
"""Writes down all that is known of elements of one frame."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """`data` fits the schema; `proof` has for each pointer into it the element: its evidence, or its index."""

    data: Any
    proof: Mapping[str, Evidence | int]
    notes: tuple[str, ...] = ()


async def extract(
    tab: Tab,
    indices: Indices,
    instruction: str,
    schema: Object,
    *,
    evidence: Witness | None = None,
    choose: Ask | None = None,
    most: int = MAX_ROWS,
) -> Extracted:
    """What the instruction asks for, as the schema wants it; a Fault with every pointer that could not be proven.

    `choose` is asked where the rules cannot tell what is meant: it is shown what is there, and can only take of that.
    """
    tree = schema_tree(schema)
    questions = Questions()
    for attempt in range(ATTEMPTS):
        if attempt:
            await tab.traffic.quiet(0, PATIENCE)  # what changes the page is on its way
        aim = Aim(await survey(tab), instruction, most, questions if choose else None)
        found, data = await _found(tab, aim, tree)
        while choose is not None and await questions.ask(choose):
            found, data = await _found(tab, aim, tree)
        if isinstance(data, Fault):
            raise data
        found.check()
        told = await _told(tab, indices, found.proof, evidence)
        if told is not None and await _still_there(tab, found.proof):
            Schema(schema).check(data, repair=False).unwrap()
            return Extracted(data, told, tuple(dict.fromkeys((*questions.notes(), *found.notes))))
    raise Fault(
        "unavailable",
        "The page changed each time while it was read.",
        expected="values that stay while they are read",
        hint="Wait until the page is at rest, or ask for fewer values.",
    )


async def _found(tab: Tab, aim: Aim, tree: SchemaNode) -> tuple[Extraction, Any]:
    """What was found, or the Fault that says why nothing was: it may be a question that can be answered."""
    found = Extraction()
    try:
        return found, await _data(tab, aim, tree, found)
    except Fault as fault:
        return found, fault


async def _data(tab: Tab, aim: Aim, tree: SchemaNode, found: Extraction) -> Any:
    if tree.kind == "array":
        return await _first_rows(tab, aim, tree, (), found)
    if tree.kind != "object":
        return await _scalar(tab, aim, tree, found)
    lists = [field for field in tree.fields if field.kind == "array" and _is_list(field, tree)]
    leaves = [leaf for leaf in tree.leaves() if leaf not in lists]
    data = await single(tab, aim, tree, leaves, found) if leaves else {}
    for field in lists:
        try:
            data[field.name] = await _first_rows(tab, aim, field, field.path, found)
        except Fault as fault:
            if fault.code not in ("not_found", "ambiguous") or field.required:
                raise
            found.notes.append(f"/{field.name} was left out: {fault.message}")
    return ordered(data, tree)


async def _first_rows(tab: Tab, aim: Aim, tree: SchemaNode, path: ValuePath, found: Extraction) -> list[Any]:
    """The rows of a list, as many as the schema takes."""
    data = await rows(tab, aim, tree, path, found)
    most = tree.schema.get("maxItems")
    if not isinstance(most, int) or len(data) <= most:
        return data
    for place in range(most, len(data)):
        here = pointer((*path, place))
        for where in [each for each in found.proof if each == here or each.startswith(f"{here}/")]:
            del found.proof[where]
    found.notes.append(f"{len(data) - most} more rows were left out: the schema takes at most {most}.")
    return data[:most]


def _is_list(field: SchemaNode, tree: SchemaNode) -> bool:
    """Whether a list is one of records: of objects, or the only thing that is wanted."""
    return field.items is not None and (field.items.kind == "object" or len(tree.fields) == 1)


async def _scalar(tab: Tab, aim: Aim, tree: SchemaNode, found: Extraction) -> Any:
    """One value, named by the instruction alone."""
    name = " ".join(aim.meant("")) or "value"
    leaf = SchemaNode((name,), tree.kind, tree.schema)
    data = await single(tab, aim, leaf, [leaf], found)
    proof = {where.removeprefix(pointer((name,))): place for where, place in found.proof.items()}
    found.proof.clear()
    found.proof.update(proof)
    found.notes[:] = [note.replace(f"{pointer((name,))} ", "The value ", 1) for note in found.notes]
    return data.get(name)


async def _told(
    tab: Tab, indices: Indices, proof: Mapping[str, Proof], evidence: Witness | None
) -> dict[str, Evidence | int] | None:
    """What proves the values; None where one of the elements has gone meanwhile."""
    if evidence is None:
        return {pointer: indices.of(each.frame, each.number) for pointer, each in proof.items()}
    numbers: dict[Frame, dict[int, None]] = {}
    for each in proof.values():
        numbers.setdefault(each.frame, {})[each.number] = None
    known: dict[tuple[Frame, int], Evidence] = {}
    for frame, here in numbers.items():
        try:
            told = await evidence(tab, frame, list(here))
        except Fault as fault:
            if fault.code == "not_found":
                return None
            raise
        known |= {(frame, number): each for number, each in zip(here, told, strict=True)}
    return {pointer: known[each.frame, each.number] for pointer, each in proof.items()}


async def _still_there(tab: Tab, proof: Mapping[str, Proof]) -> bool:
    """Whether every element still says what was read from it."""
    by_frame: dict[Frame, dict[tuple[int, str], str]] = {}
    for each in proof.values():
        if each.facet:
            by_frame.setdefault(each.frame, {})[each.number, each.facet] = each.seen
    for frame, seen in by_frame.items():
        if await tab.run(frame, "readAgain", [list(place) for place in seen]) != list(seen.values()):
            return False
    return True
