"""The programs of all suites."""

import shutil
import tarfile

from corpus_parts import cloverleaf, exercises, hetero_mark, opendwarfs, packages, parboil

SUITES = {
    "Parboil": parboil,
    "Hetero-Mark": hetero_mark,
    "OpenDwarfs": opendwarfs,
    "Exercises-Solutions": exercises,
    "CloverLeaf_OpenCL": cloverleaf,
}
PACKAGES = packages.RECIPES


def replace(folder, replacements):
    """Patches sources so that they build: (pattern of file names, old text, new text)."""
    for pattern, old, new in replacements:
        for path in folder.rglob(pattern):
            text = path.read_text(errors="surrogateescape")
            if old in text:
                path.write_text(text.replace(old, new), errors="surrogateescape")


def copy_suite(name, paths, folder):
    for path in paths:
        if (path / f"{name}.tar.xz").exists():
            with tarfile.open(path / f"{name}.tar.xz") as archive:
                archive.extractall(folder.parent, filter="data")
            return
        if (path / name).is_dir():
            shutil.copytree(path / name, folder)
            return


def find_suites(paths, room):
    """The recipes with the folders of their suites, which are copied below `room` once."""
    found = []
    for name, suite in SUITES.items():
        folder = room / "suites" / name
        if not folder.is_dir():
            copy_suite(name, paths, folder)
            replace(folder, suite.REPLACEMENTS)
        if paths and folder.is_dir():
            found += [(recipe, folder) for recipe in suite.recipes(folder)]
    return found
