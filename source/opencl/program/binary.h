/// @file
/// Program binaries of CL_PROGRAM_BINARIES and clCreateProgramWithBinary().
///
/// The code is a mux binary, portable between devices and processors. It is preceded by a header
/// with OpenCL's own properties, and a checksum of all bytes.
#pragma once

#include <string>
#include <string_view>

#include "opencl/support/failure.h"

namespace mux::opencl {

struct Binary {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  /// Whether local sizes must divide global sizes.
  bool uniform_groups = false;
  /// Whether clGetKernelArgInfo() is available: for programs built from source with
  /// -cl-kernel-arg-info, and not for binaries that were read.
  bool argument_info = false;
  /// The options of the build, compilation or link.
  std::string options;
  /// Input of muxCreateExecutable() or, for objects and libraries, of muxLink().
  std::string code;
};

std::string write_binary(const Binary &binary);

/// Fails with CL_INVALID_BINARY if the data is truncated or damaged. Data without our magic number
/// is treated as an executable, which mux checks.
Binary read_binary(std::string_view bytes);

}  // namespace mux::opencl
