"""List pages: the query of the address, the matching goods, the facets, and the page numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from .catalogue import Item

SORTS: Final = {
    "popular": "Most popular",
    "price-up": "Price: low to high",
    "price-down": "Price: high to low",
    "rating": "Best rated",
    "name": "Name",
}
SIZES: Final = ("24", "96", "all")
GAP: Final = 0
"""Stands between page numbers that are not consecutive."""


@dataclass(frozen=True)
class Query:
    """Filters, order and page, as the address has them. Invalid values are ignored, as shops do."""

    text: str = ""
    brands: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    rating: float | None = None
    in_stock: bool = False
    sort: str = "popular"
    size: str = "24"
    page: int = 1

    @classmethod
    def read(cls, given: QueryParams) -> Query:
        return cls(
            text=given.get("q", "").strip(),
            brands=tuple(given.getlist("brand")),
            low=number(given.get("min", "")),
            high=number(given.get("max", "")),
            rating=number(given.get("rating", "")),
            in_stock="stock" in given,
            sort=given.get("sort", "") if given.get("sort") in SORTS else "popular",
            size=given.get("size", "") if given.get("size") in SIZES else "24",
            page=max(1, int(number(given.get("page", "")) or 1)),
        )

    def address(self, page: int) -> str:
        """Return the query string of another page of the same list."""
        pairs = [("q", self.text), *(("brand", brand) for brand in self.brands), ("sort", self.sort)]
        pairs += [("min", number_text(self.low)), ("max", number_text(self.high)), ("rating", number_text(self.rating))]
        pairs += [("stock", "1" if self.in_stock else ""), ("size", self.size), ("page", str(page))]
        return "?" + urlencode([(name, value) for name, value in pairs if value])

    def fits(self, item: Item) -> bool:
        return (
            (not self.brands or item.brand in self.brands)
            and (self.low is None or item.price >= self.low * 100)
            and (self.high is None or item.price <= self.high * 100)
            and (self.rating is None or item.rating >= self.rating)
            and (not self.in_stock or item.stock > 0)
        )


def number(text: str) -> float | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if 0 <= value < 1e6 else None


def number_text(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def matches(item: Item, text: str) -> bool:
    """Return whether every word of the search is in the name or the category."""
    searched = f"{item.name} {item.category.title}".lower()
    return all(word in searched or word.removesuffix("s") in searched for word in text.lower().split())


@dataclass(frozen=True)
class ListPage:
    """One page of a list: `items` of `total` goods."""

    query: Query
    items: list[Item]
    total: int
    pages: int
    brands: list[tuple[str, int]]

    @property
    def page(self) -> int:
        return min(self.query.page, self.pages)

    def numbers(self) -> list[int]:
        """Return the page numbers to show: the ends, those around this one, and gaps between."""
        shown = [n for n in range(1, self.pages + 1) if n in (1, self.pages) or abs(n - self.page) <= 2]
        spaced: list[int] = []
        for n in shown:
            if spaced and n - spaced[-1] > 1:
                spaced.append(GAP)
            spaced.append(n)
        return spaced


def make_listing(goods: Iterable[Item], query: Query) -> ListPage:
    found = [item for item in goods if matches(item, query.text)]
    brands = sorted(Counter(item.brand for item in found).items())
    fitting = ordered([item for item in found if query.fits(item)], query.sort)
    size = max(1, len(fitting)) if query.size == "all" else int(query.size)
    pages = max(1, -(-len(fitting) // size))
    start = (min(query.page, pages) - 1) * size
    return ListPage(query, fitting[start : start + size], len(fitting), pages, brands)


def ordered(items: list[Item], sort: str) -> list[Item]:
    if sort == "price-up":
        return sorted(items, key=lambda item: item.price)
    if sort == "price-down":
        return sorted(items, key=lambda item: -item.price)
    if sort == "rating":
        return sorted(items, key=lambda item: (-item.rating, -item.votes))
    if sort == "name":
        return sorted(items, key=lambda item: item.name)
    return sorted(items, key=lambda item: -item.votes)
