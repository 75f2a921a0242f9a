"""Values that are told in running text."""

import pytest

from pollex.model.local.doing.sentences import stated


@pytest.mark.parametrize(
    ("text", "name", "said", "value"),
    [
        ("Find the code.\nWhat is the code?\nThe code is OAK7.\nCheck", "code", "", "OAK7"),
        ("The password for guests is “swan”. See you.", "password", "", "swan"),
        ("We leave at 8:12 from platform four.", "platform", "", "four"),
        ("We leave at 8:12 from platform four.", "time", "when does the train leave", "8:12"),
        ("The train leaves at 8:12. The ship leaves at 9:30.", "time", "when does the ship leave", "9:30"),
        ("The train leaves at 8:12. The ship leaves at 9:30.", "time", "when does it leave", None),
        ("The gate is 4. The gate is 5.", "gate", "", None),
        ("Enter the code.", "code", "", None),
    ],
)
def test_a_sentence_gives_a_name_its_value(text: str, name: str, said: str, value: str | None) -> None:
    assert stated(text, name, said) == value
