"""A minimal PDF writer: lines of fixed-width text on A4 pages, with a title on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LINES_A_PAGE: Final = 52


def make_pdf(title: str, lines: Sequence[str]) -> bytes:
    """Return a PDF. Objects 1 to 4 are catalogue, page tree and fonts; then a page and its content, for each page."""
    sheets = [lines[start : start + LINES_A_PAGE] for start in range(0, max(1, len(lines)), LINES_A_PAGE)]
    kids = " ".join(f"{5 + 2 * place} 0 R" for place in range(len(sheets)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ]
    for place, sheet in enumerate(sheets):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents %d 0 R >>" % (6 + 2 * place)
        )
        drawn = content(title, sheet, f"Page {place + 1} of {len(sheets)}")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    return assembled(objects)


def content(title: str, lines: Sequence[str], foot: str) -> bytes:
    parts = [b"BT /F1 15 Tf 50 785 Td (%s) Tj ET" % text(title), b"BT /F2 8.5 Tf 13 TL 50 755 Td"]
    parts += [b"(%s) Tj T*" % text(line) for line in lines]
    return b"\n".join([*parts, b"ET", b"BT /F2 8 Tf 50 40 Td (%s) Tj ET" % text(foot)])


def text(words: str) -> bytes:
    """Return a PDF string: encoded, with special characters escaped."""
    escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return escaped.encode("cp1252", "replace")


def assembled(objects: Sequence[bytes]) -> bytes:
    """Return the file: header, objects, and the table of their offsets."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(file)
