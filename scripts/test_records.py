"""Reads the records of a test run, which test/UnitMux/test_record.cpp writes."""

import collections

# The result of a test case, and the entry points that it called and made assertions after.
Outcome = collections.namedtuple("Outcome", "event entry_points")
# Of a test case that did not run.
NO_OUTCOME = Outcome(None, frozenset())


def stamp(build, executable):
    """The stamp of a build in its records: modification times of the executable and the library."""
    times = [path.stat().st_mtime_ns for path in (executable, build / "lib" / "libmux.so")]
    return "-".join(str(time) for time in times)


def read_record(path):
    """The last outcome of each test case, by name."""
    outcomes = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        _process, event, name, entry_points = line.split("\t")
        outcomes[name] = Outcome(event, frozenset(entry_points.split()))
    return outcomes
