"""A task whose library tool logs in with a second factor and shows its secrets wherever it can, and all that came of
it, place by place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import time
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

from pyotp import TOTP

from pollex import App
from pollex.core.json import Object
from pollex.practice.server import Server
from pollex.testing.player import index_of

from ..library.practice import copy_examples
from ..model.test_wire import chat
from ..servers import serving

PASSWORD: Final = "lovelace-1843"
SEED: Final = "PRACTICEPOLLEXADA234567ABCDEFGHI"
PRACTICE: Final = "http://127.0.0.1:8766"
HELD: Final = '''
def held():
    """Return which secrets are in the environment or the memory of this process.

    They are written here with each byte one higher, and so is what is read: the search does not make what it finds.
    """
    import os

    higher = bytes((byte + 1) % 256 for byte in range(256))
    environment = b"\\n".join(os.environb.values()).translate(higher)
    found = {f"{name} in environment" for name, text in NEEDLES if text in environment}
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for area, rights in [line.split()[:2] for line in maps]:
            begin, end = (int(each, 16) for each in area.split("-"))
            if rights.startswith("rw"):
                memory.seek(begin)
                read = (memory.read(end - begin) or b"").translate(higher)
                found |= {f"{name} in memory" for name, text in NEEDLES if text in read}
    return sorted(found)
'''
AUTH: Final = """
async def run(page, inputs, credentials):
    await page.navigate("http://127.0.0.1:8766/bank/login")
    await page.type("label=User name", credentials["username_password"].username)
    await page.type("label=Password", credentials["username_password"].password)
    await page.click('role=button[name="Sign in"]')
    await page.type("css=#code", credentials["authenticator"].code)
    await page.screenshot(selector="css=form")
    shown = await page.inspect("document.querySelector('#code').value")
    print("auth:", shown, held())
    await page.click('role=button[name="Verify"]')
    return {"loggedIn": True}
"""
TOOL: Final = """
import json, os, sys

async def run(page, inputs, credentials):
    seen = []
    for secret in (credentials["username_password"].password, credentials["custom"].NOTE):
        await page.navigate("REPEATING")
        await page.type("css=input[name=q]", secret)
        await page.keypress("Enter")
        await page.screenshot()
        seen.append(str(await page.text()))
    print("tool:", seen, repr(secret), json.dumps(dict(os.environ)))
    print(seen, file=sys.stderr)
    return {"seen": str(seen), "reference": str(secret), "held": str(held())}
