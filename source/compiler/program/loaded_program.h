/// @file
/// A program whose kernels all have code.

#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/program/compile.h"
#include "compiler/program/loaded_object.h"
#include "compiler/program/program.h"

namespace mux::compiler {

class LoadedProgram : public Program {
 public:
  /// Loads code of this library's own compiler: a kernel's symbol is made of its name. Called once.
  ///
  /// @param[out] error what is wrong with the code, when false is returned.
  bool load_compiled(std::string_view code, std::vector<KernelDescription> kernels,
                     std::string &error);
  /// Loads an object of a user's compiler: its declarations of kernels point to their functions.
  /// Called once.
  ///
  /// @param[out] error what is wrong with the object, when false is returned.
  bool load_native(std::string_view code, std::string &error);

  /// Tells how it was compiled. Before anybody else uses the program.
  void note_compilation(std::chrono::nanoseconds time, CodeTier tier, bool was_kept) {
    compile_time_ = time;
    tier_ = tier;
    was_kept_ = was_kept;
  }

  size_t kernel_count() const override { return kernels_.size(); }
  const KernelDescription &kernel(size_t index) const override { return kernels_[index]; }
  KernelCode code(size_t index, RequiredGroups, std::string &) const override {
    return {&kernels_[index], entry_points_[index]};
  }
  std::chrono::nanoseconds compile_time(size_t) const override { return compile_time_; }
  CodeTier tier(size_t) const override { return tier_; }
  bool was_kept(size_t) const override { return was_kept_; }
  bool can_specialize() const override { return false; }
  std::unique_ptr<Program> specialize(size_t index, const Specialization &specialization,
                                      std::string &error) const override;

 private:
  LoadedObject object_;
  std::vector<KernelDescription> kernels_;
  std::vector<KernelFunction> entry_points_;
  std::chrono::nanoseconds compile_time_{0};
  CodeTier tier_ = CodeTier::optimized;
  bool was_kept_ = false;
};

}  // namespace mux::compiler
