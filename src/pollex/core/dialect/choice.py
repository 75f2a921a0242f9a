"""The form of a union: the alternative that a value belongs to is found by checking it against the dialect's schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from ..json import Object, type_name
from .form import Form


class Check:
    """Whether a value fits a schema. Compiled when first used; a value that cannot be read does not fit."""

    def __init__(self, schema: Callable[[], Object]) -> None:
        self._schema = schema

    @cached_property
    def _validator(self) -> Any:
        import jsonschema_rs

        return jsonschema_rs.Draft202012Validator(self._schema(), retriever=_never_fetch)

    def __call__(self, value: Any) -> bool:
        try:
            return bool(self._validator.is_valid(value))
        except (ValueError, TypeError, OverflowError):
            return False


def _never_fetch(address: str) -> NoReturn:
    raise ValueError(f"{address} is not fetched.")


@dataclass(frozen=True)
class Branch:
    """One alternative: how it travels, its JSON type if it has one, what it looks like here and what it means."""

    form: Form
    kind: str | None
    fits: Check
    means: Check


@dataclass(frozen=True)
class Choice:
    """One of several alternatives; the first that looks right and means something is taken."""

    branches: tuple[Branch, ...]

    def say(self, value: Any) -> Any:
        fallback: list[Any] = []
        for branch in self.branches:
            said = branch.form.say(value)
            if branch.fits(said) and self.fold(said) == value:
                return said
            fallback += [said] if branch.fits(said) and branch.means(value) else []
        return fallback[0] if fallback else self._likely(value).form.say(value)

    def fold(self, value: Any) -> Any:
        fitting = [branch for branch in self.branches if branch.fits(value)]
        for branch in fitting if len(fitting) > 1 else ():
            folded = branch.form.fold(value)
            if branch.means(folded):
                return folded
        return (fitting[0] if fitting else self._likely(value)).form.fold(value)

    def _likely(self, value: Any) -> Branch:
        """The alternative of the value's JSON type, for values that fit none."""
        kind = type_name(value)
        return next((branch for branch in self.branches if branch.kind == kind), self.branches[0])
