"""Figures as tables: one for people with the change against an earlier run, and README's."""

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
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
    }


def earlier(path, folder, quick):
    """The figures to compare with: those of `path`, or of the newest run of the same kind in `folder`; or none."""
    if path:
        require(Path(path).is_file(), f"there is no {path} to compare with")
        return json.loads(Path(path).read_text())
    for file in sorted(folder.glob("*.json"), reverse=True):
        found = json.loads(file.read_text())
        if found["about"]["quick"] == quick:
            return found
    return None


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
    """One figure a line, grouped; with the change in per cent where the earlier run has the same figure."""
    old = dict(flat(before)) if before else {}
    lines, heading = [], None
    for key, value in flat(figures):
        if key[:2] != heading:
            heading = key[:2]
            lines += ["", f"{key[0]}: {key[1]}"]
        change = f"{(value / old[key] - 1) * 100:+8.1f} %" if old.get(key) else ""
        lines.append(f"  {key[2]:<34}{number(value):>12}{change}".rstrip())
    if before:
        lines += ["", f"Changes are against {before['about']['time']} ({before['about']['commit']})."]
    return "\n".join(lines).strip()


def markdown(figures):
    return table(figures, None)
