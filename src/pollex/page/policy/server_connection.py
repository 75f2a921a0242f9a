"""The connection to a server: finds where each answer ends, so that the next request is never given a wrong one."""

from __future__ import annotations

import re
from typing import Final, Protocol

from .head import ProxyRequest, ProxyResponse, read_response
from .proxy_connection import ProxyConnection

END: Final = re.compile(rb"\r?\n\r?\n")
LONGEST_HEAD: Final = 256 * 1024
"""Bytes of the head of an answer, as in Chromium."""


class Asker(Protocol):
    """The client side that gets the answers."""

    def pass_on(self, data: bytes) -> None:
        """A piece of the answer."""

    def answered(self, *, lasting: bool) -> None:
        """The answer is complete; `lasting` if the server takes another request."""

    def upgraded(self) -> None:
        """From now on this is a tunnel."""

    def spoilt(self, why: str, *, begun: bool) -> None:
        """The answer is not HTTP; `begun` if some of it was passed on."""


class ServerConnection(ProxyConnection):
    """Answers of one server, one after the other; after an upgrade, a tunnel."""

    def __init__(self, crowd: set[ProxyConnection], asker: Asker) -> None:
        super().__init__(crowd)
        self.asker = asker
        self.tunnel = False
        self.request: ProxyRequest | None = None
        self.response: ProxyResponse | None = None
        self.head = b""

    def data_received(self, data: bytes) -> None:
        if self.tunnel:
            super().data_received(data)
            return
        self.stirred = True
        try:
            if self.response:
                self._body(self.response, b"", data)
            elif self.request:
                self._head(self.request, self.head + data)
            else:
                self.transport.abort()
        except ValueError as error:
            self.asker.spoilt(str(error), begun=self.response is not None)

    def eof_received(self) -> bool:
        return super().eof_received() if self.tunnel else False

    def _head(self, request: ProxyRequest, data: bytes) -> None:
        end = END.search(data)
        if not end:
            self.head = data
            if len(data) > LONGEST_HEAD:
                raise ValueError("the head of its answer is too large")
            return
        self.head = b""
        head, rest = data[: end.end()], data[end.end() :]
        response = read_response(head, request.method)
        if response.status == 407:
            raise ValueError("it asked for credentials that are meant for a proxy")
        if response.status == 101:
            self._upgrade(request, data)
        elif response.status < 200:
            self.asker.pass_on(head)
            if rest:
                self._head(request, rest)
        else:
            self.response = response
            self._body(response, head, rest)

    def _upgrade(self, request: ProxyRequest, data: bytes) -> None:
        if not request.upgrade:
            raise ValueError("it changed the protocol unasked")
        self.tunnel = True
        self.asker.pass_on(data)
        self.asker.upgraded()

    def _body(self, response: ProxyResponse, head: bytes, data: bytes) -> None:
        taken = response.body.take(data)
        whole = taken == len(data)
        passed = data if whole else data[:taken]
        self.asker.pass_on(head + passed if head else passed)
        if response.body.done:
            self.request = self.response = None
            self.asker.answered(lasting=response.lasting and whole)
