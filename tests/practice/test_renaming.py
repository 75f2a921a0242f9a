"""Other names and other words, on small examples."""

from hypothesis import given
from hypothesis import strategies as st

from pollex.practice.markup import Attribute, pieces, with_attributes
from pollex.practice.renaming import rename_page, rename_script, rename_style, renamed_class, renamed_id
from pollex.practice.rewording import Rewording

CARD, EMAIL = renamed_class("card"), renamed_id("email")


def test_classes_ids_and_hooks_of_a_tag_are_renamed() -> None:
    html = '<p class="card" id="email" data-sum=\'5\' data-live title="card">card</p>'
    assert rename_page(html) == f'<p class="{CARD}" id="{EMAIL}" data-ui-sum=\'5\' data-ui-live title="card">card</p>'


def test_references_follow_their_ids() -> None:
    html = '<label for="email">E</label><a href="#email">x</a><a href="#7"></a><i aria-owns="email outcome"></i>'
    assert rename_page(html) == (
        f'<label for="{EMAIL}">E</label><a href="#{EMAIL}">x</a><a href="#7"></a><i aria-owns="{EMAIL} outcome"></i>'
    )


def test_an_id_made_of_another_still_belongs_to_it() -> None:
    assert renamed_id("email-error") == f"{renamed_id('email')}-error"


def test_a_test_id_keeps_its_attribute_and_gets_another_value() -> None:
    assert rename_page('<b data-testid="email"></b>') == f'<b data-testid="{EMAIL}"></b>'


def test_content_of_some_elements_is_wrapped_where_they_are_closed() -> None:
    assert rename_page("<form><b></b></form><td>1<td>2") == (
        '<form><div style="display:contents"><b></b></div></form><td>1<td>2'
    )


def test_style_sheets_are_renamed_in_their_selectors_only() -> None:
    css = ".card > a[data-live] { margin: .5rem; color: #eee; } #email, #outcome[data-state] { color: red; }"
    assert rename_style(css) == (
        f".{CARD} > a[data-ui-live] {{ margin: .5rem; color: #eee; }} #{EMAIL}, #outcome[data-state] {{ color: red; }}"
    )


def test_scripts_ask_for_the_other_names() -> None:
    script = (
        'const box = root.querySelector(".card [data-live]"); box.className = "card"; box.classList.add("card");\n'
        'const { live, sum } = box.dataset; document.getElementById("email").dataset.sum = 1;\n'
        'item.innerHTML = `<b class="card">`; outcome.dataset.state = "card";'
    )
    assert rename_script(script) == (
        f'const box = root.querySelector(".{CARD} [data-ui-live]"); box.className = "{CARD}"; '
        f'box.classList.add("{CARD}");\n'
        f'const {{ uiLive: live, uiSum: sum }} = box.dataset; document.getElementById("{EMAIL}").dataset.uiSum = 1;\n'
        f'item.innerHTML = `<b class="{CARD}">`; outcome.dataset.state = "card";'
    )


def test_scripts_and_styles_inside_a_page_are_renamed_too() -> None:
    html = '<style>.card { top: 0 }</style><script>a.closest(".card")</script><!-- <p class="card"> -->'
    assert rename_page(html) == (
        f'<style>.{CARD} {{ top: 0 }}</style><script>a.closest(".{CARD}")</script><!-- <p class="card"> -->'
    )


WORDING = Rewording(
    {"Save": "Keep", "Done": "Finished", "Remove {}": "Take away {}", "Tea & milk": "Chai"}, {'"Undo"': '"Take back"'}
)


def test_words_change_on_buttons_labels_and_in_attributes_but_not_in_data() -> None:
    html = (
        '<p>Save</p><button title="Save" value="Save"> Save <i>now</i></button>'
        "<label>Done <select><option>Done</option></select></label>"
        "<td>Done</td><span id=a>Done</span><title>Save · Bank</title>"
    )
    assert WORDING.page(html) == (
        '<p>Save</p><button title="Keep" value="Save"> Keep <i>now</i></button>'
        "<label>Finished <select><option>Done</option></select></label>"
        "<td>Done</td><span id=a>Finished</span><title>Keep · Bank</title>"
    )


def test_a_wildcard_keeps_what_it_stands_for() -> None:
    assert WORDING.page('<button aria-label="Remove a &quot;b&quot;">×</button><a>Tea &amp; milk</a>') == (
        '<button aria-label="Take away a &quot;b&quot;">×</button><a>Chai</a>'
    )


def test_scripts_of_a_page_get_their_words() -> None:
    html = '<script>b.textContent = "Undo"; say("Save")</script>'
    assert WORDING.page(html) == '<script>b.textContent = "Take back"; say("Save")</script>'


@given(st.text(alphabet="<>/a \"=-!'", max_size=40))
def test_a_page_taken_apart_is_the_same_page(html: str) -> None:
    assert "".join(pieces(html)) == html


@given(st.text(alphabet="ab \"'=>-", max_size=30))
def test_a_tag_whose_attributes_stay_is_the_same_tag(inside: str) -> None:
    def stays(attribute: Attribute) -> Attribute:
        return attribute

    assert with_attributes(f"<a {inside}>", stays) == f"<a {inside}>"
