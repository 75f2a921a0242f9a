"""Attacks of public collections against the gate. The lists here are written apart from those of the gate."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.workspace.html import gate
from pollex.workspace.tree import BoundCommand, Element, Nodes, every

DATA = Path(__file__).parents[1] / "data" / "xss" / "vectors.json"
VECTORS = [entry["payload"] for entry in json.loads(DATA.read_text())]
ORIGINAL = "ff512aac9ef231d504be5afaf4429005024e4b2aaf257be39524f37b8402aaf2"
"""Of html5lib/tests/testdata/LICENSE in the sdist of html5lib 1.1."""
HOLDERS = ("div", "table", "tbody", "tr", "colgroup", "select", "optgroup", "option", "textarea", "p", "a", "pre")

ACTIVE_TAGS = """
    animate annotation-xml applet area audio base basefont bgsound body canvas center command dialog embed event-source
    fencedframe font foreignobject frame frameset head html iframe image isindex keygen layer link listing marquee math
    meta model noembed noframes noscript object param picture plaintext portal script set slot source style svg template
    title track use video xml xmp
    """
ACTIVE_ATTRIBUTES = """
    accesskey action archive attributename autofocus background cite classid code codebase contenteditable data
    draggable dynsrc formaction formenctype formmethod formtarget http-equiv icon is itemid longdesc lowsrc manifest
    method nonce part ping popover popovertarget poster profile sandbox slot srcdoc srcset style to usemap values
    xlink:href xmlns
    """


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def dangers(nodes: Nodes) -> list[str]:
    """Return everything in a tree that could act, load or leave its window."""
    found = []
    for _, node in every(nodes):
        if not isinstance(node, Element):
            continue
        if (
            node.tag in ACTIVE_TAGS.split()
            or not node.tag.isalnum()
            or not node.tag.isascii()
            or node.tag != node.tag.lower()
        ):
            found.append(f"<{node.tag}>")
        found += [f"{node.tag} {name}={value!r}" for name, value in node.attributes.items() if _acts(name, value)]
    return found


def _acts(name: str, value: str) -> bool:
    if (
        name in ACTIVE_ATTRIBUTES.split()
        or name.startswith(("on", "data-", "xml"))
        or not name.replace("-", "").isalpha()
    ):
        return True
    if name == "href":
        return not value.lower().startswith(("http://", "https://", "mailto:", "#"))
    if name == "src":
        image = value.lower().startswith("data:image/") and ";base64," in value and "svg" not in value.lower()
        return not image and not (value.startswith("/api/files/") and value[11:].replace("-", "").isalnum())
    if name in ("id", "for", "list", "form", "headers"):
        return any(not re.match(r"w\d*--", part) for part in value.split())
    if name == "target":
        return value != "_blank"
    return name == "type" and value.lower() in ("password", "image")


def gated(payload: str, inside: str = "div") -> Nodes | Fault:
    try:
        return gate(payload, window="w", inside=inside, command=command).nodes
    except Fault as fault:
        return fault


@pytest.mark.parametrize("inside", HOLDERS)
def test_no_vector_leaves_anything_active(inside: str) -> None:
    found = {payload: gated(payload, inside) for payload in VECTORS}

    assert {
        payload: left for payload, nodes in found.items() if isinstance(nodes, tuple) and (left := dangers(nodes))
    } == {}


def test_the_vectors_are_cleaned_and_only_those_with_passwords_refused() -> None:
    faults = [found.hint or "" for payload in VECTORS if isinstance(found := gated(payload), Fault)]

    assert len(faults) == 4
    assert {"credential" in hint for hint in faults} == {True}


def test_the_checker_sees_what_is_active() -> None:
    tree: Nodes = (
        Element("script"),
        Element("p", {"onclick": "x"}, (Element("a", {"href": "javascript:x"}),)),
        Element("img", {"src": "https://example.com/x.png"}),
        Element("label", {"for": "other"}),
        Element("p", {"style": "x"}),
    )

    assert dangers(tree) == [
        "<script>",
        "p onclick='x'",
        "a href='javascript:x'",
        "img src='https://example.com/x.png'",
        "label for='other'",
        "p style='x'",
    ]


@pytest.mark.document("all", "The notice of the vectors from html5lib is word for word that of the original.")
def test_the_notice_of_html5lib_is_the_originals() -> None:
    notice = (DATA.parent / "NOTICE").read_text(encoding="utf-8")
    copied = notice[notice.index("Copyright (c) 2006") :]
    assert sha256(copied.encode()).hexdigest() == ORIGINAL
