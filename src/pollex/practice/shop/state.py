"""The shop's state: what all visitors share, and what each has."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from ..site import World
from .basket import Basket
from .catalogue import Item, make_catalogue
from .orders import Order, make_order, past_orders


@dataclass
class Shop:
    items: dict[int, Item]
    orders: list[Order]
    numbers: Random
    subscribers: list[str] = field(default_factory=list)

    def order(self, number: str) -> Order | None:
        return next((order for order in self.orders if order.number == number), None)

    def place(self, basket: Basket, way: str, address: dict[str, str]) -> Order:
        """Place an order: it becomes the first, and the stock decreases."""
        number = f"HP-{1000 + len(self.orders)}-{self.numbers.randint(100, 999)}"
        order = make_order(number, basket, way, address)
        for line in order.lines:
            line.item.stock = max(0, line.item.stock - line.quantity)
        self.orders.insert(0, order)
        return order


@dataclass
class Visitor:
    basket: Basket = field(default_factory=Basket)
    wishes: list[int] = field(default_factory=list)
    consent: str | None = None
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    last_order: str | None = None


def open_shop(world: World) -> Shop:
    items = make_catalogue(world.chance("shop"))
    orders = past_orders(list(items.values()), world.chance("shop orders"))
    return Shop(items, orders, world.chance("shop order numbers"))
