"""A form of six steps, and a model that knows them: a local server that answers at once, for whichever agent asks.

The model is told before a run how many actions it may ask for at a time. It finds elements in the text that the agent
sends, by their names, so that an agent that does not show an element fails.
"""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Literal, Self
from urllib.parse import parse_qs

PAGE: Final = b"""<!doctype html><html lang=en><title>Order a catalogue</title><main><h1>Order a catalogue</h1>
<p>We send it once a year, in spring, to everybody who asks for it.</p><form method=post action=sent>
<p><label for=name>Full name</label> <input id=name name=name aria-label="Full name" required></p>
<p><label for=mail>E-mail</label> <input id=mail name=mail type=email aria-label="E-mail" required></p>
<p><label for=country>Country</label> <select id=country name=country aria-label="Country">
<option>Austria<option>Portugal<option>Spain<option>Sweden</select></p>
<p><label for=terms>I accept the terms</label>
<input type=checkbox id=terms name=terms aria-label="I accept the terms"></p>
<p><button>Send the order</button></p></form></main></html>"""
THANKS: Final = b"<!doctype html><html lang=en><title>Thanks</title><main><h1>Thanks</h1><p>It is ordered.</p></main>"
TASK: Final = (
    'Order the catalogue: full name "Ada Lovelace", e-mail "ada@example.org", country "Portugal", '
    "accept the terms, and send the order."
)
WANTED: Final = {"name": ["Ada Lovelace"], "mail": ["ada@example.org"], "country": ["Portugal"], "terms": ["on"]}
Who = Literal["Pollex", "browser-use"]
Action = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, in the words of each agent; `{index}` is where the element's number goes."""

    label: str
    ours: tuple[str, Action]
    theirs: tuple[str, Action]

    def action(self, who: Who, text: str) -> tuple[str, Action]:
        name, args = self.ours if who == "Pollex" else self.theirs
        return name, {**args, "index": index_of(self.label, text)} if self.label else args


DONE: Final = "The catalogue is ordered."
STEPS: Final = (
    Step("Full name", ("page_type", {"text": "Ada Lovelace"}), ("input", {"text": "Ada Lovelace"})),
    Step("E-mail", ("page_type", {"text": "ada@example.org"}), ("input", {"text": "ada@example.org"})),
    Step("Country", ("page_select", {"option": "Portugal"}), ("select_dropdown", {"text": "Portugal"})),
    Step("I accept the terms", ("page_check", {"on": True}), ("click", {})),
    Step("Send the order", ("page_click", {}), ("click", {})),
    Step("", ("done", {"text": DONE, "success": True}), ("done", {"text": DONE, "success": True})),
)


def index_of(label: str, text: str) -> int:
    """The number of the element with this name, as either agent writes it: `[3] textbox "Name"`, `[3]<input …>`."""
    for pattern in (rf"\[(\d+)\][^\n\[]*{re.escape(label)}", rf"\[(\d+)\]<button[^\n]*\n\s*{re.escape(label)}"):
        if found := re.search(pattern, text):
            return int(found[1])
    raise LookupError(f"{label!r} was not shown: {text[-3000:]}")


@dataclass
class Script:
    """The model of one run: which steps are left, and what it was asked."""

    at_once: int = 1
    done: int = 0
    sizes: list[int] = field(default_factory=list)
    sent: list[dict[str, list[str]]] = field(default_factory=list)

    def answer(self, body: bytes) -> Action:
        self.sizes.append(len(body))
        asked = json.loads(body)
        who: Who = "Pollex" if asked.get("tools") else "browser-use"
        text = "\n".join(texts(asked["messages"]))
        upto = self.done + self.at_once
        if self.done < len(STEPS) - 1:
            upto = min(upto, len(STEPS) - 1)  # what comes of sending is looked at first
        steps = STEPS[self.done : upto]
        self.done = upto
        actions = [step.action(who, text) for step in steps]
        return called(actions) if who == "Pollex" else written(actions)


def texts(messages: list[Any]) -> list[str]:
    found = []
    for message in messages:
        content = message.get("content") or ""
        parts = [content] if isinstance(content, str) else [str(part.get("text", "")) for part in content]
        found += parts
    return found


def called(actions: list[tuple[str, Action]]) -> Action:
    """As calls of tools."""
    calls = [
        {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
        for place, (name, args) in enumerate(actions)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def written(actions: list[tuple[str, Action]]) -> Action:
    """As the JSON that browser-use asks for."""
    said = {"thinking": "", "evaluation_previous_goal": "", "memory": "", "next_goal": ""}
    return {"role": "assistant", "content": json.dumps({**said, "action": [{name: args} for name, args in actions]})}


class Handler(BaseHTTPRequestHandler):
    """The page, what is sent from it, and the model."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self._send(PAGE, "text/html; charset=utf-8")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/sent":
            self.server.script.sent.append(parse_qs(body.decode()))
            self._send(THANKS, "text/html; charset=utf-8")
            return
        message = self.server.script.answer(body)
        reason = "tool_calls" if message.get("tool_calls") else "stop"
        answer = {
            "id": "chat", "object": "chat.completion", "created": 0, "model": "instant",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }  # fmt: skip
        self._send(json.dumps(answer).encode(), "application/json")

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


class Server(ThreadingHTTPServer):
    """Page and model in a thread: `with Server() as server:`; `server.script` is the model of the run that is next."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = Script()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self.server_close()
