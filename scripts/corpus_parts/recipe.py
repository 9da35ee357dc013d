"""How a program of others is built, run and judged."""

import dataclasses
import pathlib
import re
import shutil
import typing

from public_programs import NotApplicable, Workplace, ending


# Suites have parts that all of their programs compile.
CACHE = ("ccache",) if shutil.which("ccache") else ()


@dataclasses.dataclass
class Result:
    """A file that a run writes, compared between implementations.

    kind: 'bytes', 'text' with numbers in it, or the name of what numbers it has for array.array
    ('f' for float). tolerance: how far numbers may be apart, relative to the largest of the file.
    """
    file: str
    kind: str = "bytes"
    tolerance: float = 1e-4


@dataclasses.dataclass
class Recipe:
    name: str
    # The words of the command, or a function of the place that gives them.
    run: typing.Any
    # Called once, with the place.
    build: typing.Callable = None
    # Regular expressions: what the output must have, and must not. Numbers that groups of `right` find
    # are compared between implementations.
    right: str = ""
    wrong: str = ""
    tolerance: float = 1e-3
    results: tuple = ()
    packages: tuple = ()
    python_packages: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)
    # Exit statuses that mean success.
    statuses: tuple = (0,)
    limit: int = 60


class Place(Workplace):
    """Where a program is built and run: `folder`, below it `run`; its suite's `source`."""

    def __init__(self, recipe, source, room, environment, may_install):
        super().__init__(room / "programs" / recipe.name, room / "python", environment, may_install)
        self.name = recipe.name
        self.source = source
        self.run = self.folder / "run"
        self.run.mkdir(parents=True, exist_ok=True)

    def build(self, recipe):
        """Builds once, and again when a recipe has changed."""
        done = self.folder / "built"
        changed = max(path.stat().st_mtime for path in pathlib.Path(__file__).parent.glob("*.py"))
        if recipe.build is not None and not (done.exists() and done.stat().st_mtime > changed):
            recipe.build(self)
            done.touch()

    def make(self, *command, folder=None, **more):
        """A command of the build, which has to succeed."""
        status, text = self.call(*command, limit=300, folder=folder, **more)
        if status != 0:
            errors = [line for line in text.splitlines() if re.search("error|undefined", line)] or [""]
            raise NotApplicable(f"not built: {pathlib.Path(command[0]).name} {ending(status)}: "
                                f"{errors[0]} (log: {self.log})")
        return text

    def compile(self, output, sources, *options, compiler="g++"):
        """A program of C and C++ files, each by its own compiler; warnings are not ours to mend."""
        objects = []
        for source in map(pathlib.Path, sources):
            is_c = source.suffix == ".c"
            name = self.folder / "objects" / f"{len(objects)}-{source.stem}.o"
            name.parent.mkdir(exist_ok=True)
            words = ("gcc", "-std=gnu11", "-fcommon") if is_c else ("g++", "-std=gnu++14", "-fpermissive")
            self.make(*CACHE, *words, "-w", "-O2", *options, "-c", source, "-o", name)
            objects.append(name)
        self.make(compiler, "-fopenmp", "-o", output, *objects, "-lOpenCL", "-lm", "-lpthread")
