/// @file
/// Kernels that compute a list of values for each work-item, all in one module, which is compiled
/// and run once.

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

/// What a work-item computes.
struct TableOutput {
  std::string type;
  /// Instructions, of which one defines %r. They may use the inputs as %a, %b and so on, the
  /// buffers that these come from as %in_a and so on, and the work-item's id as %gid, a %ulong.
  /// The names that they define are their own; %base, %index, %place and %truth are taken.
  std::string text;
  /// Decorations: "%r FPRoundingMode RTZ", a line for each.
  std::string decorations;
  /// Looks at the value of each work-item, one after the other.
  std::function<void(const std::byte *)> check;
};

struct TableKernel {
  std::string name;
  std::vector<TableInput> inputs;
  std::vector<TableOutput> outputs;
  size_t items = 128;
  size_t local_size = 64;
  /// Stands before the outputs.
  std::string prologue;
  /// Further parameters, "type name", and the arguments for them.
  std::vector<std::string> parameters;
  std::vector<mux_descriptor_info_t> arguments;
};

class KernelTable {
 public:
  void add(TableKernel kernel) { kernels_.push_back(std::move(kernel)); }
  /// The kernel that was added last.
  TableKernel &last() { return kernels_.back(); }
  /// Assembles, compiles and runs the kernels, and lets every output look at its values.
  void check();

  ModuleText text;

 private:
  void write(const TableKernel &kernel);

  std::vector<TableKernel> kernels_;
};

/// The device that these tests run on.
const Device &test_device();

/// The module as a binary that muxCreateExecutable() takes; notes that its instructions are run.
std::string compile_module(const std::vector<uint32_t> &words);

}  // namespace mux::test
