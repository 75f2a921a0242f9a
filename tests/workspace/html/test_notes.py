"""Nothing is dropped silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pollex.core.fault import Fault
from pollex.workspace.html import gate, notes
from pollex.workspace.html.policy import ATTRIBUTES, DROPPED_WITH_CONTENT
from pollex.workspace.tree import BoundCommand

VECTORS = [
    entry["payload"] for entry in json.loads((Path(__file__).parents[2] / "data" / "xss" / "vectors.json").read_text())
]


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def noted(html: str) -> tuple[str, ...]:
    return gate(html, window="w", command=command).notes


@pytest.mark.parametrize(
    ("html", "note"),
    [
        ("<script>x</script>", "<script> was dropped with its content: there is no JavaScript here; use data-command"),
        ("<svg><path d=x></svg>", "<svg> was dropped with its content: use an image or a component"),
        ("<math><mi>x</mi></math>", "<math> was dropped with its content"),
        ("<font color=red>x</font>", "<font> was dropped and its content kept"),
        ("<my-part>x</my-part>", "<my-part> was dropped and its content kept"),
        ("<dialog open>x</dialog>", "<dialog> was dropped and its content kept: make a window"),
        ("<tr>x</tr>", "<tr> was dropped and its content kept: it must stand in a table"),
        ("<form><form></form></form>", "<form> was dropped and its content kept: it cannot stand there"),
        ("<button onclick='x'>y</button>", "the attribute onclick of <button> was dropped: use data-command"),
        ("<p style='x'>y</p>", "the attribute style of <p> was dropped: use classes"),
        ("<form action=''></form>", "the attribute action of <form> was dropped: a form sends its data-command"),
        ("<p data-command-x=1>y</p>", "the attribute data-command-x of <p> was dropped"),
        ("<p id=a id=b>x</p>", "a second id ('b') of <p> was dropped"),
        ("<input type=image>", "the type 'image' of <input> was dropped"),
        ("<input autocomplete=cc-number>", "the autocomplete 'cc-number' of <input> was dropped"),
        ("<!doctype html>", "'<!doctype html>' was dropped"),
        ("a<![CDATA[b]]>", "'<![CDATA[b]]>' was dropped"),
        ('a<p class="x', "'<p class=\"x' at the end is not finished and was dropped"),
        ("a<!-- b", "'<!-- b' at the end is not finished and was dropped"),
        ("a\0b", "a character U+0000 was dropped"),
        ("<p class=carrd>x</p>", "class 'carrd' of <p> is not in the list and was dropped; did you mean 'card'?"),
        ("<p class=qqqq>x</p>", "class 'qqqq' of <p> is not in the list and was dropped"),
    ],
)
def test_each_thing_that_is_dropped_has_its_note(html: str, note: str) -> None:
    assert noted(html) == (note,)


def test_equal_notes_are_one_with_a_count() -> None:
    assert noted("<p style=a>x</p><p style=b>y</p>") == (
        "the attribute style of <p> was dropped: use classes (2 times)",
    )


def test_after_twenty_notes_the_rest_is_counted() -> None:
    found = noted("".join(f"<x{number}></x{number}>" for number in range(25)))

    assert len(found) == 21
    assert found[-1] == "and 5 more"


def test_notes_on_classes_come_last() -> None:
    assert [note.split()[0] for note in noted("<p class=qqqq>x</p><script></script>")] == ["<script>", "class"]


def test_long_and_odd_values_are_cut_to_one_line() -> None:
    (note,) = noted(f"<a href='ftp://{'x' * 500}\n\u2028'>y</a>")

    assert note.isprintable()
    assert note.startswith("the href 'ftp://xxx")
    assert len(note) < 170


@pytest.mark.parametrize(
    "html",
    [
        "<BR/><INPUT DISABLED><p title='a > b'>x",
        '<button data-command=\'[{"html": "<tr><td onclick=x>{{value}}</td></tr>"}]\'>x</button>',
        "<textarea><script>x</script></textarea>",
        "<p>one<p>two<ul><li>a<li>b</ul>",
        "<!-- <script>x</script> --><p>x</p></div>",
        "<table><tr><td>implied</table>",
    ],
)
def test_what_is_only_written_differently_has_no_note(html: str) -> None:
    assert noted(html) == ()


def test_no_attack_is_dropped_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST", 10_000)
    silent = {}
    for payload in VECTORS:
        try:
            found = "\n".join(noted(payload))
        except Fault:
            continue
        if missing := [name for name in unlisted(payload) if name not in found]:
            silent[payload] = missing

    assert silent == {}


def unlisted(html: str) -> set[str]:
    """Return what a parser finds in a text and the policy does not list, as notes name it."""
    found: set[str] = set()
    waiting: list[LexborNode | None] = [LexborHTMLParser(html, is_fragment=True).root]
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        waiting.append(node.next)
        tag = node.tag or "-"
        if tag in ATTRIBUTES:
            found |= {f"{notes.named(name)} of <{tag}>" for name in node.attributes if name not in ATTRIBUTES[tag]}
        elif not tag.startswith("-"):
            found.add(f"<{notes.named(tag)}>")
        if tag not in DROPPED_WITH_CONTENT:
            waiting.append(node.first_child)
    return found
