from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pollex.browser.selector import Candidate, Selector, SelectorKind, parse
from pollex.core.fault import Fault, Issue

words = st.text(min_size=1, max_size=20).filter(lambda text: text == text.strip())
spellings = st.builds(
    "{}{}".format,
    st.sampled_from(["", "css=", "text=", "text:", "role=", "xpath=", "//", "testid=", "label=", "act:", "index="]),
    st.text(alphabet="ab1 \"'[]()=:{}\\.,#*>/-", max_size=20),
)


def read(text: str | int) -> Candidate:
    (candidate,) = parse(text).candidates
    return candidate


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        ("#submit", Candidate("css", "#submit")),
        ("a[href=x]", Candidate("css", "a[href=x]")),
        ("tr:nth-child(2) > td", Candidate("css", "tr:nth-child(2) > td")),
        ("label:hover", Candidate("css", "label:hover")),
        ("my-element", Candidate("css", "my-element")),
        ('input[type="email"], textarea', Candidate("css", 'input[type="email"], textarea')),
        ("css=text", Candidate("css", "text")),
        ("text:Submit", Candidate("text", "Submit")),
        ("text=Submit", Candidate("text", "Submit")),
        ("Text = Submit order", Candidate("text", "Submit order")),
        ('text="Submit"', Candidate("text", "Submit", exact=True)),
        (r"text='It\'s'", Candidate("text", "It's", exact=True)),
        ('text="Hi" he said', Candidate("text", '"Hi" he said')),
        ("role=button", Candidate("role", "button")),
        ('role=button[name="Save"]', Candidate("role", "button", name="Save")),
        ("role=button[ name = 'Save all' ]", Candidate("role", "button", name="Save all")),
        ("role=button[name=Save]", Candidate("role", "button", name="Save")),
        ("xpath=//a", Candidate("xpath", "//a")),
        ("//a[@id='x']", Candidate("xpath", "//a[@id='x']")),
        ("(//a)[1]", Candidate("xpath", "(//a)[1]")),
        ("testid=save", Candidate("testid", "save")),
        ("data-testid='save all'", Candidate("testid", "save all")),
        ("label=Email", Candidate("label", "Email")),
        ('placeholder="Search"', Candidate("placeholder", "Search", exact=True)),
        ("act:click the submit button", Candidate("act", "click the submit button")),
        (5, Candidate("index", 5)),
        ("index=5", Candidate("index", 5)),
        ("[5]", Candidate("index", 5)),
    ],
)
def test_every_kind_is_read(text: str | int, candidate: Candidate) -> None:
    assert read(text) == candidate


@pytest.mark.parametrize(
    ("jquery", "playwright"),
    [
        ('li:contains("New")', 'li:has-text("New")'),
        ("li:contains('New')", 'li:has-text("New")'),
        ("li:contains(New)", 'li:has-text("New")'),
        ("li:contains( New (2) ) > a", 'li:has-text("New (2)") > a'),
        ("""li:contains('say "hi"')""", r'li:has-text("say \"hi\"")'),
        ("a:not(:contains(x)):contains(y)", 'a:not(:has-text("x")):has-text("y")'),
        ('li:contains({{row["name"]}})', 'li:has-text("{{row["name"]}}")'),
        ('[title=":contains(x)"]', '[title=":contains(x)"]'),
    ],
)
def test_contains_of_jquery_becomes_has_text(jquery: str, playwright: str) -> None:
    assert read(jquery) == Candidate("css", playwright)


@pytest.mark.parametrize("text", ["the big button", "Submit", "Añadir al carrito", "click {{name}}, please!"])
def test_plain_words_are_a_description(text: str) -> None:
    assert read(text) == Candidate("act", text)


@pytest.mark.parametrize("text", ["button", "div span", "h1, h2", "ul li a", "{{selector}}", "div {{x}}", "li{{n}}"])
def test_words_that_may_be_css_are_css(text: str) -> None:
    assert read(text) == Candidate("css", text)


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        ('a[href="{{row["url"]}}"]', Candidate("css", 'a[href="{{row["url"]}}"]')),
        ("text={{name}}", Candidate("text", "{{name}}")),
        ('text="{{row["name"]}}"', Candidate("text", '{{row["name"]}}', exact=True)),
        ('role={{role}}[name="{{row["name"]}}"]', Candidate("role", "{{role}}", name='{{row["name"]}}')),
        ("index={{i}}", Candidate("index", "{{i}}")),
    ],
)
def test_templates_are_left_alone(text: str, candidate: Candidate) -> None:
    assert read(text) == candidate


