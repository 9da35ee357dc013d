/// @file
/// The compiler and the linker of mux as programs use them.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/program/binary.h"

namespace mux::opencl::compiler {

/// What `#include` finds although there is no such file.
struct Header {
  std::string name;
  std::string source;
};

struct Result {
  /// NULL if the source or the options have errors.
  std::shared_ptr<const Binary> binary;
  std::string log;
};

/// What is compiled.
struct Source {
  std::string_view text;
  /// Of SPIR-V: options about the language do not apply.
  bool is_module;
};

/// A value for a specialization constant.
struct Specialization {
  cl_uint id;
  std::string value;
};

/// Compiles source or SPIR-V to an executable or to an object. Fails with CL_COMPILER_NOT_AVAILABLE
/// if mux was built without one, and with CL_OUT_OF_HOST_MEMORY.
Result compile(const Source &source, const std::string &options, cl_program_binary_type type,
               std::span<const Header> headers = {},
               std::span<const Specialization> specialization = {});

/// The size of each specialization constant of a module, by their ids. Fails with CL_INVALID_VALUE
/// if it is no SPIR-V that mux takes.
std::map<cl_uint, uint32_t> specialization_sizes(std::string_view module);

/// Whether the compiler takes the options. The log says why not.
bool takes(const std::string &options, std::string &log);

/// Makes an executable or a library of objects. Fails with CL_OUT_OF_HOST_MEMORY.
Result link(std::span<const std::shared_ptr<const Binary>> objects, const std::string &options);

/// Whether the linker takes the options, given objects that can be linked.
bool linker_takes(const std::string &options, std::string &log);

}  // namespace mux::opencl::compiler
