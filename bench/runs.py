"""What the scripts of this folder share: running programs that print a JSON object, and comparing what they left."""
import array
import json
import math
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GEARBOX = str(ROOT / "build/release/bin/gearbox")

# Element types of dumped outputs that are compared by value; of the others every byte counts.
FLOATS = {"float32": "f", "float64": "d"}


def call(command: list[str]) -> str:
    """What the command prints; ends this script where it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def answer(command: list[str]) -> dict:
    return json.loads(call(command))


def median(values: list[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def machine() -> dict:
    """The processor, for the reader of a report."""
    names = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return {"processor": names[0] if names else "unknown", "processors": len(names)}


def difference(ours: bytes, theirs: bytes, kind: str) -> float:
    """Largest |a - b| / (1 + |b|) of two outputs; infinite where their sizes differ, or their bytes where they are not floats."""
    if len(ours) != len(theirs) or kind not in FLOATS:
        return 0.0 if ours == theirs else math.inf
    a, b = array.array(FLOATS[kind], ours), array.array(FLOATS[kind], theirs)
    worst = 0.0
    for x, y in zip(a, b):
        if x == y or (math.isnan(x) and math.isnan(y)):
            continue
        off = abs(x - y) / (1 + abs(y))
        worst = max(worst, off) if not math.isnan(off) else math.inf
    return worst


def compare_dumps(ours: Path, theirs: Path, kinds: list[str]) -> dict[str, float]:
    """Each file s<shape>_o<output>.bin of the folder `theirs` and how far `ours` is from it."""
    out = {}
    for file in sorted(theirs.glob("*.bin")):
        mine = ours / file.name
        kind = kinds[int(file.stem.split("_o")[1])]
        out[file.name] = difference(mine.read_bytes(), file.read_bytes(), kind) if mine.exists() else math.inf
    return out


def write(path: str | None, result: dict) -> None:
    if path:
        Path(path).write_text(json.dumps({**result, "machine": machine()}, indent=1) + "\n")
