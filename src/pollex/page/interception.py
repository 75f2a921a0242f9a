"""Requests that change something are held until the guard of a run has judged them, and kept with their answers.

Each belongs to the last act, however late it comes. Requests to one address leave in the order in which they were made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

from ..browser.effect import Effect, EffectGuard, SentEffect
from ..browser.outgoing_request import SOCKET, UNSEEN, OutgoingRequest
from ..core.failure import failure
from ..core.fault import Fault
from ..core.json import Object
from .baseline import Baselines, Comparison
from .ways import can

if TYPE_CHECKING:
    from .driver import Frame
    from .open_tab import OpenTab

ANSWERED: Final = 3.0
"""Seconds that an act waits for the answers to what it has sent."""
AT_LAST: Final = 10.0
"""Seconds that the end of a run waits for them."""
REST: Final = 1.0
"""Seconds after an act within which an application saves that does not save at once."""
SET_BACK: Final = "The page was set back to what it was before, and loaded again."
PARTLY_SENT: Final = "{} more that this act sent had left before, and the server keeps it."
NOT_SET_BACK: Final = (
    "The page may show it as done although the server did not get it, and may send it again: take it back there first, "
    "or load the page again."
)


class RequestInterceptor:
    """Holds the requests of a run with a guard."""

    def __init__(self, guard: EffectGuard) -> None:
        self.sent: list[SentEffect] = []
        """The effects of the run, in the order in which they were made."""
        self.by_person = False
        """Whether a person acts now: then everything passes, and is kept to compare with."""
        self._guard = guard
        self._baselines = Baselines()
        self._acted: set[object] = set()
        """The tabs whose document was acted on."""
        self._habits: set[tuple[str, ...]] = set()
        """The shapes of what pages have sent by themselves."""
        self._fields: tuple[Object, ...] = ()
        self._first: dict[str, str] = {}
        """What fields held when they were first seen in their document."""
        self._lanes: dict[str, asyncio.Lock] = {}
        """One for each address, in which its requests wait for their turn."""
        self._last: dict[str, SentEffect] = {}
        """The last effect that left for each address."""
        self._stopped: list[Fault] = []
        """What was refused since the last act began."""
        self._late: list[Fault] = []
        """What was refused before it, and nobody was told yet."""
        self._acting = False
        self._before = 0
        """How many effects there were before the last act."""
        self._ended = 0.0
        """When the last act ended."""
        self._judging: set[int] = set()
        """The numbers of the effects that wait for their judge."""
        self._changed = asyncio.Event()

    async def begin(self, opened: OpenTab, frame: Frame) -> None:
        """Before an act: wait until what came before it is judged, and remember the page's fields and its storage."""
        await self._judgements()
        self._late, self._stopped = [*self._late, *self._stopped], []
        found, _ = await asyncio.gather(opened.tab.run(frame, "fields"), opened.tab.run(frame, "copyStorage"))
        self._fields = tuple(self._known(each) for each in found or ())
        self.acts(opened)
        if not can(opened.tab.way, "held requests"):
            await self._unseen(opened)

    async def _unseen(self, opened: OpenTab) -> None:
        """Have an act judged before it is done, where nobody can see what it sends; raise the Fault of one refused."""
        if self.by_person:
            return
        refused = await self._guard(Effect(0, OutgoingRequest(UNSEEN, opened.tab.url), unseen=True))
        if refused is not None:
            raise refused

    def _known(self, field: Object) -> Object:
        """Return a field, and what it held when it was first seen."""
        key = f"{field['name']} {field['label']} {field['kind']}"
        if field["shown"]:
            self._first.setdefault(key, field["value"])
        return {**field, "first": self._first.get(key, field["value"])}

    def acts(self, opened: OpenTab) -> None:
        """Treat the requests of a tab as caused by an act, until it goes to another document."""
        self._acted.add(opened.tab.source)
        self._acting, self._before = True, len(self.sent)

    async def end(self, opened: OpenTab, frame: Frame | None = None) -> bool:
        """After an act: wait for its requests and their answers; whether one of them had to wait for its judge.

        Raises the Fault of those that were refused, after the page was set back where it keeps what was refused.
        """
        waited = await self._judgements()
        self._acting, self._ended = False, monotonic()
        if self._stopped:
            raise await self._refusal(opened, frame)
        return waited

    async def _judgements(self) -> bool:
        """Wait until all is judged that waits for it now, not what a page sends that never stops; whether some was."""
        waiting = set(self._judging)
        await self._until(lambda: waiting.isdisjoint(self._judging), None)
        return bool(waiting)

    async def answers(self, patience: float = ANSWERED, sent: Sequence[SentEffect] | None = None) -> None:
        """Wait a little for the answers to what has left, or to these."""
        awaited = self.sent if sent is None else sent
        await self._until(lambda: not any(each.is_open and not each.effect.own for each in awaited), patience)

    async def rest(self) -> None:
        """Wait until what the last act left to be sent a moment later has left, and is answered."""
        left = max(self._ended + REST - monotonic(), 0) if self._acted else 0
        await self._until(lambda: len(self.sent) > self._before, left)
        await self.answers(AT_LAST)

    async def _refusal(self, opened: OpenTab, frame: Frame | None) -> Fault:
        fault, *others = self._stopped
        self._stopped = []
        fault.message += "".join(f" {each.message}" for each in others if each.message != fault.message)
        kept = [each for each in self.sent[self._before :] if each.refused is None and each.effect.changes]
        back = not kept and await _set_back(opened, frame)
        told = SET_BACK if back else NOT_SET_BACK
        if kept:
            told = f"{PARTLY_SENT.format(len(kept))} {told}"
        fault.hint = f"{told} {fault.hint or ''}".strip()
        return fault

    def late_refusals(self) -> list[str]:
        """Return what was refused outside of an act, once."""
        found, self._late, self._stopped = [*self._late, *self._stopped], [], []
        return list(dict.fromkeys(each.message for each in found))

    def appeared(self, source: object, opener: object) -> None:
        """Treat the first document of a tab that an act has opened as that act's."""
        if opener in self._acted:
            self._acted.add(source)

    def arrived(self, source: object) -> None:
        """Note that a tab went to another document, in which no act has happened."""
        self._acted.discard(source)
        self._first = {}

    def loaded(self, url: str, body: bytes) -> None:
        self._baselines.loaded(url, body)

    async def turn(self, request: OutgoingRequest) -> asyncio.Lock:
        """Return the lane of a request when all that were made before it to the same address have left."""
        lane = self._lanes.setdefault(request.address, asyncio.Lock())
        await lane.acquire()
        return lane

    async def judge(self, request: OutgoingRequest, source: object) -> SentEffect | None:
        """Judge a request in its turn; None where it only reads."""
        if request.only_reads:
            return None
        acted = bool(self._acted) if source is None else source in self._acted
        own = not acted and not (self._acting and request.document)
        try:
            changes, against, base = self._baselines.compare(request, () if own else self._fields)
        except RecursionError:  # nested so deep that nobody can say what it changes
            changes, against, base = Comparison([], "nothing")
        habit = _shape(request) in self._habits
        effect = Effect(len(self.sent) + 1, request, tuple(changes), against, own, habit, self._fields, base)
        sent = SentEffect(effect)
        self.sent.append(sent)
        await self._judged(sent)
        last = self._last.get(request.address)
        await self.answers(sent=[] if last is None else [last])  # a server that takes two at once may keep the older
        self._last[request.address] = sent
        if own and sent.refused is None:
            self._habits.add(_shape(request))
        return sent

    async def _judged(self, sent: SentEffect) -> None:
        self._judging.add(sent.effect.number)
        try:
            sent.refused = None if self.by_person else await self._guard(sent.effect)
        except Exception as error:  # noqa: BLE001 - whatever a guard fails with, the request must not leave
            sent.refused = error if isinstance(error, Fault) else failure("the guard", error)
        finally:
            self._judging.discard(sent.effect.number)
            self._changed.set()
        if sent.refused is not None:
            self._stopped.append(sent.refused)
        else:
            self._baselines.left(sent.effect.request)

    def answered(self, sent: SentEffect, status: int | None, failure: str | None = None) -> None:
        """Note the answer to a request that has left."""
        sent.status, sent.failure = status, failure
        self._baselines.answered(sent.effect.request, accepted=sent.accepted)
        self._changed.set()

    async def _until(self, test: Callable[[], bool], patience: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not test():
                    self._changed.clear()
                    await self._changed.wait()


async def _set_back(opened: OpenTab, frame: Frame | None) -> bool:
    """Put the page's storage back and load it again, where a refused act has changed it; whether that was so."""
    if frame is None or opened.tab.closed:
        return False
    try:
        if not await opened.tab.run(frame, "restoreStorage"):
            return False
        await opened.tab.reload(ANSWERED)
    except Fault:
        return False  # it is gone, or asks something
    return True


def _shape(request: OutgoingRequest) -> tuple[str, ...]:
    """Return what the requests have in common that a page sends again and again."""
    data = request.data
    names = sorted(data) if isinstance(data, dict) else [type(data).__name__]
    kind = str(data.get("type", "")) if request.method == SOCKET and isinstance(data, dict) else ""
    return request.method, request.address, request.operation, kind, *names
