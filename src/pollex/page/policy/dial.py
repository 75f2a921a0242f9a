"""A connection to the first of several addresses that answers, the next one tried before the last has failed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from typing import Final, TypeVar

from .host import Address

STAGGER: Final = 0.25
"""Seconds one address has for itself before the next is tried too."""

P = TypeVar("P", bound=asyncio.BaseProtocol)


async def dial(make: Callable[[], P], addresses: Sequence[Address], port: int) -> P:
    """Connect to one of these addresses, and to nothing else; an OSError if none answers."""
    if len(addresses) == 1:
        return await _one(make, addresses[0], port)
    attempts: set[asyncio.Task[P]] = set()
    waiting = _by_turns(addresses)
    failures: list[OSError] = []
    try:
        while waiting or attempts:
            if waiting:
                attempts.add(asyncio.create_task(_one(make, waiting.pop(0), port)))
            timeout = STAGGER if waiting else None
            done, attempts = await asyncio.wait(attempts, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            for attempt in done:
                if won := _outcome(attempt, failures):
                    return won
        raise failures[0]
    finally:
        for attempt in attempts:
            attempt.cancel()
        await asyncio.gather(*attempts, return_exceptions=True)


def _outcome(attempt: asyncio.Task[P], failures: list[OSError]) -> P | None:
    try:
        return attempt.result()
    except OSError as error:
        failures.append(error)
        return None


async def _one(make: Callable[[], P], address: Address, port: int) -> P:
    _, protocol = await asyncio.get_running_loop().create_connection(make, str(address), port)
    return protocol


def _by_turns(addresses: Sequence[Address]) -> list[Address]:
    """Both families by turns, beginning with that of the first."""
    same = [each for each in addresses if each.version == addresses[0].version]
    other = [each for each in addresses if each.version != addresses[0].version]
    return [each for each in chain.from_iterable(zip_longest(same, other)) if each is not None]
