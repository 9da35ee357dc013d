"""Small deterministic inputs for programs whose own inputs are too large."""

import array
import random
import struct


def floats(count, seed=1, low=0.0, high=1.0):
    generator = random.Random(seed)
    return array.array("f", (generator.uniform(low, high) for _ in range(count)))


def integers(count, below, seed=1, kind="i"):
    generator = random.Random(seed)
    return array.array(kind, (generator.randrange(below) for _ in range(count)))


def write(path, *parts):
    """Random integers as arrays, bytes or 32-bit integers."""
    with path.open("wb") as file:
        for part in parts:
            file.write(struct.pack("i", part) if isinstance(part, int) else bytes(part))


def write_lines(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))


def graph(nodes, degree, seed=1):
    """For each node the targets of its edges."""
    generator = random.Random(seed)
    return [[generator.randrange(nodes) for _ in range(generator.randrange(1, 2 * degree))]
            for _ in range(nodes)]


def grey_picture(path, width, height):
    """A portable graymap with shapes and some noise."""
    generator = random.Random(1)
    pixels = bytes((((x // 16) ^ (y // 16)) * 37 + generator.randrange(32)) % 256
                   for y in range(height) for x in range(width))
    path.write_bytes(f"P5 {width} {height} 255\n".encode() + pixels)
