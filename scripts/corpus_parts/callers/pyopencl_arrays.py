"""Calls pyopencl's kernel generators: elementwise, reductions, scans, sorts, random numbers."""

import numpy
import pyopencl
import pyopencl.algorithm
import pyopencl.array
import pyopencl.clmath
import pyopencl.clrandom
import pyopencl.reduction
import pyopencl.scan

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
numbers = numpy.random.RandomState(1).randint(0, 1 << 20, 1 << 20).astype(numpy.uint32)
integers = pyopencl.array.to_device(queue, numbers)
reals = pyopencl.array.to_device(queue, (numbers / 1e6).astype(numpy.float32))

for _ in range(4):
    total = pyopencl.array.sum(integers, dtype=numpy.uint64).get()
    product = pyopencl.array.dot(reals, reals).get()
    largest = pyopencl.array.max(reals).get()
    curve = (pyopencl.clmath.sin(reals) * 2 + pyopencl.clmath.exp(-reals) / (reals + 1)).get()
    sums = pyopencl.array.cumsum(integers).get()
    even, count, _ = pyopencl.algorithm.copy_if(integers, "ary[i] % 2 == 0")
    parts = pyopencl.algorithm.unique(integers)[1].get()
assert total == numbers.sum(dtype=numpy.uint64)
assert (sums == numbers.cumsum(dtype=numpy.uint32)).all()
assert count.get() == (numbers % 2 == 0).sum()

sort = pyopencl.algorithm.RadixSort(context, "unsigned *keys", key_expr="keys[i]", sort_arg_names=["keys"])
assert (sort(integers, key_bits=20)[0][0].get() == numpy.sort(numbers)).all()
random = pyopencl.clrandom.PhiloxGenerator(context).uniform(queue, 1 << 20, numpy.float32).get()
assert abs(random.mean() - 0.5) < 0.01
print(f"results: {product:.4f} {largest:.4f} {curve.sum():.2f} {parts}")
