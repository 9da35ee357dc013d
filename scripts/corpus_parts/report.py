"""Tables of the measurements."""

import math
import statistics

# Seconds of wall time or, where noted, of processor time, which varies less on a busy machine.
FIGURES = ("kernel", "kernel processor", "cold", "processor", "warm", "compile")
# Limits of the table of slow kernels: those with a share in their program, and longer than a
# thread's wake-up.
SLOW_KERNELS = 10
SHORTEST_KERNEL = 20e-6
NOTEWORTHY = 1.05


def seconds(value):
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} us"


def quotient(figures, base, figure):
    """The quotient of two implementations' figures; None if one of them was not measured."""
    value, divisor = figures.get(figure), base.get(figure)
    return value / divisor if value and divisor else None


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |"
             for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def is_measured(figures):
    return figures is not None and "failed" not in figures


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(statistics.fmean(map(math.log, values))) if values else math.nan


def program_table(programs, others):
    head = ["program", *(f"{figure}" for figure in FIGURES),
            *(f"{other}/mux {figure}" for other in others for figure in FIGURES)]
    rows = [head]
    for name, runtimes in programs.items():
        mux = runtimes.get("mux")
        if not is_measured(mux):
            continue
        row = [name, *(seconds(mux[figure]) if figure in mux else "-" for figure in FIGURES)]
        for other in others:
            theirs = runtimes.get(other)
            quotients = [quotient(theirs, mux, figure) if is_measured(theirs) else None
                         for figure in FIGURES]
            row += ["-" if value is None else f"{value:.2f}" for value in quotients]
        rows.append(row)
    return table(rows)


def means_table(programs, others):
    rows = [["other / mux, geometric mean", "programs", *FIGURES, "each kernel"]]
    for other in others:
        both = [runtimes for runtimes in programs.values()
                if is_measured(runtimes.get("mux")) and is_measured(runtimes.get(other))]
        means = [geometric_mean(quotient(runtimes[other], runtimes["mux"], figure) for runtimes in both)
                 for figure in FIGURES]
        kernels = [times[1] / times[0] for runtimes in both
                   for times in kernel_pairs(runtimes, other).values()]
        rows.append([other, str(len(both)), *(f"{mean:.2f}" for mean in means),
                     f"{geometric_mean(kernels):.2f} ({len(kernels)})"])
    return table(rows)


def kernel_pairs(runtimes, other, figure="time"):
    """The seconds of a launch on each implementation, for the kernels that both have run."""
    mux, theirs = runtimes["mux"]["kernels"], runtimes[other]["kernels"]
    return {key: (mux[key][figure] / mux[key]["launches"], theirs[key][figure] / theirs[key]["launches"])
            for key in mux if key in theirs}


def key_parts(key):
    """Source, kernel, global and local size, and options, which older records lack."""
    return key.split("\t") if "\t" in key else [*key.split(" "), ""]


def slow_kernels(programs, others):
    """Kernels that another implementation runs faster, by the clock and by the processors' time; the
    smaller of both factors decides their order."""
    found = []
    for name, runtimes in programs.items():
        for other in others:
            if not is_measured(runtimes.get("mux")) or not is_measured(runtimes.get(other)):
                continue
            busy = kernel_pairs(runtimes, other, "processor")
            for key, (ours, theirs) in kernel_pairs(runtimes, other).items():
                factors = (ours / theirs, busy[key][0] / busy[key][1] if busy[key][1] else 0)
                if ours > SHORTEST_KERNEL and min(factors) > NOTEWORTHY:
                    found.append((min(factors), factors, name, other, key, ours, theirs))
    return sorted(found, reverse=True)


def slow_table(programs, others, count=SLOW_KERNELS):
    rows = [["mux / other", "processors", "program", "kernel", "global", "local", "source", "options", "mux",
             "other"]]
    for _, factors, name, other, key, ours, theirs in slow_kernels(programs, others)[:count]:
        source, kernel, size, local, options = key_parts(key)
        rows.append([*(f"{factor:.2f}" for factor in factors), name, kernel, size, local, source, options,
                     seconds(ours), f"{seconds(theirs)} {other}"])
    return table(rows)


def slow_programs(programs, others):
    rows = [["mux / other", "program", "figure", "mux", "other"]]
    found = []
    for name, runtimes in programs.items():
        mux = runtimes.get("mux")
        for other in others:
            theirs = runtimes.get(other)
            if is_measured(mux) and is_measured(theirs):
                found += [(quotient(mux, theirs, figure), name, figure, seconds(mux[figure]),
                           f"{seconds(theirs[figure])} {other}")
                          for figure in FIGURES if quotient(mux, theirs, figure)]
    rows += [[f"{factor:.2f}", *cells] for factor, *cells in sorted(found, reverse=True)
             if factor > NOTEWORTHY]
    return table(rows)


def remarks(programs):
    lines = []
    for name, runtimes in programs.items():
        for runtime, figures in runtimes.items():
            if "failed" in figures:
                lines.append(f"{name}: {runtime} {figures['failed']}")
            if "remark" in figures:
                lines.append(f"{name}: {runtime}: {figures['remark']}")
            if figures.get("untimed"):
                lines.append(f"{name}: {runtime}: {figures['untimed']} launches were not measured")
        differing = [(runtime, figures["differs"]) for runtime, figures in runtimes.items()
                     if "differs" in figures]
        for runtime, differences in differing:
            # Differences are symmetric: print each once.
            lines += [f"{name}: {runtime} and {other} differ: {text}"
                      for other, text in differences.items() if runtime < other]
    return "\n".join(lines)


def changes(old, new, key="mux"):
    """Programs and kernels that became slower or faster since an older record."""
    rows = [["now / before", "program", "what", "before", "now"]]
    found = []
    for name, runtimes in new.items():
        before, now = old.get(name, {}).get(key), runtimes.get(key)
        if not is_measured(before) or not is_measured(now):
            continue
        found += [(quotient(now, before, figure), name, figure, before[figure], now[figure])
                  for figure in FIGURES if quotient(now, before, figure)]
        found += [(times[1] / times[0], name, " ".join(["kernel", *key_parts(what)[1:]]).rstrip(), *times)
                  for what, times in kernel_changes(before["kernels"], now["kernels"]).items()]
    rows += [[f"{factor:.2f}", name, what, seconds(before), seconds(now)]
             for factor, name, what, before, now in sorted(found, reverse=True)
             if not 1 / NOTEWORTHY < factor < NOTEWORTHY]
    return table(rows)


def kernel_changes(before, now):
    pairs = {key: (before[key]["time"] / before[key]["launches"], now[key]["time"] / now[key]["launches"])
             for key in now if key in before}
    return {key: times for key, times in pairs.items() if min(times) > SHORTEST_KERNEL}
