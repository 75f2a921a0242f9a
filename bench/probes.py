"""What each contender really checks, found by trying: wrong input, wrong output, time limits, how errors point."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from bench import functions
from bench.contender import Contender, Function
from bench.timing import TEXT

LIMIT = 0.2
LATEST = 0.3
WRONG_TYPE = '{"a": "x", "b": 2}'


@dataclass(frozen=True, slots=True)
class Attempt:
    """One call of one function: whether it failed, how it said so, whether the function ran, how long it took."""

    failed: bool
    answer: Any
    ran: bool
    seconds: float


async def attempt(contender: Contender, function: Function, text: str = TEXT, limit: float | None = None) -> Attempt:
    functions.ran.clear()
    async with contender.open(function, limit) as opened:
        start = perf_counter()
        try:
            answer = await opened.call(text)
            failed = contender.failed(answer)
        except Exception as error:  # noqa: BLE001 - a peer may answer with any exception
            answer, failed = error, True
        return Attempt(failed, answer, bool(functions.ran), perf_counter() - start)


async def works(contender: Contender) -> None:
    """A contender that fails at everything would seem to check everything."""
    tried = await attempt(contender, functions.noted)
    if tried.failed or not tried.ran:
        raise RuntimeError(f"{contender.name} cannot even call the function rightly: {tried.answer!r}")


async def input_types(contender: Contender) -> str:
    tried = await attempt(contender, functions.noted, WRONG_TYPE)
    return "refused" if tried.failed and not tried.ran else "not checked"


async def unknown_keys(contender: Contender) -> str:
    tried = await attempt(contender, functions.noted, '{"a": 1, "b": 2, "c": 3}')
    return "refused" if tried.failed and not tried.ran else "dropped"


async def output_schema(contender: Contender) -> str:
    return "refused" if (await attempt(contender, functions.wrong)).failed else "not checked"


async def limit_on(contender: Contender, function: Function) -> str:
    try:
        tried = await attempt(contender, function, limit=LIMIT)
    except NotImplementedError:
        return "no such setting"
    except ValueError:
        return "refused to declare"
    if not tried.failed:
        return "ignored"
    return f"{'held' if tried.seconds < LATEST else 'late'}, {tried.seconds:.2f} s"


async def limit_sync(contender: Contender) -> str:
    return await limit_on(contender, functions.slow)


async def limit_async(contender: Contender) -> str:
    return await limit_on(contender, functions.slow_async)


async def place_in_errors(contender: Contender) -> str:
    tried = await attempt(contender, functions.noted, WRONG_TYPE)
    if not tried.failed:
        return "no error"
    return how_it_points(contender.explain(tried.answer))


def how_it_points(error: object) -> str:
    """A pointer is the text "/a" as a value; a location is a list that is just the key; else only prose can name it."""
    found = list(values_of(error))
    if "/a" in found:
        return "JSON pointer"
    if any(isinstance(value, list | tuple) and list(value) == ["a"] for value in found):
        return "key list"
    in_prose = any(isinstance(value, str) and re.search(r"(^|['\"`\n])a($|['\"`\n])", value) for value in found)
    return "prose" if in_prose else "no"


def values_of(value: object) -> list[object]:
    """The value and everything inside it."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return [value, *(deeper for each in inner for deeper in values_of(each))]


PROBES: dict[str, Callable[[Contender], Awaitable[str]]] = {
    "wrong type": input_types,
    "unknown key": unknown_keys,
    "wrong output": output_schema,
    "0.2 s limit, blocking": limit_sync,
    "0.2 s limit, async": limit_async,
    "place of the mistake": place_in_errors,
}


async def probe(contender: Contender) -> dict[str, str]:
    await works(contender)
    return {name: await try_it(contender) for name, try_it in PROBES.items()}
