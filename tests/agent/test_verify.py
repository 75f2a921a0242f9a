"""An answer is measured by the run: what was seen, what was reckoned, what failed."""

import pytest

from pollex.agent.history import History, PastCall, Turn
from pollex.agent.look import Look
from pollex.agent.task import Task
from pollex.agent.verify import ProofLevel, grave_claims, judge, refusal, values
from pollex.browser.evidence import Evidence
from pollex.core.json import Object
from pollex.core.result import Result

PAGE = "[3] link Oak Lamp · €1,024.90 · [4] button Add to basket"


def history(*actions: tuple[str, Object, Object]) -> History:
    turn = Turn("/1", Look("http://shop.example/", "Shop", PAGE))
    for at, (tool, args, data) in enumerate(actions, 1):
        result = Result.success(data, proof={"/selector": Evidence(name="Apply").to_json()})
        turn.actions.append(PastCall(f"/1/{at}", str(at), tool, args, result, 1.0))
    return History([turn])


def doubts(task: Task, run: History, said: Object) -> list[str]:
    return judge(task, run, said).open


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
    assert doubts(Task("Find the lamp"), history(), answer(text)) == []


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("The lamp costs €24.90.", "'24.90' was nowhere to be seen"),
        ("It is called “Pine Lamp”.", "'Pine Lamp' was nowhere to be seen"),
        ("Write to sales@shop.example.", "'sales@shop.example' was nowhere to be seen"),
    ],
)
def test_what_was_not_seen_is_doubted(text: str, doubt: str) -> None:
    assert doubts(Task("Find the lamp"), history(), answer(text)) == [doubt]


def test_data_is_measured_too() -> None:
    said = answer("Here it is.", {"name": "Oak Lamp", "price": 12})
    assert "price is 12, which was not seen so" in doubts(Task("Find it"), history(), said)


def test_what_was_reckoned_counts_as_seen() -> None:
    reckoned = history(("aggregate", {"what": "sum"}, {"value": 99.5}))
    assert doubts(Task("Add them up"), reckoned, answer("Together 99.5.")) == []


def test_what_the_task_names_must_have_come_up() -> None:
    assert doubts(Task('Type "Tom" into the name'), history(), answer("Done.")) == [
        "'Tom' of the task was neither used nor seen"
    ]
    typed = history(("page.type", {"index": 1, "text": "Tom"}, {"used": "index=1"}))
    assert doubts(Task('Type "Tom" into the name'), typed, answer("Done.")) == []


@pytest.mark.parametrize("text", ["Rows 3, 5, 8 are late.", "It has 3,5,8.", "The sizes are 3 5 8."])
def test_a_list_of_numbers_is_no_number(text: str) -> None:
    seen = History([Turn("/1", Look("http://shop.example/", "Shop", "Row 3 late\nRow 5 late\nRow 8 late"))])
    assert doubts(Task("Which are late?"), seen, answer(text)) == []
    assert level("Which are late?", seen, text.replace("5", "7")) in ("seen", "partly")


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("page.type", {"index": 1, "text": "Gate 17"}),
        ("page.select", {"index": 1, "option": "Gate 17"}),
        ("page.dialog", {"accept": True, "text": "Gate 17"}),
    ],
)
def test_what_was_typed_or_chosen_is_known(tool: str, args: Object) -> None:
    assert doubts(Task("Type the gate"), history((tool, args, {"used": "x"})), answer("I noted “Gate 17”.")) == []


def effect(url: str = "http://shop.example/order", **more: object) -> Object:
    told = {"effect": 1, "method": "POST", "url": url, "changes": [], "status": 200, "refused": None}
    return {**told, "act": "/1/1", "rule": "the task asks for it", **more}


