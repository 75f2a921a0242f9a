"""Layouts 3 and 4 over HTTP: the same pages with other names, and in 4 with other words."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from pollex.practice.bank.state import SECRET
from pollex.practice.bank.totp import code_at
from pollex.practice.server import SITES, Server
from pollex.practice.site import HERE, Site

from ..vectors import all_hold

PATHS = (
    "shop/", "shop/c/kitchen", "shop/search?q=kettle", "shop/search?q=zzz", "shop/item/10001", "shop/basket",
    "shop/checkout/address", "shop/wishlist", "shop/account", "bank/login?out=1", "bank/", "bank/account/everyday",
    "bank/account/everyday/statements", "bank/transfer", "bank/standing", "bank/messages", "bank/messages/1",
    "bank/profile", "tracker/", "tracker/board", "tracker/activity", "tracker/issues/7", "mail/", "mail/folder/sent",
    "mail/settings", "hard/", "hard/tabs", "hard/login", "hard/same-names", "hard/frames/card", "hard/quirks",
)  # fmt: skip
CONTRACT = {"outcome"}
"""The id that every layout of the hard pages has."""


class Visitor:
    """Somebody who has signed in at the bank and put a thing into the shop's basket."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.opener = build_opener(HTTPCookieProcessor())
        self.open("bank/login", user="ada", password="lovelace-1843")
        self.open("bank/code", code=code_at(SECRET, time.time()))
        self.open("shop/basket/add/10001", quantity="1")

    def open(self, path: str, **form: str) -> str:
        data = urlencode(form).encode() if form else None
        with self.opener.open(Request(f"{self.server.url}/{path}", data)) as answer:
            content: bytes = answer.read()
        return content.decode()


@pytest.fixture(scope="module")
def visitors() -> Iterator[dict[int, Visitor]]:
    with Server(layout=1) as usual, Server(layout=3) as renamed, Server(layout=4) as reworded:
        yield {1: Visitor(usual), 3: Visitor(renamed), 4: Visitor(reworded)}


def attributes(page: str, *names: str) -> list[str]:
    markup = re.sub("<script.*?</script>", "", page, flags=re.DOTALL)
    return re.findall(rf"""\s(?:{"|".join(names)})=["']([^"']*)""", markup)


def tokens(page: str, *names: str) -> set[str]:
    return set(" ".join(attributes(page, *names)).split())


def text(page: str) -> list[str]:
    """What stands on the page, without scripts, styles and tags."""
    markup = re.sub("<(script|style).*?</\\1>", "", page, flags=re.DOTALL)
    return unescape(re.sub("<[^>]*>", " ", markup)).split()


def test_a_renamed_page_says_the_same_under_other_names(visitors: dict[int, Visitor]) -> None:
    def same(path: str) -> None:
        usual, renamed = visitors[1].open(path), visitors[3].open(path)
        assert text(renamed) == text(usual)
        for name in ("class", "id", "data-testid"):
            before, after = tokens(usual, name) - CONTRACT, tokens(renamed, name) - CONTRACT
            assert (len(after), after & before) == (len(before), set())

    all_hold(((path, path) for path in PATHS), same)


def test_what_is_named_by_its_id_is_found_by_its_other_id(visitors: dict[int, Visitor]) -> None:
    def found(path: str) -> None:
        references = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
        usual, renamed = visitors[1].open(path), visitors[3].open(path)
        missing = [tokens(page, *references) - tokens(page, "id") for page in (usual, renamed)]
        assert missing == [set(), set()]

    all_hold(((path, path) for path in PATHS), found)


def test_what_the_server_reads_has_its_names(visitors: dict[int, Visitor]) -> None:
    def named(path: str) -> None:
        pages = [visitors[layout].open(path) for layout in (1, 3, 4)]
        for name in ("name", "action", "value", "href"):
            usual, *others = [[value.partition("#")[0] for value in attributes(page, name)] for page in pages]
            kept = [[re.sub(r"(\.js|\.css)\?layout=\d", r"\1", value) for value in other] for other in others]
            assert kept == [[re.sub(r"(\.css)\?layout=\d", r"\1", value) for value in usual]] * 2

    all_hold(((path, path) for path in PATHS[:-1]), named)  # the last has its button's words in a value


