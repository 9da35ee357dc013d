"""The OpenCL implementations that programs run on, each alone."""

import dataclasses
import pathlib
import shutil
import subprocess
import sys
import zipfile

VENDORS = pathlib.Path("/etc/OpenCL/vendors")
# Intel's OpenCL implementation for CPUs, with its dependencies.
INTEL_WHEELS = ("intel-opencl-rt", "intel-cmplr-lib-rt", "tbb")


@dataclasses.dataclass
class Runtime:
    name: str
    environment: dict


def alone(room, name, library):
    """Creates an ICD folder with this library only."""
    folder = room / "icd" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.icd").write_text(f"{library}\n")
    return f"{folder}/"


def of_system(room):
    for path in sorted(VENDORS.glob("*.icd")):
        library = path.read_text().strip()
        if "libmux_opencl" not in library:
            yield Runtime(path.stem, {"OCL_ICD_VENDORS": alone(room, path.stem, library)})


def intel(room, may_install):
    """Installs the wheels. Their ICD loader is not used, because it does not support layers."""
    libraries = room / "intel"
    if not libraries.exists():
        if not may_install:
            return
        wheels = room / "wheels"
        status = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", wheels,
                                 *INTEL_WHEELS], check=False).returncode
        if status != 0:
            print("corpus: Intel's OpenCL could not be downloaded", file=sys.stderr)
            return
        unpacked = room / "wheels" / "unpacked"
        for wheel in wheels.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(unpacked)
        libraries.mkdir()
        for path in sorted(unpacked.glob("*/data/lib/*")):
            if path.is_file() and not path.name.startswith("libOpenCL"):
                shutil.move(path, libraries / path.name)
        shutil.rmtree(wheels)
    library = libraries / "libintelocl.so"
    yield Runtime("intel", {"OCL_ICD_VENDORS": alone(room, "intel", library),
                            "LD_LIBRARY_PATH": str(libraries)})


def all_runtimes(build, room, may_install, only):
    found = [Runtime("mux", {"OCL_ICD_VENDORS": f"{(build / 'icd').resolve()}/"}),
             *of_system(room), *intel(room, may_install)]
    return [runtime for runtime in found if not only or runtime.name in only]
