"""Orders: past ones made from the seed, and those that visitors place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from ..site import TODAY
from .basket import DELIVERY, Basket, BasketLine
from .catalogue import Item


@dataclass(frozen=True)
class Order:
    number: str
    day: date
    status: str
    lines: tuple[BasketLine, ...]
    delivery: str
    delivery_price: int
    discount: int
    address: dict[str, str] = field(hash=False)

    @property
    def goods(self) -> int:
        return sum(line.price for line in self.lines)

    @property
    def total(self) -> int:
        return self.goods - self.discount + self.delivery_price

    @property
    def count(self) -> int:
        return sum(line.quantity for line in self.lines)

    @property
    def way(self) -> str:
        return DELIVERY[self.delivery][0]


HOME = {
    "name": "Ada Byron", "email": "ada@example.org", "street": "12 St James's Square", "postcode": "SW1Y 4JH",
    "city": "London", "country": "GB", "phone": "",
}  # fmt: skip


def past_orders(goods: Sequence[Item], chance: Random, count: int = 18) -> list[Order]:
    """Return past orders, newest first."""
    days = sorted((chance.randint(1, 900) for _ in range(count)), reverse=True)
    orders = [past_order(1000 + place, days_ago, goods, chance) for place, days_ago in enumerate(days)]
    return orders[::-1]


def past_order(serial: int, days_ago: int, goods: Sequence[Item], chance: Random) -> Order:
    basket = Basket(voucher="SAVE10" if chance.random() < 0.2 else None)
    for item in chance.sample(goods, chance.randint(1, 4)):
        line = BasketLine(item, chance.choice(item.colours), chance.choice((1, 1, 1, 2, 3)))
        basket.lines[line.key] = line
    way = chance.choice(list(DELIVERY))
    status = "On its way" if days_ago < 6 else chance.choices(("Delivered", "Returned", "Cancelled"), (9, 1, 1))[0]
    return make_order(f"HP-{serial}-{chance.randint(100, 999)}", basket, way, HOME, TODAY - timedelta(days_ago), status)


def make_order(
    number: str, basket: Basket, way: str, address: dict[str, str], day: date = TODAY, status: str = "Received"
) -> Order:
    lines = tuple(basket.lines.values())
    return Order(number, day, status, lines, way, basket.delivery(way), basket.discount, dict(address))