def test_a_reworded_page_differs_from_a_renamed_one_in_words_alone(visitors: dict[int, Visitor]) -> None:
    def differs(path: str) -> None:
        renamed, reworded = visitors[3].open(path), visitors[4].open(path)
        assert re.findall("<[a-z/][^ >]*", reworded) == re.findall("<[a-z/][^ >]*", renamed)
        assert attributes(reworded, "class", "id") == attributes(renamed, "class", "id")
        assert reworded.replace("layout=4", "layout=3") != renamed

    all_hold(((path, path) for path in PATHS), differs)


def test_the_words_of_layout_4_are_those_of_the_redesign_where_it_has_some(visitors: dict[int, Visitor]) -> None:
    said = {
        path: text(visitors[4].open(path)) for path in ("shop/c/kitchen", "bank/", "tracker/", "mail/", "hard/login")
    }
    wanted = {"shop/c/kitchen": "Buy this", "bank/": "Send money", "tracker/": "Create ticket", "mail/": "Compose"}
    wanted["hard/login"] = "Log in"
    assert [path for path, words in wanted.items() if words not in " ".join(said[path])] == []


def test_what_belongs_to_the_data_is_not_reworded(visitors: dict[int, Visitor]) -> None:
    page = visitors[4].open("tracker/issues/7")
    assert ("<option >Done</option>" in page or "<option selected>Done</option>" in page, "State" in page) == (
        True,
        True,
    )


@pytest.mark.parametrize("layout", [3, 4])
def test_a_path_through_the_page_leads_elsewhere(visitors: dict[int, Visitor], layout: int) -> None:
    usual, other = visitors[1].open("bank/transfer"), visitors[layout].open("bank/transfer")
    for parent in ("body", "main", "form"):
        children = [re.findall(rf"<{parent}\b[^>]*>\s*<(\w+)([^>]*)>", page)[0] for page in (usual, other)]
        assert children[1] == ("div", ' style="display:contents"')
        assert children[0] != children[1]


@pytest.mark.parametrize("layout", [3, 4])
def test_scripts_and_styles_have_addresses_of_their_layout(visitors: dict[int, Visitor], layout: int) -> None:
    pages = [visitors[layout].open(path) for path in ("tracker/", "shop/")]
    loaded = [address for page in pages for address in re.findall(r'"([^"]*\.(?:js|css)[^"]*)"', page)]
    assert loaded == [
        f"/tracker/static/tracker.css?layout={layout}", f"/tracker/static/table.js?layout={layout}",
        f"/shop/style.css?layout={layout}", f"/shop/static/shop.js?layout={layout}",
    ]  # fmt: skip
    assert f'from "./page.js?layout={layout}"' in visitors[layout].open("tracker/static/table.js")


def test_every_class_of_a_renamed_page_has_its_style(visitors: dict[int, Visitor]) -> None:
    css = visitors[3].open("shop/style.css")
    card = re.findall(r'<li class="([^"]+)"', visitors[3].open("shop/c/kitchen"))[0]
    assert (f".{card} {{" in css, ".card " in css) == (True, False)


@pytest.mark.parametrize(
    "path", ["bank/account/everyday/statement/2026-10.csv", "mail/api/contacts?q=a", "hard/data/prices.csv"]
)
def test_files_and_data_are_the_same_in_every_layout(visitors: dict[int, Visitor], path: str) -> None:
    assert visitors[3].open(path) == visitors[4].open(path) == visitors[1].open(path)


def test_a_letter_with_its_own_design_is_left_as_it_was_sent(visitors: dict[int, Visitor]) -> None:
    number = re.findall(r"folder/inbox/(\d+)", visitors[1].open("mail/folder/inbox?q=fernandfield"))[0]
    letters = [visitors[layout].open(f"mail/messages/{number}/body") for layout in (1, 3, 4)]
    assert letters == letters[:1] * 3


def sources(site: Site, *kinds: str) -> str:
    """The site's own texts, without the tables of other words."""
    files = [file for kind in kinds for file in Path(HERE / site.name).rglob(f"*.{kind}")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.name != "rewording.py")


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_every_text_that_gets_other_words_is_on_the_site(site: Site) -> None:
    pages, scripts = unescape(sources(site, "html", "py")), sources(site, "js")
    parts = [part for usual in site.wording.texts for part in usual.split("{}")]
    assert [part for part in parts if part.strip("()“” ‹›") not in pages] == []
    assert [usual for usual in site.wording.scripts if usual not in scripts] == []


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_other_words_are_other_words(site: Site) -> None:
    same = [usual for table in (site.wording.texts, site.wording.scripts) for usual in table if table[usual] == usual]
    assert same == []
