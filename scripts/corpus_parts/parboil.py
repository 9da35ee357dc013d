"""Parboil, a suite of the University of Illinois: all versions of all its programs."""

import re

from corpus_parts import inputs
from corpus_parts.recipe import Recipe, Result


def bfs(run):
    # Few edges for each node, as the queues of one version have a fixed size.
    nodes, edges = 50000, inputs.graph(50000, 3)
    lines, start = [nodes], 0
    for targets in edges:
        lines.append(f"{start} {len(targets)}")
        start += len(targets)
    lines += [0, start]
    lines += [f"{target} 1" for targets in edges for target in targets]
    inputs.write_lines(run / "graph.txt", lines)
    return ["-i", "graph.txt"]


def cutcp(run):
    place = inputs.floats(3 * 2000, low=0, high=24)
    charge = inputs.floats(2000, seed=2, low=-1)
    inputs.write_lines(run / "atoms.pqr", (
        f"ATOM  {i + 1:5} O    WAT  {i + 1:4}    {place[3 * i]:8.3f}{place[3 * i + 1]:8.3f}"
        f"{place[3 * i + 2]:8.3f} {charge[i]:7.4f} 1.0" for i in range(2000)))
    return ["-i", "atoms.pqr"]


def fft(run):
    inputs.write(run / "signal.bin", inputs.floats(2 * 256 * 4096))
    return ["-i", "signal.bin", "256", "4096"]


def histo(run):
    width, height = 256, 8192
    columns = inputs.integers(996 * 1040, 64, seed=1)
    rows = inputs.integers(996 * 1040, 1024, seed=2)
    inputs.write(run / "image.bin", 996, 1040, width, height, inputs.array.array(
        "I", ((3500 + row) * width + 96 + column for row, column in zip(rows, columns))))
    return ["-i", "image.bin", "3"]


def lbm(_):
    return ["3"]


def mri_gridding(run):
    count = 20000
    inputs.write_lines(run / "small.uks", [
        f"aquisition.numsamples={count}", "aquisition.kmax=1.0 1.0 1.0",
        "aquisition.matrixSize=32 32 32", "reconstruction.matrixSize=32 32 32",
        "gridding.matrixSize=64 64 64", "gridding.oversampling=2.0", "kernel.width=4.0",
        "kernel.useLUT=1"])
    places = inputs.floats(6 * count, low=-0.9, high=0.9)
    places[5::6] = inputs.floats(count, seed=2)
    inputs.write(run / "small.uks.data", places)
    return ["-i", "small.uks", "32", "0"]


def mri_q(run):
    few, many = 1024, 32768
    inputs.write(run / "samples.bin", few, many, inputs.floats(3 * few, low=-1),
                 inputs.floats(3 * many, seed=2, low=-1), inputs.floats(2 * few, seed=3))
    return ["-i", "samples.bin"]


def sad(run):
    header = bytes([176, 0, 144, 0])
    for seed, name in enumerate(("reference.bin", "frame.bin")):
        inputs.write(run / name, header, inputs.integers(176 * 144, 256, seed, "h"))
    return ["-i", "reference.bin,frame.bin"]


def sgemm(run):
    size = 512
    for seed, name in enumerate(("a.txt", "b.txt", "bt.txt")):
        values = inputs.floats(size * size, seed)
        (run / name).write_text(f"{size} {size} " + " ".join(f"{v:.4f}" for v in values) + "\n")
    return ["-i", "a.txt,b.txt,bt.txt"]


def spmv(run):
    size = 20000
    edges = inputs.graph(size, 12)
    entries = [(row, column) for row, columns in enumerate(edges)
               for column in {row, *(column for column in columns if column < row)}]
    inputs.write_lines(run / "matrix.mtx", [
        "%%MatrixMarket matrix coordinate real symmetric", f"{size} {size} {len(entries)}",
        *(f"{row + 1} {column + 1} {1 / (1 + row % 17):.6f}" for row, column in entries)])
    inputs.write(run / "vector.bin", inputs.floats(size))
    return ["-i", "matrix.mtx,vector.bin"]


