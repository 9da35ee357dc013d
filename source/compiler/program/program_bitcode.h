/// @file
/// A program's bitcode, and as much of it as a kernel needs.
///
/// To compile one kernel, all functions of its module are looked at, if only to leave them out.
/// With 10,000 kernels of a line that takes longer than compiling it: to describe all of them took
/// 121 seconds instead of 20. So of large programs, several kernels at a time are taken out into
/// modules of their own, when one of them is compiled.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/interface/code_generator.h"
#include "support/mutex.h"

namespace mux::compiler {

/// Any number of threads may use one at once. Throws nothing but std::bad_alloc.
class ProgramBitcode {
 public:
  /// One that has no parts.
  /// @param bitcode must outlive it.
  explicit ProgramBitcode(std::string_view bitcode) : whole_(bitcode) {}
  /// @param bitcode must outlive it.
  /// @param kernels of the program; must outlive it.
  ProgramBitcode(std::string_view bitcode, const std::vector<std::string> &kernels);

  std::string_view whole() const { return whole_; }
  /// Bitcode that the kernel can be compiled from. Valid as long as this is.
  /// @param kernel empty for all of them.
  std::string_view with(const std::string &kernel, const CodeGenerator &generator) const;

 private:
  struct Part {
    Mutex mutex;
    /// Empty until it is needed; the whole if it cannot be had.
    std::string_view bitcode MUX_GUARDED_BY(mutex);
    std::string owned MUX_GUARDED_BY(mutex);
  };

  std::vector<std::string> kernels_of(size_t part) const;

  const std::string_view whole_;
  const std::vector<std::string> *const kernels_ = nullptr;
  std::unordered_map<std::string_view, size_t> part_of_kernel_;
  mutable std::vector<Part> parts_;
};

}  // namespace mux::compiler
