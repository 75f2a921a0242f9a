"""How an element is found again: the most durable way first, words at last."""

from collections.abc import Callable

import pytest

from pollex.browser.evidence import Evidence
from pollex.browser.selector import parse
from pollex.core.json import Object
from pollex.flow.compile import Compiled
from pollex.flow.compile.parametrizer import NamedValue, Parametrizer
from pollex.flow.compile.selectors import ElementTarget, target_of

FIELD = Evidence(
    tag="input",
    test_id="mail",
    role="textbox",
    name="E-mail",
    label="E-mail",
    placeholder="you@example.org",
    id="email",
    css='input[name="email"]',
    xpath='//*[@id="email"]',
    likes=1,
)
Did = Callable[..., Object]
Compile = Callable[..., Compiled]
CARD = Evidence(
    tag="button",
    role="button",
    name="Buy",
    text="Buy",
    css="ul.goods li:nth-of-type(2) button",
    xpath='//*[@id="goods"]/li[2]/button',
    likes=9,
    neighbours=("Oak Lamp", "€24.90"),
)


def found(known: Evidence, given: object = None, *values: NamedValue) -> ElementTarget:
    return target_of(given, known, Parametrizer(values))


def test_the_order_of_ways() -> None:
    assert found(FIELD, "act:the mail field") == ElementTarget(
        (
            "testid=mail",
            'role=textbox[name="E-mail"]',
            "label=E-mail",
            "placeholder=you@example.org",
            "#email",
            'input[name="email"]',
            'xpath=//*[@id="email"]',
        ),
        "the mail field",
        FIELD.to_json(),
    )


def test_what_the_run_wrote_itself_is_kept() -> None:
    assert "form.login input" in found(FIELD, "form.login input").selectors


def test_without_words_the_element_is_described() -> None:
    assert found(FIELD).fallback == 'textbox "E-mail"'
    assert found(CARD).fallback == 'button "Buy" near "Oak Lamp"'


def test_one_of_many_is_told_by_its_row() -> None:
    assert found(CARD, "act:Buy in the card of the oak lamp").selectors == (
        'li:has-text("Oak Lamp") button:has-text("Buy")',
        '//*[@id="goods"]/li[contains(normalize-space(.), "Oak Lamp")]/button',
    )


def test_in_a_row_no_way_goes_by_the_place() -> None:
    """Once the row is gone, the place would be another row's: it must not be acted on."""
    menu = Evidence(
        tag="button",
        role="button",
        name="Actions for KES-389",
        css="td.actions button",
        xpath="//table/tbody/tr[12]/td[9]/button",
        likes=1,
    )
    assert found(menu).selectors == (
        'role=button[name="Actions for KES-389"]',
        "td.actions button",
    )


def test_a_row_that_the_words_name_comes_before_the_name() -> None:
    link = Evidence(
        tag="a",
        role="link",
        name="Add a shortcut",
        text="Add a shortcut",
        xpath="//table/tbody/tr[2]/td[2]/a",
        likes=1,
        neighbours=("KES-391",),
    )
    assert found(link, 'act:the link in the row of "KES-391"').selectors == (
        'tr:has-text("KES-391") a',
        '//table/tbody/tr[contains(normalize-space(.), "KES-391")]/td[2]/a',
        'role=link[name="Add a shortcut"]',
        'text="Add a shortcut"',
    )


def test_words_that_count_go_by_the_place() -> None:
    target = found(CARD, "act:the second Buy button")
    assert target.selectors == ('//*[@id="goods"]/li[2]/button',)
    assert target.by_place
    assert "neighbours" not in target.evidence


def test_a_field_called_first_name_is_no_place() -> None:
    first = Evidence(role="textbox", name="First name", label="First name", xpath="//input[1]", likes=1)
    assert found(first, "act:the first name").selectors[0] == 'role=textbox[name="First name"]'


def test_no_way_leads_to_another_row_when_the_value_changes() -> None:
    target = found(CARD, "act:Buy in the card of Oak Lamp", NamedValue("Oak Lamp", "thing"))
    assert target.selectors == (
        'li:has-text("{{thing}}") button:has-text("Buy")',
        '//*[@id="goods"]/li[contains(normalize-space(.), "{{thing}}")]/button',
    )
    assert target.fallback == "Buy in the card of {{thing}}"
    row = {"likes": 9, "neighbours": ["{{thing}}"]}
    assert target.evidence == {"tag": "button", "role": "button", "name": "Buy", "text": "Buy", **row}


