"""Runs a program on the implementations in turn, and compares the results."""

import array
import json
import math
import re
import resource
import shutil
import time

from public_programs import Failed, ending


def start(place, runtime, recipe, words, caches, **more):
    """Runs once. Returns seconds, processor seconds and output."""
    for result in recipe.results:
        (place.run / result.file).unlink(missing_ok=True)
    environment = {**runtime.environment, "HOME": str(caches), "XDG_CACHE_HOME": str(caches / "cache"),
                   "XDG_CONFIG_HOME": str(caches / "config"), "POCL_CACHE_DIR": str(caches / "pocl"),
                   "MUX_LOG": "error", **recipe.environment, **more}
    processor, begin = processor_time(), time.monotonic()
    status, output = place.call(*words, limit=recipe.limit, folder=place.run, **environment)
    seconds, processor = time.monotonic() - begin, processor_time() - processor
    if status not in recipe.statuses:
        last = [line for line in output.splitlines() if line.strip()][-1:]
        raise Failed(f"{ending(status)}{': ' if last else ''}{''.join(last)[:120]}")
    if recipe.wrong and (found := re.search(recipe.wrong, output)):
        raise Failed(f"prints '{found[0]}'")
    if not re.search(recipe.right, output, re.DOTALL):
        raise Failed(f"does not print '{recipe.right}'")
    return seconds, processor, output


def processor_time():
    """Processor seconds of all child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def numbers(text):
    return [float(word) for word in
            re.findall(r"(?<![\w.])[-+]?(?:nan|inf|\d+\.?\d*(?:e[-+]?\d+)?)", text, re.IGNORECASE)]


def outcome(place, recipe, output):
    """The results of a run, for comparison."""
    found = []
    if found_text := re.search(recipe.right, output, re.DOTALL):
        found.append(("output", [value for group in found_text.groups("") for value in numbers(group)],
                      recipe.tolerance))
    for result in recipe.results:
        path = place.run / result.file
        if not path.exists():
            raise Failed(f"did not write {result.file}")
        data = path.read_bytes()
        if result.kind == "text":
            found.append((result.file, numbers(data.decode(errors="replace")), result.tolerance))
        elif result.kind == "bytes":
            found.append((result.file, data, 0))
        else:
            values = array.array(result.kind)
            values.frombytes(data[:len(data) // values.itemsize * values.itemsize])
            found.append((result.file, values, result.tolerance))
    return found


def difference(one, other):
    """Describes the first difference; empty if there is none."""
    for (name, values, tolerance), (_, others, _) in zip(one, other):
        if values == others:
            continue
        if len(values) != len(others):
            return f"{name}: {len(values)} values, not {len(others)}"
        if tolerance == 0:
            return f"{name}: {sum(a != b for a, b in zip(values, others))} of {len(values)} differ"
        largest = max((abs(value) for value in others if math.isfinite(value)), default=0) or 1
        far = sum(1 for a, b in zip(values, others)
                  if not (abs(a - b) <= tolerance * largest or a == b or (a != a and b != b)))
        if far:
            return f"{name}: {far} of {len(values)} numbers are more than {tolerance:g} apart"
    return ""


def read_kernels(folder, prefix):
    """The layer's measurements of all processes of a run: seconds of builds and of kernels."""
    build, kernels, untimed = 0.0, {}, 0
    paths = list(folder.glob(f"{prefix}.*.json"))
    if not paths:
        # The layer writes a file as soon as it is loaded.
        raise Failed("was not measured: its ICD loader did not load the layer of OPENCL_LAYERS (a loader "
                     "without support for layers, or a program that does not use OpenCL)")
    for path in paths:
        record = json.loads(path.read_text())
        path.unlink()
        untimed += record["untimed"]
        for program in record["programs"]:
            build += program["build"]
            for kernel in program["kernels"]:
                add_kernel(kernels, program, kernel)
    if not kernels and not untimed:
        raise Failed("launched no kernel")
    return build, kernels, untimed


