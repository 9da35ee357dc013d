"""Exercises-Solutions, of a hands-on course in OpenCL: the solutions in C."""

from corpus_parts.recipe import Recipe

# Smaller, because the host multiplies the matrices as well.
REPLACEMENTS = (("matmul.h", "#define ORDER    1024", "#define ORDER    512"),)

# The folder, and a pattern of the output for correct results; the sums of the last are compared.
PROGRAMS = {
    "Exercise04": r"with \d+ out of \d+ results were correct|(\d+) out of",
    "Exercise05": r"(\d+) out of",
    "Exercise06": "",
    "Exercise07": "",
    "Exercise08": "",
    "Exercise09": r"pi is ([\d.]+)|pi = ([\d.]+)",
    "Exercise13": "",
    "ExerciseA": r"pi is ([\d.]+)|pi = ([\d.]+)",
}
LIFE = 512


def build(name):
    def build_in(place):
        folder = place.source / "Solutions" / name
        common = place.source / "Solutions" / "C_common"
        sources = [*sorted((folder / "C").glob("*.c")), common / "wtime.c"]
        if any("output_device_info" in source.read_text() for source in sources):
            sources.append(common / "device_info.c")
        place.compile(place.run / "program", sources,
                      f"-I{common}", "-DDEVICE=CL_DEVICE_TYPE_DEFAULT", "-fopenmp", compiler="gcc")
        for path in folder.glob("*.cl"):
            # The program reads them from the parent folder.
            place.make("cp", path, place.folder)
    return build_in


def run(place):
    if place.name.endswith("Exercise13"):
        cells = [(x, y) for y in range(LIFE) for x in range(LIFE) if (x * 7 + y * 13 + x * y) % 5 == 0]
        (place.run / "start").write_text("".join(f"{x} {y} 1\n" for x, y in cells))
        (place.run / "parameters").write_text(f"{LIFE}\n{LIFE}\n200\n")
        return [place.run / "program", "start", "parameters", "16", "16"]
    return [place.run / "program"]


def recipes(_):
    for name, right in PROGRAMS.items():
        yield Recipe(name=f"Exercises/{name}", build=build(name), run=run, right=right,
                     wrong="(?i)errors in mult|error")
