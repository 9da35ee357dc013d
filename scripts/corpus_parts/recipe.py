"""Recipes to build, run and check a program."""

import dataclasses
import pathlib
import re
import shutil
import typing

from public_programs import NotApplicable, Workplace, ending


# Programs of a suite share source files.
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
    # The command line, or a function that returns it for a place.
    run: typing.Any
    # Called once with the place, to build the program.
    build: typing.Callable = None
    # Regular expressions that the output must and must not match. Numbers in groups of `right` are
    # compared between implementations.
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
    """The folders of a program: `folder` to build in, `run` below it to run in; its suite's `source`."""

    def __init__(self, recipe, source, room, environment, may_install):
        super().__init__(room / "programs" / recipe.name, room / "python", environment, may_install)
        self.name = recipe.name
        self.source = source
        self.run = self.folder / "run"
        self.run.mkdir(parents=True, exist_ok=True)

    def build(self, recipe):
        """Builds once, and again after a recipe was changed."""
        done = self.folder / "built"
        changed = max(path.stat().st_mtime for path in pathlib.Path(__file__).parent.glob("*.py"))
        if recipe.build is not None and not (done.exists() and done.stat().st_mtime > changed):
            recipe.build(self)
            done.touch()

    def make(self, *command, folder=None, **more):
        """Runs a command of the build, which must succeed."""
        status, text = self.call(*command, limit=300, folder=folder, **more)
        if status != 0:
            errors = [line for line in text.splitlines() if re.search("error|undefined", line)] or [""]
            raise NotApplicable(f"not built: {pathlib.Path(command[0]).name} {ending(status)}: "
                                f"{errors[0]} (log: {self.log})")
        return text

    def compile(self, output, sources, *options, compiler="g++"):
        """Builds a program from C and C++ files, each with its own compiler, without warnings."""
        objects = []
        for source in map(pathlib.Path, sources):
            is_c = source.suffix == ".c"
            name = self.folder / "objects" / f"{len(objects)}-{source.stem}.o"
            name.parent.mkdir(exist_ok=True)
            words = ("gcc", "-std=gnu11", "-fcommon") if is_c else ("g++", "-std=gnu++14", "-fpermissive")
            self.make(*CACHE, *words, "-w", "-O2", *options, "-c", source, "-o", name)
            objects.append(name)
        self.make(compiler, "-fopenmp", "-o", output, *objects, "-lOpenCL", "-lm", "-lpthread")
