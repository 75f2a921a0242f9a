"""A schema that shows less than it accepts: models see plain properties, calls may also write as workflow files do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from ...core.casing import match_key
from ...core.fault import Issue
from ...core.json import Object
from ...core.limits import DEFAULT_LIMITS, Limits
from ...core.path import parse, pointer
from ...core.reference import Style
from ...core.schema import Checked, Schema

MoreIssues = Callable[[Any], Iterable[Issue]]
"""Finds mistakes that no schema can express; called only when the shape is wrong, so that all are reported at once."""


class PermissiveSchema(Schema):
    """`document` is the schema that definitions show; `check` uses the one that is accepted."""

    def __init__(self, shown: Object, accepted: Object, more_issues: MoreIssues | None = None) -> None:
        """`more_issues` is given by tools that write nodes: in their arguments a reference fits anywhere."""
        super().__init__(shown)
        self._accepted = Schema(accepted)
        self._more_issues = more_issues

    @cached_property
    def fits(self) -> Callable[[Any], bool]:
        return self._accepted.fits

    def check(
        self, value: Any, *, authoring: Style | None = None, repair: bool = True, limits: Limits = DEFAULT_LIMITS
    ) -> Checked:
        style = authoring if self._more_issues is None else "{{}}"
        checked = self._accepted.check(value, authoring=style, repair=repair, limits=limits)
        if checked.ok or self._more_issues is None or not isinstance(checked.value, dict):
            return checked
        more = [replace(issue, pointer=as_sent(issue.pointer, value)) for issue in self._more_issues(checked.value)]
        known = {issue.pointer for issue in more}
        shape = [issue for issue in checked.issues if issue.pointer not in known]
        return replace(checked, issues=tuple(sorted((*shape, *more), key=lambda issue: issue.pointer)))


def as_sent(place: str, sent: Any) -> str:
    """Return the pointer with every name as the caller spelled it."""
    made: list[str | int] = []
    for segment in parse(place):
        if isinstance(sent, dict):
            name = segment if segment in sent else match_key(str(segment), sent) or segment
            sent = sent.get(name)
        else:
            name = segment
            sent = sent[name] if isinstance(sent, list) and isinstance(name, int) and name < len(sent) else None
        made.append(name)
    return pointer(made)
