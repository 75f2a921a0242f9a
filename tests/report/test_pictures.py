"""Pictures in the page: which are taken, and which are not."""

import base64
import struct
import zlib
from pathlib import Path

from pollex.report.pictures import Album, Picture


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_picture_becomes_part_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(30, 20))
    address = f"data:image/png;base64,{base64.b64encode(png(30, 20)).decode()}"
    assert Album(tmp_path).take(str(tmp_path / "a.png")) == Picture(address, 30, 20)


def test_only_the_runs_own_folder_is_read(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (tmp_path / "secret.png").write_bytes(png(3, 2))
    (run / "link.png").symlink_to(tmp_path / "secret.png")
    album = Album(run)
    for file in (str(tmp_path / "secret.png"), "../secret.png", str(run / "link.png"), "gone.png", "\0"):
        assert album.take(file) == "The picture is not in the run's folder any more."
    assert (album.taken, album.left_out) == (0, 5)


def test_a_page_holds_only_so_much(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(png(30, 20))
    album = Album(tmp_path, most=len(png(30, 20)) + 1)
    assert isinstance(album.take("a.png"), Picture)
    left = album.take("b.png")
    assert isinstance(left, str)
    assert "was left out: a page holds at most" in left


def test_what_is_no_picture_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"<svg onload='alert(1)'>")
    assert Album(tmp_path).take("a.png") == "The picture cannot be read."