def pressed(
    name: str, *effects: Object, data: Object | None = None, tool: str = "page.click", **args: object
) -> History:
    turn = Turn("/1", Look("http://shop.example/", "Shop", "[3] listitem Oak Lamp\n[4] button Save"))
    proof = {"/selector": Evidence(role="button", name=name).to_json()}
    result = Result.success(data or {}, proof=proof)
    turn.actions.append(PastCall("/1/1", "1", tool, {"index": 4, **args}, result, 1.0, effects=list(effects)))
    return History([turn])


def level(task: str, run: History, text: str) -> ProofLevel:
    return judge(Task(task), run, answer(text)).proof


@pytest.mark.parametrize("name", ["€24.90", "", "✓", "Confirm", "OK", "Submit the form", "Buy now"])
def test_an_effect_that_was_taken_proves_an_act(name: str) -> None:
    assert level("Buy the oak lamp", pressed(name, effect()), "Bought the oak lamp.") == "seen"
    assert level("Buy the oak lamp", pressed(name, effect()), "Oak lamp.") == "proven"


@pytest.mark.parametrize(
    ("task", "proof"),
    [
        ("Buy the oak lamp", "proven"),
        ("Buy all oak lamps", "seen"),
        ('Buy the oak lamp in "blue"', "seen"),
        ("Buy both oak lamps", "seen"),
    ],
)
def test_one_effect_does_not_prove_a_task_of_several_parts(task: str, proof: ProofLevel) -> None:
    run = pressed("Buy now", effect())
    run.turns[-1].look = Look("http://shop.example/", "Shop", "[3] listitem Oak Lamp, blue or red\n[4] button Save")
    assert level(task, run, "Oak lamp.") == proof


def test_what_was_sent_and_not_answered_is_not_proven() -> None:
    assert level("Buy the oak lamp", pressed("Buy now", effect(), effect(status=None)), "Oak lamp.") == "partly"


def test_an_effect_of_another_kind_proves_nothing() -> None:
    assert level("Buy the oak lamp", pressed("Compare", effect("http://shop.example/x")), "Oak lamp.") != "proven"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (effect(refused="Stopped."), "something was stopped before it was sent, and the server did not get it"),
        (effect(status=500), "POST http://shop.example/order was answered with 500"),
        (effect(status=None, failure="aborted"), "POST http://shop.example/order was answered with aborted"),
    ],
    ids=["refused", "failed", "aborted"],
)
def test_what_the_server_did_not_get_is_not_done(made: Object, why: str) -> None:
    run = pressed("Buy now", made)
    assert grave_claims(Task("Buy the oak lamp"), run, answer("Done.")) == [why]
    assert level("Buy the oak lamp", run, "Done.") == "not done"


def test_unless_it_was_sent_again_and_taken() -> None:
    run = pressed("Buy now", effect(status=500), effect())
    assert grave_claims(Task("Buy the oak lamp"), run, answer("Done.")) == []


def test_what_was_taken_back_is_not_done() -> None:
    on = {"path": "/lamp/on", "kind": "changed", "record": [], "before": False, "after": True}
    back = {**on, "before": True, "after": False}
    run = pressed("Lamp", effect(changes=[on]), effect(changes=[back]))
    assert grave_claims(Task("Switch the lamp on"), run, answer("Done.")) == ["what was done was taken back afterwards"]


def test_what_was_filled_in_and_not_sent_is_not_done() -> None:
    typed = pressed("Comment", data={"used": "x"}, tool="page.type", text="Thanks")
    assert grave_claims(Task("Comment: Thanks"), typed, answer("Done.")) == [
        "'Comment' was filled in, and nothing was sent"
    ]
    assert grave_claims(Task("Write the comment Thanks, but do not send it"), typed, answer("Done.")) == []


NOTHING: list[History] = [
    History([Turn("/1", Look("http://shop.example/", "Shop", "[3] listitem Oak Lamp"))]),
    pressed("Confirm"),
    pressed("€24.90", data={"used": "index=4"}),
    pressed("Details", tool="page.scroll"),
]


