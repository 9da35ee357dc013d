/// @file
/// A program's bitcode, split into parts of which a kernel needs only one, the values of its
/// constants, and the front halves of its kernels.
///
/// To compile one kernel, all functions of its module are parsed, if only to be removed. With
/// 10,000 kernels of a line each that takes longer than compiling them (measured: describing all of
/// them took 121 seconds instead of 20). Therefore kernels of large programs are extracted into
/// smaller modules, several at a time, when one of them is compiled.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/abi/program_constant.h"
#include "compiler/interface/code_generator.h"
#include "compiler/program/front_halves.h"
#include "support/mutex.h"

namespace mux::compiler {

/// Thread-safe. Throws nothing but std::bad_alloc.
class ProgramBitcode {
 public:
  /// Bitcode without parts.
  /// @param bitcode must outlive it.
  explicit ProgramBitcode(std::string_view bitcode) : whole_(bitcode) {}
  /// @param bitcode must outlive it.
  /// @param kernels of the program; must outlive it.
  /// @param constants values of constants, of match_constants().
  ProgramBitcode(std::string_view bitcode, const std::vector<std::string> &kernels,
                 std::vector<ConstantValue> constants = {});

  std::string_view whole() const { return whole_; }
  const std::vector<ConstantValue> &constants() const { return constants_; }
  /// Bitcode from which the kernel can be compiled. Valid as long as this object.
  /// @param kernel empty for all kernels.
  std::string_view with(const std::string &kernel, const CodeGenerator &generator) const;
  FrontHalves &front_halves() const { return front_halves_; }

 private:
  struct Part {
    Mutex mutex;
    /// Empty until it is needed; the whole bitcode if extraction failed.
    std::string_view bitcode MUX_GUARDED_BY(mutex);
    std::string owned MUX_GUARDED_BY(mutex);
  };

  std::vector<std::string> kernels_of(size_t part) const;

  const std::string_view whole_;
  const std::vector<std::string> *const kernels_ = nullptr;
  const std::vector<ConstantValue> constants_;
  std::unordered_map<std::string_view, size_t> part_of_kernel_;
  mutable std::vector<Part> parts_;
  mutable FrontHalves front_halves_;
};

}  // namespace mux::compiler
