"""CloverLeaf for OpenCL: hydrodynamics, with a Fortran host program."""

from corpus_parts.recipe import Recipe
from public_programs import NotApplicable

REPLACEMENTS = ()

SETUP = """*clover
 state 1 density=0.2 energy=1.0
 state 2 density=1.0 energy=2.5 geometry=rectangle xmin=0.0 xmax=5.0 ymin=0.0 ymax=2.0
 x_cells=512
 y_cells=512
 xmin=0.0
 ymin=0.0
 xmax=10.0
 ymax=10.0
 initial_timestep=0.04
 timestep_rise=1.5
 max_timestep=0.04
 end_time=15.5
 end_step=20
 use_opencl_kernels
 opencl_vendor=any
 opencl_type=CPU
*endclover
"""


def build(place):
    place.make("rm", "-rf", place.run)
    place.make("cp", "-r", place.source, place.run)
    # A header that Debian's OpenCL packages no longer have, but another suite does.
    header = place.source.parent / "Exercises-Solutions" / "Solutions" / "Cpp_common" / "cl.hpp"
    if not header.exists():
        raise NotApplicable("needs cl.hpp of Exercises-Solutions")
    (place.run / "CL").mkdir()
    place.make("cp", header, place.run / "CL")
    # Current Fortran compilers reject some of the code by default.
    place.make("make", "COMPILER=GNU", "CXX_MPI_COMPILER=mpic++ -DOCL_IGNORE_PLATFORM -fpermissive -w",
               "MPI_COMPILER=mpif90 -fallow-argument-mismatch -w", "OCL_VENDOR=AMD",
               "OCL_AMD_INC=-I. -O2", "OCL_AMD_LIB=-lOpenCL -lstdc++", folder=place.run)
    (place.run / "clover.in").write_text(SETUP)


def recipes(_):
    yield Recipe(name="CloverLeaf", build=build, run=lambda place: [place.run / "clover_leaf"],
                 environment={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
                 packages=("gfortran", "libopenmpi-dev", "openmpi-bin"), limit=120)
