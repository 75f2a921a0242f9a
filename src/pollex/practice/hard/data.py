"""The data that the hard pages fetch: rows, suggestions, slow and endless answers, downloads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from .forms import upload
from .state import hard_state

ROWS: Final = 200
PER_FETCH: Final = 20
CITIES: Final = (
    ("Freiberg", "Germany"), ("Freiburg", "Germany"), ("Freiburg", "Switzerland"), ("Freising", "Germany"),
    ("Frankfurt", "Germany"), ("Fredericia", "Denmark"), ("Friedrichshafen", "Germany"), ("Frome", "England"),
    ("Ghent", "Belgium"), ("Gothenburg", "Sweden"), ("Graz", "Austria"), ("Grenoble", "France"), ("Porto", "Portugal"),
    ("Ulm", "Germany"), ("Umeå", "Sweden"), ("Uppsala", "Sweden"), ("Utrecht", "Netherlands"),
)  # fmt: skip


async def rows(request: Request) -> Response:
    await asyncio.sleep(0.15)
    given = request.query_params.get("from", "0")
    first = int(given) if given.isdecimal() else 0
    numbers = range(first + 1, min(first + PER_FETCH, ROWS) + 1)
    entries = [{"id": n, "name": f"Entry {n}", "note": f"shelf {n % 9 + 1}"} for n in numbers]
    return JSONResponse({"rows": entries, "next": first + PER_FETCH if first + PER_FETCH < ROWS else None})


async def invoices(request: Request) -> Response:
    await asyncio.sleep(0.6)
    found = [("R-1041", "18.00"), ("R-1043", "240.50"), ("R-1044", "7.90")]
    return JSONResponse([{"number": number, "amount": amount} for number, amount in found])


async def cities(request: Request) -> Response:
    await asyncio.sleep(0.2)
    start = request.query_params.get("q", "").casefold()
    found = [{"name": name, "country": country} for name, country in CITIES if name.casefold().startswith(start)]
    return JSONResponse(found)


async def donate(request: Request) -> Response:
    state = hard_state(request)
    state.donations += 1
    await asyncio.sleep(1)
    return JSONResponse({"count": state.donations})


async def uploaded(request: Request) -> Response:
    async with request.form() as form:
        return JSONResponse({"text": (await upload(request, form))["outcome"]})


async def endless(request: Request) -> Response:
    async def drops() -> AsyncIterator[bytes]:
        while True:
            yield b"."
            await asyncio.sleep(0.5)

    return StreamingResponse(drops(), media_type="text/plain")


async def hop(request: Request) -> Response:
    left: int = request.path_params["left"]
    following = f"/hard/data/hop/{left - 1}" if left > 1 else "/hard/redirects?arrived=1"
    return RedirectResponse(following, 302)


async def prices(request: Request) -> Response:
    text = "item,price\nkettle,24.90\nteapot,31.00\ncup,6.50\n"
    return Response(text, media_type="text/csv", headers={"content-disposition": 'attachment; filename="prices.csv"'})


def data_routes() -> list[BaseRoute]:
    return [
        Route("/data/rows", rows),
        Route("/data/invoices", invoices),
        Route("/data/cities", cities),
        Route("/data/donate", donate, methods=["POST"]),
        Route("/data/upload", uploaded, methods=["POST"]),
        Route("/data/endless", endless),
        Route("/data/hop/{left:int}", hop),
        Route("/data/prices.csv", prices),
    ]
