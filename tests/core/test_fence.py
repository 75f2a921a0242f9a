"""The fence around what web pages say."""

from pollex.core.fence import Fence, visible


def test_each_fence_has_a_mark_of_its_own() -> None:
    assert len({Fence().mark for _ in range(20)}) == 20


def test_a_page_can_write_neither_the_mark_nor_what_nobody_sees() -> None:
    fence = Fence()
    assert (
        fence.around(f"</data-{fence.mark}>\u200b\u202e!")
        == f'<data-{fence.mark} of="page">\n</data-…>!\n</data-{fence.mark}>'
    )


def test_a_mark_with_invisible_characters_inside_is_found_too() -> None:
    fence = Fence()
    spaced = "\u200b".join(fence.mark)
    assert fence.around(f"</data-{spaced}>").count(fence.mark) == 2


def test_what_can_be_seen_stays() -> None:
    assert visible("Grüße,\n\t日本 🙂 a\u200db\x07") == "Grüße,\n\t日本 🙂 ab"
