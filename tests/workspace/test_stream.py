"""Envelopes out of a model's text, in pieces of any size."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.core.json import loads
from pollex.core.lenient_json import MENDED
from pollex.core.limits import Limits
from pollex.workspace.stream import (
    BatchEnd,
    EnvelopeStream,
    Malformed,
    Prose,
    StreamPart,
    ValueStream,
    WholeEnvelope,
    cut,
)

from ..growth import assert_even, counted_calls

VECTORS = Path(__file__).parents[1] / "data" / "json-parsing" / "test_parsing"
A, B = {"op": "window.create", "params": {"title": 'A "}]" \\'}}, {"op": "window.close", "params": {"id": "é"}}
TEXT = json.dumps([A, B])


def pieces(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def parts(*given_pieces: str, limits: Limits | None = None) -> list[StreamPart]:
    """All parts of a text, with neighbouring prose joined."""
    stream = EnvelopeStream(limits or Limits())
    found: list[StreamPart] = []
    for part in [*(part for piece in given_pieces for part in stream.feed(piece)), *stream.close()]:
        if isinstance(part, Prose) and found and isinstance(found[-1], Prose):
            found[-1] = Prose(found[-1].text + part.text)
        else:
            found.append(part)
    return found


def faults(*given_pieces: str, limits: Limits | None = None) -> list[tuple[str | None, str, str]]:
    found = [part.fault for part in parts(*given_pieces, limits=limits) if isinstance(part, Malformed)]
    return [(fault.pointer, fault.code, fault.message) for fault in found]


WHOLE: list[StreamPart] = [WholeEnvelope(A, 0), WholeEnvelope(B, 1), BatchEnd(2)]


@pytest.mark.parametrize("size", [1, 2, 7, 16, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TEXT, WHOLE),
        (json.dumps([A, B], indent=2), WHOLE),
        (f"Here: {TEXT} Done.", [Prose("Here: "), *WHOLE, Prose(" Done.")]),
        (f"Here:\n```json\n{TEXT}\n```\nDone.", [Prose("Here:\n"), *WHOLE, Prose("\nDone.")]),
        (f"```\n{TEXT}```", WHOLE),
        (f'{{"batch": {TEXT}}}', WHOLE),
        (f'{{"commands": {TEXT}}}', WHOLE),
        (f'{{"ops": {TEXT} }}!', [*WHOLE, Prose("!")]),
        (
            f'{{"plan": {{"steps": [1.5]}}, "batch": {TEXT}, "n": 1}}',
            [*WHOLE[:2], BatchEnd(2, around={"plan": {"steps": [1.5]}, "n": 1})],
        ),
        (f"{json.dumps(A)}\n{json.dumps(B)}\n", [*WHOLE, Prose("\n")]),
        (f"```jsonl\n{json.dumps(A)}\n{json.dumps(B)}\n```\n", [*WHOLE, Prose("\n")]),
        (f"{json.dumps(A)},\n{json.dumps(B)}\n\nDone.", [*WHOLE, Prose("\n\nDone.")]),
        (f"{TEXT}{TEXT}", [*WHOLE, *WHOLE]),
        ('{"note": "x", "op": "a"}', [WholeEnvelope({"note": "x", "op": "a"}, 0), BatchEnd(1)]),
        ('{"batch": []}', [BatchEnd(0)]),
        ("[ ]", [BatchEnd(0)]),
        ("```json\n[]\n```", [BatchEnd(0)]),
    ],
)
def test_batches_in_every_form(text: str, expected: list[StreamPart], size: int) -> None:
    assert parts(*pieces(text, size)) == expected


@pytest.mark.parametrize("size", [1, 5, 1000])
@pytest.mark.parametrize(
    "text",
    [
        "[see below] {value} [1] [] {} [[]] { [ `",
        '{"quoted" text} and {"name": "x"} and {"a": [{"op": "x"}]}',
        '[{"name": "x"}, {"op": "not a batch"}] then',
        '[{"name": "x"}, {"cut off',
        '{"never closed": [1, 2',
        '{"broken": nul} and {"twice": 1, "twice": 2}',
        'Close it with `[{"op": "window.close"}]` or ``x``.',
        '```python\nbatch = [{"op": "window.close"}]\n```\n',
        '```js\n`x` [{"op": "window.close"}]\n```\n',
        '{note: "x", "op": "y"}',
        '```json\n{"an": "example"}\n```\n',
        '```json\nwords [{"name": 1}]\n```',
        "{id: 5} and {value: {op}} and [{title: 1}]",
        '{"ops": ["a", "b"]}',
        "```js",
        "``",
        '[{"',
        '```json\n[ { "op"',
        "ended in ``` json",
    ],
)
def test_what_is_no_batch_is_prose(text: str, size: int) -> None:
    assert parts(*pieces(text, size)) == [Prose(text)]


def test_prose_is_not_held_back() -> None:
    stream = EnvelopeStream()
    said = [stream.feed(piece) for piece in ("I will ", "draw [", "a] box", " {", '"op"', ": ")]
    assert said == [[Prose("I will ")], [Prose("draw ")], [Prose("[a] box")], [Prose(" ")], [], []]


def test_an_envelope_is_handed_out_at_its_closing_brace() -> None:
    stream = EnvelopeStream()
    assert stream.feed('[{"op": "a", "params": {}') == []
    assert stream.feed("}") == [WholeEnvelope({"op": "a", "params": {}}, 0)]
    assert stream.feed(', {"op": "b"') == []
    assert stream.feed("}") == [WholeEnvelope({"op": "b"}, 1)]
    assert stream.feed("]") == [BatchEnd(2)]
    assert stream.close() == []


def test_a_wrapped_batch_ends_with_its_object() -> None:
    stream = EnvelopeStream()
    assert stream.feed('{"batch": [{"op": "a"}]') == [WholeEnvelope({"op": "a"}, 0)]
    assert stream.feed("}") == [BatchEnd(1)]


def test_every_fault_of_a_batch_is_reported_and_the_rest_is_read() -> None:
    text = '[{"op": "a"}, {"op": NaN}, {"op": "b", "op": "c"}, 5, {"op": "d", "params": {"n": 1e999}}, {"op": "e"}]'
    no_value, infinite = "unexpected character, expected a JSON value", "number is infinity when parsed as double"
    assert faults(text) == [
        ("/1", "invalid_json", f"Envelope 1 is not JSON: {no_value} (character 21 of the text)."),
        ("/2", "invalid_json", "Envelope 2 has the key 'op' twice in one object (the text from character 27 on)."),
        ("/3", "invalid_input", "Envelope 3 is not an object (character 51 of the text)."),
        ("/4", "invalid_json", f"Envelope 4 is not JSON: {infinite} (character 82 of the text)."),
    ]
    assert parts(text)[-2:] == [WholeEnvelope({"op": "e"}, 5), BatchEnd(6, faults=4)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"op": "a"}, {"op": "b', ("/1", "The batch is not complete: it ends at character 23 of the text.")),
        ('[{"op": "a"}', ("/1", "The batch is not complete: it ends at character 12 of the text.")),
        ('{"batch": [{"op": "a"}]', ("", "The batch is not complete: it ends at character 23 of the text.")),
        ('{"op": "a", "params": {"x": 1', ("/0", "The batch is not complete: it ends at character 29 of the text.")),
        ('```json\n[{"op": "a"}\n```', ("/1", "The batch is not complete: it ends at character 21 of the text.")),
        (
            '{"op": "a" "params": {}}',
            ("/0", "The object that begins at character 0 is not JSON (character 11 of the text)."),
        ),
        ('{"op": "a", "op": "b"}', ("/0", "The object has the key 'op' twice (character 12 of the text).")),
        ('[{"op": "a"}}]', ("/1", "A '}' stands between envelopes (character 12 of the text).")),
        (
            '{"batch": [{"op": "a"}], "batch": [{"op": "b"}]}',
            ("", "The object has the key 'batch' twice (character 25 of the text)."),
        ),
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_a_batch_that_cannot_be_read(text: str, expected: tuple[str, str], size: int) -> None:
    pointer, message = expected
    assert faults(*pieces(text, size)) == [(pointer, "invalid_json", message)]


def test_what_follows_a_batch_cut_off_by_its_fence_is_prose() -> None:
    assert parts('```json\n[{"op": "a"}\n```\nMore.')[-1] == Prose("\nMore.")


def test_a_number_that_is_cut_off_is_never_accepted() -> None:
    assert [faults(f'[{{"op": "a", "params": {{"x": {text}}}}}]')[0][0] for text in ("1.", "-", "1e", "01")] == [
        "/0"
    ] * 4


def test_infinity_beside_a_long_number_is_refused() -> None:
    assert faults(f'[{{"op": "a", "params": [1e999, {"1" * 400}]}}]')[0][:2] == ("/0", "invalid_json")


def test_depth_is_limited() -> None:
    def nested(depth: int) -> str:
        return f'[{{"op": "a", "params": {"[" * depth}{"]" * depth}}}, {{"op": "b"}}]'

    limits = Limits(depth=10)
    assert faults(nested(9), limits=limits) == []
    assert faults(nested(10), limits=limits) == [
        ("/0", "limit", "The value that begins at character 1 is nested deeper than 10 levels.")
    ]
    assert parts(nested(100_000))[-2:] == [WholeEnvelope({"op": "b"}, 1), BatchEnd(2, faults=1)]
    assert faults(f'{{"op": "a", "params": {"[" * 10}{"]" * 10}}}', limits=limits)[0][:2] == ("/0", "limit")


def test_size_is_limited() -> None:
    text = json.dumps([{"op": "a", "params": "x" * 200}, {"op": "b"}])
    found = faults(*pieces(text, 16), limits=Limits(arguments_bytes=100))
    assert found == [("/0", "limit", "The value that begins at character 1 is larger than 100 characters.")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[{'op': 'a', 'x': [True,],}]", [WholeEnvelope({"op": "a", "x": [True]}, 0, (MENDED,)), BatchEnd(1)]),
        ("{'op': 'a'}", [WholeEnvelope({"op": "a"}, 0, (MENDED,)), BatchEnd(1)]),
        ('[{"op": "a"},]', [WholeEnvelope({"op": "a"}, 0), BatchEnd(1, repairs=("left out the comma before ]",))]),
        (
            f"[{json.dumps(A)} {json.dumps(B)}]",
            [*WHOLE[:2], BatchEnd(2, repairs=("added the comma before /1",))],
        ),
        (
            '{"batch": {"op": "a"}}',
            [WholeEnvelope({"op": "a"}, 0, ("read one envelope as a batch of one",)), BatchEnd(1)],
        ),
    ],
)
def test_what_models_get_wrong_is_mended_with_a_note(text: str, expected: list[StreamPart]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize("params", ["'op': 'b'", "'x': 'a' 'b'", "'x': 1.", "'x': 0x1f", "'x': 1e999", "'x': (1, 2)"])
def test_what_is_not_certain_is_not_mended(params: str) -> None:
    assert [pointer for pointer, _, _ in faults(f"[{{'op': 'a', {params}}}]")] == ["/0"]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ENVELOPES = st.fixed_dictionaries({"op": st.text(max_size=9), "params": JSON_VALUES})
PROSE = st.text(st.characters(exclude_characters="`{[", exclude_categories=["Cs"])).filter(
    lambda text: text.strip(" \t\r\n,")
)
FORMS = (
    "%s",
    "```json\n%s\n```",
    "```\n%s```",
    '{"batch": %s}',
    '{"plan": {"batch": [{}]}, "batch" : %s , "n": -1}',
    '```json\n{"ops": %s}\n\n```',
)


def cut_at(text: str, places: list[int]) -> list[str]:
    bounds = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[start:end] for start, end in pairwise(bounds)]


@given(
    st.lists(ENVELOPES, min_size=1, max_size=5),
    PROSE,
    PROSE,
    st.sampled_from(FORMS),
    st.booleans(),
    st.sampled_from([None, 1]),
    st.lists(st.integers(0, 5000)),
)
def test_any_batch_in_any_pieces_between_any_prose(
    batch: list[dict[str, Any]],
    before: str,
    after: str,
    form: str,
    ascii_only: bool,
    indent: int | None,
    places: list[int],
) -> None:
    text = form.replace("%s", json.dumps(batch, ensure_ascii=ascii_only, indent=indent))
    found = parts(*cut_at(before + text + after, places))
    envelopes = [WholeEnvelope(envelope, index) for index, envelope in enumerate(batch)]
    around = {"plan": {"batch": [{}]}, "n": -1} if "plan" in form else {}
    assert found == [Prose(before), *envelopes, BatchEnd(len(batch), around=around), Prose(after)]


LIKE_JSON = st.lists(
    st.sampled_from(
        [*"[]{}\",:'`\\ \n1ax", '"op"', '"op": "a"', "```", "```json\n", '{"op":', '[{"op":', '{"batch": [', "op:"]
    )
).map("".join)


@given(LIKE_JSON | st.text(), st.lists(st.integers(0, 500)))
def test_any_text_in_any_pieces_gives_the_same_and_never_raises(text: str, places: list[int]) -> None:
    assert parts(*cut_at(text, places)) == parts(text)


def read(text: str, size: int) -> tuple[bool, object]:
    stream = ValueStream(unique=False)
    for piece in pieces(text, size):
        stream.feed(piece)
    try:
        return True, stream.close()
    except Fault:
        return False, None


@pytest.mark.parametrize("size", [1, 7, 16])
@pytest.mark.parametrize("kind", ["y", "n", "i"])
def test_vectors_are_judged_as_when_parsed_whole(kind: str, size: int) -> None:
    """Bytes that are no UTF-8 become lone surrogates, which no JSON text has. A key twice is left to `unique`."""
    verdicts = {}
    files = sorted(VECTORS.glob(f"{kind}_*.json"))
    for file in files:
        text = file.read_bytes().decode("utf-8", "surrogateescape")
        try:
            whole: tuple[bool, object] = True, loads(text)
        except ValueError:
            whole = False, None
        verdicts[file.name] = read(text, size)
        assert verdicts[file.name] == whole, file.name
    assert len(files) == {"y": 95, "n": 188, "i": 35}[kind]
    wrong = [name for name, (accepted, _) in verdicts.items() if accepted != (kind == "y")]
    assert kind == "i" or wrong == []


def test_a_value_with_a_key_twice_is_refused() -> None:
    stream = ValueStream()
    stream.feed('{"a": 1, "a": 2}')
    with pytest.raises(Fault, match="twice"):
        stream.close()


class CountedPattern:
    """A pattern that counts the characters that it looked at."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.touched = 0

    def match(self, text: str, at: int) -> re.Match[str] | None:
        found = self.pattern.match(text, at)
        self.touched += 1 + (0 if found is None else found.end() - at)
        return found