@pytest.mark.parametrize("name", ['The "best" one', "Save [all]", "A\\B", "50 % {{off}}"])
def test_odd_names_can_be_read(name: str) -> None:
    target = found(Evidence(role="button", name=name, text=name, likes=1))
    assert parse(list(target.selectors)).candidates


def test_an_amount_in_a_name_may_be_another() -> None:
    button = Evidence(role="button", name="Place order (€12.14)", likes=1)
    assert found(button).selectors == ('role=button[name="Place order (€12.14)"]', 'role=button[name="Place order"]')


def test_the_only_button_of_its_name_in_a_row() -> None:
    button = Evidence(
        tag="button", role="button", name="Buy", text="Buy", xpath="//ul/li/button", likes=1, neighbours=("Oak Lamp",)
    )
    assert found(button, "act:Buy in the row of Oak Lamp", NamedValue("Oak Lamp", "thing")).selectors[0] == (
        'li:has-text("{{thing}}") button:has-text("Buy")'
    )


@pytest.mark.parametrize(("was", "args"), [(False, {}), (True, {"on": False})])
def test_a_switch_is_turned_to_what_it_was_turned_to(
    did: Callable[..., Object], compiled: Callable[..., Compiled], was: bool, args: Object
) -> None:
    """A click would turn it back where it is so already."""
    made = compiled("Star it.", did("page.click", {"index": 1}, element={"role": "button", "name": "Star", "on": was}))
    config = made.document["nodes"][-1]["config"]
    assert config["tool"] == "page.check"
    assert {name: value for name, value in config["args"].items() if name == "on"} == args


def test_a_link_beside_a_known_value_is_found_by_its_row_and_by_no_name() -> None:
    link = Evidence(
        tag="a", role="link", name="Umlauts are broken", xpath="//table/tr/td[2]/a", likes=1, neighbours=("KES-393",)
    )
    made = found(link, None, NamedValue("KES-393", "query"))
    assert made.selectors[0] == 'tr:has-text("{{query}}") a'
    assert not any("Umlauts" in each for each in made.selectors)
    assert "Umlauts" in str(found(link, None, NamedValue("KES-39", "query")).selectors)


def test_the_first_row_of_a_list_that_was_sorted_is_the_first_one_again(did: Did, compiled: Compile) -> None:
    place = "//*[@id='list']/ul/li[1]/form/button"
    buy = {"role": "button", "name": "Buy", "xpath": place, "likes": 9, "neighbours": ["Touring Bell, medium"]}
    search = did("page.type", {"index": 1, "text": "bell"}, element={"role": "searchbox", "name": "Search"})
    sort = did("page.select", {"index": 2, "option": "Best rated"}, element={"role": "combobox", "name": "Sort by"})
    made = compiled("Buy the best rated bell.", search, sort, did("page.click", {"index": 3}, element=buy))
    assert made.document["nodes"][-1]["config"]["selector"] == place
    unsorted = compiled("Buy the best rated bell.", search, did("page.click", {"index": 3}, element=buy))
    assert "has-text" in str(unsorted.document["nodes"][-1]["config"]["selector"])


def test_a_proper_name_of_the_task_finds_its_row(did: Did, compiled: Compile) -> None:
    row = "//table/tbody/tr[2]/td[6]/button"
    cancel = {"role": "button", "name": "Cancel", "xpath": row, "likes": 2, "neighbours": ["Heron Library", "€40"]}
    made = compiled("cancel the standing order to Heron Library", did("page.click", {"index": 3}, element=cancel))
    assert [each["default_value"] for each in made.document["inputs"]] == ["Heron Library"]
    assert [each["display_name"] for each in made.document["inputs"]] == ["standing_order"]
    assert 'tr:has-text("{{standing_order}}")' in str(made.document["nodes"][-1]["config"]["selector"])


def test_an_element_in_one_of_several_boxes_is_found_by_what_its_box_says(did: Did, compiled: Compile) -> None:
    chip: Object = {
        "tag": "span",
        "role": "generic",
        "name": "×",
        "text": "×",
        "css": "div.tags span:nth-of-type(2) i.off",
        "xpath": "/html/body/div/span[2]/i",
        "likes": 2,
        "row": "span.tag",
        "row_texts": ["Prenatal"],
        "neighbours": ["Emily Nakamura"],
    }
    made = compiled("Remove the 'Prenatal' tag from Emily Nakamura", did("page.click", {"index": 4}, element=chip))
    [item] = made.document["inputs"]
    assert item["default_value"] == "Prenatal"
    assert made.document["nodes"][-1]["config"]["selector"] == 'span.tag:has-text("{{item}}") i.off:has-text("×")'
