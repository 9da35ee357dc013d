/// @file
/// Kernels that compute a list of values for each work-item, in one module that is compiled and run
/// once.

#pragma once

#include <cstddef>
#include <functional>
#include <mux/mux.hpp>
#include <string>
#include <vector>

#include "module_text.h"

namespace mux::test {

using Bytes = std::vector<std::byte>;

/// An element for each work-item.
struct TableInput {
  std::string type;
  Bytes bytes;
};

/// A computed value of a work-item.
struct TableOutput {
  std::string type;
  /// Instructions that define %r. They may use the inputs as %a, %b and so on, their buffers as
  /// %in_a and so on, and the work-item's id as %gid, a %ulong. Names that they define are renamed
  /// to be unique; %base, %index, %place and %truth are reserved.
  std::string text;
  /// Decorations: "%r FPRoundingMode RTZ", one per line.
  std::string decorations;
  /// Checks the values of all work-items in order.
  std::function<void(const std::byte *)> check;
};

struct TableKernel {
  std::string name;
  std::vector<TableInput> inputs;
  std::vector<TableOutput> outputs;
  size_t items = 128;
  size_t local_size = 64;
  /// Instructions before the outputs.
  std::string prologue;
  /// Additional parameters, "type name", and their arguments.
  std::vector<std::string> parameters;
  std::vector<mux_descriptor_info_t> arguments;
};

class KernelTable {
 public:
  void add(TableKernel kernel) { kernels_.push_back(std::move(kernel)); }
  /// The kernel that was added last.
  TableKernel &last() { return kernels_.back(); }
  /// Assembles, compiles and runs the kernels, and checks all outputs.
  void check();

  ModuleText text;

 private:
  void write(const TableKernel &kernel);

  std::vector<TableKernel> kernels_;
};

/// The device of these tests.
const Device &test_device();

/// Compiles the module to a binary for muxCreateExecutable(), and records its instructions.
std::string compile_module(const std::vector<uint32_t> &words);

}  // namespace mux::test
