"""A visitor's basket and its cost. Money is in cents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .catalogue import Item

MOST: Final = 20
"""How many of one thing a visitor can buy at once."""
FREE_FROM: Final = 60_00
"""Standard delivery costs nothing from here on."""
DELIVERY: Final = {
    "standard": ("Standard delivery", "3 to 5 working days", 4_90),
    "express": ("Express delivery", "Next working day", 9_90),
    "pickup": ("Collect in store", "Ready in two hours, Pine Street 4", 0),
}


@dataclass(frozen=True)
class BasketLine:
    item: Item
    colour: str
    quantity: int

    @property
    def key(self) -> str:
        return f"{self.item.id}.{self.colour}"

    @property
    def price(self) -> int:
        return self.item.price * self.quantity


@dataclass
class Basket:
    lines: dict[str, BasketLine] = field(default_factory=dict)
    voucher: str | None = None

    @property
    def count(self) -> int:
        return sum(line.quantity for line in self.lines.values())

    @property
    def goods(self) -> int:
        return sum(line.price for line in self.lines.values())

    @property
    def discount(self) -> int:
        return round(self.goods * 0.1) if self.voucher == "SAVE10" else 0

    def delivery(self, way: str) -> int:
        price = DELIVERY[way][2]
        return 0 if way == "standard" and self.goods - self.discount >= FREE_FROM else price

    def total(self, way: str = "standard") -> int:
        return self.goods - self.discount + self.delivery(way)

    def add(self, item: Item, colour: str, quantity: int) -> None:
        line = BasketLine(item, colour, quantity)
        held = self.lines[line.key].quantity if line.key in self.lines else 0
        self.put(BasketLine(item, colour, held + quantity))

    def put(self, line: BasketLine) -> None:
        """Set the quantity: zero removes the line, and there are never more than the stock."""
        quantity = min(line.quantity, line.item.stock, MOST)
        if quantity < 1:
            self.lines.pop(line.key, None)
        else:
            self.lines[line.key] = BasketLine(line.item, line.colour, quantity)
