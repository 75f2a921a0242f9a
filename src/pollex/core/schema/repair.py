"""Repairs of common mistakes of models, where the schema makes the meaning certain; each one is reported.

Corrections are applied together and validated again; one that did not help is undone. A value that is valid has no
errors, so it is never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from ..path import pointer
from ..result import Repair
from .mend import Mend, nested, propose
from .walk import SchemaDocument, SchemaPath

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

ROUNDS: Final = 1_000
MOST: Final = 10_000
"""The largest number of errors in a round and of repairs in all: nobody would read more."""


class Repairing:
    """A value being repaired, the repairs made, and where each part was in what the caller sent."""

    def __init__(self, value: Any, validator: Validator, root: SchemaDocument, *, mend: bool = True) -> None:
        """Take ownership of `value`, which is changed in place."""
        self.repairs: list[Repair] = []
        self._box = [value]
        self._validator = validator
        self._root = root
        self._moved: dict[SchemaPath, str | None] = {}
        self._given_up: set[SchemaPath] = set()
        self.errors = self._look()
        for _ in range(ROUNDS if mend else 0):
            if not self._round():
                break

    @property
    def value(self) -> Any:
        return self._box[0]

    def sent(self, path: SchemaPath) -> SchemaPath:
        """Return the place in what the caller sent for a place in the current value."""
        steps = (self._moved.get(path[:length], step) for length, step in enumerate(path, 1))
        return tuple(step for step in steps if step is not None)

    def _look(self) -> list[ValidationError]:
        """Return the current errors."""
        return list(islice(self._validator.iter_errors(self.value), MOST))

    def _round(self) -> bool:
        mends = self._choose()
        if not mends or len(self.repairs) > MOST:
            return False
        places = {mend.path: pointer(self.sent(mend.path)) for mend in mends}
        undo = {mend.path: self._apply(mend) for mend in mends}
        self.errors = self._look()
        wrong = [mend for mend in mends if self._was_wrong(mend)]
        for mend in reversed(wrong):
            undo[mend.path]()
            self._given_up.add(mend.path)
        if wrong:
            self.errors = self._look()
        self.repairs += [Repair(places[mend.path], mend.did) for mend in mends if mend not in wrong]
        return True

    def _choose(self) -> list[Mend]:
        """Return at most one correction for each place, and none inside another."""
        chosen: dict[SchemaPath, Mend] = {}
        for error in self.errors:
            for mend in propose(error, self._root):
                if mend.path not in self._given_up:
                    chosen.setdefault(mend.path, mend)
        return [
            mend for path, mend in chosen.items() if not any(path[:length] in chosen for length in range(len(path)))
        ]

    def _apply(self, mend: Mend) -> Callable[[], None]:
        """Change the value; return a function that undoes the change."""
        *above, last = (0, *mend.path)
        holder: Any = self._box
        for step in above:
            holder = holder[key_of(holder, step)]
        last = key_of(holder, last)
        before = holder[last]
        match mend.how:
            case "replace":
                holder[last] = mend.value
            case "wrap":
                holder[last] = [before]
                self._moved[*mend.path, 0] = None
            case "drop":
                del holder[last]
            case "rename":
                del holder[last]
                holder[mend.value] = before
                self._moved[*mend.path[:-1], mend.value] = str(last)

        def take_back() -> None:
            holder[last] = before
            self._moved.pop((*mend.path, 0), None)

        return take_back

    def _was_wrong(self, mend: Mend) -> bool:
        """Return whether a dropped key turns out to be required, or a list of one holds the wrong item."""
        match mend.how:
            case "drop":
                return any(
                    error.kind.name == "required" and (*error.instance_path, error.kind.value) == mend.path
                    for error in self._all_errors()
                )
            case "wrap":
                inside = (*mend.path, 0)
                return any(
                    error.kind.name == "type"
                    and tuple(error.instance_path) == inside
                    and all(further.how == "wrap" for further in propose(error, self._root))
                    for error in self._all_errors()
                )
        return False

    def _all_errors(self) -> Iterator[ValidationError]:
        for error in self.errors:
            yield from nested(error)


def key_of(holder: Any, step: str | int) -> Any:
    """Return a path segment as its container has it: the validator reports 1 also for the key "1" of an object."""
    return str(step) if isinstance(holder, dict) else step
