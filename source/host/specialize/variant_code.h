/// @file
/// One code of a kernel, and what is found out about the strategies to run its work-items.
///
/// Whether work-items run side by side or in loops is estimated when a kernel is compiled. A code
/// that has run for long enough is compiled with another strategy, in the background, and the two
/// are tried on what the kernel is given to do (code_comparison.h): from then on the faster one
/// runs, until it has run long enough for the next strategy, if there is one.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "compiler/program/program.h"
#include "host/specialize/argument_history.h"
#include "host/specialize/code_comparison.h"
#include "host/specialize/specializer.h"
#include "host/specialize/work_sampler.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

/// Compiles the same code with a given strategy; NULL if that is not possible. Throws
/// std::bad_alloc.
class StrategyCompiler {
 public:
  virtual std::unique_ptr<compiler::Program> compile(
      const FixedValues &values, compiler::VectorizationStrategy strategy) const = 0;

 protected:
  ~StrategyCompiler() = default;
};

/// Everything may be called by any thread.
class VariantCode final : public BackgroundWork {
 public:
  /// Work after which another strategy is tried.
  enum class Patience : uint8_t {
    /// As much as pays for compiling it.
    enough_work,
    /// A few commands; compiled while one waits.
    few_commands,
  };

  /// @param allocator provides the memory of comparisons.
  /// @param strategies outlives this, as does the kernel that the function is of.
  /// @param values of arguments that the code is for.
  /// @param compile_time that code of the kernel takes; 0 if that is not known, and nothing is
  /// tried then but at once.
  VariantCode(const Allocator &allocator, const StrategyCompiler &strategies,
              const FixedValues &values, const compiler::KernelCode &code, Patience patience,
              std::chrono::nanoseconds compile_time) noexcept;
  /// Waits while it is being compiled.
  ~VariantCode() override;
  VariantCode(const VariantCode &) = delete;
  VariantCode &operator=(const VariantCode &) = delete;

  /// Before anybody else uses it.
  void never_try() { stage_ = Stage::settled; }
  /// Takes never_try() back, once.
  void try_after_all() {
    stage_.store(may_be_tried_ ? Stage::counting_work : Stage::settled, std::memory_order_release);
  }

  const FixedValues &values() const { return values_; }
  compiler::KernelFunction function() const { return function_.load(std::memory_order_acquire); }
  /// Of what function() is, as far as nobody changes that meanwhile.
  const compiler::KernelDescription &description() const {
    return *description_.load(std::memory_order_acquire);
  }
  /// The strategy that won a comparison, if that is not the one that was estimated to.
  std::optional<compiler::VectorizationStrategy> winner() const {
    const int strategy = strategy_.load(std::memory_order_relaxed);
    return strategy == none ? std::nullopt
                            : std::optional(static_cast<compiler::VectorizationStrategy>(strategy));
  }
  /// Whether there is a comparison, or may still be one.
  bool is_in_question() const { return stage_.load(std::memory_order_relaxed) != Stage::settled; }

  /// Runs the groups while the code is in question.
  /// @param starts_command for the first groups of a command.
  int32_t run(const GroupRange &groups, bool starts_command);

 private:
  enum class Stage : uint8_t { counting_work, compiling, trying, settled };

  void compile() override;
  bool is_promising(compiler::VectorizationStrategy strategy) const;
  /// Whether there is code for it.
  bool start_comparison(compiler::VectorizationStrategy strategy);
  int32_t run_comparison(const GroupRange &groups);
  void note_work(std::chrono::nanoseconds time);
  void compile_at_once();
  size_t strategy_count() const {
    return std::min(kernel_.alternative_strategies.size(), most_strategies);
  }
  /// Runs what the comparison found to be faster.
  void settle(const CodeComparison &comparison, CodeComparison::Outcome outcome);

  /// More than one code can be.
  static constexpr size_t most_strategies = 3;

  const Allocator allocator_;
  const StrategyCompiler &strategies_;
  const FixedValues values_;
  const compiler::KernelDescription &kernel_;
  const Patience patience_;
  const int64_t enough_work_;
  const bool may_be_tried_;
  std::atomic<compiler::KernelFunction> function_;
  std::atomic<const compiler::KernelDescription *> description_;
  /// The strategy that won a comparison; none where it is as estimated.
  static constexpr int none = -1;
  std::atomic<int> strategy_{none};
  std::atomic<Stage> stage_;
  /// In nanoseconds, since the last comparison.
  std::atomic<int64_t> work_{0};
  std::atomic<uint32_t> commands_{0};
  WorkSampler sampler_;
  /// Held by who compiles at once, and those who wait for that.
  Lock at_once_;
  /// Strategies that comparisons have begun for. The stage says who may look at this and at the
  /// comparisons: who compiles, then all.
  size_t tried_ = 0;
  /// How many times as long they took; 1 if they were not tried.
  double ratio_of_loops_ = 1;
  /// The last one.
  std::atomic<CodeComparison *> comparison_{nullptr};
  /// Kept: somebody may still run their code.
  std::array<CodeComparison *, most_strategies> comparisons_{};
};

}  // namespace mux::host
