"""Why the judge did not agree, as the model that acts is told: nothing of a page reaches it this way."""

from __future__ import annotations

import re
from typing import Final

from ...core.fence import visible
from ...core.json import dumps
from ...core.pipeline.redact import Redactor
from ...text.clip import on_one_line
from ...text.literal import Statements
from .case import Case
from .judge import described
from .provenance import ADDRESSEE

LONGEST: Final = 160
COPIED: Final = 4
"""Words in a row from which on a reason repeats what the judge was shown."""


def in_its_own_words(reason: str, case: Case, redactor: Redactor) -> str:
    """Return a judge's reason for the model that acts: short, without secrets, and without what only pages have said.

    A page may have talked the judge into repeating a sentence or an address; what the task says may be repeated.
    """
    said = on_one_line(redactor.text(visible(reason)), LONGEST)
    task = Statements(case.task.text)
    said = ADDRESSEE.sub(lambda found: found[0] if task.says_compact(found[0]) else "…", said)
    shown = Statements(dumps(redactor.value(described(case))))
    words = said.split()
    copied: set[int] = set()
    for at in range(len(words) - COPIED + 1):
        run = " ".join(words[at : at + COPIED])
        if shown.says(run) and not task.says(run):
            copied.update(range(at, at + COPIED))
    kept = " ".join("…" if at in copied else word for at, word in enumerate(words))
    return re.sub(r"…(?: …)+", "…", kept)
