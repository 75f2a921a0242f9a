"""Reading phrases."""

from pollex.page.ground.phrase import Phrase, readings


def test_a_quoted_word_is_no_order_and_no_relation() -> None:
    found = readings(Phrase.of('the "last in" button'))
    assert all(reading.target.order is None and not reading.relations for reading in found)


def test_relations_are_joined_as_they_are_meant() -> None:
    (reading,) = readings(Phrase.of("Cancel in the row of Gas"))
    (relation,) = reading.relations
    assert (relation.way, relation.anchor.words, relation.anchor.kind is not None) == ("in", (5,), True)
