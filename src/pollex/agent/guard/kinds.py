"""Kinds of acts that commit to something irreversible: how controls and tasks speak of each.

A button is known by its words in some large languages; whether it was asked for, by the verbs of the task.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

SPOKEN_OF: Final = "".join(rf"(?<!\b{word} )" for word in ("had", "have", "has", "how", "used", "when", "where"))
WISH: Final = (
    rf"(?:^|[.,;:!?(\n–—•*-]|{SPOKEN_OF}\bto\b|\b\d+[.)]"
    r"|\b(?:and|then|or|so|but|please|you|must|should|can|now|also|first|next|finally|just|it|them"
    r"|afterwards|after (?:that|this))\b)\s*"
)
"""What stands before a verb by which a task asks for something; what a noun stands behind is only spoken of."""
MAKING: Final = (
    r"(?:make|do|add|give|leave|create|schedule|set up|start|place|put|enter|confirm|complete|finish|submit|approve)\s+"
    r"(?:[\w'’-]+\s+){0,4}?"
)
"""By which a noun is asked for: add the comment, schedule a transfer, confirm the payment."""


NEGATED: Final = re.compile(
    r"\b(?:do not|don[’']t|does not|doesn[’']t|did not|didn[’']t|never|without|no need to|won[’']t|not"
    r"|nothing)\b"
    r"(?! (?:forget|hesitate|only))[^.;:!?,\n]*",
    re.IGNORECASE,
)
"""What a task says is not to be done, up to the end of the clause."""


COMMITS: Final = re.compile(
    r"\b(?:add|create|order|book|save|submit|send|post|confirm|place|buy|pay|transfer|invite|put)\b", re.IGNORECASE
)
"""Words of controls that do something once more when they are pressed once more."""


class Family(NamedTuple):
    """One kind of commitment: how its buttons are labelled, and how a task asks for it."""

    what: str
    button: re.Pattern[str]
    asked: re.Pattern[str]


def _family(what: str, button: str, asked: str) -> Family:
    wanted = rf"{WISH}(?:{asked}|{button}|{MAKING}(?:{button}))\b"
    return Family(what, re.compile(rf"\b(?:{button})\b", re.IGNORECASE), re.compile(wanted, re.IGNORECASE))


FAMILIES: Final = (
    _family(
        "deletes something",
        r"delete|remove|erase|destroy|wipe|purge|discard|deactivate|terminate|trash"
        r"|empty (?:the )?(?:trash|bin|basket|cart)"
        r"|(?:close|clear) (?:\w+ )*(?:account|all|data|history)|reset (?:\w+ )*(?:account|all|data|device)"
        r"|löschen|entfernen|supprimer|effacer|eliminar|borrar|elimina|cancella|verwijderen|excluir|apagar",
        r"deleting|removing|get rid of|take (?:\w+ )+(?:out|off)|throw (?:\w+ )*away|empty|clear|reset|drop|bin",
    ),
    _family(
        "buys something",
        r"pay|buy|purchase|donate|place (?:\w+ )?order|order (?:now|and pay|with)|book now"
        r"|(?:complete|submit|finish|confirm) (?:\w+ )?(?:order|purchase|payment|checkout|booking)"
        r"|kaufen|bestellen|bezahlen|acheter|payer|commander|comprar|pagar|acquista|compra|paga|kopen|betalen",
        r"paying|buying|check(?:ing)? ?out|order(?! (?:number|status|history|date|id|confirmation|total)s?\b)"
        r"|book (?:an?|the)"
        r"|checkout|place (?:\w+ )*order",
    ),
    _family(
        "signs somebody up",
        r"subscribe|abonnieren|s['’]abonner|suscribirse|iscriviti|inscrever-se",
        r"subscribing|sign (?:\S+ ){0,6}?up|enrol\w*|register|join",
    ),
    _family(
        "moves money",
        r"transfer|wire|withdraw|send (?:the )?(?:money|payment)|make (?:the |a )?(?:transfer|payment)"
        r"|überweisen|virer|transferir|bonifico",
        r"transferring|pay|send (?:\w+ )*(?:money|eur|euros?|dollars?|pounds?|€|\$|£|\d)"
        r"|move (?:\w+ )*(?:money|€|\d|to)",
    ),
    _family(
        "sends something to others",
        r"send|post|publish|share|forward|reply|invite|tweet|comment"
        r"|add (?:a |your )?(?:comment|review)|submit (?:\w+ )?review"
        r"|senden|abschicken|veröffentlichen|envoyer|publier|enviar|publicar|invia|pubblica|verzenden",
        r"sending|posting|replying|answer(?! me| the question| my question)|invit\w+|write(?! down)|compose"
        r"|(?:drop|shoot|leave|give|make) (?:[\w'’-]+ ){1,4}?(?:e-?mail|mail|message|note|line|letter|call)"
        r"|comment|submit|contact|mail (?:to|it|him|her|them)|message (?:to|him|her|them)",
    ),
    _family(
        "gives somebody access",
        r"grant|authori[sz]e|allow access|give (?:\w+ )?access|install|connect (?:\w+ )?(?:app|account)"
        r"|zulassen|autoriser|autorizar|autorizza",
        r"granting|allow|connect|give (?:\w+ )*access|permit",
    ),
    _family(
        "cancels something",
        r"unsubscribe|revoke|cancel (?:\w+ )?(?:order|subscription|account|membership|booking|plan)|kündigen|résilier",
        r"cancel\w*|stop|revoking|unsubscribing|end (?:the|my)",
    ),
)

DESTROYING: Final = ("deletes something", "gives somebody access", "cancels something")
"""What even looking at an address may do."""


def destroys(text: str, task: str) -> str | None:
    """Return what visiting an address would destroy by its words. Pages that ask first are harmless."""
    families = [each for each in FAMILIES if each.what in DESTROYING]
    return next((each.what for each in families if each.button.search(text) and not asks_for(task, each, text)), None)


def asks_for(task: str, family: Family, name: str) -> bool:
    """Return whether the task asks for this commitment or names the button."""
    named = len(name.strip()) > 2 and re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", task)
    return bool(named) or family.asked.search(NEGATED.sub(" ", task)) is not None
