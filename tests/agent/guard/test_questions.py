"""Which tasks only ask."""

import pytest

from pollex.agent.guard.questions import only_asks
from pollex.agent.task import Task


@pytest.mark.parametrize(
    "task",
    [
        "How many unread mails do I have?",
        "log in with the credential bank and tell me my balance",
        "Please show me which standing orders I have. I am only asking, I don't want to cancel one.",
        "get me last month's statement as CSV",
        "hm, what did I pay in October, and is that more than in September?",
        "I just want to know what the kettle costs",
        "How much is the kettle, please?",
    ],
)
def test_asked(task: str) -> None:
    assert only_asks(task)


@pytest.mark.parametrize(
    "task",
    [
        "Cancel my order",
        "What is in my basket? Then empty it.",
        "Could you pull the card over to done?",
        "KES-395 is mine now. high prio",
        "Umbuchung bitte: 200 Euro",
        "I moved out, so stop that standing order",
        "Tell me the price and put one into the basket",
        "2 kettles in the basket",
        "Everything that is mine goes to Farid meanwhile, ok?",
    ],
)
def test_ordered(task: str) -> None:
    assert not only_asks(task)


def test_whoever_gives_files_wants_them_sent() -> None:
    assert not Task("Which photo is it?", files=("a.png",)).only_asks
