from __future__ import annotations

from itertools import permutations, product

import pytest

from pollex.workspace.html import CLASSES, GatedHtml, gate
from pollex.workspace.html.ids import prefix_of, prefixed, unprefixed
from pollex.workspace.tree import BoundCommand, Element

PIXEL = "data:image/png;base64,iVBORw0KGgo="


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def gated(html: str, window: str = "w") -> GatedHtml:
    return gate(html, window=window, command=command)


def attributes(html: str) -> dict[str, str]:
    (node,) = gated(html).nodes
    assert isinstance(node, Element)
    return dict(node.attributes)


@pytest.mark.parametrize("address", ["https://example.com/a?b=1&c", "HTTP://example.com", "mailto:a@example.com"])
def test_links_to_other_places_open_in_a_new_tab(address: str) -> None:
    assert gated(f'<a href=" {address}\n">x</a>') == GatedHtml(
        (Element("a", {"href": address, "target": "_blank", "rel": "noopener noreferrer"}, ("x",)),), ()
    )


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        " javascript:x",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:x",
        "//example.com",
        "/settings",
        "page.html",
        "https:relative",
        "https://example.com/a b",
        "",
    ],
)
def test_other_links_are_dropped(address: str) -> None:
    found = gated(f'<a href="{address}">x</a>')

    assert found.nodes == (Element("a", {}, ("x",)),)
    assert len(found.notes) == 1
    assert found.notes[0].endswith(
        "of <a> was dropped: a link begins with https://, http://, mailto: or # and has no spaces"
    )


def test_a_target_of_its_own_is_dropped() -> None:
    assert gated('<a href="#" target="_top" rel="opener">x</a>') == GatedHtml(
        (Element("a", {"href": "#"}, ("x",)),),
        (
            "the target '_top' of <a> was dropped: links open in a new tab",
            "the rel 'opener' of <a> was dropped: links have noopener noreferrer",
        ),
    )


@pytest.mark.parametrize("address", [PIXEL, PIXEL.replace("png", "webp"), "/api/files/0a1b-2c"])
def test_images_are_data_or_files_of_ours(address: str) -> None:
    assert attributes(f'<img src="{address}" alt="x">') == {"src": address, "alt": "x"}


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/x.png",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/png,x",
        "data:text/html;base64,eA==",
        'data:image/png;base64,x"onerror',
        "/api/files/",
        "/api/files/../runs",
        "/api/files/a?x=1",
        "x.png",
    ],
)
def test_other_images_are_dropped(address: str) -> None:
    found = gated(f"<img alt=x src='{address}'>")

    assert found.nodes == (Element("img", {"alt": "x"}),)
    assert len(found.notes) == 1


def test_ids_and_everything_that_refers_to_them_get_the_prefix_of_the_window() -> None:
    html = (
        '<form id="f"></form><label for="a">A</label><input id="a" list="l" form="f" aria-describedby="h1 h2">'
        '<datalist id="l"></datalist><a href="#a">to a</a><output for="a b"></output>'
        '<table><tr><th id="c">C<td headers="c">1</table>'
    )
    cells = (Element("th", {"id": "win--c"}, ("C",)), Element("td", {"headers": "win--c"}, ("1",)))

    assert gated(html, "win") == GatedHtml(
        (
            Element("form", {"id": "win--f"}),
            Element("label", {"for": "win--a"}, ("A",)),
            Element(
                "input",
                {"id": "win--a", "list": "win--l", "form": "win--f", "aria-describedby": "win--h1 win--h2"},
            ),
            Element("datalist", {"id": "win--l"}),
            Element("a", {"href": "#win--a"}, ("to a",)),
            Element("output", {"for": "win--a win--b"}),
            Element("table", {}, (Element("tbody", {}, (Element("tr", {}, cells),)),)),
        ),
        (),
    )


@pytest.mark.parametrize(
    "name",
    ["controls", "describedby", "details", "errormessage", "flowto", "labelledby", "owns", "activedescendant"],
)
def test_every_aria_reference_is_prefixed(name: str) -> None:
    assert attributes(f'<p aria-{name}="x">y</p>') == {f"aria-{name}": "w--x"}


def test_an_id_that_has_the_prefix_keeps_it() -> None:
    assert attributes('<p id="w--a" aria-controls="w--b">x</p>') == {"id": "w--a", "aria-controls": "w--b"}


@pytest.mark.document("003", "Elements of two windows never share an id, whatever the windows and ids are called.")
def test_no_id_belongs_to_two_windows() -> None:
    assert (prefixed("b--c", "a"), prefixed("c", "a--b")) == ("a--b--c", "a-~-b--c")
    windows = ["".join(rest) for size in range(1, 6) for rest in product("a-b", repeat=size) if rest[0] != "-"]
    begins = [prefix_of(window) for window in windows]
    assert [(one, other) for one, other in permutations(begins, 2) if one.startswith(other)] == []
    assert {unprefixed(prefixed("c", window), window) for window in windows} == {"c"}


@pytest.mark.parametrize("name", ["", "a b", "a#b", "root"])
def test_ids_that_no_selector_could_name_are_dropped(name: str) -> None:
    found = gated(f'<p id="{name}">x</p>')

    assert found.nodes == (Element("p", {}, ("x",)),)
    assert found.notes[0].startswith(f"the id {name!r} of <p> was dropped: an id has letters")


def test_classes_of_the_list_stay_and_others_are_dropped() -> None:
    assert gated('<p class="card  mx-auto card bold">x</p><p class="mx-auto">y</p>') == GatedHtml(
        (Element("p", {"class": "card bold"}, ("x",)), Element("p", {}, ("y",))),
        ("class 'mx-auto' of <p> is not in the list and was dropped (2 times)",),
    )


def test_every_class_says_what_it_does_in_one_line() -> None:
    assert [name for name, about in CLASSES.items() if not about or "\n" in about or about.endswith(".")] == []


def test_an_attribute_of_another_element_is_dropped() -> None:
    assert gated('<p value="1" href="#x">x</p>').notes == (
        "the attribute value of <p> was dropped",
        "the attribute href of <p> was dropped",
    )
