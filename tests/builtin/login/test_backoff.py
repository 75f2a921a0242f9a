"""After a refusal a credential is not tried again at once, across runs."""

from pathlib import Path

import pytest

from pollex import Fault
from pollex.builtin.login.backoff import Backoff


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_the_pause_doubles_up_to_an_hour_and_is_remembered(tmp_path: Path) -> None:
    clock, pauses = Clock(), []
    for _ in range(9):
        Backoff(tmp_path / "file.json", clock).refused("bank.example", "ada")
        with pytest.raises(Fault, match="has refused 'ada'") as raised:
            Backoff(tmp_path / "file.json", clock).check("bank.example", "ada")
        pauses.append(int(str(raised.value.message).rpartition("(in ")[2].split()[0]))
        clock.now += pauses[-1]
        Backoff(tmp_path / "file.json", clock).check("bank.example", "ada")
    assert pauses == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_it_concerns_one_credential_on_one_site(tmp_path: Path) -> None:
    backoff = Backoff(tmp_path / "file.json", Clock())
    backoff.refused("bank.example", "ada")
    backoff.check("bank.example", "grace")
    backoff.check("shop.example", "ada")


def test_being_let_in_ends_it(tmp_path: Path) -> None:
    backoff = Backoff(tmp_path / "file.json", Clock())
    backoff.refused("bank.example", "ada")
    backoff.accepted("bank.example", "ada")
    backoff.check("bank.example", "ada")


def test_a_day_later_the_count_begins_anew(tmp_path: Path) -> None:
    clock = Clock()
    backoff = Backoff(tmp_path / "file.json", clock)
    for _ in range(5):
        backoff.refused("bank.example", "ada")
    clock.now += 100_000
    backoff.refused("bank.example", "ada")
    clock.now += 31
    backoff.check("bank.example", "ada")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"bank.example ada": {"until": "soon"}}'])
def test_a_file_that_cannot_be_read_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "file.json").write_text(text)
    Backoff(tmp_path / "file.json", Clock()).check("bank.example", "ada")
