"""An answer is measured by the run: what was seen, what was reckoned, what failed."""

import pytest

from pollex.agent.history import History, PastCall, Turn
from pollex.agent.look import Look
from pollex.agent.task import Task
from pollex.agent.verify import grave_claims, refusal, unsupported_claims, values
from pollex.browser.evidence import Evidence
from pollex.core.json import Object
from pollex.core.result import Result

PAGE = "[3] link Oak Lamp · €1,024.90 · [4] button Add to basket"
SENT = [{"method": "POST", "url": "http://shop.example/voucher", "status": 500}]


def history(*actions: tuple[str, Object, Object]) -> History:
    turn = Turn("/1", Look("http://shop.example/", "Shop", PAGE))
    for at, (tool, args, data) in enumerate(actions, 1):
        result = Result.success(data, proof={"/selector": Evidence(name="Apply").to_json()})
        turn.actions.append(PastCall(f"/1/{at}", str(at), tool, args, result, 1.0))
    return History([turn])


def answer(text: str, given: object = None) -> Object:
    return {"text": text, "success": True, "values": given}


@pytest.mark.parametrize(
    "text",
    [
        "The Oak Lamp costs €1,024.90.",
        "The lamp costs 1.024,90 €.",
        "It is called “Oak Lamp”.",
        "Done.",
        "It stands at http://shop.example/.",
    ],
)
def test_what_was_seen_is_proven(text: str) -> None:
    assert unsupported_claims(Task("Find the lamp"), history(), answer(text)) == []


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("The lamp costs €24.90.", "'24.90' was nowhere to be seen"),
        ("It is called “Pine Lamp”.", "'Pine Lamp' was nowhere to be seen"),
        ("Write to sales@shop.example.", "'sales@shop.example' was nowhere to be seen"),
    ],
)
def test_what_was_not_seen_is_doubted(text: str, doubt: str) -> None:
    assert unsupported_claims(Task("Find the lamp"), history(), answer(text)) == [doubt]


def test_data_is_measured_too() -> None:
    assert unsupported_claims(Task("Find it"), history(), answer("Here it is.", {"name": "Oak Lamp", "price": 12})) == [
        "'12' was nowhere to be seen"
    ]


def test_what_was_reckoned_counts_as_seen() -> None:
    reckoned = history(("aggregate", {"what": "sum"}, {"value": 99.5}))
    assert unsupported_claims(Task("Add them up"), reckoned, answer("Together 99.5.")) == []


def test_a_failed_request_speaks_against_it() -> None:
    failed = history(("page.click", {"index": 4}, {"used": "index=4", "failed": SENT}))
    assert unsupported_claims(Task("Apply it"), failed, answer("Done.")) == [
        "POST http://shop.example/voucher was answered with 500"
    ]


def test_unless_it_went_well_later() -> None:
    mended = history(
        ("page.click", {"index": 4}, {"used": "index=4", "failed": SENT}),
        ("page.click", {"index": 4}, {"used": "index=4", "sent": 1}),
    )
    assert unsupported_claims(Task("Apply it"), mended, answer("Done.")) == []


def test_what_the_task_names_must_have_come_up() -> None:
    assert unsupported_claims(Task('Type "Tom" into the name'), history(), answer("Done.")) == [
        "'Tom' of the task was neither used nor seen"
    ]
    typed = history(("page.type", {"index": 1, "text": "Tom"}, {"used": "index=1"}))
    assert unsupported_claims(Task('Type "Tom" into the name'), typed, answer("Done.")) == []


@pytest.mark.parametrize("text", ["Rows 3, 5, 8 are late.", "It has 3,5,8.", "The sizes are 3 5 8."])
def test_a_list_of_numbers_is_no_number(text: str) -> None:
    seen = History([Turn("/1", Look("http://shop.example/", "Shop", "Row 3 late\nRow 5 late\nRow 8 late"))])
    assert unsupported_claims(Task("Which are late?"), seen, answer(text)) == []
    assert unsupported_claims(Task("Which are late?"), seen, answer(text.replace("5", "7"))) != []


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("page.type", {"index": 1, "text": "Gate 17"}),
        ("page.select", {"index": 1, "option": "Gate 17"}),
        ("page.dialog", {"accept": True, "text": "Gate 17"}),
    ],
)
def test_what_was_typed_or_chosen_is_known(tool: str, args: Object) -> None:
    assert (
        unsupported_claims(Task("Note the gate"), history((tool, args, {"used": "x"})), answer("I noted “Gate 17”."))
        == []
    )


POST = {"requests": [{"method": "POST", "url": "http://shop.example/order", "status": 200}]}
DEEDS = [("I have bought the lamp.", "buys something"), ("The order is deleted.", "deletes something")]


def pressed(name: str, data: Object, tool: str = "page.click", role: str = "button", **args: object) -> History:
    turn = Turn("/1", Look("http://shop.example/", "Shop", "[3] listitem Oak Lamp"))
    proof = {"/selector": Evidence(role=role, name=name).to_json()}
    turn.actions.append(PastCall("/1/1", "1", tool, {"index": 4, **args}, Result.success(data, proof=proof), 1.0))
    return History([turn])