def stencil(run):
    inputs.write(run / "grid.bin", inputs.floats(128 * 128 * 32))
    return ["-i", "grid.bin", "128", "128", "32", "20"]


def tpacf(run):
    count, sets = 2048, 4
    names = [f"points{i}.txt" for i in range(sets + 1)]
    for seed, name in enumerate(names):
        across, up = inputs.floats(count, seed, high=360), inputs.floats(count, seed + 9, low=-90, high=90)
        inputs.write_lines(run / name, (f"{a:.5f} {b:.5f}" for a, b in zip(across, up)))
    return ["-i", ",".join(names), "-n", sets, "-p", count]


# The inputs of each program, and how its result is read.
PROGRAMS = {
    "bfs": (bfs, "bytes"),
    "cutcp": (cutcp, "f"),
    "fft": (fft, "f"),
    "histo": (histo, "bytes"),
    "lbm": (lbm, "f"),
    "mri-gridding": (mri_gridding, "f"),
    "mri-q": (mri_q, "f"),
    "sad": (sad, "bytes"),
    "sgemm": (sgemm, "text"),
    "spmv": (spmv, "f"),
    "stencil": (stencil, "f"),
    "tpacf": (tpacf, "bytes"),
}


# These do not compile or are not OpenCL; imghisto spins on work-items of the same wavefront.
LEFT_OUT = ("fft/opencl_nvidia", "histo/opencl_naive", "cutcp/opencl_semiopti")
# Options of the suite's library for tools that are not available.
ABSENT = ("perf_init", "mxpa_scheduler_init", "pin_trace_enable", "pin_trace_disable")
# Definitions of the library that differ from its header.
REPLACEMENTS = (
    ("parboil.h", "pb_sig_uchar(char*, int*, unsigned int)", "pb_sig_uchar(char*, unsigned char*, int)"),
    ("parboil_opencl.c", '#include "perfmon.h"', ""),
)


def build(name, version):
    def build_in(place):
        folder = place.source / "benchmarks" / name / "src" / version
        converter = place.source / "benchmarks" / name / "common_src" / "convert-dataset"
        common = place.source / "common"
        absent = place.folder / "absent.c"
        absent.write_text("".join(f"void {function}() {{}}\n" for function in ABSENT))
        sources = [common / "src" / "parboil_opencl.c", common / "src" / "args.c", absent]
        objects = re.search(r"SRCDIR_OBJS=(.*)", (folder / "Makefile").read_text())[1]
        for part in re.findall(r"(?<!#)\b(\w+)\.o", objects.partition("#")[0]):
            sources += [path for path in folder.glob(f"{part}.*") if path.suffix in (".c", ".cc", ".cpp")]
        if converter.is_dir():
            sources += [converter / "convert_dataset.c", converter / "mmio.c"]
        place.compile(place.run / "program", sources, f"-I{common / 'include'}", f"-I{folder}",
                      f"-I{common / 'src'}", f"-I{converter}")
        # Kernels are read from this folder, and include headers of it.
        place.make("rm", "-rf", place.run / "src")
        (place.run / "src").mkdir()
        place.make("cp", "-r", "--no-preserve=mode", folder, place.run / "src" / version)
    return build_in


def recipes(source):
    for name, (prepare, kind) in PROGRAMS.items():
        for folder in sorted((source / "benchmarks" / name / "src").glob("opencl*")):
            if f"{name}/{folder.name}" in LEFT_OUT:
                continue
            yield Recipe(
                name=f"Parboil/{name}/{folder.name.removeprefix('opencl_')}",
                build=build(name, folder.name),
                run=lambda place, prepare=prepare: [place.run / "program", *prepare(place.run), "-o",
                                                    "result"],
                results=(Result("result", kind, 1e-3),))
