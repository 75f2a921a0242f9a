"""Login pages of the tests' own, each built another way; the server counts what is submitted to it."""

from __future__ import annotations

import json
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

NAME, PASSWORD, MAILED = "ada", "notes-1843", "482913"
STYLE = "<!doctype html><meta charset=utf-8><title>{0}</title><body>"
INSIDE = "<h1>Overview</h1><p>Three letters.</p><form method=post action=/leave><button>Log out</button></form>"

PLAIN = """<h1>Welcome</h1>{error}
<form action=/search><input name=q placeholder=Search><button>Go</button></form>
<form method=post><label>User name <input name=username></label><label>Password <input type=password name=password></label>
<a href=/forgot>Forgot password?</a><button>Sign in</button></form>
<form method=post action=/signup><h2>New here?</h2><input name=email placeholder="E-mail"><input type=password name=new autocomplete=new-password>
<button>Create account</button></form>"""
NAME_FIRST = """{error}<form method=post><label>E-Mail oder Benutzername <input name=username autocomplete=username></label>
<button>Weiter</button></form>"""
THEN_PASSWORD = """<p>Hallo!</p>{error}<form method=post><label>Kennwort <input type=password name=password></label><button>Anmelden</button></form>"""
BOXES = """<h1>Two-step verification</h1><p>Enter the six digit code of your authenticator app.</p>{error}<form method=post id=f>
""" + "".join(f"<input maxlength=1 inputmode=numeric aria-label='Digit {n}'>" for n in range(1, 7)) + """<input type=hidden name=code>
<button>Verify</button></form><script>
f.onsubmit = () => { f.code.value = [...f.querySelectorAll('[maxlength]')].map(e => e.value).join('') };
f.oninput = (e) => { const all = [...f.querySelectorAll('[maxlength]')]; all[all.indexOf(e.target) + 1]?.focus(); if (all.every(e => e.value)) f.requestSubmit() };
</script>"""
MAIL_CODE = """<p>We have sent a code to your e-mail address.</p>{error}<form method=post><label>Code <input name=code></label><button>Continue</button></form>"""
MAIL_LINK = """<p>Check your inbox: we sent you a sign-in link.</p>"""
SPA = """<div id=app></div><script>
const root = app.attachShadow({mode: 'closed'});
setTimeout(() => { root.innerHTML = `<p role=alert></p><div>Email <input placeholder="you@example.org"></div><div>Password <input type=password></div><div id=go tabindex=0>Log in</div>`;
root.querySelector('#go').onclick = async () => {
  const [user, word] = root.querySelectorAll('input');
  const answer = await fetch(location.pathname, {method: 'POST', body: JSON.stringify({username: user.value, password: word.value})});
  if (answer.ok) root.innerHTML = '<h1>Inbox</h1><p>No mail.</p>'; else root.querySelector('p').textContent = 'Nope.';
} }, 400);</script>"""
FRAMED = "<h1>Portal</h1><iframe src=/plain width=600 height=400></iframe>"
ENTRY = "<h1>Shop</h1><a href=/plain>Sign in</a> <a href=/signup>Sign up</a>"
STAY = "<h1>Stay signed in?</h1><p>So you are asked less often.</p><form action=/plain/home><button>No</button><button>Yes</button></form>"


class Site:
    """A server on a free port; `counts` has what was submitted, `sessions` who is inside."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.sessions: set[str] = set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.get(self)

            def do_POST(self) -> None:
                site.post(self)

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def fresh(self) -> None:
        self.counts.clear()
        self.sessions.clear()

    def get(self, request: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(request.path)
        inside = "in=1" in (request.headers["Cookie"] or "") and bool(self.sessions)
        if parts.path == "/link":
            self.counts["link"] += 1
            self._enter(request, "/link/home") if parts.query == "t=right" else self._show(request, "<p>This link has expired.</p>")
        elif parts.path.endswith("/home"):
            self._show(request, INSIDE if inside else PLAIN.format(error=""))
        elif inside:
            self._go(request, "/plain/home")
        else:
            self._show(request, PAGES.get(parts.path, "<h1>Not found</h1>"), 200 if parts.path in PAGES else 404)

    def post(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"] or 0)).decode()
        said = json.loads(body) if body.startswith("{") else {name: each[0] for name, each in parse_qs(body).items()}
        self.counts.update(said.keys())
        path = urlsplit(request.path).path
        if path == "/broken":
            self._show(request, "<h1>Internal Server Error</h1>", 500)
        elif not self._fits(said):
            self._refuse(request, path)
        elif "password" in said and path in ("/boxes", "/mailed"):
            self._go(request, f"{path}/code")
        elif "username" in said and "password" not in said:
            self._go(request, "/linked/sent" if path == "/linked" else "/steps/password")
        elif path == "/stay":
            self._enter(request, "/stay/ask")
        else:
            self._enter(request, "/spa" if path == "/spa" else "/plain/home")

    def _fits(self, said: dict[str, str]) -> bool:
        right = {"username": NAME, "password": PASSWORD}
        code = said.get("code")
        return all(said.get(key, value) == value for key, value in right.items()) and (
            code is None or code == MAILED or (len(code) == 6 and code != "000000" and code.isdecimal())
        )

    def _refuse(self, request: BaseHTTPRequestHandler, path: str) -> None:
        if path == "/spa":
            self._show(request, "{}", 401)
        elif path == "/alert":
            self._show(request, "<script>alert('Wrong user name or password.')</script>" + PLAIN.format(error=""))
        else:
            self._show(request, PAGES[path].replace("<form method=post", "<p class=error>Das war nichts.</p><form method=post", 1))

    def _enter(self, request: BaseHTTPRequestHandler, path: str) -> None:
        self.sessions.add(path)
        if path == "/spa":
            self._show(request, "{}", cookie=True)
        else:
            self._go(request, path, cookie=True)

    def _go(self, request: BaseHTTPRequestHandler, path: str, *, cookie: bool = False) -> None:
        request.send_response(303)
        request.send_header("Location", path)
        if cookie:
            request.send_header("Set-Cookie", "in=1; Path=/")
        request.end_headers()

    def _show(self, request: BaseHTTPRequestHandler, html: str, status: int = 200, *, cookie: bool = False) -> None:
        request.send_response(status)
        request.send_header("Content-Type", "text/html; charset=utf-8")
        if cookie:
            request.send_header("Set-Cookie", "in=1; Path=/")
        request.end_headers()
        request.wfile.write((STYLE.format("Site") + html).encode())


PAGES = {
    "/plain": PLAIN.format(error=""),
    "/alert": PLAIN.format(error=""),
    "/broken": PLAIN.format(error=""),
    "/boxes": PLAIN.format(error=""),
    "/mailed": PLAIN.format(error=""),
    "/stay": PLAIN.format(error=""),
    "/stay/ask": STAY,
    "/boxes/code": BOXES.replace("{error}", ""),
    "/mailed/code": MAIL_CODE.format(error=""),
    "/steps": NAME_FIRST.format(error=""),
    "/steps/password": THEN_PASSWORD.format(error=""),
    "/linked": NAME_FIRST.format(error=""),
    "/linked/sent": MAIL_LINK,
    "/spa": SPA,
    "/framed": FRAMED,
    "/entry": ENTRY,
    "/nothing": "<h1>About us</h1><p>No login here.</p>",
}
