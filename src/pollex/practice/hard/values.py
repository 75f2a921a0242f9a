"""The values of single pages: lists, texts and shapes made from the seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from starlette.requests import Request

from ..site import world_of
from .birds import BIRDS
from .state import hard_state

Values = dict[str, object]

PER_PAGE: Final = 6

SUBJECTS: Final = ("The council", "A traveller", "The ferryman", "The parish book", "An old map", "The miller")
VERBS: Final = ("mentions", "describes", "left out", "counted", "praised", "paid for")
THINGS: Final = ("the lower ford", "the market road", "three barges", "the toll house", "the flood of May", "the wharf")
ENDS: Final = ("without giving a reason", "in a letter to the bishop", "for the second time", "as was the custom")


def pagination(request: Request) -> Values:
    given = request.query_params.get("page", "1")
    number = min(12, max(1, int(given))) if given.isdecimal() else 1
    first = (number - 1) * PER_PAGE
    rows = [{"id": n, "name": BIRDS[n]} for n in range(first, min(first + PER_PAGE, len(BIRDS)))]
    opened = request.query_params.get("open", "")
    found = opened == str(BIRDS.index("Marsh warbler"))
    near = range(max(1, number - 2), min(12, number + 2) + 1)
    return {"number": number, "rows": rows, "near": near, "outcome": "Marsh warbler" if found else ""}


def members(request: Request) -> Values:
    names = ["Ines Duarte", "Tomasz Wolski", "Tomas Wold", "Priya Nair", "Thomas Wolf", "Greta Lind", "Omar Haddad"]
    world_of(request).chance("hard.members").shuffle(names)
    roles = ("Owner", "Editor", "Reader")
    return {"members": [{"name": name, "role": roles[n % 3], "since": 2018 + n} for n, name in enumerate(names)]}


def shapes(request: Request) -> Values:
    world = world_of(request)
    kinds = [("circle", "#c8452f"), ("square", "#2f5bd0"), ("triangle", "#14764a")]
    world.chance(f"hard.shapes.{world.face}").shuffle(kinds)
    return {
        "shapes": [
            {"kind": kind, "colour": colour, "x": 90 + 170 * n, "y": 110 + 40 * n, "r": 45}
            for n, (kind, colour) in enumerate(kinds)
        ]
    }


def readings(request: Request) -> Values:
    chance = world_of(request).chance("hard.readings")
    stations = ("North pier", "Airfield", "Old mill", "Hill top", "Harbour")
    return {
        "readings": [
            {
                "id": n,
                "station": stations[n % 5],
                "warm": round(chance.uniform(-4, 31), 1),
                "air": chance.randint(985, 1038),
            }
            for n in range(1, 5001)
        ]
    }


def long_text(request: Request) -> Values:
    chance = world_of(request).chance("hard.text")
    paragraphs = [" ".join(sentence(chance) for _ in range(4)) for _ in range(400)]
    year = chance.randint(1711, 1898)
    paragraphs[chance.randint(200, 350)] += f" The bridge was closed in {year} after the pillars had given way."
    return {"paragraphs": paragraphs, "year": year}


def sentence(chance: Random) -> str:
    return " ".join(chance.choice(part) for part in (SUBJECTS, VERBS, THINGS, ENDS)) + "."


def left_form(request: Request) -> Values:
    left = "left" in request.query_params
    return {"left": left, "outcome": "left without saving" if left else ""}


def arrived(request: Request) -> Values:
    return {"outcome": "arrived after five redirects" if "arrived" in request.query_params else ""}


EXTRA: Final[dict[str, Callable[[Request], Values]]] = {
    "pagination": pagination,
    "table-actions": members,
    "canvas": shapes,
    "table-35000": readings,
    "long-text": long_text,
    "toast": lambda request: {"code": hard_state(request).code},
    "double-submit": lambda request: {"submits": hard_state(request).donations},
    "login": lambda request: {"error": ""},
    "validation-server": lambda request: {"errors": {}, "given": {"name": "", "guests": "", "day": ""}},
    "dialog-beforeunload": left_form,
    "redirects": arrived,
}
"""Further values of pages; `outcome` if the server knows that the task is done."""
