"""Flat properties that hold positions: the range of a group, and the paths of a route."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Final

from ....core.fault import Issue
from ....core.json import Object, brief
from ....core.path import pointer
from .property import FlatProperty
from .source_map import SourceMap

POSITIONS: Final[Object] = {"type": "array", "items": {"type": "integer"}}


class PositionRange(FlatProperty):
    """A range of positions, which workflow files write "1-25" or [1, 25]."""

    ends: ClassVar = {"rangeFrom": "the first position", "rangeTo": "the last position"}

    @cached_property
    def shown(self) -> dict[str, Object]:
        ends = {
            name: {"type": "integer", "description": f"Instead of {self.name}: {what}."}
            for name, what in self.ends.items()
        }
        return {self.name: {"type": "string", "description": self.description}, **ends}

    def unflatten(self, sent: Object, at: str, source: SourceMap) -> Any:
        given = [name for name in self.ends if name in sent]
        if not given or self.name in sent:
            return super().unflatten(sent, at, source)
        for name in self.ends.keys() - given:
            message = f"{given[0]!r} needs {name!r} beside it."
            source.issues.append(Issue(f"{at}/{name}", message, "a position", "nothing", f"Add {name!r}."))
        source.add(f"{at}/{self.name}", f"{at}/{given[0]}", below=False)
        return [sent.get(name, sent[given[0]]) for name in self.ends]

    def flatten(self, value: Any) -> Object:
        return dict(zip(self.ends, value, strict=True)) if isinstance(value, list) else {self.name: value}


class RoutePaths(FlatProperty):
    """Positions by the value of a route: free keys as a list of pairs."""

    @property
    def many(self) -> str:
        return f"{self.name.removesuffix('s')}List"

    @cached_property
    def shown(self) -> dict[str, Object]:
        pair: Object = {
            "type": "object",
            "properties": {
                "when": {
                    "type": "string",
                    "description": 'The value as text: "true", "3", or "default" for all others.',
                },
                "positions": {**POSITIONS, "description": "The positions that run then."},
            },
            "required": ["when", "positions"],
        }
        about = f'Instead of {self.name}: a list, such as [{{"when": "true", "positions": [20, 21]}}].'
        return {
            self.name: {"type": "object", "description": self.description},
            self.many: {"type": "array", "items": pair, "description": about},
        }

    def flatten(self, value: Any) -> Object:
        pairs = [{"when": key, "positions": each if isinstance(each, list) else [each]} for key, each in value.items()]
        return {self.many: pairs}

    def _from_variant(self, name: str, value: Any, at: str, source: SourceMap) -> Any:
        source.add(f"{at}/{self.name}", f"{at}/{name}", below=False)
        ways: Object = {}
        for index, pair in enumerate(value if isinstance(value, list) else ()):
            place = f"{at}/{name}/{index}"
            if not isinstance(pair, dict) or not isinstance(pair.get("when"), str):
                continue
            if pair["when"] in ways:
                message = f"There are two ways for {pair['when']!r}."
                source.issues.append(Issue(f"{place}/when", message, "each value once", brief(pair["when"])))
            ways[pair["when"]] = pair.get("positions")
            source.add(f"{at}/{self.name}{pointer((pair['when'],))}", f"{place}/positions")
        return ways
