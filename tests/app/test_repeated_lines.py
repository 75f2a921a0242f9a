"""What two pages of a site have in common is told in one line, with the numbers that were shown."""

from pollex.app.repeated_lines import RepeatedLines

MENU = ["banner:", "[1] link Home", "[2] searchbox Search", "navigation:", "[3] link Kitchen", "[4] link Garden"]


def numbered(lines: list[str], by: int) -> list[str]:
    return [line if "[" not in line else f"[{int(line[1]) + by}{line[2:]}" for line in lines]


def test_a_run_of_lines_that_was_shown_is_one_line_and_headings_stay_above_what_is_new() -> None:
    repeated = RepeatedLines()
    assert repeated.fold([*MENU, "main:", "[5] link Pans"]) == [*MENU, "main:", "[5] link Pans"]
    assert repeated.fold([*numbered(MENU, 10), "main:", "[15] button Buy"]) == [
        "= banner: [1] to [4] are now [11] to [14]",
        "main:",
        "[15] button Buy",
    ]


def test_the_numbers_are_those_that_were_shown_also_after_several_pages() -> None:
    repeated = RepeatedLines()
    repeated.fold(MENU)
    repeated.fold(numbered(MENU, 10))
    assert repeated.fold(numbered(MENU, 20)) == ["= banner: [1] to [4] are now [21] to [24]"]
    repeated.remember(numbered(MENU, 20))
    assert repeated.fold(numbered(MENU, 30)) == ["= banner: [21] to [24] are now [31] to [34]"]


def test_lines_that_say_something_else_are_shown() -> None:
    repeated = RepeatedLines()
    repeated.fold(MENU)
    changed = [*MENU[:2], "[2] searchbox Search = lamp", *MENU[3:]]
    assert repeated.fold(numbered(changed, 10)) == numbered(changed, 10)


def test_lines_whose_numbers_moved_by_different_distances_are_not_taken_together() -> None:
    repeated = RepeatedLines()
    repeated.fold(MENU)
    moved = [*numbered(MENU[:3], 10), *numbered(MENU[3:], 20)]
    assert repeated.fold(moved) == moved


def test_what_has_changed_since_it_was_shown_is_shown_again() -> None:
    repeated = RepeatedLines()
    repeated.fold(MENU)
    repeated.fold(numbered(MENU, 10))
    repeated.change("~ [12] searchbox Search = lamp")
    assert repeated.fold(numbered(MENU, 20)) == numbered(MENU, 20)


def test_what_was_drawn_anew_is_shown_again() -> None:
    repeated = RepeatedLines()
    repeated.fold(MENU)
    repeated.change("~ [1] to [4] are now [11] to [14]")
    assert repeated.fold(numbered(MENU, 20)) == numbered(MENU, 20)
