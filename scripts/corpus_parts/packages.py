"""Programs of Debian packages and from pip, and small callers of their libraries."""

import pathlib

from corpus_parts import inputs
from corpus_parts.recipe import Recipe, Result

CALLERS = pathlib.Path(__file__).parent / "callers"
SYSTEM_PYTHON = "/usr/bin/python3"
NUMBERS = r"(.*)"


def calls(name, *libraries):
    """Builds a program of callers/."""
    def build(place):
        source = CALLERS / f"{name}.cpp"
        place.make("g++", "-std=c++17", "-O1", "-w", source, "-o", place.run / "program", *libraries,
                   "-lOpenCL")
    return build


def run_call(place):
    return [place.run / "program"]


def hashcat(place):
    # The MD5 sum of "mux4"; the self-test comes first.
    return ["hashcat", "-m", "0", "-a", "3", "-D", "1", "--force", "--potfile-disable", "-o",
            place.run / "found", "--outfile-autohex-disable", "4847c537aa47b89f6fae6511fefffb04",
            "?l?l?l?d"]


def ffmpeg(_):
    filters = ("unsharp_opencl=lx=5:ly=5:la=1,avgblur_opencl=2,erosion_opencl,dilation_opencl,"
               "boxblur_opencl=3,sobel_opencl,transpose_opencl=1,convolution_opencl")
    return ["ffmpeg", "-hide_banner", "-y", "-v", "error", "-init_hw_device", "opencl=device",
            "-filter_hw_device", "device", "-f", "lavfi", "-i", "testsrc2=s=640x360:d=1:r=25", "-lavfi",
            f"format=yuv420p,hwupload,{filters},hwdownload,format=yuv420p", "-f", "rawvideo", "frames"]


def darktable(place):
    inputs.grey_picture(place.run / "picture.pgm", 1024, 768)
    place.make("ffmpeg", "-y", "-i", "picture.pgm", "-pix_fmt", "rgb24", "picture.png", folder=place.run)
    (place.run / "developed.png").unlink(missing_ok=True)
    return ["sh", "-c", "rm -f developed.png && exec darktable-cli picture.png developed.png --width 800 "
            "--core --library :memory: --configdir \"$HOME/darktable\" --conf opencl=TRUE --conf "
            "opencl_use_cpu_devices=TRUE -d opencl"]


def gegl(place):
    inputs.grey_picture(place.run / "picture.pgm", 1024, 768)
    return ["sh", "-c", "exec gegl picture.pgm -o developed.png -- gegl:gaussian-blur std-dev-x=6 "
            "std-dev-y=6 gegl:unsharp-mask gegl:brightness-contrast contrast=1.2 gegl:box-blur radius=5 "
            "gegl:edge-laplace"]


def tinygrad(place):
    program = place.run / "program.py"
    program.write_text(
        '"""A small net of two convolutions, forwards and backwards."""\n'
        "from tinygrad import Tensor, Device\n"
        "Tensor.manual_seed(1)\n"
        "pictures = Tensor.ones(16, 3, 32, 32) * 0.1\n"
        "first = Tensor.ones(16, 3, 5, 5) * 0.01\nfirst.requires_grad = True\n"
        "second = Tensor.ones(8, 16, 3, 3) * 0.02\nsecond.requires_grad = True\n"
        "for _ in range(3):\n"
        "    result = pictures.conv2d(first).relu().max_pool2d().conv2d(second).relu().sum()\n"
        "    result.backward()\n"
        "    print('result', result.item(), first.grad.sum().item(), Device.DEFAULT)\n"
        "    first.grad = second.grad = None\n")
    return [place.python, program]


RECIPES = [
    Recipe("opencv", lambda _: [SYSTEM_PYTHON, CALLERS / "opencv.py"], right=NUMBERS + "done",
           tolerance=1e-2, packages=("python3-opencv",), limit=300,
           environment={"OPENCV_OPENCL_DEVICE": ":CPU:"}),
    Recipe("pyopencl", lambda _: [SYSTEM_PYTHON, CALLERS / "pyopencl_arrays.py"], right=r"results: (.*)",
           packages=("python3-pyopencl", "python3-mako"), limit=120),
    Recipe("silx", lambda _: [SYSTEM_PYTHON, CALLERS / "silx_calls.py"], right=NUMBERS + "back projection.*",
           packages=("python3-silx", "python3-pyopencl"), tolerance=1e-2, limit=120),
    Recipe("clblast", run_call, calls("clblast", "-lclblast"), right=NUMBERS, wrong="failed",
           packages=("libclblast-dev",), limit=120),
    Recipe("clfft", run_call, calls("clfft", "-lclFFT"), right="right", wrong="failed",
           packages=("libclfft-dev",), limit=120),
    Recipe("viennacl", run_call, calls("viennacl"), right=NUMBERS, wrong="failed",
           packages=("libviennacl-dev", "libboost-dev"), limit=120),
    Recipe("boost-compute", run_call, calls("boost_compute"), right="right", wrong="failed",
           packages=("libboost-dev",), limit=120),
    Recipe("ffmpeg", ffmpeg, results=(Result("frames", "B", 0.02),), packages=("ffmpeg",)),
    Recipe("hashcat", hashcat, right="Recovered.*: 1/1|Status.*: Cracked", packages=("hashcat",), limit=120),
    Recipe("darktable", darktable, right="exported to", packages=("darktable", "ffmpeg"), limit=200),
    Recipe("gegl", gegl, packages=("gegl",), environment={"GEGL_USE_OPENCL": "cpu"}, limit=120),
    Recipe("tinygrad", tinygrad, right=r"result (.*)", python_packages=("tinygrad",), limit=120,
           environment={"CL": "1", "CACHELEVEL": "0"}),
    Recipe("clpeak", ["clpeak", "--compute-sp", "--compute-integer", "--transfer-bandwidth"],
           right="GFLOPS", packages=("clpeak",), limit=120),
]
