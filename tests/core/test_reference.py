from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Issue
from pollex.core.reference import ParsedTemplate, Reference, Style, escape, read, references

styles: st.SearchStrategy[Style] = st.sampled_from(["{{}}", "${}"])
braces = st.text(alphabet="{}$\\[]'\"ab. \n", max_size=40)


def test_references_are_found_in_document_order_with_pointer_path_and_span() -> None:
    document = {"to": "{{user.email}}", "body": ["Hello {{ user.name }}, {{count}} new"], "{{key}}": 1}
    assert references(document) == [
        Reference(("user", "email"), "/to", (0, 14), "{{user.email}}"),
        Reference(("user", "name"), "/body/0", (6, 21), "{{ user.name }}"),
        Reference(("count",), "/body/0", (23, 32), "{{count}}"),
    ]
    assert [reference.root for reference in references(document)] == ["user", "user", "count"]


def test_each_style_sees_only_its_own_references() -> None:
    assert references("{{a}} ${b}", "{{}}") == [Reference(("a",), "", (0, 5), "{{a}}")]
    assert references("{{a}} ${b}", "${}") == [Reference(("b",), "", (6, 10), "${b}")]


def test_every_spelling_of_a_path_is_a_reference() -> None:
    texts = ["{{a.b[0]}}", "{{$.a.b}}", "{{/a/b/0}}", "{{a['b']}}"]
    paths = [("a", "b", 0), ("a", "b"), ("a", "b", 0), ("a", "b")]
    assert [reference.path for reference in references(texts)] == paths


def test_quoted_names_may_hold_braces() -> None:
    assert [reference.path for reference in references('{{a["}}"]}} {{a["{{"]}}')] == [("a", "}}"), ("a", "{{")]
    assert [reference.path for reference in references("${a['}']}", "${}")] == [("a", "}")]


def test_a_backslash_makes_the_opening_literal() -> None:
    assert read(r"\{{a}} {{a}}", "{{}}").parts == ("{{", "a}} ", Reference(("a",), "", (7, 12), "{{a}}"))
    assert read(r"\${a}", "${}").parts == ("${", "a}")


def test_an_opening_without_closing_is_text_and_noted() -> None:
    assert read("{{a {{b}}", "{{}}", "/x") == ParsedTemplate(
        parts=("{{", "a ", Reference(("b",), "/x", (4, 9), "{{b}}")),
        unclosed=(
            Issue(
                "/x",
                "'{{' at column 1 is never closed.",
                "'}}' after the name",
                "{{a {{b}}",
                "Close it with '}}', or write '\\{{' if it is meant as text.",
            ),
        ),
    )


def test_what_is_not_a_path_is_malformed() -> None:
    expected = "a name with a path behind it, such as 'order.items[0].id'; expressions are not known"
    literal = "Write '\\{{' if the braces are meant as text."
    assert read("{{}} {{0}} {{#if}}", "{{}}", "/x").malformed == (
        Issue("/x", "'{{}}' does not begin with a name.", expected, "{{}}", literal),
        Issue("/x", "'{{0}}' does not begin with a name.", expected, "{{0}}", literal),
        Issue(
            "/x",
            "'#if' is not a path: expected a name at column 1, but found '#'.",
            expected,
            "{{#if}}",
            literal,
        ),
    )


@given(braces | st.text(), styles)
def test_escaped_text_is_exactly_that_text(text: str, style: Style) -> None:
    template = read(escape(text, style), style)
    assert "".join(map(str, template.parts)) == text
    assert (template.malformed, template.unclosed) == ((), ())


@given(braces, styles)
def test_spans_point_at_what_is_written(text: str, style: Style) -> None:
    for reference in references(text, style):
        assert text[slice(*reference.span)] == reference.written
