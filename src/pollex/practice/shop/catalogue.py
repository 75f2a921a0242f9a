"""The shop's goods, made from the seed: 250 things in each of twelve categories."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Final

from .words import CATEGORIES, COLOURS, Category, ItemKind, sizes_of

PER_CATEGORY: Final = 250
CARE: Final = ("Wipe with a damp cloth", "Keep dry", "Clean with warm water", "Needs no care")
ORIGIN: Final = ("Portugal", "Sweden", "Italy", "Poland", "Japan", "Germany", "Slovenia", "France")
OPENINGS: Final = (
    "Made for daily use and built to be mended.",
    "A quiet favourite of ours, now in new colours.",
    "Simple, sturdy, and better with age.",
    "Designed with people who use it every day.",
    "Light in the hand and hard to wear out.",
)


@dataclass
class Item:
    """One thing for sale. Prices are in cents; `stock` goes down when somebody orders."""

    id: int
    name: str
    brand: str
    category: Category
    kind: ItemKind
    price: int
    was: int | None
    rating: float
    votes: int
    stock: int
    colours: tuple[str, ...]
    attributes: dict[str, str]
    description: str

    @property
    def slug(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def path(self) -> str:
        return f"item/{self.id}-{self.slug}"


def make_catalogue(chance: Random) -> dict[int, Item]:
    items: dict[int, Item] = {}
    for category in CATEGORIES:
        for brand, style, kind, size in chosen(category, chance):
            number = 10_001 + len(items)
            items[number] = make_item(number, category, brand, style, kind, size, chance)
    return items


def chosen(category: Category, chance: Random) -> list[tuple[str, str, ItemKind, str]]:
    """Return distinct combinations, so that no two goods have the same name."""
    names = [(brand, style, kind) for brand in category.brands for style in category.styles for kind in category.kinds]
    return [(*name, chance.choice(sizes_of(name[2]))) for name in chance.sample(names, PER_CATEGORY)]


def make_item(
    number: int, category: Category, brand: str, style: str, kind: ItemKind, size: str, chance: Random
) -> Item:
    price = round(chance.triangular(kind.low, kind.high, kind.low)) * 100 - chance.choice((0, 1, 5, 10, 50))
    reduced = chance.random() < 0.14
    rating = min(5.0, max(1.0, round(chance.gauss(4.1, 0.55), 1)))
    return Item(
        id=number,
        name=f"{brand} {style} {kind.noun}, {size}",
        brand=brand,
        category=category,
        kind=kind,
        price=price,
        was=round(price * chance.uniform(1.1, 1.45) / 100) * 100 if reduced else None,
        rating=rating,
        votes=2 + int(chance.expovariate(1 / 70)),
        stock=0 if chance.random() < 0.09 else chance.randint(1, 60),
        colours=tuple(chance.sample(list(COLOURS), chance.randint(2, 4))),
        attributes={
            "Brand": brand,
            "Style": style,
            "Size": size,
            "Weight": f"{chance.randint(8, 420) * 10} g",
            "Made in": chance.choice(ORIGIN),
            "Care": chance.choice(CARE),
            "Guarantee": f"{chance.choice((2, 2, 3, 5, 10))} years",
            "Article number": f"HP-{number}",
        },
        description=f"{chance.choice(OPENINGS)} The {style.lower()} {kind.noun.lower()} by {brand} is sent "
        "from our own store within two working days, and can be sent back for thirty.",
    )
