"""A manifest for the package under test, and a context to call it in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.modules.runtime import Manifest

DATA = Path(__file__).parent / "data"


@pytest.fixture
def manifest() -> Callable[..., Manifest]:
    """`manifest("json", "static", tool, …, method="…")`, beside the packages in `data`."""

    def make(package: str, kind: str = "static", *tools: Object, **initialization: Any) -> Manifest:
        document: Object = {"name": "sample", "package": package, "type": kind, "tools": list(tools)}
        if initialization:
            document["initialization"] = initialization
        return Manifest(document, DATA / "module.json")

    return make


@pytest.fixture
def context() -> Context:
    return Context(Registry(), log=MemoryLog())
