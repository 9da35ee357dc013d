"""Reads what test/UnitMux/test_record.cpp writes down of a run of the tests."""

import collections

# How a test case ended, and which entry points it called and made assertions about.
Outcome = collections.namedtuple("Outcome", "event entry_points")
# A test case that did not run.
NO_OUTCOME = Outcome(None, frozenset())


def stamp(build, executable):
    """What test_record.cpp stamps a build with: when the executable and the library were made."""
    times = [path.stat().st_mtime_ns for path in (executable, build / "lib" / "libmux.so")]
    return "-".join(str(time) for time in times)


def read_record(path):
    """The last thing that happened to each test case, by its name."""
    outcomes = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        _process, event, name, entry_points = line.split("\t")
        outcomes[name] = Outcome(event, frozenset(entry_points.split()))
    return outcomes
