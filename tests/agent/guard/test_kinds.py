"""Buttons that bind somebody need a task that asks for it."""

import pytest

from pollex.agent.guard.kinds import FAMILIES, asks_for, destroys


def unasked(button: str, task: str) -> str | None:
    """What a button binds to that the task does not ask for."""
    found = [each for each in FAMILIES if each.button.search(button)]
    return next((each.what for each in found if not asks_for(task, each, button)), None)


@pytest.mark.parametrize(
    ("button", "does"),
    [
        ("Delete account", "deletes something"),
        ("Yes, delete it", "deletes something"),
        ("Place order", "buys something"),
        ("Pay now", "buys something"),
        ("Confirm order", "buys something"),
        ("Transfer", "moves money"),
        ("Send", "sends something to others"),
        ("Publish", "sends something to others"),
        ("Grant access", "gives somebody access"),
        ("Unsubscribe", "cancels something"),
        ("Subscribe", "signs somebody up"),
    ],
)
def test_a_reading_task_does_not_ask_for_it(button: str, does: str) -> None:
    assert unasked(button, "Tell me the price of the lamp") == does


@pytest.mark.parametrize(
    ("button", "task"),
    [
        ("Delete account", "Delete my account"),
        ("Place order", "Check out with the card"),
        ("Transfer", "Pay 20 euro to Ada"),
        ("Confirm transfer", "If everything is shown correctly, confirm the transfer."),
        ("Send", "Write a message to Ada"),
        ("Subscribe", "Please sign office@example.org up for the letter"),
        ("Remove", "Take the lamp out of the basket"),
    ],
)
def test_a_task_that_asks_for_it_may(button: str, task: str) -> None:
    assert unasked(button, task) is None


@pytest.mark.parametrize("button", ["Orders", "Payment methods", "Next", "Sender", "Posts", "Deleted items", "Open"])
def test_other_buttons_are_free(button: str) -> None:
    assert unasked(button, "Tell me the price of the lamp") is None


@pytest.mark.parametrize(
    ("path", "does"),
    [("/orders/3/delete", "deletes something"), ("/unsubscribe", "cancels something"), ("/orders/3", None)],
)
def test_an_address_may_destroy_by_being_visited(path: str, does: str | None) -> None:
    assert destroys(path.replace("/", " "), "Read the list") == does
    assert destroys(path.replace("/", " "), "Delete all and cancel it") is None
