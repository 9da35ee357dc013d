"""Parses the names of tests into ids of statements of the specification.

A test's name starts with the ids that it proves, up to the first ": ":

    muxCreateBuffer.rc01: text
    muxCreateBuffer.rc01, rc03 and vr02: text
    muxCreateBuffer.rc03 to rc06: text
    muxCreateBuffer.rc01, muxDispatch.vu11: text

An id after the first may drop its entry point if that is the one of the id before it. Names whose
head holds no id ("kernels: a tree reduction") prove no statement and are left alone. Shared by
spec_coverage and rule_mutation.
"""

import re

NUMBER = re.compile(r"(rc|vr|vu)(\d\d)")
ID = re.compile(r"(?:([A-Za-z]\w*)\.)?(\w+)")
SEPARATOR = re.compile(r"(, and |, | and | to )")


class UnreadableName(Exception):
    """A name cites statements but cannot be parsed."""


def ids_of(name):
    """The ids that a test's name cites, in order. Raises UnreadableName if they cannot be parsed."""
    head, colon, _ = name.partition(": ")
    if not colon:
        head = ""
    parts = SEPARATOR.split(head)
    first = ID.fullmatch(parts[0])
    if not first or not first.group(1):
        if re.search(r"\.(rc|vr|vu)\d\d", head):
            raise UnreadableName("its head does not start with an id")
        if re.search(r"\b(Allocators|Callbacks|Descriptors|Devices|mux\w+)\.(rc|vr|vu)\d\d", name):
            raise UnreadableName("it cites ids outside its head, which do not count")
        return []
    ids = []
    owner = None
    for index in range(0, len(parts), 2):
        match = ID.fullmatch(parts[index])
        if not match:
            raise UnreadableName(f"'{parts[index]}' is not an id")
        owner = match.group(1) or owner
        word = match.group(2)
        if index > 0 and parts[index - 1] == " to ":
            ids.extend(range_between(ids[-1], owner, word))
        else:
            ids.append(f"{owner}.{word}")
    return ids


def range_between(first, owner, last_word):
    """The ids after `first` up to and including `last_word`, of the same owner and kind."""
    first_owner, first_word = first.split(".")
    begin, end = NUMBER.fullmatch(first_word), NUMBER.fullmatch(last_word)
    if first_owner != owner or not begin or not end or begin.group(1) != end.group(1):
        raise UnreadableName(f"'{first} to {last_word}' is not a range")
    numbers = range(int(begin.group(2)) + 1, int(end.group(2)) + 1)
    if not numbers:
        raise UnreadableName(f"'{first} to {last_word}' is empty")
    return [f"{owner}.{begin.group(1)}{number:02}" for number in numbers]


def is_statement_id(word):
    """Whether an id has the form of a statement's; rules without a statement have a word instead."""
    return NUMBER.fullmatch(word.rpartition(".")[2]) is not None
