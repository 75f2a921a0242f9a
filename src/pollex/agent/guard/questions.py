"""Whether a task only asks: then nothing may be changed for it."""

from __future__ import annotations

import re
from typing import Final

from .commitment import NEGATED, WISH

CHANGES: Final = (
    r"accept|activate|add|allow|answer|apply|approve|archive|assign|block|book|buy|cancel|change|check out|clear|close"
    r"|comment|complete|confirm|connect|copy|create|deactivate|decline|delete|disable|donate|drag|edit|empty|enable"
    r"|enrol\w*|enter|fill|flag|forward|get rid|give|grant|have|hide|import|install|invite|join|label|leave|like|make"
    r"|mark|merge|move|order|pause|pay|pin|place|post|press|publish|purchase|put|rate|register|remind|remove|rename"
    r"|renew|reopen|reply|report|reschedule|reset|restore|resume|revoke|save|schedule|send|set|share|sign (?:\w+ )?up"
    r"|sort out|star|start|stop|submit|subscribe|switch|tag|take|throw|tick|tidy|transfer|turn|type|unsubscribe|untick"
    r"|update|upload|upgrade|use|vote|withdraw|write(?! down)|click|choose|select|drop|rid|fix|mend|clean|swap|replace"
    r"|make sure|see to it|let|pull|push|shift|bring|hand"
)
"""Verbs by which a task orders something to be changed."""
LOOKS: Final = (
    r"tell|show|say|list|find|look|check(?! out)|count|see|read|name|compare|work out|calculate|report|summari[sz]e|log"
    r"|sign in|open|go|search|download|help|explain|remember|know|give me|get me|let me know|please|just|also|quickly"
)
"""Verbs by which it asks to look and to tell."""
ORDER: Final = re.compile(
    rf"{WISH}(?:\w+ly )?(?!give me|get me|let me know)(?:{CHANGES})\b"
    rf"|\b(?:can|could|would|will) you (?!(?:{LOOKS})\b)",
    re.IGNORECASE,
)


def only_asks(task: str) -> bool:
    """Whether a task orders nothing but to look and to tell."""
    return ORDER.search(NEGATED.sub(" ", task)) is None
