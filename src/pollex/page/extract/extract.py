"""Data from a page that fits a JSON Schema, found by rule, each value with the element that shows it.

What is not on the page is not in the data: at the end every value is read again where it was found.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ...browser.evidence import Evidence
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.path import ValuePath, pointer
from ...core.schema import Schema
from ..driver import Frame, Tab
from ..indices import Indices
from .aim import Aim
from .atoms import survey
from .found import Extraction, Proof, ordered
from .mapper import Mapper, WantedField
from .offer import offer
from .rows import rows
from .schema_tree import SchemaNode, schema_tree
from .single import once_records, single
from .values import asks_address

MAX_ROWS: Final = 1_000
ATTEMPTS: Final = 3
"""Times to read a page that changes while it is read."""
PATIENCE: Final = 1.0
"""Seconds to wait for what a page is loading before it is read again."""
Witness: TypeAlias = Callable[[Tab, Frame, Sequence[int]], Awaitable[Sequence[Evidence]]]
"""Writes down all that is known of elements of one frame."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """`data` fits the schema; `proof` has for each pointer into it the element: its evidence, or its index.

    With a `fault`, `data` is what could be proven: it lacks each required property that the fault points at.
    """

    data: Any
    proof: Mapping[str, Evidence | int]
    notes: tuple[str, ...] = ()
    fault: Fault | None = None

    def unwrap(self) -> Any:
        """Return data that fits the schema, or raise the fault."""
        if self.fault is not None:
            raise self.fault
        return self.data


async def extract(
    tab: Tab,
    indices: Indices,
    instruction: str,
    schema: Object,
    *,
    evidence: Witness | None = None,
    mapper: Mapper | None = None,
    most: int = MAX_ROWS,
) -> Extracted:
    """What the instruction asks for, as the schema wants it; with a fault for every pointer that could not be proven.

    Where rules leave something open, `mapper` is asked once where the fields stand; what it names is read there.
    """
    tree = schema_tree(schema)
    for attempt in range(ATTEMPTS):
        if attempt:
            await tab.traffic.quiet(0, PATIENCE)  # what changes the page is on its way
        aim = Aim(await survey(tab), instruction, most)
        found, data = await _found(tab, aim, tree)
        if mapper is not None and (found.is_open or isinstance(data, Fault)):
            found, data = await _mapped(tab, aim, tree, mapper, found, data)
        if isinstance(data, Fault):
            raise data
        told = await _told(tab, indices, found.proof, evidence)
        if told is not None and await _still_there(tab, found.proof):
            fault = found.fault()
            if fault is None:
                Schema(schema).check(data, repair=False).unwrap()
            elif not data:
                data, told = None, {}
            return Extracted(data, told, tuple(dict.fromkeys(found.notes)), fault)
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
    leaves, lists = _parts(tree, aim)
    if tree.kind != "object":
        return await _scalar(tab, aim, leaves[0], found)
    data = await single(tab, aim, tree, leaves, found) if leaves else {}
    for field in lists:
        try:
            data[field.name] = await _first_rows(tab, aim, field, field.path, found)
        except Fault as fault:
            if fault.code not in ("not_found", "ambiguous") or (field.required and not data):
                raise
            if field.required:
                found.issues.append(Issue(pointer(field.path), fault.message, "array", None, fault.hint))
            else:
                found.is_open = True
                found.leave_out(field.path, fault.message)
    return ordered(data, tree)


async def _first_rows(tab: Tab, aim: Aim, tree: SchemaNode, path: ValuePath, found: Extraction) -> list[Any]:
    """The rows of a list, as many as the schema takes."""
    data = await rows(tab, aim, tree, path, found)
    await _note_rest(tab, path, len(data), found)
    most = tree.schema.get("maxItems")
    if not isinstance(most, int) or len(data) <= most:
        return data
    for place in range(most, len(data)):
        here = pointer((*path, place))
        for where in [each for each in found.proof if each == here or each.startswith(f"{here}/")]:
            del found.proof[where]
    found.notes.append(f"{len(data) - most} more rows were left out: the schema takes at most {most}.")
    return data[:most]


async def _note_rest(tab: Tab, path: ValuePath, count: int, found: Extraction) -> None:
    """Say of a list that draws only the rows in view that there are more."""
    ends: list[Proof] = []
    for at in {0: None, count - 1: None}:
        here = f"{pointer((*path, at))}/"
        ends += [each for where, each in found.proof.items() if f"{where}/".startswith(here)][:1]
    if len(ends) < 2 or ends[0].frame != ends[1].frame:
        return
    told = await tab.run(ends[0].frame, "rowsGoOn", ends[0].number, ends[1].number)
    if told["screens"] or told["total"] > count:
        of = f" of {told['total']}" if told["total"] > count else ""
        found.notes.append(
            f"These are the {count} rows{of} that the page has drawn; page.collect reads all of the list."
        )


def _parts(tree: SchemaNode, aim: Aim) -> tuple[list[SchemaNode], list[SchemaNode]]:
    """What is wanted once, and the lists."""
    if tree.kind == "array":
        return [], [tree]
    if tree.kind != "object":
        return [SchemaNode((" ".join(aim.meant("")) or "value",), tree.kind, tree.schema)], []
    lists = [field for field in tree.fields if field.kind == "array" and _is_list(field, tree)]
    return [leaf for leaf in tree.leaves() if leaf not in lists], lists


async def _mapped(
    tab: Tab, aim: Aim, tree: SchemaNode, mapper: Mapper, found: Extraction, data: Any
) -> tuple[Extraction, Any]:  # fmt: skip
    """What was found where a model says that it stands; what rules found where it says nothing that can be used."""
    leaves, lists = _parts(tree, aim)
    wanted = [WantedField(leaf) for leaf in leaves]
    wanted += [WantedField(leaf, array) for array in lists for leaf in (array.items or array).leaves()]
    addresses = any(asks_address(each.leaf) for each in wanted)
    once = (await once_records(tab, aim))[-1:] if leaves else []
    in_lists = bool(lists) or any(leaf.kind == "array" for leaf in leaves)
    offered = await offer(tab, aim.survey, once, lists=in_lists, addresses=addresses)
    mapping = await mapper.mapping(aim.instruction, wanted, offered)
    if mapping is None:
        return found, data
    mapped, values = await _found(tab, replace(aim, mapping=mapping), tree)
    mapped.notes.insert(0, mapping.told)
    is_worse = (mapped.issues or isinstance(values, Fault)) and not (found.issues or isinstance(data, Fault))
    if is_worse:
        found.notes.append("Read by rules: the places that the model named lack values that are required.")
    return (found, data) if is_worse else (mapped, values)


def _is_list(field: SchemaNode, tree: SchemaNode) -> bool:
    """Whether a list is one of records: of objects, or the only thing that is wanted."""
    return field.items is not None and (field.items.kind == "object" or len(tree.fields) == 1)


async def _scalar(tab: Tab, aim: Aim, leaf: SchemaNode, found: Extraction) -> Any:
    """One value, named by the instruction alone."""
    name = leaf.name
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
