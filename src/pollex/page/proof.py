"""Extracted data with the element that proves each value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..browser.evidence import Evidence
from ..core.json import Object


class ProvenList(list[Any]):
    proof: Mapping[str, Evidence]
    """By JSON Pointer into the list."""


class ProvenDict(dict[str, Any]):
    proof: Mapping[str, Evidence]


def proven(data: Any, proof: Mapping[str, Object]) -> Any:
    """The data itself, plain in every way, with `.proof`."""
    made: Any = ProvenList(data) if isinstance(data, list) else ProvenDict(data) if isinstance(data, dict) else data
    if isinstance(made, ProvenList | ProvenDict):
        made.proof = {pointer: Evidence.from_json(each) for pointer, each in proof.items()}
    return made
