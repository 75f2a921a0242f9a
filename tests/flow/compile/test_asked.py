"""What the model asked the person: a node that asks again where the answer is used, else a doubt."""

from collections.abc import Callable

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
FIELD: Object = {"role": "textbox", "name": "Street", "label": "Street", "xpath": "//street"}


def test_an_answer_that_was_typed_is_asked_for_again(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Enter my new address.",
        did("ask", {"question": "Which street?"}, {"answer": "Analytical Lane 12"}),
        did("page.type", {"index": 1, "text": "Analytical Lane 12"}, element=FIELD),
    )
    _, asking, typing = made.document["nodes"]
    assert (asking["type"], asking["config"]["question"]) == ("ask", "Which street?")
    assert typing["config"]["text"] == f"{{{{{asking['alias']}.answer}}}}"
    assert made.document.get("inputs", []) == []


def test_a_choice_that_was_referred_to_is_offered_again(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Enter my size.",
        did("ask", {"question": "Which size?", "choices": ["S", "M"]}, {"answer": "M"}),
        did("page.type", {"index": 1, "text": "{{ask_1.answer}}"}, element=FIELD),
    )
    _, asking, typing = made.document["nodes"]
    assert asking["config"]["form"]["properties"] == {"answer": {"type": "string", "enum": ["S", "M"]}}
    assert typing["config"]["text"] == f"{{{{{asking['alias']}.answer}}}}"


def test_an_answer_that_only_the_model_used_is_a_doubt(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Open the right one.",
        did("ask", {"question": "The left one?"}, {"answer": "yes"}),
        did("page.click", {"index": 1}, element={"role": "link", "name": "Left", "xpath": "//a"}),
    )
    assert "ask" not in [node["type"] for node in made.document["nodes"]]
    assert "The run asked “The left one?”; the workflow does what it did after the answer." in made.unsure


def test_a_question_that_nobody_answered_is_left_out(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Open the right one.",
        did("page.click", {"index": 1}, element={"role": "link", "name": "Left", "xpath": "//a"}),
        did("ask", {"question": "The left one?"}, ok=False),
    )
    assert "ask" not in [node["type"] for node in made.document["nodes"]]
