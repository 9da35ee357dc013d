"""OpenDwarfs, a suite of Virginia Tech."""

import re

from corpus_parts import inputs, parboil
from corpus_parts.recipe import Recipe, Result

REPLACEMENTS = ()


def cfd(run):
    """A grid of cells, each with four neighbors and the normals of its faces."""
    size = 160
    lines = [str(size * size)]
    for y in range(size):
        for x in range(size):
            cell = []
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                inside = 0 <= x + dx < size and 0 <= y + dy < size
                # Walls are beyond the upper and lower edges, the far field beyond the others.
                neighbor = (y + dy) * size + x + dx + 1 if inside else (-1 if dy else -2)
                cell.append(f"{neighbor} {-0.1 * dx} {-0.1 * dy} 0.0")
            lines.append(f"{0.01 + 0.0001 * (x % 7)} " + " ".join(cell))
    inputs.write_lines(run / "cells", lines)
    return ["cells"]


def kmeans(run):
    values = inputs.floats(10000 * 16, high=100)
    inputs.write_lines(run / "points", (
        f"{i} " + " ".join(f"{value:.3f}" for value in values[16 * i:16 * i + 16]) for i in range(10000)))
    return ["-i", "points", "-m", "6", "-n", "5"]


def bfs(run):
    return parboil.bfs(run)[1:]


def crc(place):
    place.make(place.run / "createcrc", "-n", "64", "-s", "65536", "-f", "pages", folder=place.run)
    return ["-i", "pages"]


def csr(place):
    place.make(place.run / "createcsr", "-n", "4096", "-d", "5000", "-f", "matrix", folder=place.run)
    return ["-i", "matrix"]


def lud(place):
    size = 512
    values = inputs.floats(size * size)
    # Diagonally dominant, as there is no pivoting.
    for i in range(size):
        values[i * size + i] += size
    (place.run / "matrix").write_text(f"{size}\n" + " ".join(f"{value:.4f}" for value in values) + "\n")
    return ["-v", "-i", "matrix"]


def swat(place):
    data = place.source / "test" / "dynamic-programming" / "swat"
    return [data / "query1K1", data / "sampledb1K1"]


# gemnoui and tdm need inputs that are not distributed; a header of clfft hides one of the standard
# library.
# Name: folder, arguments, result files, and a pattern of the output.
PROGRAMS = {
    "nqueens": ("branch-and-bound/nqueens", lambda _: ["13"], (), r"(\d+)"),
    "csr": ("sparse-linear-algebra/SPMV", csr, (), ""),
    "lud": ("dense-linear-algebra/lud", lud, (), ""),
    "kmeans": ("dense-linear-algebra/kmeans", lambda place: kmeans(place.run), (), ""),
    "crc": ("combinational-logic/crc", crc, (), ""),
    "bfs": ("graph-traversal/bfs", lambda place: bfs(place.run), (Result("bfs_result.txt"),), ""),
    "cfd": ("unstructured-grids/cfd", lambda place: cfd(place.run), (), ""),
    "srad": ("structured-grids/srad",
             lambda _: ["512", "512", "0", "127", "0", "127", "0.5", "10"], (), ""),
    "bwa_hmm": ("graphical-models/hmm", lambda _: ["-v", "n"], (), ""),
    "needle": ("dynamic-programming/nw", lambda _: ["1024", "10"], (), ""),
    "swat": ("dynamic-programming/swat", swat, (), ""),
}


def build(name, part):
    def build_in(place):
        top = place.source
        (place.folder / "config.h").write_text("#define OPENCL_HEADER_CL_CL 1\n")
        makefile = (top / part / "Makefile.mk").read_text().replace("\\\n", " ")
        common = [top / "include" / "common_args.c", top / "include" / "rdtsc.c", top / "opts" / "opts.c"]
        options = [f"-I{place.folder}", f"-I{top}", "-DOPENCL_HEADER_CL_CL"]
        options += [word.replace("$(top_srcdir)", str(top)) for words in
                    re.findall(rf"^{name}_CPPFLAGS *=(.*)", makefile, re.MULTILINE)
                    for word in words.split() if word.startswith(("-I", "-D"))]
        for program in re.findall(r"^bin_PROGRAMS *\+= *(\w+)", makefile, re.MULTILINE):
            sources = re.search(rf"^{program}_SOURCES *=(.*)", makefile, re.MULTILINE)[1].split()
            place.compile(place.run / program, [*(top / source for source in sources), *common], *options)
        if (top / part / "inc").is_dir():
            # Kernels include it from their grandparent folder's sibling.
            (place.folder / part).mkdir(parents=True, exist_ok=True)
            place.make("cp", "-r", top / part / "inc", place.folder / part)
        for path in re.findall(r"cp \$\(top_srcdir\)/(\S+) \.", makefile):
            place.make("cp", top / path, place.run)
    return build_in


def recipes(_):
    for name, (part, prepare, results, right) in PROGRAMS.items():
        yield Recipe(name=f"OpenDwarfs/{name}", build=build(name, part), right=right, results=results,
                     wrong="(?i)failed|mismatch|incorrect",
                     run=lambda place, name=name, prepare=prepare: [place.run / name, *prepare(place)])
