"""The routes of the hard pages, made from their declaration."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..site import page, world_of
from .data import data_routes
from .forms import FORMS
from .pages import GROUPS, PAGES, HardPage
from .values import EXTRA, Values

FRAMES: Final = frozenset({"name", "card", "outer", "middle", "inner", "terms", "account"})
CLASSES: Final = {1: {"btn": "btn", "card": "card"}, 2: {"btn": "c-button", "card": "tile"}}


def routes() -> list[BaseRoute]:
    return [
        Route("/", index),
        Route("/frames/{name}", frame),
        *data_routes(),
        Route("/{name}", exercise, methods=["GET", "POST"]),
    ]


async def index(request: Request) -> Response:
    return page(request, "hard_index.html", groups=GROUPS, count=len(PAGES))


async def frame(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FRAMES:
        raise HTTPException(404)
    return page(request, f"frames_{name}.html", status=200, **words(request))


async def exercise(request: Request) -> Response:
    entry = PAGES.get(request.path_params["name"])
    if entry is None or (request.method == "POST" and entry.name not in FORMS):
        raise HTTPException(404)
    values: Values = {"outcome": "", **words(request)}
    if entry.name in EXTRA:
        values |= EXTRA[entry.name](request)
    if request.method == "POST":
        async with request.form() as form:
            values |= await FORMS[entry.name](request, form)
    answer = page(request, entry.template, status=200, entry=entry, following=following(entry), **values)
    if entry.policy:
        answer.headers["content-security-policy"] = entry.policy
    return answer


def words(request: Request) -> Values:
    """Return the words of the layout, and the other name of this machine for frames of another origin."""
    world = world_of(request)

    def say(usual: str, redesigned: str) -> str:
        return redesigned if world.reworded else usual

    return {"say": say, "k": CLASSES[world.face], "other_origin": other_origin(request)}


def other_origin(request: Request) -> str:
    host = "localhost" if request.url.hostname == "127.0.0.1" else "127.0.0.1"
    return f"http://{host}:{request.url.port or 80}"


def following(entry: HardPage) -> str:
    names = list(PAGES)
    return names[(names.index(entry.name) + 1) % len(names)]
