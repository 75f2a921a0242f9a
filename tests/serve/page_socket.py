"""A client of `/socket`, as the workspace's page is one."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from .served import Served

PATIENCE = 60.0


class PageSocket:
    """A socket with the token and the right origin, unless it is given other headers."""

    def __init__(self, served: Served, *, origin: str | None = "", token: str | None = "", **options: Any) -> None:
        given = served.token if token == "" else token
        headers = {} if given is None else {"Authorization": f"Bearer {given}"}
        chosen: Any = served.url if origin == "" else origin
        address = served.url.replace("http", "ws") + "/socket"
        self._held = ExitStack()
        self.line: ClientConnection = self._held.enter_context(
            connect(
                address,
                origin=chosen,
                additional_headers=headers,
                proxy=None,
                open_timeout=PATIENCE,
                max_size=None,
                **options,
            )
        )

    def say(self, type: str, **fields: Any) -> None:  # noqa: A002 - it is the type of the message
        self.line.send(json.dumps({"type": type, **fields}))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        found: dict[str, Any] = json.loads(self.line.recv(PATIENCE))
        return found

    def ask(self, type: str, **fields: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:  # noqa: A002
        """The answer to a request, and what was told before it."""
        self.say(type, id="asked", **fields)
        told: list[dict[str, Any]] = []
        while (message := self.hear()).get("id") != "asked" or message["type"] not in ("answer", "pong"):
            told.append(message)
        return message, told

    def hello(self, workspace: str | None = None, **fields: Any) -> list[dict[str, Any]]:
        """What comes after a hello, until the server has nothing more to say."""
        self.say("hello", **({} if workspace is None else {"workspace": workspace}), **fields)
        return self.ask("ping")[1]

    def heard(self, type: str) -> dict[str, Any]:  # noqa: A002
        """The next message of a type."""
        while (message := self.hear())["type"] != type:
            pass
        return message

    def close_code(self) -> int:
        """How the server ended it, after everything that it said."""
        with suppress(ConnectionClosed):
            while True:
                self.line.recv(PATIENCE)
        assert self.line.close_code is not None
        return self.line.close_code

    def close(self) -> None:
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
