"""References to files and folders of the project in comments and documents.

A reference is a path or a name with a file extension (`pipeline/program/propagate_fast_math.h`, `tuning.h`,
`docs/images`). It resolves if it is the end of the path of a file or folder, with or without the
extension; `*` matches any characters of a name. A document may be followed by the heading of a section:
docs/vocabulary.md, "Terms".
"""

import fnmatch
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = (".ci", "cmake", "docs", "examples", "include", "scripts", "source", "test", "tools")
COMMENTED_FOLDERS = ("source", "include", "tools", "test")
COMMENTED = (".h", ".hpp", ".cpp", ".c", ".inc", ".cl", ".cmake", ".py")
DOCUMENTS = ("docs/**/*.md", "README.md", "CONTRIBUTING.md")
EXTENSIONS = "h|hpp|cpp|c|cc|inc|cl|md|txt|cmake|py|tsv|json|map|ll|svg"

# Names that are no files of this repository, and whose they are.
FOREIGN = {
    "opencl-c-base.h": "Clang's header of OpenCL C types and macros",
    "CL/cl.h": "the OpenCL headers", "CL/cl_layer.h": "the OpenCL headers",
    "jpeglib.h": "libjpeg", "stdio.h": "the C library", "linux/magic.h": "Linux",
    "opencl/test": "pyFAI",
    "src/graphics.hpp": "FluidX3D", "llama.cpp": "the program of this name",
    "basic.cl": "darktable", "blendop.cl": "darktable",
    "calls.cl": "written by the build of the tests", "features.h": "written by the build of the tests",
    "in.cl": "an example's input", "scale.c": "an example's input", "tool.c": "an example's input",
    "b.cl": "written by a test", "b.h": "written by a test",
    "before.json": "an example's output", "after.json": "an example's output",
}
# Words in capital letters stand for names: kernels/NAME.cl.
PLACEHOLDER = re.compile(r"(^|/)[A-Z]{4,}[._]")

NAME = r"[\w*][\w.*-]*"
FILE = re.compile(rf'(?<![\w./$~<>"*-])((?:{NAME}/)*{NAME}\.(?:{EXTENSIONS}))(?![\w/*-])')
# Only where it begins with a folder's name: comments have many slashes that separate words.
FOLDER = re.compile(r'(?<![\w./$~<>"=*:-])((?:\.?[\w-]+/)+[\w-]*)(?![\w./*<-])')
SECTION = re.compile(r'((?:[\w-]+/)*[\w-]+\.md)`?, "([^"]+)"')


def headings_of(path):
    return set(re.findall(r"^#+ (.+)$", (ROOT / path).read_text(), re.MULTILINE))


def project_paths():
    paths = {path.name for path in ROOT.iterdir() if path.is_file()} | set(FOLDERS)
    for folder in FOLDERS:
        paths |= {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*")
                  if "__pycache__" not in path.parts}
    return paths


def ends_of(paths):
    """All ends of the paths, with and without the extension."""
    ends = set()
    for path in paths:
        parts = path.split("/")
        for start in range(len(parts)):
            end = "/".join(parts[start:])
            ends |= {end, re.sub(r"\.\w+$", "", end)}
    return ends


def hash_comments(text):
    for number, line in enumerate(text.splitlines(), 1):
        match = re.search(r"(?:^|\s)#(.*)", line)
        if match:
            yield number, match.group(1)


def c_comments(text):
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "*/" not in line
            yield number, line
        elif re.search(r"/\*(?!.*\*/)", line):
            inside = True
            yield number, line.split("/*", 1)[1]
        else:
            match = re.search(r'(?<![:"])//(.*)|/\*(.*)\*/', line)
            if match:
                yield number, match.group(1) or match.group(2) or ""


def texts():
    """Lines that may have references: the file's path, the line's number, the text."""
    for folder in COMMENTED_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            uses_hash = path.suffix in (".cmake", ".py") or path.name == "CMakeLists.txt"
            if path.is_file() and (uses_hash or path.suffix in COMMENTED):
                comments = hash_comments if uses_hash else c_comments
                for number, line in comments(path.read_text()):
                    yield path.relative_to(ROOT), number, line
    for pattern in DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                yield path.relative_to(ROOT), number, line


def broken_references():
    """A line of text for each."""
    paths = project_paths()
    ends = ends_of(paths)
    folders = {pathlib.PurePosixPath(path).name for path in paths if (ROOT / path).is_dir()}
    matched = {}

    def exists(name):
        if "*" not in name:
            return name in ends
        if name not in matched:
            matched[name] = any(fnmatch.fnmatch(end, name) for end in ends)
        return matched[name]

    for path, number, line in texts():
        names = {match.group(1) for match in FILE.finditer(line)}
        names |= {match.group(1).rstrip("/") for match in FOLDER.finditer(line)
                  if match.group(1).split("/")[0] in folders}
        for name in sorted(names):
            if not (exists(name) or name in FOREIGN or PLACEHOLDER.search(name)):
                yield f"{path}:{number}: there is no {name} in the project"
        for name, heading in SECTION.findall(line):
            if (ROOT / name).is_file() and heading not in headings_of(name):
                yield f"{path}:{number}: {name} has no section '{heading}'"
