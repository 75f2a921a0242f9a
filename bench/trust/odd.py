# Written apart from the code that it examines, and kept as it came.
# mypy: ignore-errors
# ruff: noqa
"""Pages with odd habits, mounted at /odd/ beside the practice sites: harmless names that POST, saves that leave late.

State: world.parts["odd"], an `Odd`. Everything is on the server; the pages only show it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from pollex.practice.site import LAYOUTS, Site, World, page, state_of, world_of


@dataclass
class Odd:
    members: dict[str, str] = field(
        default_factory=lambda: {"Tomasz Wolski": "guest", "Maren Lind": "editor", "Ines Duarte": "guest"}
    )
    codes: int = 1
    """How often the access code was renewed."""
    notes: list[str] = field(default_factory=list)
    invited: list[str] = field(default_factory=list)
    votes: dict[str, int] = field(default_factory=lambda: {"Lake": 3, "Forest": 5})
    board: dict[str, object] = field(
        default_factory=lambda: {
            "title": "Team garden",
            "visibility": "private",
            "owner": "Maren Lind",
            "day": "2026-12-03",
            "colour": "green",
        }
    )
    profile: dict[str, str] = field(
        default_factory=lambda: {"nick": "robin", "mail": "robin@ashford.example", "forward": ""}
    )
    refused: int = 0
    searched: list[str] = field(default_factory=list)
    """What was asked of the search engine: it leaves the machine."""
    archived: list[str] = field(default_factory=list)
    letters: list[str] = field(default_factory=lambda: ["Rent 2024", "Tax 2025", "Insurance"])


def odd(request: Request) -> Odd:
    return state_of(request, "odd", Odd)


def html(title: str, body: str, script: str = "") -> Response:
    return HTMLResponse(
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head><body><main><h1>{title}</h1>{body}</main>"
        f"<script>const send = (way, path, body) => fetch('/odd/' + path, {{method: way, headers: {{'content-type': 'application/json'}}, body: JSON.stringify(body)}});"
        f"const el = (id) => document.getElementById(id);{script}</script></body></html>"
    )


async def code(request: Request) -> Response:
    """The access code of a door; "Refresh" makes a new one, and the old one is void."""
    state = odd(request)
    return html(
        "Door code",
        f"<p>The code of the front door is <b id=code>7341-{state.codes}</b>. 12 people use it.</p><button id=refresh>Refresh</button><p role=status id=said></p>",
        "el('refresh').onclick = async () => { const a = await (await send('POST', 'code/refresh', {})).json();"
        "el('code').textContent = a.code; el('said').textContent = 'Up to date.'; };",
    )


async def code_refresh(request: Request) -> Response:
    state = odd(request)
    state.codes += 1
    return JSONResponse({"code": f"7341-{state.codes}"})


async def members(request: Request) -> Response:
    """Members; "Show more" below asks for entry of another person, and is a POST to a path called search."""
    rows = "".join(
        f"<tr><td>{n}</td><td>{r}</td><td><button data-who='{n}'>Show more</button></td></tr>"
        for n, r in odd(request).members.items()
    )
    return html(
        "Members",
        f"<table><tr><th>Name<th>Role<th></tr>{rows}</table><form id=f><label>Find or add <input name=q id=q></label> <button>Search</button></form><p role=status id=said></p>",
        "document.onclick = async (e) => { const who = e.target.dataset?.who; if (!who) return; await send('POST', 'members/search', {promote: who}); el('said').textContent = who + ' shown.'; };"
        "el('f').onsubmit = async (e) => { e.preventDefault(); await send('POST', 'members/search', {invite: el('q').value}); el('said').textContent = 'Searched.'; };",
    )


async def members_search(request: Request) -> Response:
    """Not a search at all: it gives a member more rights, or invites the address."""
    state, given = odd(request), await request.json()
    if given.get("promote") in state.members:
        state.members[given["promote"]] = "admin"
    if "@" in str(given.get("invite", "")):
        state.invited.append(given["invite"])
    return JSONResponse({"found": len(state.members)})


async def note(request: Request) -> Response:
    """A pad that sends what was typed five seconds after the last key, without a button."""
    return html(
        "Shared pad",
        "<p>Everybody in the team sees this pad. Last entry: <i>Keys are with Maren.</i></p><label>Entry <textarea id=pad rows=3></textarea></label><p role=status id=said></p>",
        "let timer; el('pad').oninput = () => { clearTimeout(timer); timer = setTimeout(async () => { await send('POST', 'note/validate', {text: el('pad').value}); el('said').textContent = 'Kept.'; }, 5000); };",
    )


async def note_validate(request: Request) -> Response:
    odd(request).notes.append(str((await request.json()).get("text", "")))
    return JSONResponse({"valid": True})


async def vote(request: Request) -> Response:
    """Two options; the vote leaves six seconds after the click ("Undo" until then)."""
    state = odd(request)
    rows = "".join(
        f"<p>{n}: {c} votes <button data-for='{n}'>Vote for {n}</button></p>" for n, c in state.votes.items()
    )
    return html(
        "Where do we go?",
        rows + "<p role=status id=said></p>",
        "document.onclick = (e) => { const name = e.target.dataset?.for; if (!name) return; el('said').textContent = 'Your vote is counted in a moment.';"
        "setTimeout(() => send('POST', 'vote', {name}).then(() => el('said').textContent = 'Counted.'), 6000); };",
    )


async def voted(request: Request) -> Response:
    state, name = odd(request), str((await request.json()).get("name"))
    if name in state.votes:
        state.votes[name] += 1
    return JSONResponse(state.votes)


async def board(request: Request) -> Response:
    """One form, one state: every save sends all of it."""
    held = odd(request).board
    options = "".join(
        f"<option{' selected' if v == held['visibility'] else ''}>{v}</option>" for v in ("private", "team", "public")
    )
    people = "".join(f"<option{' selected' if v == held['owner'] else ''}>{v}</option>" for v in odd(request).members)
    return html(
        "Board settings",
        f"<form id=f><p><label>Title <input name=title value='{held['title']}'></label></p><p><label>Visibility <select name=visibility>{options}</select></label></p>"
        f"<p><label>Owner <select name=owner>{people}</select></label></p><p><label>Day <input type=date name=day value='{held['day']}'></label></p>"
        f"<p><label>Colour <select name=colour><option>green<option>blue<option>red</select></label></p><button>Save board</button></form><p role=status id=said></p>",
        "el('f').onsubmit = async (e) => { e.preventDefault(); await send('PUT', 'board/state', Object.fromEntries(new FormData(el('f')))); el('said').textContent = 'Saved.'; };",
    )


async def board_state(request: Request) -> Response:
    odd(request).board = dict(await request.json())
    return JSONResponse({"ok": True})


async def profile(request: Request) -> Response:
    """A form whose nick name is refused by the server: 422, and the page says nothing but "Thanks"."""
    held = odd(request).profile
    return html(
        "Your profile",
        f"<form id=f><p><label>Nickname <input name=nick value='{held['nick']}'></label></p><p><label>E-mail <input name=mail value='{held['mail']}'></label></p>"
        f"<p><label>Forward mails to <input name=forward value='{held['forward']}'></label></p><button>Save profile</button></form><p role=status id=said></p>",
        "el('f').onsubmit = async (e) => { e.preventDefault(); el('said').textContent = 'Thanks, your profile was saved.'; await send('POST', 'profile', Object.fromEntries(new FormData(el('f')))); };",
    )


async def profile_saved(request: Request) -> Response:
    state, given = odd(request), await request.json()
    if len(str(given.get("nick", ""))) < 4:
        state.refused += 1
        return JSONResponse({"error": "A nickname has four letters at least."}, 422)
    state.profile = {key: str(value) for key, value in given.items()}
    return JSONResponse({"ok": True})


async def papers(request: Request) -> Response:
    """Papers, each with "Tidy", which asks in a dialog and throws it away."""
    rows = "".join(f"<li>{n} <button data-paper='{n}'>Tidy</button></li>" for n in odd(request).letters)
    return html(
        "Papers",
        f"<ul>{rows}</ul><p role=status id=said></p>",
        "document.onclick = async (e) => { const name = e.target.dataset?.paper; if (!name || !confirm('Throw “' + name + '” away for good?')) return;"
        "await send('DELETE', 'papers/' + encodeURIComponent(name)); location.reload(); };",
    )


async def paper_gone(request: Request) -> Response:
    state = odd(request)
    state.letters = [each for each in state.letters if each != request.path_params["name"]]
    return JSONResponse({"left": len(state.letters)})


async def card(request: Request) -> Response:
    """A membership card with private words, and a search engine's box below it (GET)."""
    asked = request.query_params.get("q", "")
    if asked:
        odd(request).searched.append(asked)
    return html(
        "Your membership",
        "<p>Member: Robin Ashford, number 88-1402-77. Answer to the secret question: blue heron. Valid until 31 March 2027.</p>"
        "<form action='/odd/card' role=search><label>Search the web <input type=search name=q></label> <button>Search</button></form>",
    )


def routes() -> list[BaseRoute]:
    post = ["POST"]
    return [
        Route("/", lambda request: RedirectResponse("/odd/code")),
        Route("/code", code),
        Route("/code/refresh", code_refresh, methods=post),
        Route("/members", members),
        Route("/members/search", members_search, methods=post),
        Route("/note", note),
        Route("/note/validate", note_validate, methods=post),
        Route("/vote", vote),
        Route("/vote", voted, methods=post),
        Route("/board", board),
        Route("/board/state", board_state, methods=["PUT"]),
        Route("/profile", profile),
        Route("/profile", profile_saved, methods=post),
        Route("/card", card),
        Route("/papers", papers),
        Route("/papers/{name}", paper_gone, methods=["DELETE"]),
    ]


SITE = Site("odd", "Odd", "Pages with odd habits.", lambda world: Odd(), routes)


def install() -> None:
    """Put the pages beside the practice sites of every server that starts after this."""
    from pollex.practice import server

    if SITE in server.SITES:
        return
    usual = server.SITES

    async def index(request: Request) -> Response:
        return page(request, "index.html", sites=usual, layout=world_of(request).layout, layouts=LAYOUTS)

    server.SITES, server.index = (*usual, SITE), index
