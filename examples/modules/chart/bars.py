"""Bar charts as SVG."""

from html import escape

ROW, LABEL, LENGTH = 28, 120, 360


def bars(values: dict[str, float], title: str = "") -> str:
    """A chart with one bar for each name."""
    most = max(values.values()) or 1
    rows = [_row(index, name, value, most) for index, (name, value) in enumerate(values.items())]
    height = ROW * (len(rows) + 1) + 12
    head = f'<text x="8" y="20" font-weight="bold">{escape(title)}</text>' if title else ""
    size = f'width="{LABEL + LENGTH + 70}" height="{height}"'
    font = 'font-family="sans-serif" font-size="14"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{head}{"".join(rows)}</svg>'


def _row(index: int, name: str, value: float, most: float) -> str:
    top = ROW * (index + 1) + 4
    width = round(LENGTH * value / most, 1)
    return (
        f'<text x="{LABEL - 8}" y="{top + 16}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{LABEL}" y="{top}" width="{width}" height="{ROW - 8}" rx="3" fill="#3b6ea5"/>'
        f'<text x="{LABEL + width + 6}" y="{top + 16}">{value:g}</text>'
    )
