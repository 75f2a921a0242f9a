"""The page of a script: every tool is a call to the parent's process, where the browser is."""

from __future__ import annotations

import asyncio
from collections import deque
from itertools import count

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..page.methods import PageMethods
from .channel import ScriptChannel
from .credentials import marked


class ScriptPage(PageMethods):
    """The page that `run` and `logged_in` get. Its methods return data and raise `Fault`; calls may be gathered."""

    def __init__(self, channel: ScriptChannel, url: str, mark: str) -> None:
        self.url = url
        """The address of the page when the last call was answered."""
        self.faults: deque[Fault] = deque(maxlen=100)
        """Faults that calls have ended with."""
        self._channel = channel
        self._mark = mark
        self._ids = count(1)
        self._waiting: dict[int, asyncio.Future[Object]] = {}

    async def call(self, tool: str, args: Object) -> Result:
        number = next(self._ids)
        self._send(number, tool, args)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            result = Result.from_json(await answer)
        finally:
            del self._waiting[number]
        if result.fault is not None:
            self.faults.append(result.fault)
        return result

    def answered(self, message: Object) -> None:
        """Take the answer to a call; one that the script has cancelled is dropped."""
        self.url = message["url"]
        waiting = self._waiting.get(message["id"])
        if waiting is not None and not waiting.done():
            waiting.set_result(message["result"])

    def _send(self, number: int, tool: str, args: Object) -> None:
        sent, secret = marked(args, self._mark)
        try:
            self._channel.send({"id": number, "tool": tool, "args": sent, "secret": secret})
        except (TypeError, ValueError) as error:
            message = f"The arguments of {tool!r} cannot be sent to the page: {error}."
            raise Fault("invalid_input", message, expected="text, numbers, true, false, None, lists, dicts") from error
