#!/usr/bin/env python3
"""Damages models and packages and runs the program on them: run_damaged.py PROGRAM [COUNT [GIBIBYTES]]

COUNT (default 200) damaged ONNX files and as many packages are made: truncated, with flipped bits, and with fields overwritten by random or
extreme numbers. Each must end within ten seconds and GIBIBYTES (default 1; 0 for none: programs built with sanitizers) with an error message and
exit code 1 or 3; a crash, a hang, or an error without a word fails. A damaged package must always be refused. Damage to an ONNX file can leave
a valid model (another weight, another name): such files are counted, not used, and others made in their place."""
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

import onnx_writer

EXTREMES = [b"\xff" * 10, b"\x00" * 8, b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x80" * 9 + b"\x01", b"\x7f\xff\xff\xff"]


def damage(data, rng, kind):
    data = bytearray(data)
    if kind == "truncation":
        return bytes(data[: rng.randrange(len(data))])
    at = rng.randrange(len(data))
    if kind == "bit flip":
        for _ in range(rng.choice([1, 1, 1, 8])):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == "field":
        field = rng.choice(EXTREMES + [bytes(rng.randrange(256) for _ in range(rng.randrange(1, 12)))])
        data[at : at + len(field)] = field
    return bytes(data)


def run(words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=10)
    except subprocess.TimeoutExpired:
        return None, "no end within ten seconds"
    return done.returncode, done.stderr.strip() or done.stdout.strip()


def trial(program, path, package):
    """Compiles or runs the file; returns (exit code, message)."""
    if package:
        return run([program, "run", str(path), "--input-shape", "x:1,3,8,8"])
    code, said = run([program, "compile", str(path), "-o", str(path.with_suffix(".out")), "--quiet"])
    if code == 0:
        return run([program, "run", str(path.with_suffix(".out")), "--input-shape", "x:1,3,8,8"])
    return code, said


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    gibibytes = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if gibibytes:  # the programs inherit it
        resource.setrlimit(resource.RLIMIT_DATA, (gibibytes << 30, gibibytes << 30))
    rng = random.Random(20)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sound = folder / "sound.onnx"
        sound.write_bytes(onnx_writer.small_net())
        package = folder / "sound.gbx"
        code, said = run([program, "compile", str(sound), "-o", str(package)])
        if code != 0:
            sys.exit(f"the sound model does not compile: {said}")
        code, said = trial(program, package, True)
        if code != 0:
            sys.exit(f"the sound package does not run: {said}")
        for what, source in (("ONNX files", sound), ("packages", package)):
            data, refused, harmless, messages = source.read_bytes(), 0, 0, {}
            while refused < count:
                kind = rng.choice(["truncation", "bit flip", "field"])
                bad = damage(data, rng, kind)
                if bad == data:
                    continue
                path = folder / ("damaged" + source.suffix)
                path.write_bytes(bad)
                code, said = trial(program, path, source is package)
                if code == 0 and source is sound:
                    harmless += 1
                    continue
                if code not in (1, 3) or not said:
                    failed += 1
                    print(f"{what}: {kind} ended with {code}: {said[:200]}")
                refused += 1
                messages[said.splitlines()[0][:60] if said else ""] = messages.get(said, 0) + 1
            print(f"{what}: {refused} damaged, {harmless} harmless ones left out, {len(messages)} different messages")
    print(f"{2 * count - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
