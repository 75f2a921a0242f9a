"""A small site on which a person is observed: an order with all kinds of fields, a login, frames, windows, dialogs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from ..servers import serving

ORDER = """<title>Order</title><h1>Order a lamp</h1>
<form method=post action=/thanks>
<label for=name>Full name</label> <input id=name name=name>
<label>Colour <select name=colour><option>White<option>Black<option>Red</select></label>
<label><input type=checkbox name=gift> Wrap it as a gift</label>
<fieldset><legend>Delivery</legend><label><input type=radio name=way value=post checked> By post</label>
<label><input type=radio name=way value=hand> By hand</label></fieldset>
<label>Note <textarea name=note></textarea></label>
<button><span>Send the <b>order</b></span></button></form>
<p><a href=/help>Read the <i>help</i></a> <a href=/window target=_blank>Open a window</a></p>
"""
LOGIN = """<title>Log in</title><h1>Log in</h1><form method=post action=/login>
<label>User <input name=user autocomplete=username></label>
<label>Password <input type=password name=password></label>
<label>Code <input name=code autocomplete=one-time-code></label>
<button>Log in</button></form>"""
CODES = """<title>Codes</title><h1>Codes</h1><form method=post action=/codes>
<p>{boxes}</p><label>Verification code <input name=sent></label><button>Go on</button></form>
<script>const boxes = [...document.querySelectorAll('[maxlength]')];
boxes.forEach((box, place) => { box.oninput = () => box.value && boxes[place + 1]?.focus(); });</script>""".replace(
    "{boxes}", "".join(f"<input name=d{place} maxlength=1 aria-label='Digit {place}'>" for place in range(1, 7))
)
ODD = """<title>Odd</title><h1>Odd</h1><p id=host></p>
<label>Pin <input name=pin style="-webkit-text-security: disc"></label>
<p contenteditable role=textbox aria-label=Phrase style="-webkit-text-security: circle">&nbsp;</p>
<script>const root = host.attachShadow({mode: 'open'});
root.innerHTML = '<label>Password <input type=password></label><button type=button>Show</button>';
root.querySelector('button').onclick = () => { root.querySelector('input').type = 'text' };
addEventListener('click', () => document.querySelector('[name=pin]').dispatchEvent(new InputEvent('input')));
Array.prototype.filter = String.prototype.replaceAll = JSON.stringify = () => 'forged';
globalThis.pollexObserved = () => { throw new Error('overridden') };</script>"""
WIDGETS = """<title>Widgets</title><h1>Widgets</h1>
<button onclick="kept.textContent = confirm('Sure?') ? 'Removed' : 'Kept'">Remove</button> <output id=kept></output>
<div style="cursor:pointer" ondblclick="this.textContent = 'Opened'"><i>Folder</i></div>
<p id=plain>Only words</p> <textarea aria-label=Chat onkeydown="if (event.key === 'Enter') {
  event.preventDefault(); log.textContent += this.value + ';'; this.value = '' }"></textarea><output id=log></output>
<button onclick="document.getElementById('plain').click()">By script</button>
<button onclick="history.back()">Go back</button> <div role=option onmousedown="this.remove()">Pick</div>
<input aria-label=Mask onkeydown="if (event.key.length === 1) {
  event.preventDefault(); this.value += event.key + '-' }">
<label>Photo <input type=file></label>
<iframe src="http://localhost:{port}/inner" width=400 height=120></iframe>"""
INNER = """<title>Inner</title><label>City <input name=city></label><button type=button>Inside</button>"""


class Site(ThreadingHTTPServer):
    """Knows what was sent to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: list[tuple[str, dict[str, str]]] = []
        self.url = f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        pages = {"/order": ORDER, "/login": LOGIN, "/codes": CODES, "/odd": ODD, "/widgets": WIDGETS, "/inner": INNER}
        plain = f"<title>{path[1:]}</title><h1>{path[1:].title()}</h1><a href=/order>To the order</a>"
        self._answer(pages.get(path, plain).replace("{port}", str(self.server.server_port)))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.sent.append((self.path, dict(parse_qsl(body))))
        if self.path == "/login":
            self.send_response(303)
            self.send_header("Location", "/order")
            self.end_headers()
            return
        self._answer("<title>Thanks</title><h1>Thank you</h1><p role=status>Your order is on its way.</p>")

    def _answer(self, page: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html>{page}".encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def observed_site() -> Iterator[Site]:
    with serving(Site()) as site:
        yield site
