"""Values that a page shows only in part: the button that shows the whole is pressed."""

from __future__ import annotations

import re
from typing import Final

from .calling import act, call
from .columns import tokens
from .script import Memory, Script

HIDING: Final = "css=main button, [role=main] button, main summary, main [aria-expanded=false], main [role=button]"
SHOWS: Final = re.compile(r"^(?:show|reveal|display|unmask|unhide)\b", re.IGNORECASE)


def revealed(memory: Memory, fields: tuple[str, ...], said: str) -> Script[bool]:
    """Whether a button was pressed that shows what was hidden: the only one, or the one that names the field."""
    found = yield from call(memory, "query", selector=HIDING, most=50)
    names = [str(each["name"]).replace('"', "") for each in found.get("elements") or ()]
    showing = [name for name in names if SHOWS.match(name.strip())]
    wanted = {word for field in fields for word in tokens(field)}
    fitting = [name for name in showing if wanted & set(tokens(name))] or showing
    fitting = fitting or [name for name in names if len(wanted) > 1 and wanted <= set(tokens(name))]
    if len(fitting) != 1:
        return False
    return (yield from act(memory, said, "click", selector=f'act:"{fitting[0]}"')).ok
