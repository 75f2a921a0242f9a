"""The lexicon: what means the same on a page, and among names of data."""

from pollex.text.lexicon import are_synonyms, groups, name_word_index, vocabulary, word_index


def meanings(text: str) -> set[int]:
    return set(word_index(text).meanings)


def test_expressions_of_several_words_mean_the_same() -> None:
    assert meanings("sign in") & meanings("Log in")
    assert meanings("throw it away") & meanings("Delete")
    assert not meanings("Delete") & meanings("Save")


def test_names_of_data_have_synonyms_of_their_own() -> None:
    assert are_synonyms("price", "cost")
    assert not are_synonyms("delete", "remove")


def test_words_of_a_class_are_split() -> None:
    assert name_word_index("btnCloseDialog").tokens == ("btn", "close", "dialog")


def test_each_line_is_one_meaning_of_several_expressions() -> None:
    listed = [group.removeprefix("~").split("|") for _, group in groups()]
    assert all(len(group) > 1 and len(set(group)) == len(group) for group in listed)
    assert {section for section, _ in groups()} == {"both", "controls"}
    assert "basket" in vocabulary()
