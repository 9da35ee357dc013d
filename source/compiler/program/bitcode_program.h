/// @file
/// A program of bitcode: a kernel is looked at when it is first needed, since many programs hold
/// dozens of kernels of which one or two are used, and its code is generated when it is known what
/// for.
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
  bool describe(size_t index, std::string &error) const override;
  const KernelDescription &kernel(size_t index) const override;
  KernelCode code(size_t index, RequiredGroups groups, std::string &error) const override;
  /// Other code would have variables of its own.
  bool can_specialize() const override { return !outline_.shares_variables; }
  std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                      std::string &error) const override;

 private:
  /// One kernel, or all.
  struct CompilationUnit {
    /// Held while code is generated.
    Mutex mutex;
    /// Whether `description` is set, or `shared_code`.
    std::atomic<bool> is_described{false};
    KernelDescription description;
    /// Of all kernels, if they share variables.
    std::unique_ptr<LoadedProgram> shared_code;
    std::unique_ptr<LoadedProgram> generic_code MUX_GUARDED_BY(mutex);
    /// For full groups of the size that the kernel requires.
    std::unique_ptr<LoadedProgram> code_for_full_groups MUX_GUARDED_BY(mutex);
  };

  CompilationUnit &unit_of(size_t index) const {
    return units_[outline_.shares_variables ? 0 : index];
  }
  bool describe(size_t index, CompilationUnit &unit, std::string &error) const;
  std::unique_ptr<LoadedProgram> compile(size_t index, RequiredGroups groups,
                                         std::string &error) const;

  const std::string bytes_;
  const ProgramOutline outline_;
  const ProgramBitcode bitcode_;
  /// One for all kernels if they share variables, else one for each.
  const std::unique_ptr<CompilationUnit[]> units_;
};

}  // namespace mux::compiler
