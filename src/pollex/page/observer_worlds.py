"""Isolated worlds in which a person is observed, in every document that there is and that comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..core.json import Object, loads
from .driver import CdpSession, Frame
from .isolated_worlds import IsolatedWorlds
from .scripts import observer_scripts, page_scripts

BINDING: Final = "pollexObserved"
Hear = Callable[["ObserverWorlds", Frame, Object], None]
"""Called with the frame in which a person did something, and what the page script says of it."""


class ObserverWorlds(IsolatedWorlds):
    """The frames of one session. What is done in them is heard before the page reacts to it."""

    world = "pollex observes"
    """Apart from the one that drives, whose session this may be."""

    def __init__(self, session: CdpSession, heard: Hear) -> None:
        super().__init__(session)
        self._heard = heard

    async def start(self) -> None:
        self._session.on("Runtime.bindingCalled", self._called)
        await super().start()
        await self._session.send("Runtime.addBinding", {"name": BINDING, "executionContextName": self.world})
        source = f"{page_scripts()}\n{observer_scripts()}\npollex.observe();"
        everywhere = {"source": source, "worldName": self.world, "runImmediately": True}
        await self._session.send("Page.addScriptToEvaluateOnNewDocument", everywhere)

    async def caught_up(self) -> None:
        """Return when everything that was done before this is heard."""
        await self._session.send("Runtime.evaluate", {"expression": "1"})

    async def call(self, frame: Frame, function: str) -> Any:
        """The value of the promise that a page script returns; a Fault where the document is gone."""
        return await self.wait(frame, f"pollex.{function}()")

    def _called(self, event: Object) -> None:
        number = event["executionContextId"]
        frame = next((each for each, context in self._empty.items() if context.number == number), None)
        if event["name"] == BINDING and frame is not None:
            said = loads(event["payload"])
            assert isinstance(said, dict)
            self._heard(self, Frame(frame, self._empty[frame].unique), said)
