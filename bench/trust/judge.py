"""The judge of the benchmark: answers that were given once by hand from the prompt alone, found by the whole prompt."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any, Final

from pollex.core.protocols import ModelRequest

ANSWERS: Final = Path(__file__).parent / "judge.json"
TODAY: Final = "2026-11-18"
"""The day on which the answers were given."""
MOMENT: Final = re.compile(rf"{TODAY}T[\d:.]+Z?|(?<!\d)1[789]\d{{11}}(?!\d)")
UNANSWERED: Final = Path(".bench/trust/unanswered.json")


def _timeless(prompt: str) -> str:
    """Return a prompt as it was on the day of the answers, without moments that a page has stamped."""
    return MOMENT.sub("(now)", prompt.replace(date.today().isoformat(), TODAY))


class RecordedJudge:
    """Answers from a file; a prompt without an answer makes the benchmark red."""

    def __init__(self, answers: Path = ANSWERS) -> None:
        empty: dict[str, Any] = {"rules": "", "answers": []}
        recorded = json.loads(answers.read_text()) if answers.exists() else empty
        self._rules = str(recorded["rules"])
        self._answers = {_timeless(each["prompt"]): str(each["answer"]) for each in recorded["answers"]}
        self.used: set[str] = set()
        self.missing: dict[str, str] = {}
        """Prompts without an answer, with the rules that stood above them."""

    def __call__(self, request: ModelRequest) -> str:
        rules, asked = (message.text for message in request.messages)
        asked = _timeless(asked)
        if rules == self._rules and asked in self._answers:
            self.used.add(asked)
            return self._answers[asked]
        self.missing[asked] = rules
        return "unsure"

    def write_missing(self, file: Path = UNANSWERED) -> None:
        """Write what has to be answered, in the form of the file of answers."""
        file.parent.mkdir(parents=True, exist_ok=True)
        entries = [{"prompt": asked, "answer": "", "reason": ""} for asked in sorted(self.missing)]
        rules = next(iter(self.missing.values()), self._rules)
        file.write_text(json.dumps({"rules": rules, "answers": entries}, indent=1, ensure_ascii=False) + "\n")