def add_kernel(kernels, program, kernel):
    # Rejected launches do not count.
    for number, launches in enumerate(entry for entry in kernel["ranges"] if entry["launches"]):
        key = "\t".join((program["source"], kernel["name"], "x".join(map(str, launches["global"])),
                         "x".join(map(str, launches["local"])), " ".join(program["options"].split())))
        first, repeated, others = launches["first"], launches["repeated"], launches["others"]
        entry = kernels.setdefault(key, {"launches": 0, "time": 0.0, "processor": 0.0, "compile": 0.0})
        entry["launches"] += launches["launches"]
        alone = repeated if repeated[0] else first
        entry["time"] += others[0] + alone[0]
        entry["processor"] += others[1] + alone[1]
        entry["compile"] += max(first[0] - alone[0], 0)
        if number == 0:
            entry["compile"] += kernel["creation"]


def keep_best(best, build, kernels):
    """The minimum of each figure over the runs."""
    best["build"] = min(best.get("build", math.inf), build)
    known = best.setdefault("kernels", {})
    for key, entry in kernels.items():
        old = known.setdefault(key, entry)
        for name in ("time", "processor", "compile"):
            old[name] = min(old[name], entry[name])


def measure_once(place, runtime, recipe, words, layer, with_warm, best):
    """One cold, one warm and one measured run. Returns the results of the first."""
    caches = place.folder / "caches"
    shutil.rmtree(caches, ignore_errors=True)
    caches.mkdir()
    cold, processor, output = start(place, runtime, recipe, words, caches)
    computed = outcome(place, recipe, output)
    if with_warm:
        warm, _, _ = start(place, runtime, recipe, words, caches)
        best["warm"] = min(best.get("warm", math.inf), warm)
    shutil.rmtree(caches, ignore_errors=True)
    caches.mkdir()
    for path in place.folder.glob("times.*.json"):
        # Left over by a failed run.
        path.unlink()
    sources = place.folder / "kernels"
    sources.mkdir(exist_ok=True)
    _, _, output = start(place, runtime, recipe, words, caches, OPENCL_LAYERS=str(layer),
                      KERNEL_TIMES_FILE=str(place.folder / "times"), KERNEL_TIMES_SOURCES=str(sources))
    build, kernels, untimed = read_kernels(place.folder, "times")
    if change := difference(outcome(place, recipe, output), computed):
        best["remark"] = f"results change: {change}"
    best["cold"] = min(best.get("cold", math.inf), cold)
    best["processor"] = min(best.get("processor", math.inf), processor)
    best["untimed"] = untimed
    keep_best(best, build, kernels)
    return computed


def finish(best):
    """Adds the sums of the measurements."""
    best["kernel"] = sum(entry["time"] for entry in best["kernels"].values())
    best["kernel processor"] = sum(entry["processor"] for entry in best["kernels"].values())
    best["compile"] = best["build"] + sum(entry["compile"] for entry in best["kernels"].values())


def measure(place, recipe, words, runtimes, layer, rounds, with_warm):
    """The figures of each runtime by name, or 'failed' with a reason."""
    figures = {runtime.name: {} for runtime in runtimes}
    computed = {}
    for _ in range(rounds):
        for runtime in runtimes:
            best = figures[runtime.name]
            if "failed" in best:
                continue
            try:
                computed[runtime.name] = measure_once(place, runtime, recipe, words, layer, with_warm,
                                                      best)
            except Failed as failure:
                best["failed"] = str(failure)
    for name, best in figures.items():
        if "failed" not in best:
            finish(best)
            compare_results(name, best, computed)
    return figures


def compare_results(name, best, computed):
    differences = {other: difference(computed[name], values) for other, values in computed.items()
                   if other != name}
    differing = {other: text for other, text in differences.items() if text}
    if differing:
        best["differs"] = differing
