"""Pages of the shop: the front page, lists, single goods and their pictures."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..site import world_of
from .catalogue import Item
from .drawing import VIEWS, drawing
from .frame import item_of, shop_of, show
from .listing import SIZES, SORTS, Query, make_listing, ordered
from .reviews import reviews_of
from .words import CATEGORIES, COLOURS


async def home(request: Request) -> Response:
    items = list(shop_of(request).items.values())
    popular = ordered(items, "popular")[:10]
    reduced = [item for item in ordered(items, "rating") if item.was and item.stock][:5]
    return show(request, "home.html", popular=popular, reduced=reduced)


async def category(request: Request) -> Response:
    slug = request.path_params["slug"]
    goods = list(shop_of(request).items.values())
    if slug == "all":
        return listing(request, "Everything", "All that we have, from kettles to kites.", goods)
    found = next((each for each in CATEGORIES if each.slug == slug), None)
    if found is None:
        raise HTTPException(404)
    return listing(request, found.title, found.blurb, [item for item in goods if item.category is found])


async def search(request: Request) -> Response:
    text = request.query_params.get("q", "").strip()
    title = f"Results for “{text}”" if text else "Everything"
    return listing(request, title, "", list(shop_of(request).items.values()))


def listing(request: Request, title: str, blurb: str, goods: list[Item]) -> Response:
    """Return the whole page, or only its results if a script asks for them."""
    found = make_listing(goods, Query.read(request.query_params))
    template = "results.html" if request.headers.get("x-requested-with") == "fetch" else "list.html"
    return show(request, template, title=title, blurb=blurb, found=found, sorts=SORTS, sizes=SIZES)


async def item(request: Request) -> Response:
    thing = item_of(request)
    world = world_of(request)
    chance = world.chance(f"related {thing.id}")
    same = [each for each in shop_of(request).items.values() if each.kind is thing.kind and each is not thing]
    return show(
        request, "item.html", item=thing, views=VIEWS, related=chance.sample(same, min(5, len(same))),
        reviews=reviews_of(thing, world.chance(f"reviews {thing.id}")),
    )  # fmt: skip


async def picture(request: Request) -> Response:
    thing = item_of(request)
    view = request.query_params.get("view", "front")
    colour = COLOURS.get(request.query_params.get("colour", ""), COLOURS[thing.colours[0]])
    if view not in VIEWS:
        raise HTTPException(404)
    svg = drawing(thing.kind.drawing, colour, thing.category.hue, view)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})
