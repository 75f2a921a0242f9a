"""The size of an image."""

import pytest

from pollex.browser.image import image_size

PNG = b"\x89PNG\r\n\x1a\n" + bytes.fromhex("0000000d4948445200000003000000020800000000")
JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc0000b080014001e01011100ffd9")
"""The beginning of a JPEG of 30 by 20, grey."""


@pytest.mark.parametrize(
    ("content", "measures"),
    [(PNG, (3, 2)), (JPEG, (30, 20)), (b"<svg>", (0, 0)), (JPEG[:8], (0, 0)), (b"", (0, 0))],
)
def test_sizes(content: bytes, measures: tuple[int, int]) -> None:
    assert image_size(content) == measures
