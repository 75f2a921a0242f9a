"""Where a body ends, whatever pieces it comes in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.page.policy.framing import Chunked, Length


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=8), st.binary(max_size=20), st.integers(1, 30))
def test_a_chunked_body_ends_where_it_ends(chunks: list[bytes], after: bytes, piece: int) -> None:
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
    stream, framing, taken = body + after, Chunked(), 0
    while taken < len(stream) and not framing.done:
        taken += framing.take(stream[taken : taken + piece])
    assert (taken, framing.done) == (len(body), True)


def test_a_body_of_known_length_takes_no_more() -> None:
    framing = Length(5)
    assert (framing.take(b"abc"), framing.done, framing.take(b"defgh"), framing.done) == (3, False, 2, True)


@pytest.mark.parametrize("line", [b"\r\n", b"x\r\n", b"-1\r\n", b"0x5\r\n", b"1" * 16 + b"\r\n", b"1" * 20_000])
def test_a_chunk_without_a_proper_size_is_an_error(line: bytes) -> None:
    with pytest.raises(ValueError, match="chunk"):
        Chunked().take(line)
