"""JSON files that are not quite JSON."""

import json

import pytest

from pollex.core.fault import Fault
from pollex.core.json_file import read_json


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_in_utf_8_is_read_with_or_without_its_mark(encoding: str) -> None:
    assert read_json('{"name": "Café"}'.encode(encoding), "app.json") == {"name": "Café"}


@pytest.mark.parametrize(
    ("encoding", "received"), [("utf-16", "the byte 0xff at position 0"), ("latin-1", "the byte 0xe9 at position 13")]
)
def test_another_encoding_is_named_as_that(encoding: str, received: str) -> None:
    with pytest.raises(Fault, match=r"app\.json is not JSON: it is not written in UTF-8\.") as caught:
        read_json('{"name": "Café"}'.encode(encoding), "app.json")

    assert (caught.value.expected, caught.value.received) == ("UTF-8", received)
    assert caught.value.hint == "Save the file as UTF-8."


@pytest.mark.parametrize("text", ["", "{", '{"a": 1,}', "[" * 100_000, '{"a": NaN}', "\0"])
def test_what_is_no_json_is_a_fault(text: str) -> None:
    with pytest.raises(Fault, match=r"app\.json is not JSON"):
        read_json(text.encode(), "app.json")


def test_a_key_twice_is_found_among_many() -> None:
    many = json.dumps({f"k{number}": number for number in range(50_000)})

    with pytest.raises(Fault, match="has the key 'k49999' twice"):
        read_json(many[:-1] + ', "k49999": 1}', "app.json")
