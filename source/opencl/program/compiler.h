/// @file
/// Interface to the compiler and linker of mux.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/program/binary.h"

namespace mux::opencl::compiler {

/// An in-memory header for `#include`.
struct Header {
  std::string name;
  std::string source;
};

struct Result {
  /// NULL if the source or the options have errors.
  std::shared_ptr<const Binary> binary;
  std::string log;
};

/// Input of a compilation.
struct Source {
  std::string_view text;
  /// Whether it is SPIR-V: language options do not apply.
  bool is_module;
};

/// A value of a specialization constant.
struct Specialization {
  cl_uint id;
  std::string value;
};

/// Compiles source or SPIR-V to an executable or object. Fails with CL_COMPILER_NOT_AVAILABLE if
/// mux was built without a compiler, and with CL_OUT_OF_HOST_MEMORY.
Result compile(const Source &source, const std::string &options, cl_program_binary_type type,
               std::span<const Header> headers = {},
               std::span<const Specialization> specialization = {});

/// The size of each specialization constant of a module, by id. Fails with CL_INVALID_VALUE if it
/// is not supported SPIR-V.
std::map<cl_uint, uint32_t> specialization_sizes(std::string_view module);

/// Whether the compiler accepts the options. The log has the error.
bool takes(const std::string &options, std::string &log);

/// Links objects to an executable or library. Fails with CL_OUT_OF_HOST_MEMORY.
Result link(std::span<const std::shared_ptr<const Binary>> objects, const std::string &options);

/// Whether the linker accepts the options.
bool linker_accepts(const std::string &options, std::string &log);

}  // namespace mux::opencl::compiler
