"""What reading a batch costs while it arrives, as many small envelopes and as one long string, in four sizes.

`python -m bench.workspace.stream [--piece 16] [--rounds 5]`. Linear cost: the same nanoseconds a character in each row.
"""

from __future__ import annotations

import argparse
import json
from time import process_time_ns
from typing import Final

from bench.report import table

from pollex.workspace.stream import BatchEnd, EnvelopeStream

SIZES: Final = (128 * 1024, 256 * 1024, 512 * 1024, 1024 * 1024)
HTML: Final = '<p class="total">Sum: 12,50 €</p>\n'


def many_envelopes(size: int) -> str:
    one = json.dumps({"op": "dom.set", "params": {"windowId": "w", "target": "#total", "html": HTML}})
    return f"[{', '.join([one] * (size // (len(one) + 2)))}]"


def one_string(size: int) -> str:
    html = HTML * (size // (len(json.dumps(HTML)) - 2))
    return json.dumps([{"op": "dom.set", "params": {"windowId": "w", "target": "#total", "html": html}}])


def spent_ns(text: str, piece: int) -> int:
    """Nanoseconds of the processor to read a text in pieces."""
    pieces = [text[at : at + piece] for at in range(0, len(text), piece)]
    stream = EnvelopeStream()
    start = process_time_ns()
    for each in pieces:
        parts = stream.feed(each)
    spent = process_time_ns() - start
    assert isinstance(parts[-1], BatchEnd), parts
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.workspace.stream", description=__doc__)
    parser.add_argument("--piece", type=int, default=16, help="characters in a piece")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, of which the fastest counts")
    chosen = parser.parse_args()
    rows = []
    for name, form in (("many envelopes", many_envelopes), ("one long string", one_string)):
        texts = [form(size) for size in SIZES]
        times = [min(spent_ns(text, chosen.piece) for _ in range(chosen.rounds)) for text in texts]
        for text, spent in zip(texts, times, strict=True):
            ratio = spent / len(text) / (times[0] / len(texts[0]))
            rows.append([name, f"{len(text):,}", f"{spent / 1e6:.1f}", f"{spent / len(text):.0f}", f"{ratio:.2f}"])
    print(table(["batch", "characters", "ms", "ns a character", "x"], rows))


if __name__ == "__main__":
    main()
