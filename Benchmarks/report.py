"""Figures as tables: one for people with the change against an earlier run, and README's."""

import contextlib
import json
import os
import platform
import subprocess
import time
from pathlib import Path

from servers import require


def about(root, quick):
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=root, capture_output=True, text=True)
    return {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S"), "commit": commit.stdout.strip(), "quick": quick,
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors ({processor()})",
    }


def processor():
    """What the system calls the processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def earlier(path, folder, quick):
    """The figures to compare with: those of `path`, or of each part the newest of the same kind in `folder`."""
    if path:
        require(Path(path).is_file(), f"there is no {path} to compare with")
        return json.loads(Path(path).read_text())
    found = {}
    for file in sorted(folder.glob("*.json")):
        figures = json.loads(file.read_text())
        if figures["about"]["quick"] == quick:
            found |= figures
    return found


def flat(figures):
    """Part, place and name of each figure, and the figure."""
    for part, groups in figures.items():
        if part == "about":
            continue
        for group, values in groups.items():
            for name, value in values.items():
                yield (part, group, name), value


def number(value):
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def table(figures, before):
    """One figure a line, grouped; with the change in per cent where there is an earlier figure."""
    old = dict(flat(before))
    lines, heading = [], None
    for key, value in flat(figures):
        if key[:2] != heading:
            heading = key[:2]
            lines += ["", f"{key[0]}: {key[1]}"]
        change = f"{(value / old[key] - 1) * 100:+8.1f} %" if old.get(key) else ""
        lines.append(f"  {key[2]:<42}{number(value):>12}{change}".rstrip())
    if goals := [f"  {row.name:<42}{row.figure:>12}   goal {row.goal}" for row in rows(figures) if row.goal]:
        lines += ["", "goals", *goals]
    if old:
        lines += ["", f"Changes are against earlier figures, the newest of {before['about']['time']}."]
    return "\n".join(lines).strip()


class Row:
    """One line of README's table; texts."""

    def __init__(self, name, figure, other="", goal=""):
        self.name, self.figure, self.other, self.goal = name, figure, other, goal


def rows(figures):
    """What README shows, as far as it was measured."""
    return [*push_rows(figures), *latency_rows(figures), *record_rows(figures), *micro_rows(figures)]


def push_rows(figures):
    for part, what in (("push", "a push"), ("activity", "an update of a Live Activity")):
        for group, values in figures.get(part, {}).items():
            ours, theirs = f"{values['CPU us']:.1f} µs", f"{values['nghttpd CPU us']:.1f} µs"
            yield Row(f"CPU for {what}, {group}", ours, theirs)
            yield Row(f"ratio for {what}, {group}", f"{values['ratio']:.1f}", goal="2, at most 4")
    for values in list(figures.get("push", {}).values())[1:2]:
        yield Row("pushes in a second of one core", number(values["pushes per CPU second"]), goal="200,000")


def latency_rows(figures):
    for group, values in figures.get("latency", {}).items():
        for name in ("p50", "p90", "p99", "p99.9"):
            ours, theirs = values[f"{name} us"], values[f"nghttpd {name} us"]
            yield Row(f"latency {name}, {group}", f"{ours / 1000:.2f} ms", f"{theirs / 1000:.2f} ms")


def record_rows(figures):
    for values in figures.get("start", {}).values():
        yield Row("from start to ready", f"{values['ms']:.0f} ms", goal="50 ms")
    memory = figures.get("memory", {})
    for name, value in memory.get("memory", {}).items():
        yield Row(f"memory, {name.removesuffix(' MB')}", f"{value:.0f} MB", goal="30 MB" if name == "idle MB" else "")
    if store := memory.get("store"):
        yield Row("a kept record over its payload", f"{store['bytes a record over its payload']} B", goal="1,000 B")
    for group, values in figures.get("queries", {}).items():
        title = group.replace(", ms over", ", of")
        slowest = max((value, name) for name, value in values.items() if name not in ("text", "json", "no filter"))
        yield Row(f"slowest query by equality ({slowest[1]}), {title}", f"{slowest[0]:.0f} ms")
        yield from (Row(f"query by {name}, {title}", f"{values[name]:.0f} ms") for name in ("text", "json"))


def micro_rows(figures):
    for values in figures.get("micro", {}).values():
        for name, value in values.items():
            yield Row(name, f"{value / 1000:.1f} ms" if value >= 1000 else f"{value:.2f} µs")


def markdown(figures):
    lines = ["| | mock-apns | nghttpd | goal |", "|---|---|---|---|"]
    lines += [f"| {row.name} | {row.figure} | {row.other} | {row.goal} |" for row in rows(figures)]
    about = figures["about"]
    return "\n".join([*lines, "", f"Measured at {about['commit']} on {about['machine']}."])
