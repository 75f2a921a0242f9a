"""Verifies the phrases: every answer matches exactly one visible element of its page. `python -m bench.ground.check`.

Starts what serves the pages (practice sites, saved pages, Django's administration) and ends it afterwards.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, Route, ViewportSize, sync_playwright

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SAVED = ROOT / ".bench" / "page"
ARGUMENTS = [
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
]  # fmt: skip
VIEWPORT: ViewportSize = {"width": 1280, "height": 800}

# Run by the interpreter that has Django, on a database of its own; prints its port.
ADMINISTRATION = """
import sys
from pathlib import Path
from wsgiref.simple_server import make_server
from bench.pages import admin
from bench.pages.serve import QuietApplication, Threaded
server = make_server("127.0.0.1", 0, admin.application(Path(sys.argv[1])), Threaded, QuietApplication)
print(server.server_address[1], flush=True)
server.serve_forever()
"""


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each request."""

    def log_message(self, format: str, *values: object) -> None:  # noqa: A002
        pass


@contextmanager
def static() -> Iterator[str]:
    handler = partial(Quiet, directory=str(SAVED / "corpus"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@contextmanager
def practice() -> Iterator[str]:
    from pollex.practice.server import Server

    with Server(1, 1) as server:
        yield server.url


@contextmanager
def administration() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [str(SAVED / "venv" / "bin" / "python"), "-c", ADMINISTRATION, str(Path(folder) / "admin.sqlite3")]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()
            process.wait()


def local_only(route: Route) -> None:
    """Saved pages ask for adverts and fonts; nothing leaves this machine."""
    if route.request.url.startswith(("http://127.0.0.1", "data:", "blob:")):
        route.continue_()
    else:
        route.abort()


def prepare(page: Page, base: str, steps: list[dict[str, Any]]) -> None:
    for step in steps:
        if "goto" in step:
            page.goto(base + step["goto"])
        elif "click" in step:
            page.locator(step["click"]).click()
            page.wait_for_load_state()
        else:
            page.locator(step["fill"]).fill(value_of(page, base, step))


def value_of(page: Page, base: str, step: dict[str, Any]) -> str:
    """What to fill in: given, or read from another page at that moment (the one-time code)."""
    if "from" not in step:
        return str(step["value"])
    other = page.context.new_page()
    other.goto(base + step["from"]["goto"])
    read = other.locator(step["from"]["read"]).inner_text().strip()
    other.close()
    return read


def opened(browser: Browser, base: str, entry: dict[str, Any]) -> Page:
    page = browser.new_context(viewport=VIEWPORT).new_page()
    page.set_default_timeout(15_000)
    page.route("**/*", local_only)
    steps = entry.get("prepare", [])
    if not steps or "goto" not in steps[0]:
        page.goto(base + entry["url"])
    prepare(page, base, steps)
    page.wait_for_timeout(500)
    return page


def problems_of(page: Page, phrase: dict[str, Any]) -> Iterator[str]:
    for answer in phrase["answers"] or ():
        try:
            count = page.locator(answer).locator("visible=true").count()
        except Error as problem:
            yield f"{phrase['page']}: {phrase['phrase']!r}: {answer}: {problem.message.splitlines()[0]}"
            continue
        if count != 1:
            yield f"{phrase['page']}: {phrase['phrase']!r}: {answer}: {count} visible elements"


def check(sites: dict[str, str], names: list[str]) -> list[str]:
    pages: dict[str, Any] = {}
    phrases: list[dict[str, Any]] = []
    for name in names:
        given = json.loads((HERE / f"{name}.json").read_text())
        pages |= given["pages"]
        phrases += given["phrases"]
    listed = json.loads((SAVED / "corpus.json").read_text())
    found: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        for name, entry in pages.items():
            site = "practice" if entry["site"] == "practice" else listed[entry["corpus"]]["site"]
            try:
                page = opened(browser, sites[site], entry)
            except Error as problem:
                found.append(f"{name}: cannot be opened: {problem.message}")
                continue
            for phrase in phrases:
                if phrase["page"] == name:
                    found += problems_of(page, phrase)
            page.context.close()
        browser.close()
    print(f"{len(phrases)} phrases on {len(pages)} pages, {len(found)} problems")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("open", "frozen", "second"), help="one of the sets")
    chosen = parser.parse_args().only
    with ExitStack() as stack:
        sites = {
            "practice": stack.enter_context(practice()),
            "static": stack.enter_context(static()),
            "admin": stack.enter_context(administration()),
        }
        found = check(sites, [chosen] if chosen else ["open", "frozen"])
    held = (HERE / "frozen.sha256").read_text().split()[0]
    if sha256((HERE / "frozen.json").read_bytes()).hexdigest() != held:
        found.append("frozen.json is not the file that frozen.sha256 was written for")
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
