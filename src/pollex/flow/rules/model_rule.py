"""A rule in words, judged by the Context's model: it must name the line of the page that shows that the rule holds."""

from __future__ import annotations

from typing import Final

from ...core.choice import Question, choose
from ...core.fault import Fault
from ..running_node import RunningNode

MAX_CHARS: Final = 8_000
"""Characters of the page that a model is shown."""
TASK: Final = """\
A statement about a web page is checked. The options are the lines of the page: choose the one that shows that the
statement holds, or none if no line does."""


async def evaluate_words(node: RunningNode, words: str) -> tuple[bool, str]:
    """Return whether the statement holds and the line of the page that shows it, or why it is not taken to hold."""
    context = node.environment.context
    if context.model is None:
        hint = "Write the rule by type, selector or text, or choose a model."
        raise Fault("unavailable", "A rule in words needs a model to judge it.", received=words, hint=hint, retry=False)
    page = context.redactor.text(str((await node.ask("page.text", {})).unwrap()["text"]))
    lines = tuple(line for line in page[:MAX_CHARS].splitlines() if line.strip())
    choice = await choose(context.model, TASK, [Question(words, lines)], context.redactor)
    if (index := choice.indices[0]) is not None:
        return True, repr(" ".join(lines[index].split()))
    if choice.notes:
        raise Fault(
            "failed",
            "The model did not answer whether the rule holds.",
            expected="one call of choose, with at most one line of the page",
            received=" ".join(choice.notes),
            retry=True,
        )
    return False, "the model finds no line of the page that shows it"