@pytest.mark.parametrize(("text", "what"), DEEDS)
@pytest.mark.parametrize("name", ["€24.90", "", "✓", "Confirm", "OK", "Submit the form"])
@pytest.mark.parametrize("data", [POST, {"from": "http://shop.example/a"}, {"appeared": ["Thank you"]}])
def test_a_button_that_does_not_say_what_it_does_has_done_it(text: str, what: str, name: str, data: Object) -> None:
    assert unsupported_claims(Task("Do it"), pressed(name, data), answer(text)) == []


def test_a_command_that_was_sent_with_enter_is_done() -> None:
    sent = pressed("Command", {"appeared": ["1 file"]}, "page.keypress", "textbox", key="Enter")
    assert grave_claims(Task("Delete notes.txt"), sent, answer("The file is deleted.")) == []


@pytest.mark.parametrize(("text", "what"), DEEDS)
def test_a_button_that_says_something_else_ends_as_not_proven_and_not_in_a_quarrel(text: str, what: str) -> None:
    other = pressed("Add to basket", POST)
    assert grave_claims(Task("Do it"), other, answer(text)) == []
    assert unsupported_claims(Task("Do it"), other, answer(text)) == [f"nothing was done that {what}"]


NOTHING: list[History] = [
    History([Turn("/1", Look("http://shop.example/", "Shop", "[3] listitem Oak Lamp"))]),
    pressed("Confirm", {}),
    pressed("€24.90", {"used": "index=4"}),
    pressed("Details", {"from": "http://shop.example/"}, role="link"),
    pressed("Search", {"used": "x"}, "page.type", "textbox", text="lamp"),
    pressed("Quantity", {"used": "x"}, "page.keypress", "textbox", key="Tab"),
]


@pytest.mark.parametrize(
    ("text", "what"),
    [*DEEDS, ("I sent the message.", "sends something to others"), ("You are subscribed.", "signs somebody up")],
)
@pytest.mark.parametrize("run", NOTHING, ids=["nothing", "no answer", "price", "link", "typed", "tab"])
def test_a_deed_that_was_not_done_is_sent_back(run: History, text: str, what: str) -> None:
    assert grave_claims(Task("Do it"), run, answer(text)) == [f"nothing was done that {what}"]


def test_a_refusal_asks_for_nothing_twice() -> None:
    hint = refusal(["x"]).hint or ""
    assert "call `done` again" in hint
    assert "do not do anything a second time" in hint


def test_values_of_an_answer() -> None:
    found = values("Order 1042 of ada@x.org: “Oak Lamp”, 3 pieces.", {"rows": [{"price": 2.5}]})
    assert found == ["ada@x.org", "Oak Lamp", "1042", "3", "2.5"]


def test_a_button_that_the_task_asks_for_and_nobody_pressed() -> None:
    offered = History([Turn("/1", Look("http://mail.example/", "Mail", "[7] button Send · [8] button Subscribe"))])
    assert unsupported_claims(Task("Write to Ada and send it"), offered, answer("Done.")) == ["'send' was not pressed"]
    assert unsupported_claims(Task("Read the mail"), offered, answer("Done.")) == []


GOODS = """# Lamps
[3] link Oak Lamp · €24.90 · 2 May 2027 · [4] button Add to basket
[5] link Pine Lamp · €12.50 · 3 May 2027 · [6] button Add to basket
[7] link Brass Lamp · €99.00 · 4 May 2027 · [8] button Add to basket"""


def listed(outline: str = GOODS) -> History:
    return History([Turn("/1", Look("http://shop.example/", "Shop", outline))])


@pytest.mark.parametrize(
    "text",
    [
        "Oak Lamp €24.90, Pine Lamp €12.50.",
        "The cheapest is the Pine Lamp at €12.50.",
        "The dearest is the Brass Lamp, from 4 May 2027.",
    ],
)
def test_figures_beside_their_names_are_proven(text: str) -> None:
    assert unsupported_claims(Task("What do lamps cost?"), listed(), answer(text)) == []


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Oak Lamp €12.50, Pine Lamp €24.90.", "'12.50' was not seen beside 'Oak Lamp'"),
        ("That is the Oak Lamp (4 May 2027).", "4.5. was not seen beside 'Oak Lamp'"),
        ("The cheapest is the Oak Lamp.", "'Oak Lamp' is not the cheapest"),
        ("The dearest is the Oak Lamp.", "'Oak Lamp' is not the dearest"),
        ("It is the Acme Turbo Deluxe, on sale.", "'Acme Turbo Deluxe' was nowhere to be seen"),
    ],
)
def test_what_belongs_to_another_is_doubted(text: str, doubt: str) -> None:
    assert doubt in unsupported_claims(Task("What do lamps cost?"), listed(), answer(text))


def test_the_cheapest_of_a_list_that_goes_on_is_not_proven() -> None:
    more = listed(f"{GOODS}\n[9] link Next page")
    said = answer("The cheapest is the Pine Lamp.")
    assert unsupported_claims(Task("Which is the cheapest?"), more, said) == [
        "'cheapest': the list goes on, and not all of it was read"
    ]


def test_an_order_of_which_nothing_was_done_is_not_proven() -> None:
    assert unsupported_claims(Task("Cancel my order please"), listed(), answer("All done.")) == ["nothing was done"]
    assert unsupported_claims(Task("Cancel my order please"), listed(), answer("I could not cancel it.")) == []
