"""Plots as SVG text, in the colours of the page's style."""
import html
import math
from dataclasses import dataclass

WIDTH, ROW, LABELS, FIGURES = 960, 22, 400, 70


@dataclass
class Bar:
    label: str
    value: float
    wanted: float | None = None  # drawn as a tick
    bad: bool = False


def nice_end(most: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is not below."""
    if most <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(most))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= most * (1 - 1e-9))


def number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(words)}</text>'


def svg(height: float, parts: list[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img">' + "".join(parts) + "</svg>"


def bars(rows: list[Bar], unit: str) -> str:
    """A horizontal bar for each row, from 0 on one scale."""
    if not rows:
        return "<p>Nothing was measured.</p>"
    most = max(max(row.value, row.wanted or 0) for row in rows) or 1.0
    scale = (WIDTH - LABELS - FIGURES) / most
    parts = []
    for i, row in enumerate(rows):
        y = i * ROW
        colour = "var(--bad)" if row.bad or (row.wanted is not None and row.value < row.wanted) else "var(--bar)"
        length = max(row.value * scale, 1)
        parts += [text(0, y + 15, row.label), f'<rect x="{LABELS}" y="{y + 4}" width="{length:.1f}" height="{ROW - 8}" rx="2" fill="{colour}"/>']
        if row.wanted is not None:
            at = LABELS + row.wanted * scale
            parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y + 1}" y2="{y + ROW - 1}" stroke="var(--ink)" stroke-width="1.5"/>')
        parts.append(text(LABELS + max(length, (row.wanted or 0) * scale) + 6, y + 15, f"{number(row.value)} {unit}"))
    return svg(len(rows) * ROW + 4, parts)


def lines(series: list[tuple[str, list[tuple[float, float]]]], unit: str, height: float = 240) -> str:
    """Each series as a line of points over a common axis that begins at 0."""
    points = [point for _, of_one in series for point in of_one]
    if not points:
        return "<p>Nothing was measured.</p>"
    end = nice_end(max(y for _, y in points))
    last = max(x for x, _ in points) or 1
    left, right, top, bottom = 70, WIDTH - 130, 10, height - 20
    at = lambda x, y: (left + (right - left) * x / last, bottom - (bottom - top) * y / end)  # noqa: E731
    parts = []
    for step in range(5):
        _, y = at(0, end * step / 4)
        parts += [f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--line)"/>',
                  text(left - 8, y + 4, f"{number(end * step / 4)} {unit if step == 4 else ''}".strip(), "end")]
    for i, (name, of_one) in enumerate(series):
        colour = ("var(--bar)", "var(--other)")[i % 2]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in of_one))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<rect x="{right + 14}" y="{top + 20 * i}" width="12" height="12" fill="{colour}"/>' + text(right + 32, top + 20 * i + 11, name))
    return svg(height, parts)
