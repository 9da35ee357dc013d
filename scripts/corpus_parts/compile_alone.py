"""Compiles kernels alone, and asks what the compiler's processor time goes into.

What a file is compiled with: nothing but the folders beside it to include from. What needs definitions
from its host does not compile, and is left out. The floor is what Clang needs for the same bitcode as
plain functions: what has been done to source already is not counted there.
"""

import math
import os
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile

from corpus_parts import report

LIMIT = 120
# Strategies by name, with their MUX_VECTOR_WIDTH.
STRATEGIES = {"packets": None, "scalar": "scalar", "loops": "loops"}


def user_time(words, **environment):
    """Seconds of processor time of a command; None if it failed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        status = subprocess.run(words, env=os.environ | {"MUX_CACHE": "0"} | environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, timeout=LIMIT, check=False).returncode
    except subprocess.TimeoutExpired:
        return None
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before if status == 0 else None


def floor(source, folder):
    """Clang's time to optimize and generate code for the same bitcode, with kernels as functions."""
    bitcode = folder / "plain.ll"
    made = subprocess.run(["clang-19", "-x", "cl", "-cl-std=CL2.0", "-w", "-Xclang",
                           "-finclude-default-header",
                           "-target", "x86_64-unknown-linux-gnu", "-march=native", "-O2", "-Xclang",
                           "-disable-llvm-passes", "-S", "-emit-llvm", f"-I{source.parent}", source, "-o",
                           bitcode], capture_output=True, timeout=LIMIT, check=False)
    if made.returncode != 0:
        return None
    bitcode.write_text(re.sub(r"\bspir_(kernel|func)\b", "", bitcode.read_text()))
    return user_time(["clang-19", "-O2", "-w", "-march=native", "-c", bitcode, "-o", folder / "plain.o"])


def start_up(muxcc, folder):
    """The compiler's time for an empty kernel: process start."""
    source = folder / "empty.cl"
    source.write_text("kernel void empty() {}\n")
    words = [muxcc, source, "--native", "-o", folder / "empty.mux"]
    return min(user_time(words) for _ in range(5))


def measure(source, muxcc, folder, rounds):
    """Seconds of each strategy and of the lower bound; None if the file does not compile."""
    words = [muxcc, source, "--native", "-w", f"-I{source.parent}", "-o", folder / "out.mux"]
    best = {}
    for _ in range(rounds):
        for name, width in STRATEGIES.items():
            environment = {"MUX_VECTOR_WIDTH": width} if width else {}
            seconds = user_time(words, **environment)
            if seconds is None:
                return None
            best[name] = min(best.get(name, math.inf), seconds)
        plain = floor(source, folder)
        if plain is not None:
            best["floor"] = min(best.get("floor", math.inf), plain)
    return best


def measure_all(options):
    muxcc = (options.build / "bin" / "muxcc").resolve()
    files = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files["(empty kernel)"] = {"packets": start_up(muxcc, folder)}
        for path in options.paths:
            for source in sorted(path.rglob("*.cl")):
                relative = str(source.relative_to(path))
                if not re.search(options.only, relative):
                    continue
                times = measure(source.resolve(), muxcc, folder, options.rounds)
                if times is None:
                    print(f"{relative}: does not compile alone", flush=True)
                else:
                    files[relative] = times
                    print(f"{relative}: " + ", ".join(f"{strategy} {seconds:.2f} s"
                                                      for strategy, seconds in times.items()), flush=True)
    return files


def summary(files):
    compiled = {name: times for name, times in files.items() if "scalar" in times}
    rows = [["", "files", "sum", "geometric mean", "packets / it, geometric mean", "sums"]]
    for column in (*STRATEGIES, "floor"):
        both = [times for times in compiled.values() if column in times]
        if both:
            rows.append([column, str(len(both)), f"{sum(times[column] for times in both):.2f} s",
                         report.seconds(report.geometric_mean(times[column] for times in both)),
                         f"{report.geometric_mean(t['packets'] / t[column] for t in both if t[column]):.2f}",
                         f"{sum(t['packets'] for t in both) / sum(t[column] for t in both):.2f}"])
    slowest = sorted(compiled.items(), key=lambda item: -item[1]["packets"])[:10]
    worst = [["slowest files", *STRATEGIES, "floor"]]
    worst += [[name, *(f"{times[column]:.2f} s" if column in times else "-"
                       for column in (*STRATEGIES, "floor"))] for name, times in slowest]
    return f"{report.table(rows)}\n\n{report.table(worst)}"


def changes(old, new):
    rows = [["now / before", "file", "before", "now"]]
    pairs = [(new[name]["packets"] / old[name]["packets"], name) for name in new if name in old]
    rows += [[f"{factor:.2f}", name, f"{old[name]['packets']:.2f} s", f"{new[name]['packets']:.2f} s"]
             for factor, name in sorted(pairs, reverse=True)
             if not 1 / report.NOTEWORTHY < factor < report.NOTEWORTHY]
    mean = statistics.fmean(math.log(factor) for factor, _ in pairs)
    return f"Geometric mean now / before: {math.exp(mean):.3f}\n\n{report.table(rows)}"
