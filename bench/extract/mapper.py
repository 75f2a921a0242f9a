"""The mapper of the benchmark: answers that were given once from the prompts alone, kept as chosen lines."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply, ModelRequest, ToolRequest

ANSWERS: Final = Path(__file__).parent / "mapper.json"
UNANSWERED: Final = Path(".bench/extract/unanswered.json")
MARK: Final = re.compile(r"(?<=data-)[0-9a-f]{8}(?=[ >])")
LINE: Final = re.compile(r"(\d+)\. (.*)")
PORT: Final = re.compile(r"(?<=127\.0\.0\.1:)\d+")
FENCED: Final = re.compile(r'(?s)<data-MARK of="(\w+)">\n(.*?)\n</data-MARK>')
Line: TypeAlias = tuple[str, str]
"""The head that a line stands under, and the line without its number."""


def digest(prompt: str) -> str:
    return hashlib.sha256(prompt.encode()).hexdigest()[:16]


def lines_of(prompt: str, part: str) -> dict[int, Line]:
    """Return the numbered lines of a part of a prompt: of its fields or its page."""
    found: dict[int, Line] = {}
    head = ""
    for line in dict(FENCED.findall(prompt))[part].splitlines():
        if match := LINE.fullmatch(line):
            found[int(match[1])] = head, match[2]
        else:
            head = line
    return found


class RecordedMapper:
    """Answers from a file, by page, question and variant; a prompt without an answer makes the benchmark red.

    A line that was chosen is found again by its words, so that a page that tells one thing more needs no new answer;
    where a day has passed, by what it is like but for its digits.
    """

    name = "recorded"
    provider = "openai"

    def __init__(self, answers: Path = ANSWERS) -> None:
        recorded = json.loads(answers.read_text(encoding="utf-8")) if answers.exists() else []
        self._answers: dict[tuple[str, int, str], dict[str, Any]] = {
            (each["page"], each["question"], each["variant"]): each for each in recorded
        }
        self._at = ("", 0, "")
        self.asked = 0
        self.changed: dict[tuple[str, int, str], str] = {}
        """Questions whose prompt is no longer word for word the one that was answered."""
        self.missing: dict[tuple[str, int, str], str] = {}

    def turn_to(self, page: str, question: int, variant: str) -> None:
        self._at = (page, question, variant)

    async def ask(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        prompt = PORT.sub("PORT", MARK.sub("MARK", request.messages[1].text))
        if (known := self._answers.get(self._at)) is None:
            self.missing[self._at] = prompt
            raise Fault("unavailable", "There is no recorded answer.", retry=False)
        if known["prompt"] != digest(prompt):
            self.changed[self._at] = prompt
        places = lines_of(prompt, "page")
        fields = {told: number for number, (_, told) in lines_of(prompt, "fields").items()}
        chosen = [
            {
                "field": fields[told],
                "place": line and _found((head, line), places),
                **dict(zip(("first", "last"), part, strict=False)),
            }
            for told, head, line, *part in known["answer"]
            if told in fields
        ]
        return ModelReply("", (ToolRequest("map-1", "map", {"fields": chosen}),), stop="tools")

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield await self.ask(request)

    def write_open(self, file: Path = UNANSWERED) -> None:
        """Write the prompts that have to be answered, or looked at again."""
        file.parent.mkdir(parents=True, exist_ok=True)
        entries = [
            {"page": page, "question": question, "variant": variant, "prompt": prompt}
            for (page, question, variant), prompt in sorted({**self.missing, **self.changed}.items())
        ]
        file.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _found(line: Line, places: dict[int, Line]) -> int | None:
    """Return the number of a line: of the one that says the same, else of the only one like it."""
    for alike in (str, _heedless, _digitless):
        found = [number for number, each in places.items() if alike(each) == alike(line)]
        if found and (alike is not _digitless or len(found) == 1):
            return found[0]
    return None


def _heedless(line: Line) -> str:
    return line[1]


def _digitless(line: Line) -> str:
    return re.sub(r"\d+(?![^{]*})", "0", line[1])
