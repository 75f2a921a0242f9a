"""A node in a call: read into the shape of workflow files, with the place of every part in the call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ...core.casing import match_key
from ...core.fault import Issue
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from ..document import NODE
from .config import config_properties
from .flat import FlatProperty, SourceMap, flat_properties, unflatten

ROOT: Final = ("type", "alias", "position", "description", "config")
FIELDS: Final = ("before", "verify", "timeoutMs", "retry", "onUncertain", "needed", "taken")
"""Other properties of a node; its rules are flat as those in `config.rules`."""


@cache
def node_properties() -> tuple[FlatProperty, ...]:
    return flat_properties({name: NODE["properties"][name] for name in FIELDS})


@cache
def config_names() -> dict[str, str]:
    """Return every name that a call may use for a property of the config, with the property that it means."""
    return {name: each.name for each in config_properties() for name in each.accepted}


@dataclass(frozen=True, slots=True)
class NodeInput:
    """A node without its position, or a part of one; `at` is its place in the call."""

    fields: Object
    config: Object
    source: SourceMap
    at: str

    def sent(self, place: str) -> str:
        """Return the pointer into the call for a pointer into the node."""
        return self.at + self.source.original(place)

    @property
    def issues(self) -> list[Issue]:
        return [Issue(self.at + each.pointer, *_rest(each)) for each in self.source.issues]


def read_node(sent: Object, at: str = "", *, also: tuple[str, ...] = ()) -> NodeInput:
    """Return the node in a call. Properties of the config that stand beside it are moved into it."""
    source = SourceMap()
    config: Any = sent.get("config", {})
    config = dict(config) if isinstance(config, dict) else {}
    fields: Object = {}
    known = (*ROOT, *FIELDS, *also)
    for key, value in sent.items():
        name = match_key(key, known)
        if name is not None:
            fields[name] = value
            source.add(f"/{name}", f"/{key}")
        elif (name := match_key(key, config_names())) is not None:
            config.setdefault(name, value)
            source.add(f"/config/{name}", f"/{key}")
        else:
            source.issues.append(_unknown(key, known))
    fields = unflatten(fields, node_properties(), "", source)
    made = unflatten(config, config_properties(), "/config", source)
    return NodeInput({name: value for name, value in fields.items() if name != "config"}, made, _joined(source), at)


def _joined(source: SourceMap) -> SourceMap:
    """Return the map in which a flat property that stood beside the config leads to where it really stood."""
    beside = {made: sent for made, sent, _ in source.origins if not sent.startswith("/config")}
    return SourceMap(source.issues, [(made, beside.get(sent, sent), below) for made, sent, below in source.origins])


def _unknown(key: str, known: tuple[str, ...]) -> Issue:
    names = (*known, *config_names())
    hint = did_you_mean(key, names) or "What a node is to do stands in 'config'; describe_node_type lists all of it."
    return Issue(f"/{key}", f"There is no key {key!r} here.", one_of(known), repr(key), hint)


def _rest(issue: Issue) -> tuple[str, str | None, str | None, str | None]:
    return issue.message, issue.expected, issue.received, issue.hint