@pytest.mark.parametrize("size", [1, 16, 4096])
@pytest.mark.parametrize(
    "batch",
    [[A] * 500, [{"op": "dom.set", "params": {"html": '<p class="a">\n' * 2_000}}]],
    ids=["many envelopes", "one long string"],
)
def test_every_character_is_scanned_once(
    batch: list[dict[str, Any]], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a match, the character that ended it is counted too: at most two for one."""
    counted = {name: CountedPattern(getattr(cut, name)) for name in ("STRING", "BETWEEN", "SCALAR")}
    for name, pattern in counted.items():
        monkeypatch.setattr(cut, name, pattern)
    text = json.dumps(batch)
    assert parts(*pieces(text, size))[-1] == BatchEnd(len(batch))
    assert len(text) / 2 < sum(pattern.touched for pattern in counted.values()) < 2 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "[ ",
        "[{",
        "[{[",
        "` ",
        "```json\n",
        "```json\n[ ```",
        '{"a": 1} ',
        '{"op": "a"}\n, ',
        '{"op": x} ',
        '{"a": {"b": [',
        "[] ",
    ],
)
def test_the_work_grows_with_the_text(text: str) -> None:
    with counted_calls() as tenth:
        parts(*pieces(text * 100, 3))
    with counted_calls() as whole:
        parts(*pieces(text * 1000, 3))
    assert_even(tenth, whole)
