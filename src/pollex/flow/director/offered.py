"""A schema that shows less than it takes: models see plain properties, calls may also use what workflow files write."""

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

Further = Callable[[Any], Iterable[Issue]]
"""What else is wrong with arguments, beside their shape: asked only where something is, so that all is told at once."""


class Offered(Schema):
    """`document` is what definitions show; `check` goes by `taken`."""

    def __init__(self, shown: Object, taken: Object, further: Further | None = None) -> None:
        """`further` is given by tools that write nodes: in their arguments a reference fits anywhere."""
        super().__init__(shown)
        self._taken = Schema(taken)
        self._further = further

    @cached_property
    def fits(self) -> Callable[[Any], bool]:
        return self._taken.fits

    def check(
        self, value: Any, *, authoring: Style | None = None, repair: bool = True, limits: Limits = DEFAULT_LIMITS
    ) -> Checked:
        style = authoring if self._further is None else "{{}}"
        checked = self._taken.check(value, authoring=style, repair=repair, limits=limits)
        if checked.ok or self._further is None or not isinstance(checked.value, dict):
            return checked
        more = [replace(issue, pointer=as_sent(issue.pointer, value)) for issue in self._further(checked.value)]
        known = {issue.pointer for issue in more}
        shape = [issue for issue in checked.issues if issue.pointer not in known]
        return replace(checked, issues=tuple(sorted((*shape, *more), key=lambda issue: issue.pointer)))


def as_sent(place: str, sent: Any) -> str:
    """The pointer with every name in the case in which the caller wrote it."""
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