"""
SECRETS: Final = {"username_password": "my-bank", "authenticator": "my-bank-code", "custom": "my-note"}
TASK: Final = "Show my bank, then type my password into the search field."


def write_library(folder: Path, url: str, repeating: str) -> Path:
    """Write the example library with a tool and a login of the bank that show their secrets, on a page that repeats
    them."""
    made = copy_examples(folder, url)
    bank = made / "src/apps/bank"
    needles = f"NEEDLES = {[(name, higher(text)) for name, text in known().items()]!r}\n"
    (bank / "auth/password-and-code.py").write_text(needles + HELD + AUTH.replace(PRACTICE, url))
    (bank / "tool/show.py").write_text(needles + HELD + TOOL.replace("REPEATING", repeating))
    about = {"slug": "show", "name": "Show", "type": "tool", "file": "show.py", "app": "bank"}
    outputs = [{"display_name": name, "type": "string"} for name in ("seen", "reference", "held")]
    template = {**about, "outputSchema": outputs, "requiredCredentials": list(SECRETS)}
    (bank / "tool/show.template.json").write_text(json.dumps(template))
    return made


def known() -> dict[str, str]:
    """Return the secrets by name, with the one-time codes from half a minute ago to two minutes from now."""
    codes = {f"code {place}": TOTP(SEED).at(int(time()) + 30 * place) for place in range(-1, 5)}
    return {"password": PASSWORD, "seed": SEED, **codes}


def higher(text: str) -> bytes:
    return bytes(byte + 1 for byte in text.encode())


def found(text: str, secrets: dict[str, str]) -> set[str]:
    """Return the names of the secrets in a text. A code must stand alone: in a longer number it is there by chance."""
    alone = {
        name: rf"(?<![\w.-]){text}(?![\w-])" if text.isdigit() else re.escape(text) for name, text in secrets.items()
    }
    return {name.split()[0] for name, pattern in alone.items() if re.search(pattern, text)}


class ScriptedServer(ThreadingHTTPServer):
    """A model over the wire, which calls the library's tool, types a secret and is done; and the page to type it into,
    which repeats what it is sent."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        """The body of each request."""
        super().__init__(("127.0.0.1", 0), ScriptedHandler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def answer(self, body: str) -> Object:
        self.asked.append(body)
        calls = self._calls("\n".join(texts(json.loads(body)["messages"])))
        functions = [{"name": name, "arguments": json.dumps(args)} for name, args in calls.items()]
        about = {"id": f"call-{len(self.asked)}", "type": "function"}
        made = [{**about, "id": f"{about['id']}-{each['name']}", "function": each} for each in functions]
        return chat({"tool_calls": made}, "tool_calls")

    def _calls(self, prompt: str) -> Object:
        if len(self.asked) == 1:
            return {"bank_show": {}}
        if len(self.asked) == 2:
            text = "{{secret.my-bank.password}}"
            return {
                "page_type": {"index": index_of(prompt, "searchbox"), "text": text},
                "page_keypress": {"keys": "Enter"},
            }
        return {"done": {"text": "Both are done.", "success": True}}


class ScriptedHandler(BaseHTTPRequestHandler):
    server: ScriptedServer

    def do_GET(self) -> None:
        sent = parse_qs(urlsplit(self.path).query).get("q", [""])[0]
        self._send("text/html", f"<!doctype html><form><input type=search name=q></form><h1>You typed {sent}</h1>")

    def do_POST(self) -> None:
        answer = self.server.answer(self.rfile.read(int(self.headers["content-length"])).decode())
        self._send("application/json", json.dumps(answer))

    def _send(self, kind: str, content: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Write nothing."""


def texts(value: Any) -> Iterator[str]:
    """All texts in a JSON value."""
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(each)


async def run_task(home: Path, library: Path, server: Server) -> dict[str, str]:
    """Run the task with a trace; return what was sent and written down, by place."""
    trace, host = home.parent / "trace.zip", urlsplit(server.url).hostname or ""
    with serving(ScriptedServer()) as model:
        async with App(home=home, environ={}) as app:
            app.vault.set("my-bank", "username_password", [host], {"username": "ada", "password": PASSWORD})
            app.vault.set("my-bank-code", "authenticator", [host], {"secret": SEED})
            app.vault.set("my-note", "custom", [host], {"NOTE": SEED})
            app.add_library(write_library(library, server.url, model.url))
            where: Object = {"url": model.url, "model": f"ollama:qwen3@{model.url}/v1", "trace": trace}
            done = await app.run(TASK, **where, policy="allow", durable=False)
            events = json.dumps([event.to_json() for event in await done.events()])  # the last one has the result
            [tool] = set(re.findall(r"This was the run ([\w-]+)", events))
            events += json.dumps([event.to_json() for event in await app.find_run(tool).events()])
            assert done.result is not None
            assert done.result.ok, done.result.fault
    return {
        "events": events,
        "files": "\n".join(files_below(home)),
        "trace": "\n".join(members(trace)),
        "prompts": "\n".join(model.asked),
    }


def files_below(folder: Path) -> list[str]:
    return [path.read_bytes().decode("latin-1") for path in folder.rglob("*") if path.is_file()]


def members(file: Path) -> list[str]:
    with ZipFile(file) as trace:
        return [trace.read(name).decode("latin-1") for name in trace.namelist()]
