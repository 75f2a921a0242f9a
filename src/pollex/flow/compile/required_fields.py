"""Which fields of a read are needed: what nobody uses may be missing on the page of the next run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...core.json import Object
from .node_draft import NodeDraft
from .outputs import Output
from .parametrizer import references_in


def with_needed_fields(drafts: Sequence[NodeDraft], outputs: Sequence[Output]) -> list[NodeDraft]:
    """The nodes; a field of rows that no node and no output goes by need not be there."""
    if any(isinstance(each.sample, dict | list) and not each.nodes for each in outputs):
        return list(drafts)  # whole rows are given
    used = {name for draft in drafts for name in _names(draft)} | set(_referred([each.value for each in outputs]))
    return [_relaxed(draft, used) for draft in drafts]


def _names(draft: NodeDraft) -> Iterator[str]:
    """What a node speaks of: parts of what its references name, and fields that it computes with."""
    yield from _referred(draft.config)
    args = draft.config.get("args")
    if isinstance(args, dict) and draft.config.get("tool") == "aggregate":
        give = args.get("give") or []
        yield from [give] if isinstance(give, str) else give
        if "by" in args:
            yield str(args["by"])
        yield from (str(test["field"]) for test in args.get("where", ()) if "field" in test)
    for inner in draft.inside:
        yield from _names(inner)


def _referred(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (str(step) for each in references_in(value) for step in each.path)
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _referred(each)


def _relaxed(draft: NodeDraft, used: set[str]) -> NodeDraft:
    inside = tuple(_relaxed(each, used) for each in draft.inside)
    if draft.alias is None or "schema" not in draft.config:
        return replace(draft, inside=inside)
    return replace(draft, inside=inside, config={**draft.config, "schema": _optional(draft.config["schema"], used)})


def _optional(schema: Any, used: set[str]) -> Any:
    """A schema in which the rows of lists must only have what is used."""
    if not isinstance(schema, dict):
        return schema
    made: Object = dict(schema)
    if isinstance(rows := made.get("items"), dict) and isinstance(rows.get("required"), list):
        made["items"] = {**rows, "required": [name for name in rows["required"] if name in used]}
    if isinstance(made.get("properties"), dict):
        made["properties"] = {name: _optional(each, used) for name, each in made["properties"].items()}
    return made
