"""The practice sites, which count the forms that they are sent, and some pages that keep their visitors waiting."""

from __future__ import annotations

import threading
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from pollex.practice.server import Server

DOOR: Final = """<!doctype html><title>Door</title>
<h1>Door</h1><label>Name <input id=name></label><a href=/never>Never</a>
<script>
  setInterval(async () => {
    const open = (await (await fetch("/door/state")).text()) === "open";
    if (open && !document.querySelector("#open")) document.body.insertAdjacentHTML("beforeend", "<p id=open>Open</p>");
  }, 100);
</script>"""


class Site(Server):
    """`/never` does not come; `/door` has a link to it, and shows `#open` when the test has set `opened`."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()
        self.awaited = threading.Event()
        """Somebody waits for the page that does not come."""
        self.app.add_route("/never", self._never)
        self.app.add_route("/door", lambda _: HTMLResponse(DOOR))
        self.app.add_route("/door/state", lambda _: PlainTextResponse("open" if self.opened.is_set() else "shut"))

    async def _never(self, request: Request) -> Response:
        self.awaited.set()
        await request.receive()  # the request itself
        await request.receive()  # the word that whoever asked is gone
        return Response("late")
