"""The demo account's first 200 messages, made from the seed."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Final

from ..site import TODAY, World
from .message import ME, Attachment, Mailbox, MailMessage, Person
from .newsletter import newsletter

CONTACTS: Final = tuple(
    Person(name, f"{name.split()[0].lower()}@{host}.example")
    for name, host in (
        ("Alma Brandt", "brandt"), ("Boris Keller", "nordbau"), ("Chloe Martin", "atelier"), ("Dora Nagy", "nagy"),
        ("Emil Larsen", "fjordline"), ("Fatima Zahra", "medina"), ("George Platt", "plattandsons"),
        ("Hana Novak", "novak"), ("Iris Vogel", "nordbau"), ("Jack Osei", "osei"), ("Karin Holm", "stadtwerke"),
        ("Leon Fischer", "fischer"), ("Mara Costa", "costa"), ("Nils Berg", "fjordline"), ("Olga Petrova", "atelier"),
    )
)  # fmt: skip
SPREAD: Final = {
    "inbox": 110, "sent": 28, "drafts": 3, "archive": 14, "travel": 12,
    "invoices": 16, "family": 9, "spam": 5, "trash": 3,
}  # fmt: skip
TOPICS: Final = (
    ("Minutes of Tuesday's meeting", "here are the minutes. Please tell me by Friday if anything is missing."),
    ("Offer for the garden shed", "as agreed I send you the offer. It holds until the end of the month."),
    ("Your parcel is on its way", "your parcel left our depot this morning and comes on the next working day."),
    ("Dinner on Saturday?", "we would love to have you over on Saturday at seven. Bring nothing but yourself."),
    ("Photos of the hike", "the photos are ready. The one at the lake is my favourite."),
    ("Draft of the contract", "please look at clause four, it changed since we last spoke."),
    ("Change of our meter reading", "the new reading date is the third of the month. You need to do nothing."),
    ("Question about the invoice", "the sum on page two differs from the offer. Could you check it?"),
    ("Train tickets to Bergen", "the tickets are booked. We leave at 8:12 from platform four."),
    ("Reading group", "next month we read the lighthouse book. Who brings the cake?"),
)


def start(world: World) -> Mailbox:
    chance = world.chance("mail")
    settings = {"notifications": True, "preview": True, "images": False, "signature": True, "vacation": False}
    box = Mailbox({}, CONTACTS, settings)
    moment = datetime(TODAY.year, TODAY.month, TODAY.day, 8, 30)
    folders = [folder for folder, count in SPREAD.items() for _ in range(count)]
    chance.shuffle(folders)
    for folder in folders:
        moment -= timedelta(minutes=chance.randint(20, 900))
        message = make(chance, box.number(), folder, moment)
        message.attachments = {box.number(): each for each in papers(chance, message)}
        box.messages[message.id] = message
    return box


def make(chance: Random, number: int, folder: str, at: datetime) -> MailMessage:
    when = at.isoformat(" ", "minutes")
    other = chance.choice(CONTACTS)
    if folder == "inbox" and chance.random() < 0.12:
        shop = Person("Fern & Field", "letters@fernandfield.example")
        subject, html = newsletter(chance)
        return MailMessage(number, folder, shop, [ME], subject, when, html, unread=chance.random() < 0.5, whole=True)
    subject, text = chance.choice(TOPICS)
    mine = folder in ("sent", "drafts")
    greeting, name = (other.name, ME.name) if mine else (ME.name, other.name)
    html = f"<p>Dear {greeting.split()[0]},</p><p>{text}</p><p>Best wishes<br>{name.split()[0]}</p>"
    return MailMessage(
        number,
        folder,
        ME if mine else other,
        [other] if mine else [ME],
        f"Re: {subject}" if chance.random() < 0.2 else subject,
        when,
        html,
        unread=folder in ("inbox", "spam") and chance.random() < 0.3,
        starred=chance.random() < 0.08,
    )


def papers(chance: Random, message: MailMessage) -> list[Attachment]:
    """Return a message's attachments: an invoice as CSV or notes as text; most have none."""
    if message.whole or (chance.random() > 0.18 and message.folder != "invoices"):
        return []
    number = chance.randint(1000, 9999)
    lines = "".join(f"item {n},{chance.randint(5, 300)}.00\n" for n in range(1, chance.randint(4, 60)))
    found = [Attachment(f"invoice-{number}.csv", "text/csv", f"item,amount\n{lines}".encode())]
    if chance.random() < 0.3:
        found.append(Attachment("notes.txt", "text/plain", f"Notes to {message.subject}\n".encode() * 30))
    return found
