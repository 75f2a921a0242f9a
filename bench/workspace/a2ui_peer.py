"""A2UI's own parser and validator, as a process of its own in an environment of its own: no Pollex in it.

It reads one JSON line `{"surfaces": [{"version", "text"}]}`, answers `{"version", "refused": [message or null]}`, and
then, for each line `{"rounds": n}`, the nanoseconds of every surface in each round: `{"rounds": [[ns]]}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module, metadata
from time import perf_counter_ns
from typing import Any

DISTRIBUTION = "a2ui-agent-sdk"
MODULES = {"v0.9": "a2ui.core.basic_catalog.v0_9", "v1.0": "a2ui.core.basic_catalog.v1_0"}

Read = Callable[[], object]


def reader(surface: dict[str, str]) -> Read:
    """Return what is timed: JSON text to validated messages, as the kit's own loop makes them."""
    parse, text = parser(surface["version"]).compile, surface["text"]
    return lambda: parse(text)


@cache
def parser(version: str) -> Any:
    catalogue = import_module(MODULES[version]).BasicCatalog()
    return import_module("a2ui.inference_formats.direct_json.parser").DirectJsonParser([catalogue])


def refusal(read: Read) -> str | None:
    try:
        read()
    except Exception as error:  # noqa: BLE001 - whatever it raises is its refusal
        return f"{type(error).__name__}: {error}"
    return None


def nanoseconds(read: Read) -> int:
    start = perf_counter_ns()
    read()
    return perf_counter_ns() - start


def answer(value: object) -> None:
    print(json.dumps(value), flush=True)


def main() -> None:
    reads = [reader(each) for each in json.loads(sys.stdin.readline())["surfaces"]]
    refused = [refusal(read) for read in reads]
    answer({"version": metadata.version(DISTRIBUTION), "refused": refused})
    fit = [read for read, why in zip(reads, refused, strict=True) if why is None]
    for line in sys.stdin:
        answer({"rounds": [[nanoseconds(read) for read in fit] for _ in range(json.loads(line)["rounds"])]})


if __name__ == "__main__":
    main()
