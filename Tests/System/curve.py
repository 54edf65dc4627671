"""Writes curves over time as one SVG file that needs nothing else."""

from html import escape

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 900, 190, 70, 20, 76, 50
COLOURS = ["#0b6e4f", "#a23b72"]


def write(path, title, panels):
    """`panels` is a list of (name, [(seconds, value)…]); each gets an axis of its own that begins at 0."""
    height = TOP + len(panels) * (PANEL + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    parts += [text(LEFT, 22 + 17 * number, line) for number, line in enumerate(title.splitlines())]
    for number, (name, samples) in enumerate(panels):
        parts += panel(name, samples, TOP + number * (PANEL + GAP), COLOURS[number % len(COLOURS)])
    path.write_text("\n".join([*parts, "</svg>", ""]))


def panel(name, samples, top, colour):
    """One curve, with lines across at round values."""
    seconds = max(samples[-1][0], 1)
    step = round_step(max(value for _, value in samples))
    most = step * (int(max(value for _, value in samples) / step) + 1)
    bottom, width = top + PANEL, WIDTH - LEFT - RIGHT

    def place(second, value):
        return f"{LEFT + width * second / seconds:.1f},{bottom - PANEL * value / most:.1f}"

    parts = [text(LEFT, top - 6, name)]
    for index in range(round(most / step) + 1):
        height = bottom - PANEL * index * step / most
        parts.append(f'<path d="M{LEFT} {height:.1f}h{width}" stroke="#ddd"/>')
        parts.append(text(LEFT - 8, height + 4, f"{index * step:g}", "end"))
    unit, label = (60, "min") if seconds > 180 else (1, "s")
    along = round_step(seconds / unit)
    for index in range(int(seconds / unit / along) + 1):
        across = LEFT + width * index * along * unit / seconds
        parts.append(text(across, bottom + 16, f"{index * along:g} {label}", "middle"))
    points = " ".join(place(*sample) for sample in samples)
    parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return parts


def round_step(most):
    """1, 2 or 5 times a power of ten, so that at most six steps reach `most`."""
    step = 1
    while most / step > 6:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def text(across, down, words, anchor="start"):
    return f'<text x="{across:.1f}" y="{down:.1f}" text-anchor="{anchor}" fill="#333">{escape(words)}</text>'