@pytest.mark.parametrize("run", NOTHING, ids=["nothing", "no answer", "price", "scrolled"])
def test_an_order_of_which_nothing_was_done_is_not_done(run: History) -> None:
    [why] = grave_claims(Task("Cancel my order please"), run, answer("All done."))
    assert why.startswith("nothing was done")


@pytest.mark.parametrize("task", ["Which lamps are there?", "Open the lamps", "Find the lamp"])
def test_who_only_looks_has_done_nothing_wrong(task: str) -> None:
    assert grave_claims(Task(task), NOTHING[0], answer("Oak Lamp.")) == []


def test_a_plain_act_has_nothing_to_check() -> None:
    assert level("Open the details", pressed("Details", data={"appeared": ["Oak"]}), "Done.") == "nothing to check"


def test_what_was_counted_by_looking_is_seen() -> None:
    assert level("How many red blocks are there?", pressed("Next"), "There are 3 red blocks.") == "seen"


def test_a_refusal_asks_for_nothing_twice() -> None:
    hint = refusal(["x"]).hint or ""
    assert "call `done` again" in hint
    assert "do not do anything a second time" in hint


def test_values_of_an_answer() -> None:
    found = values("Order 1042 of ada@x.org: “Oak Lamp”, 3 pieces.", {"rows": [{"price": 2.5}]})
    assert found == ["ada@x.org", "Oak Lamp", "1042", "3", "2.5"]


def test_a_button_that_the_task_asks_for_and_nobody_pressed() -> None:
    offered = History([Turn("/1", Look("http://mail.example/", "Mail", "[7] button Send · [8] button Subscribe"))])
    assert doubts(Task("Write to Ada and send it"), offered, answer("Done.")) == ["'Send' was not pressed"]
    assert doubts(Task("Read the mail"), offered, answer("Done.")) == []


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
    assert doubts(Task("What do lamps cost?"), listed(), answer(text)) == []


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Oak Lamp €12.50, Pine Lamp €24.90.", "'12.50' was not seen beside 'Oak Lamp'"),
        ("That is the Oak Lamp (4 May 2027).", "4 May was not seen beside 'Oak Lamp'"),
        ("The cheapest is the Oak Lamp.", "'Oak Lamp' is not the cheapest"),
        ("The dearest is the Oak Lamp.", "'Oak Lamp' is not the dearest"),
        ("It is the Acme Turbo Deluxe, on sale.", "'Acme Turbo Deluxe' was nowhere to be seen"),
    ],
)
def test_what_belongs_to_another_is_doubted(text: str, doubt: str) -> None:
    assert doubt in doubts(Task("What do lamps cost?"), listed(), answer(text))


ISSUES = """# Issues
checkbox Select KES-401 · KES-401 · [23] link Printer on floor 3 jams
checkbox Select KES-400 · KES-400 · [24] link Lift is slow"""


@pytest.mark.parametrize(
    ("text", "number", "doubt"),
    [
        ("Issue Printer on floor 3 jams is KES-401.", None, []),
        ("Its number is KES-401.", "KES-401", []),
        (
            "The issue Printer on floor 3 jams is KES-400.",
            None,
            ["'KES-400' was not seen beside 'Printer on floor 3 jams'"],
        ),
        ("Its number is KES-400.", "KES-400", ["number is 'KES-400', which was not seen so"]),
    ],
)
def test_a_code_belongs_to_what_stands_beside_it(text: str, number: str | None, doubt: list[str]) -> None:
    task = Task("Tell me the number of the issue 'Printer on floor 3 jams'.")
    assert doubts(task, listed(ISSUES), answer(text, number and {"number": number})) == doubt


@pytest.mark.parametrize(("value", "is_doubted"), [("€71.00", False), ("€35.50", True)])
def test_a_value_may_stand_in_the_line_below_its_name(value: str, is_doubted: bool) -> None:
    basket = "## Basket\nGoods (2)\n€35.50\nTotal\n€71.00\n[9] button Pay"
    said = answer(f"It is {value}.", {"total": value})
    assert bool(doubts(Task("What is the total of the basket?"), listed(basket), said)) is is_doubted


