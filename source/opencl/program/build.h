/// @file
/// The result of the last build, compilation or link of a program for one device.
#pragma once

#include <memory>
#include <string>

#include "opencl/program/binary.h"
#include "opencl/program/executable.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// Immutable; the next build replaces it.
struct Build {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  /// NULL if there is none. Shared by the devices of one build.
  std::shared_ptr<const Binary> binary;
  /// Of a successful build.
  Ref<Executable> executable;
  /// Of a program created from a binary: the executable that clBuildProgram() will use.
  Ref<Executable> loaded;

  cl_program_binary_type type() const {
    return binary ? binary->type : cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE};
  }
  /// Whether it is a compiled object or a library, which can be linked.
  bool is_object() const {
    return type() == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
           type() == CL_PROGRAM_BINARY_TYPE_LIBRARY;
  }
};

using BuildResult = std::shared_ptr<const Build>;

}  // namespace mux::opencl
