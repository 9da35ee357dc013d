/// @file
/// A program whose kernels are compiled from bitcode on demand. Kernels are described when first
/// needed, since many programs contain dozens of kernels of which one or two are used; code is
/// generated when the runs that need it are known.
///
/// Kernels that share program-scope variables are compiled together, when the first of them is
/// needed.

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
  /// @param outline the result of inspect_bitcode() for it.
  /// @param constants the result of match_constants() for it.
  BitcodeProgram(std::string_view bitcode, ProgramOutline outline,
                 std::vector<ConstantValue> constants);

  size_t kernel_count() const override { return outline_.kernels.size(); }
  const std::string &kernel_name(size_t index) const override { return outline_.kernels[index]; }
  uint64_t global_variable_size() const override { return outline_.global_variable_size; }
  std::span<const ProgramConstant> constants() const override { return outline_.constants; }
  std::string_view constant_value(size_t index) const override;
  bool describe(size_t index, std::string &error) const override;
  const KernelDescription &kernel(size_t index) const override;
  KernelCode code(size_t index, RequiredGroups groups, std::string &error) const override;
  /// False if kernels share variables, because specialized code would have its own copies.
  bool can_specialize() const override { return !outline_.shares_variables; }
  std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                      std::string &error) const override;

 private:
  /// The code of one kernel, or of all kernels if they share variables.
  struct CompilationUnit {
    /// Held while code is generated.
    Mutex mutex;
    /// Whether `description` or `shared_code` is set.
    std::atomic<bool> is_described{false};
    KernelDescription description;
    /// Code of all kernels, if they share variables.
    std::unique_ptr<LoadedProgram> shared_code;
    std::unique_ptr<LoadedProgram> generic_code MUX_GUARDED_BY(mutex);
    /// Code for full work-groups of the size that the kernel requires.
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
  /// One for all kernels if they share variables, else one for each kernel.
  const std::unique_ptr<CompilationUnit[]> units_;
};

}  // namespace mux::compiler