def test_an_owner_and_what_it_owns_are_two_names() -> None:
    found = doubts(Task("Which lamp?"), listed(), answer("It is the Oak Lamp's Acme Shade."))
    assert found == ["'Acme Shade' was nowhere to be seen"]


def test_a_figure_that_a_server_took_beside_a_name_is_true_of_it() -> None:
    """A page may show only another day beside the name."""
    booked = {"kind": "added", "path": "bookings/3", "after": {"type": "Resume Review", "date": "2027-03-12"}}
    text = "Booked: Resume Review, 12 March."

    def doubted(*changes: Object) -> list[str]:
        run = pressed("Book", effect(changes=list(changes)))
        run.turns[0].look = Look("http://shop.example/", "Shop", "Resume Review · 4 May 2027\nToday is 12 March 2027")
        return doubts(Task("Book a resume review"), run, answer(text))

    assert doubted(booked) == []
    assert doubted() == ["12 March was not seen beside 'Resume Review'"]


CARD = """# Markets & Trading Panel
JPMorgan Chase
Mar 18, 2027 · 5 pm
Fee · €15.00
## Hosted by James O'Brien and Alice MacLeod
### More events
Acme Corp · Apr 2, 2027"""


@pytest.mark.parametrize(
    "text",
    [
        "JPMorgan Chase (18 March 2027) is the next one.",
        "JPMorgan Chase takes €15.00.",
        "The host is James O'Brien with Alice MacLeod.",
        "It is Alice MacLeod's Trading Panel.",
        "It is the Mar 18 Alice MacLeods' Trading Panel.",
    ],
)
def test_a_card_that_says_a_thing_a_line_contradicts_nothing(text: str) -> None:
    assert doubts(Task("Which event is next?"), listed(CARD), answer(text)) == []


def test_a_name_beside_another_date_is_doubted_on_a_card() -> None:
    said = answer("Acme Corp (18 March 2027) is next.")
    assert doubts(Task("Which event is next?"), listed(CARD), said) == ["18 March was not seen beside 'Acme Corp'"]


def test_the_cheapest_of_a_list_that_goes_on_is_not_proven() -> None:
    more = listed(f"{GOODS}\n[9] link Next page")
    said = answer("The cheapest is the Pine Lamp.")
    assert doubts(Task("Which is the cheapest?"), more, said) == [
        "'cheapest': the list goes on, and not all of it was read"
    ]


def test_what_is_sold_out_does_not_outdo_what_is_in_stock() -> None:
    gone = listed(GOODS.replace("€12.50 ·", "€12.50 · Sold out ·"))
    said = answer("The cheapest is the Oak Lamp.")
    assert "'Oak Lamp' is not the cheapest" in doubts(Task("Which lamp is the cheapest?"), gone, said)
    assert doubts(Task("Which lamp in stock is the cheapest?"), gone, said) == []


def test_what_was_sent_while_the_answer_was_given_counts() -> None:
    run = pressed("Comment", data={"used": "x"}, tool="page.select", option="Thanks")
    said = Result.success(answer("Done."))
    run.turns[-1].actions.append(PastCall("/1/2", "2", "done", {}, said, 1.0, effects=[effect()]))
    assert grave_claims(Task("Comment: Thanks"), run, answer("Done.")) == []


def test_a_draft_that_is_kept_while_somebody_writes_is_not_sent() -> None:
    run = pressed("Message", data={"used": "x"}, tool="page.type", text="Yes, we take it.")
    run.turns[-1].look = Look("http://mail.example/", "Mail", "[3] textbox Message = Yes, we take it.\n[4] button Send")
    kept = effect("http://mail.example/api/drafts/3", method="PUT")
    run.turns[-1].actions.append(
        PastCall("/1/2", "2", "done", {}, Result.success(answer("Done.")), 1.0, effects=[kept])
    )
    assert grave_claims(Task("Reply to Leon: Yes, we take it."), run, answer("I replied to Leon."))
    run.turns[-1].actions[-1].effects[0]["url"] += "/send"
    assert grave_claims(Task("Reply to Leon: Yes, we take it."), run, answer("I replied to Leon.")) == []


