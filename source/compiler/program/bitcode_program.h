/// @file
/// A program of bitcode: the code of a kernel is generated when the kernel is first needed, since
/// many programs hold dozens of kernels of which one or two are used.
///
/// Kernels that share variables are compiled together, when the first of them is needed.

#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/program/compile.h"
#include "compiler/program/loaded_program.h"
#include "compiler/program/program.h"
#include "support/mutex.h"

namespace mux::compiler {

class BitcodeProgram : public Program {
 public:
  /// @param bitcode copied.
  /// @param outline what inspect_bitcode() found in it.
  BitcodeProgram(std::string_view bitcode, ProgramOutline outline);

  size_t kernel_count() const override { return outline_.kernels.size(); }
  const std::string &kernel_name(size_t index) const override { return outline_.kernels[index]; }
  uint64_t global_variable_size() const override { return outline_.global_variable_size; }
  bool generate_code(size_t index, std::string &error) const override;
  std::chrono::nanoseconds compile_time(size_t index) const override;
  const KernelDescription &kernel(size_t index) const override;
  KernelFunction entry_point(size_t index) const override;
  KernelCode code_for_partial_groups(size_t index, std::string &error) const override;
  /// Other code would have variables of its own.
  bool can_specialize() const override { return !outline_.shares_variables; }
  std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                      std::string &error) const override;

 private:
  /// Code that is generated at once.
  struct CompilationUnit {
    /// Held while code is generated.
    Mutex mutex;
    /// Whether `program` is set and stays so.
    std::atomic<bool> has_code{false};
    std::unique_ptr<LoadedProgram> program;
    /// Set with it.
    std::chrono::nanoseconds compile_time{0};
    /// Of a kernel that requires a local size.
    std::unique_ptr<Program> for_partial_groups MUX_GUARDED_BY(mutex);
  };

  CompilationUnit &unit_of(size_t index) const {
    return units_[outline_.shares_variables ? 0 : index];
  }
  size_t index_in_unit(size_t index) const { return outline_.shares_variables ? index : 0; }
  bool compile(size_t index, CompiledObject &object, std::string &error) const;

  const std::string bitcode_;
  const ProgramOutline outline_;
  /// One for all kernels if they share variables, else one for each.
  const std::unique_ptr<CompilationUnit[]> units_;
};

}  // namespace mux::compiler
