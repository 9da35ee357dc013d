"""Calls silx's OpenCL algorithms on a picture; prints mean and deviation of each result."""

import numpy
from silx.opencl import convolution, medfilt
from silx.opencl.backprojection import Backprojection
from silx.opencl.projection import Projection

y, x = numpy.mgrid[0:512, 0:512]
noise = numpy.random.RandomState(1).randint(0, 32, (512, 512))
picture = ((((x // 16) ^ (y // 16)) * 37 + noise) % 256).astype(numpy.float32)
picture += 200 * numpy.exp(-((x - 200.0) ** 2 + (y - 300.0) ** 2) / 3000).astype(numpy.float32)


def tell(name, result):
    result = numpy.asarray(result, numpy.float64)
    print(f"{name}: {result.mean():.4g} {result.std():.4g}")


tell("median", medfilt.MedianFilter2D((512, 512), (5, 5), devicetype="cpu").medfilt2d(picture))
kernel = numpy.exp(-numpy.linspace(-2, 2, 9) ** 2).astype(numpy.float32)
tell("convolution", convolution.Convolution(picture.shape, kernel, axes=(0, 1))(picture))
angles = numpy.linspace(0, numpy.pi, 120, False)
rays = Projection((512, 512), angles=angles).projection(picture)
tell("projection", rays)
tell("back projection", Backprojection(rays.shape, angles=angles).filtered_backprojection(rays))
