"""A workflow as data: what the file says, read into nodes. Reading checks everything and tells all mistakes at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from ..core.fault import Fault, Issue
from ..core.json import Object, loads
from ..core.schema import Schema
from .nodetype import NodeType

if TYPE_CHECKING:
    from ..core.registry import Tools

OnUncertain = Literal["retry", "verify", "ask", "fail"]
Domains = Mapping[str, Sequence[str]]
"""Names of secrets, each with the domains that it may be used on; none means any."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a workflow is checked against besides itself, as far as it is known."""

    tools: Tools | None = None
    secrets: Domains | None = None
    called: Mapping[str, Any] = field(default_factory=dict)
    """Workflows that are called, each with the schema of its outputs or None."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node. `document` is what the file says of it."""

    document: Object

    @property
    def position(self) -> int:
        return int(self.document["position"])

    @property
    def type(self) -> str:
        return str(self.document["type"])

    @property
    def config(self) -> Object:
        return dict(self.document.get("config", {}))

    @property
    def alias(self) -> str | None:
        return self.document.get("alias")

    @property
    def kind(self) -> NodeType:
        from .nodes import NODE_TYPES

        return NODE_TYPES[self.type]

    @property
    def name(self) -> str:
        """What people call it: its alias, else its position."""
        return self.alias or f"node {self.position}"

    @property
    def stored(self) -> str | None:
        """The variable that keeps its result."""
        return self.config.get("store_variable")

    @property
    def on_uncertain(self) -> OnUncertain:
        standing: OnUncertain = "verify" if self.document.get("verify") else "fail"
        return cast("OnUncertain", self.document.get("onUncertain", standing))


@dataclass(frozen=True)
class Workflow:
    """Nodes with inputs and outputs. Made by `load` or `from_json`, which refuse what cannot run."""

    document: Object
    folder: Path | None = None
    """Where the workflows that it calls are looked for."""
    called: Mapping[str, Workflow] = field(default_factory=dict)
    """The workflows that it calls, by the name it calls them."""

    @classmethod
    def load(cls, path: str | Path, *, tools: Tools | None = None, secrets: Domains | None = None) -> Self:
        """Read a file and the workflows that it calls; one Fault with all mistakes.

        With `tools`, calls are checked against their schemas; with `secrets`, each name with its domains, those too.
        """
        from .load import load

        return cls._from(*load(Path(path), Known(tools, secrets)))

    @classmethod
    def from_json(
        cls,
        document: Any,
        *,
        folder: Path | None = None,
        tools: Tools | None = None,
        secrets: Domains | None = None,
    ) -> Self:
        """Read a document, as `load` reads a file."""
        from .load import read

        return cls._from(*read(document, folder, Known(tools, secrets)))

    @classmethod
    def _from(cls, document: Object, folder: Path | None, called: Mapping[str, Workflow], issues: list[Issue]) -> Self:
        if issues:
            raise Fault.from_issues("invalid_input", issues, what="The workflow cannot run")
        return cls(document, folder, called)

    @property
    def name(self) -> str:
        return str(self.document["name"])

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """In the order of their positions."""
        return tuple(sorted(map(Node, self.document["nodes"]), key=lambda node: node.position))

    @cached_property
    def inputs(self) -> Schema:
        return Schema.from_parameters(self.document.get("inputs", []))

    @property
    def outputs(self) -> list[Object]:
        return list(self.document.get("outputs", []))

    @property
    def domains(self) -> tuple[str, ...] | None:
        """The domains that it may reach; None means that it does not say."""
        allowed = self.document.get("allowedDomains")
        return None if allowed is None else tuple(allowed)

    def node(self, position: int) -> Node:
        return next(node for node in self.nodes if node.position == position)

    def to_json(self) -> Object:
        return dict(self.document)

    def save(self, path: str | Path) -> None:
        """Write the file, so that it reads well and differs little from one version to the next."""
        Path(path).write_text(json.dumps(self.document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def replace(self, **changes: Any) -> Workflow:
        """The same workflow with some fields of its document changed."""
        return replace(self, document={**self.document, **changes})

    def frozen(self) -> Object:
        """Everything a run needs, as one JSON value: a later change of the files does not reach it."""
        return {"document": self.document, "called": {name: each.frozen() for name, each in self.called.items()}}

    @classmethod
    def thawed(cls, frozen: Object) -> Workflow:
        called = {name: cls.thawed(each) for name, each in frozen["called"].items()}
        return cls(frozen["document"], None, called)

    def show(self, form: Literal["text", "mermaid", "svg"] = "text") -> str:
        """The workflow as a picture: text for the terminal, Mermaid, or SVG."""
        from .show import show

        return show(self, form)


def read_text(text: str | bytes, file: str) -> Any:
    """The JSON value in a file."""
    try:
        content = (text.decode("utf-8-sig") if isinstance(text, bytes) else text).removeprefix("\ufeff")
        value = loads(content)
        json.loads(content, object_pairs_hook=partial(_refuse_twins, file))
    except ValueError as error:
        hint = "Write one JSON object with double quotes and no comments or trailing commas."
        raise Fault("invalid_json", f"{file} is not JSON: {error}.", expected="a JSON object", hint=hint) from error
    return value


def _refuse_twins(file: str, pairs: list[tuple[str, Any]]) -> None:
    """A key that stands twice would silently lose what was written first."""
    names = [name for name, _ in pairs]
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        hint = "Keep one of the two."
        raise Fault("invalid_json", f"{file} has the key {twice!r} twice in one object.", received=twice, hint=hint)
