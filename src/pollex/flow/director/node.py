"""A node as a call says it: read into the shape of workflow files, with the place of every part in the call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ...core.casing import match_key
from ...core.fault import Issue
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from ..document import NODE
from .config import config_forms
from .flat import forms
from .folding import Folding
from .form import Form, folded

ROOT: Final = ("type", "alias", "position", "description", "config")
FIELDS: Final = ("before", "verify", "timeoutMs", "retry", "onUncertain")
"""What a node may say besides, with its rules in the flat form of those in `config.rules`."""


@cache
def field_forms() -> tuple[Form, ...]:
    return forms({name: NODE["properties"][name] for name in FIELDS})


@cache
def config_names() -> dict[str, str]:
    """Every name that a config property may be sent by, with the property that it means."""
    return {name: form.name for form in config_forms() for name in form.taken}


@dataclass(frozen=True, slots=True)
class Read:
    """A node without its position, or a part of one; `at` is its place in the call."""

    fields: Object
    config: Object
    told: Folding
    at: str

    def sent(self, place: str) -> str:
        """The place in the call for a place in the node."""
        return self.at + self.told.sent(place)

    @property
    def issues(self) -> list[Issue]:
        return [Issue(self.at + each.pointer, *_rest(each)) for each in self.told.issues]


def read_node(sent: Object, at: str = "", *, also: tuple[str, ...] = ()) -> Read:
    """The node in a call. Properties of the config that stand beside it are taken into it."""
    told = Folding()
    config: Any = sent.get("config", {})
    config = dict(config) if isinstance(config, dict) else {}
    fields: Object = {}
    known = (*ROOT, *FIELDS, *also)
    for key, value in sent.items():
        name = match_key(key, known)
        if name is not None:
            fields[name] = value
            told.came(f"/{name}", f"/{key}")
        elif (name := match_key(key, config_names())) is not None:
            config.setdefault(name, value)
            told.came(f"/config/{name}", f"/{key}")
        else:
            told.issues.append(_unknown(key, known))
    fields = folded(fields, field_forms(), "", told)
    made = folded(config, config_forms(), "/config", told)
    return Read({name: value for name, value in fields.items() if name != "config"}, made, _joined(told), at)


def _joined(told: Folding) -> Folding:
    """Origins in which a flat form that stood beside the config leads to where it really stood."""
    beside = {folded: sent for folded, sent, _ in told.origins if not sent.startswith("/config")}
    return Folding(told.issues, [(made, beside.get(sent, sent), below) for made, sent, below in told.origins])


def _unknown(key: str, known: tuple[str, ...]) -> Issue:
    names = (*known, *config_names())
    hint = did_you_mean(key, names) or "What a node is to do stands in 'config'; describe_node_type lists all of it."
    return Issue(f"/{key}", f"There is no key {key!r} here.", one_of(known), repr(key), hint)


def _rest(issue: Issue) -> tuple[str, str | None, str | None, str | None]:
    return issue.message, issue.expected, issue.received, issue.hint
