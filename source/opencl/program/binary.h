/// @file
/// The binaries that a program of OpenCL gets from CL_PROGRAM_BINARIES and gives back.
///
/// The code is what mux makes and takes, portable between devices and processors. Before it stands
/// what OpenCL wants to know beyond it, and a checksum over every byte.
#pragma once

#include <string>
#include <string_view>

#include "opencl/support/failure.h"

namespace mux::opencl {

struct Binary {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  /// Whether the local size of its kernels has to divide the global size.
  bool uniform_groups = false;
  /// Whether its kernels' arguments are told: those of source, if that was asked for. Not those of
  /// a binary that was read, whatever it was made of.
  bool argument_info = false;
  /// As they were given when it was built, compiled or linked.
  std::string options;
  /// What muxCreateExecutable() or, of objects and libraries, muxLink() takes.
  std::string code;
};

std::string write_binary(const Binary &binary);

/// Fails with CL_INVALID_BINARY if bytes are missing or wrong. What does not begin like a binary of
/// ours is taken for an executable that only mux can judge.
Binary read_binary(std::string_view bytes);

}  // namespace mux::opencl
