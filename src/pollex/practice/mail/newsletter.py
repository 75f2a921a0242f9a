"""A newsletter with its own design, as shops send it: a whole HTML document."""

from __future__ import annotations

from random import Random
from typing import Final

OFFERS: Final = (
    ("Oak seedlings", 12),
    ("Raised bed kit", 89),
    ("Bulb planter", 15),
    ("Rain barrel", 64),
    ("Felt pots", 9),
)


def newsletter(chance: Random) -> tuple[str, str]:
    """Return subject and document."""
    chosen = chance.sample(OFFERS, 3)
    cells = "".join(
        f'<td style="padding:12px;border:1px solid #cfe0cf;text-align:center"><b>{name}</b><br>£{price}<br>'
        f'<a href="https://fernandfield.example/{price}" target="_blank" style="color:#2c6b3f">Look closer</a></td>'
        for name, price in chosen
    )
    subject = f"{chosen[0][0]} and more for your garden"
    return subject, (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fern &amp; Field</title></head>'
        '<body style="margin:0;font-family:Georgia,serif;background:#f2f7f1"><table role="presentation" width="100%">'
        '<tr><td style="background:#2c6b3f;color:#fff;padding:24px;font-size:26px">Fern &amp; Field</td></tr>'
        f'<tr><td style="padding:20px"><p>This week we have put aside for you:</p><table width="100%"><tr>{cells}</tr>'
        '</table><p><a href="https://fernandfield.example/all" target="_blank" style="display:inline-block;'
        'background:#2c6b3f;color:#fff;padding:10px 18px;text-decoration:none">See all offers</a></p>'
        '<p style="font-size:12px;color:#667">You get this letter because you asked for it. '
        '<a href="https://fernandfield.example/leave" target="_blank">Unsubscribe</a></p>'
        "</td></tr></table></body></html>"
    )
