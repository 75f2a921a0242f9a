"""Words of login pages are recognised in several languages, as whole words."""

import pytest

from pollex.builtin.login.words import is_named, marked, says


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Log-in", "sign in"),
        ("SE CONNECTER", "sign in"),
        ("ログインする", "sign in"),
        ("Déconnexion", "sign out"),
        ("Das Kennwort ist ungültig.", "refused"),
        ("Неверный пароль", "refused"),
        ("Code de vérification", "second factor"),
    ],
)
def test_what_a_text_says(text: str, meaning: str) -> None:
    assert says(text, meaning)


@pytest.mark.parametrize(
    ("text", "meaning"), [("Google", "continue"), ("Nothing new", "decline"), ("Passenger", "password")]
)
def test_a_part_of_a_word_says_nothing(text: str, meaning: str) -> None:
    assert not says(text, meaning)


def test_a_long_text_is_no_name() -> None:
    assert not is_named("You can sign in with any of your accounts", "sign in")


@pytest.mark.parametrize("name", ["userName", "login_email", "txt-user"])
def test_names_of_fields_are_taken_apart(name: str) -> None:
    assert marked(name, "user name")
