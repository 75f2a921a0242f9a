"""Where secrets may be typed, and that pictures do not show them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar
from urllib.parse import urlsplit

from ..core.domain import in_domain
from ..core.fault import Fault
from ..core.secret import Secret
from .driver import Frame, Tab
from .open_tab import OpenTab

T = TypeVar("T")


async def typed_here(secret: Secret, opened: OpenTab, frame: Frame, number: int) -> None:
    """Refuse a secret in a document of another domain; otherwise remember the field, so that no picture shows it."""
    host = (urlsplit(str(await opened.tab.run(frame, "home"))).hostname or "").lower()
    if secret.domains and not any(in_domain(host, domain) for domain in secret.domains):
        raise Fault(
            "blocked_domain",
            f"The secret {secret.name!r} may not be typed on {host or 'this page'!r}.",
            pointer="/text",
            expected=", ".join(secret.domains),
            received=host,
            hint="Add the domain to the credential if the page is really meant.",
            retry=False,
        )
    opened.secrets.append((frame, number))


async def concealed(
    opened: OpenTab, texts: Callable[[], Sequence[str]], take: Callable[[], Awaitable[T]]
) -> tuple[T, bool]:
    """Take a picture while passwords, fields that hold a secret and whatever says one of the `texts` show dots.

    Also says whether it may be shown as it is: nothing to conceal, and no other document, has come meanwhile.
    """
    async with opened.pictures:
        known, frames = _known(opened, texts()), await _frames(opened.tab, await opened.tab.main())
        try:
            covered = await _conceal(opened, frames, texts())
            taken = await take()
            clean = (
                covered == await _conceal(opened, frames, texts())
                and known == _known(opened, texts())
                and frames == await _frames(opened.tab, await opened.tab.main())
            )
        finally:
            for frame in frames:
                await _unless_gone(opened.tab.run(frame, "reveal"))
        return taken, clean


def _known(opened: OpenTab, texts: Sequence[str]) -> tuple[int, int]:
    return len(opened.secrets), len(texts)


async def _conceal(opened: OpenTab, frames: Sequence[Frame], texts: Sequence[str]) -> list[int | None]:
    """Conceal in all frames; return how much each conceals now, None where it is gone."""
    covered = []
    for frame in frames:
        held = [number for where, number in opened.secrets if where == frame]
        covered.append(await _unless_gone(opened.tab.run(frame, "conceal", held, list(texts))))
    return covered


async def _frames(tab: Tab, frame: Frame) -> list[Frame]:
    """A frame and all below it."""
    inner = [await _frames(tab, child) for _, child in await _unless_gone(tab.children(frame)) or ()]
    return [frame, *(each for below in inner for each in below)]


async def _unless_gone(asked: Awaitable[T]) -> T | None:
    """The answer of a document; none where it went, and what it showed with it."""
    try:
        return await asked
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return None
