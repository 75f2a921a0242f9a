"""Reviews of a thing, made from the seed and the thing's number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Final

from ..site import TODAY
from .catalogue import Item

PEOPLE: Final = ("Mara", "Jonas", "Ife", "Tom", "Sinead", "Luca", "Priya", "Ewa", "Bastian", "Noor", "Hugo", "Yuki")
GOOD: Final = (
    ("Better than I hoped", "I use it every day, and it still looks like new."),
    ("Would buy again", "Came quickly and well packed. The colour is just like in the picture."),
    ("Lovely thing", "You can feel that somebody thought about it. A present that went down well."),
    ("Does what it should", "No surprises, good quality, fair price."),
)
MIXED: Final = (
    ("Nice, but smaller than I thought", "Please read the measurements. Apart from that I am happy."),
    ("Good, delivery was slow", "It took nine days to arrive. The thing itself is fine."),
)
POOR: Final = (
    ("Not for me", "A scratch on arrival. The exchange was easy, though."),
    ("Broke after a month", "I expected more for the money."),
)


@dataclass(frozen=True)
class Review:
    name: str
    stars: int
    title: str
    text: str
    day: date


def reviews_of(item: Item, chance: Random) -> list[Review]:
    """Return the latest few reviews, newest first."""
    found = []
    for name in chance.sample(PEOPLE, min(item.votes, chance.randint(3, 6))):
        stars = min(5, max(1, round(chance.gauss(item.rating, 0.9))))
        title, text = chance.choice(GOOD if stars > 3 else MIXED if stars == 3 else POOR)
        found.append(Review(name, stars, title, text, TODAY - timedelta(days=chance.randint(1, 400))))
    return sorted(found, key=lambda review: review.day, reverse=True)
