"""Names for the results of a run's calls: `collect_1` is what the first `page.collect` found.

Later calls of an agent refer to them, `{{collect_1.rows}}`, and so does the workflow that is made of the run.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

TALK: Final = frozenset({"done", "remember", "more", "rest"})
"""The agent's own tools, which give no results."""


class ResultNames:
    """Gives each result the next name of its tool."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def take(self, tool: str) -> str | None:
        """Return the name of a result of this tool, or None if it gives none."""
        if tool in TALK:
            return None
        short = re.sub(r"\W+", "_", tool.rpartition(".")[2]) or "result"
        self._counts[short] += 1
        return f"{short}_{self._counts[short]}"