def test_a_list_is_tried_in_its_order() -> None:
    selector = parse(["#submit", ".submit-btn", "text=Submit", 3])
    assert selector == Selector(
        (
            Candidate("css", "#submit"),
            Candidate("css", ".submit-btn"),
            Candidate("text", "Submit"),
            Candidate("index", 3),
        )
    )
    assert selector.to_json() == ["#submit", ".submit-btn", "text=Submit", "index=3"]
    assert parse("#submit").to_json() == "#submit"


def test_quotes_are_written_only_where_they_are_needed() -> None:
    candidates = [Candidate("testid", "save"), Candidate("testid", "save all"), Candidate("text", "Save", exact=True)]
    assert [str(candidate) for candidate in candidates] == ["testid=save", 'testid="save all"', 'text="Save"']


def issues_of(selector: Any) -> list[Issue]:
    with pytest.raises(Fault) as caught:
        parse(selector)
    assert caught.value.code == "invalid_input"
    return list(caught.value.issues)


def test_mistakes_in_a_list_are_all_told_with_their_index() -> None:
    issues = issues_of(["#a", "", "a[b", "rol=button", None, ["#a"], True])
    assert [(issue.pointer, issue.message, issue.received) for issue in issues] == [
        ("/1", "The selector is empty.", '"" (string)'),
        ("/2", "'[' at column 2 has no partner.", '"a[b" (string)'),
        ("/3", "'rol=' is no kind of selector.", '"rol=button" (string)'),
        ("/4", "A selector is a text or the index of an element.", "null"),
        ("/5", "A selector is a text or the index of an element.", '["#a"] (array)'),
        ("/6", "A selector is a text or the index of an element.", "true (boolean)"),
    ]


@pytest.mark.parametrize(
    ("selector", "message", "hint"),
    [
        ([], "The list of selectors is empty.", "Name the element."),
        ("a[b='c", '"\'" at column 5 has no partner.', "Close what is opened, and open what is closed."),
        ("a)", "')' at column 2 has no partner.", "Close what is opened, and open what is closed."),
        ("//a[(1])", "']' at column 7 has no partner.", "Close what is opened, and open what is closed."),
        ("rol=button", "'rol=' is no kind of selector.", "Did you mean 'role'?"),
        ("id=main", "'id=' is no kind of selector.", 'For an attribute write [id="main"].'),
        ("text=", "Nothing follows 'text'.", None),
        ('text=""', "There is nothing between the quotes.", None),
        ('text="Submit', "'\"' at the beginning is never closed.", None),
        ("index=x", "'x' is not the index of an element.", None),
        ("index={{i}}x", "'{{i}}x' is not the index of an element.", None),
        ("index=__", "'__' is not the index of an element.", None),
        (-1, "'-1' is not the index of an element.", None),
        ('role=button[name="a"][level="2"]', '\'"a"][level="2"\' is not a name.', None),
        (
            "role=button[checked]",
            "'button[checked]' is not a role.",
            "Only a name can go with a role; use CSS for other attributes.",
        ),
    ],
)
def test_a_mistake_says_what_to_do(selector: Any, message: str, hint: str | None) -> None:
    (issue,) = issues_of(selector)
    assert (issue.pointer, issue.message, issue.hint) == ("", message, hint)


def read_or_none(text: str | int) -> Candidate | None:
    try:
        return read(text)
    except Fault:
        return None


@given(spellings | st.text() | st.integers())
@example("css=css=a")
@example('text="{{a["b"]}}"')
@example("text='tis \"quoted'")
def test_a_candidate_reads_back_from_its_text(text: str | int) -> None:
    candidate = read_or_none(text)
    assert candidate is None or read(str(candidate)) == candidate


@given(st.sampled_from(["text", "label", "placeholder", "testid", "role"]), words)
def test_any_words_can_be_written_exactly(kind: SelectorKind, text: str) -> None:
    candidate = {
        "testid": Candidate(kind, text),
        "role": Candidate("role", "button", name=text),
    }.get(kind, Candidate(kind, text, exact=True))
    assert read(str(candidate)) == candidate
