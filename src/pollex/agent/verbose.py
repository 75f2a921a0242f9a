"""Verbose output: each message to and from the model, and each state of the page."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final

from ..core.json import dumps
from ..core.pipeline.redact import Redactor
from ..core.protocols import ModelReply, ModelRequest
from ..core.wire import result_text
from .look import Look

LOG: Final = logging.getLogger("pollex.agent")
PREFIX: Final = "[Pollex]"


def show_state(path: str, seen: Look, redactor: Redactor) -> None:
    if LOG.isEnabledFor(logging.DEBUG):
        _say(f"{path} state", f"{seen.url}\n{seen.title}\n{seen.problem or seen.outline}", redactor)


def show_request(path: str, request: ModelRequest, redactor: Redactor) -> None:
    if LOG.isEnabledFor(logging.DEBUG):
        for about, text in _parts(request):
            _say(f"{path} {about}", text, redactor)


def show_reply(path: str, reply: ModelReply, redactor: Redactor) -> None:
    if LOG.isEnabledFor(logging.DEBUG):
        calls = [
            f"{each.tool} {each.args if isinstance(each.args, str) else dumps(each.args)}" for each in reply.requests
        ]
        _say(f"{path} answer ({reply.stop})", "\n".join([reply.text, *calls]).strip(), redactor)


def _parts(request: ModelRequest) -> Iterator[tuple[str, str]]:
    for message in request.messages:
        if message.text:
            yield message.role, message.text
        for wanted in message.requests:
            yield "called", f"{wanted.tool} {result_text(wanted.args)}"
        for answer in message.answers:
            yield "answered", f"{answer.tool} {dumps(answer.result.to_json())}"


def _say(about: str, text: str, redactor: Redactor) -> None:
    for line in redactor.text(text).splitlines() or [""]:
        LOG.debug("%s %s: %s", PREFIX, about, line)