def test_declined_cookies_prove_nothing() -> None:
    declined = pressed("Only necessary", effect("http://shop.example/cookies", idle=True))
    assert level("Rename the list to Oak Lamp", declined, "Oak lamp.") != "proven"


def edited(task: str, buttons: str, value: str = " = 50", sends: str | None = None) -> list[str]:
    """Return why a run that only filled in a field beside these buttons has not done a task."""
    before, after = (f"[3] slider Likely{each}\n{buttons}" for each in (value, " = 80"))
    data = {"index": 3, "holds": "80", "used": "index=3"}
    result = Result.success(data, proof={"/selector": Evidence(name="Likely", sends=sends).to_json()})
    typed = PastCall("/1/1", "1", "page.type", {"index": 3, "text": "80"}, result, 1.0)
    looks = [Look("http://stay.example/", "Stay", each) for each in (before, after)]
    return grave_claims(
        Task(task), History([Turn("/1", looks[0], actions=[typed]), Turn("/2", looks[1])]), answer("Done.")
    )


@pytest.mark.parametrize("button", ["Send", "Add page"])
def test_another_value_needs_no_button_that_sends_or_adds(button: str) -> None:
    assert edited("Set how likely it is to 80 percent", f"[4] button {button}") == []


@pytest.mark.parametrize(("own", "left"), [("Send", True), ("Search", False), (None, False)])
def test_another_value_needs_the_button_that_sends_its_form(own: str | None, left: bool) -> None:
    why = edited("Change how likely it is to 80 percent", "[4] button Send", sends=own)
    assert why == (["'Likely' was filled in, and nothing was sent"] if left else [])


def test_a_button_that_removes_sends_nothing() -> None:
    assert edited("Ask for it in 80 percent", "[4] button Remove", "") == []


@pytest.mark.parametrize(
    ("task", "button", "value"),
    [
        ("Set how likely it is to 80 percent", "Save", " = 50"),
        ("Set how likely it is to 80 percent", "Submit", " = 50"),
        ("Set how likely it is to 80 percent and send it", "Send", " = 50"),
        ("Set the recipe to 80", "Add recipe", " = 50"),
        ("Set a reminder to 80", "Add", ""),
        ("Rate it 80 percent", "Send", " = 50"),
    ],
)
def test_a_value_that_a_button_must_keep_is_not_done(task: str, button: str, value: str) -> None:
    assert edited(task, f"[4] button {button}", value) == ["'Likely' was filled in, and nothing was sent"]


@pytest.mark.parametrize(("left", "why"), [("", []), (" · [8] button Remove", ["'Remove' was not pressed"])])
def test_what_went_from_the_page_was_pressed(left: str, why: list[str]) -> None:
    first = pressed("Remove").turns[0]
    look = Look(first.look.url, first.look.title, "Garden · [7] button Remove · Pool · [8] button Remove")
    then = Look(look.url, look.title, f"Garden · [7] button Remove{left and ' · Pool' + left}")
    run = History([Turn("/1", look, actions=first.actions), Turn("/2", then)])
    assert grave_claims(Task("Remove the pool from what you liked"), run, answer("Done.")) == why


def test_what_went_with_its_row_needs_no_press() -> None:
    left = "[7] button Remove · Garden"
    turn = pressed("Pool").turns[0]
    look = Look(turn.look.url, turn.look.title, "[7] button Remove · Garden\n[8] button Remove · Pool")
    run = History([Turn("/1", look, actions=turn.actions), Turn("/2", Look(look.url, look.title, left))])
    assert grave_claims(Task("Remove the pool from what you liked"), run, answer("Done.")) == []
