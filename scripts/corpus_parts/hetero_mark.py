"""Hetero-Mark, a suite of Northeastern University: the programs for OpenCL 1.2."""

from corpus_parts import inputs
from corpus_parts.recipe import Recipe

# The programs ask for a GPU.
REPLACEMENTS = (("cl_runtime.cc", "CL_DEVICE_TYPE_GPU", "CL_DEVICE_TYPE_ALL"),)


def aes(run):
    def words(count, seed):
        return "".join(f"{value:02x}" for value in inputs.integers(count, 256, seed, "B"))
    (run / "text").write_text(words(1 << 19, 1))
    (run / "key").write_text(words(32, 2))
    return ["-i", "text", "-k", "key"]


def ga(run):
    letters = bytes(b"ACGT"[value] for value in inputs.integers(65536 + 64, 4)).decode()
    inputs.write_lines(run / "sequences", [letters[1000:1064], letters])
    return ["-i", "sequences"]


def kmeans(run):
    values = inputs.floats(20000 * 34, high=100)
    inputs.write_lines(run / "points", (
        f"{i} " + " ".join(f"{value:.0f}" for value in values[34 * i:34 * i + 34]) for i in range(20000)))
    return ["-i", "points"]


# The host computes a reference and reports whether results are correct. `be` needs a video; `pr`
# relies on wavefronts of 64 work-items without barriers.
PROGRAMS = {
    "aes": aes,
    "bs": lambda _: ["-x", "1048576", "--chunk", "4096"],
    "ep": lambda _: ["-m", "5", "-x", "1024"],
    "fir": lambda _: ["-x", "4096", "-y", "64"],
    "ga": ga,
    "hist": lambda _: ["-x", "4194304"],
    "kmeans": kmeans,
}


def build(name):
    def build_in(place):
        folder = place.source / "src"
        sources = [path for part in (folder / name, folder / name / "cl12", folder / "common")
                   for path in sorted(part.rglob("*.cc") if part.name == "common" else part.glob("*.cc"))
                   if not path.name.endswith("_test.cc")]
        # Headers that the standard library included when the suite was written.
        (place.folder / "forgotten.h").write_text("".join(
            f"#include <{header}>\n" for header in ("algorithm", "cmath", "cstring", "memory", "stdexcept")))
        place.compile(place.run / "program", sources, f"-I{place.source}", "-include", "forgotten.h",
                      f"-I{place.folder}")
        for path in (folder / name / "cl12").glob("*.cl"):
            place.make("cp", path, place.run)
    return build_in


def recipes(_):
    for name, prepare in PROGRAMS.items():
        yield Recipe(name=f"Hetero-Mark/{name}", build=build(name), right="Passed",
                     run=lambda place, prepare=prepare: [place.run / "program", "-v", "-q",
                                                         *prepare(place.run)])
