/// @file
/// One code of a kernel, and the comparison of its vectorization strategies at run time.
///
/// The compiler's cost model chooses between packets and loops over work-items. Code that has run
/// for long enough is compiled with another strategy in the background, and both are measured on
/// the kernel's real work (code_comparison.h). The faster one is used from then on, until it has
/// run long enough for the next strategy, if there is one.
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
#include "host/specialize/background_compiler.h"
#include "host/specialize/code_comparison.h"
#include "host/specialize/work_sampler.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

/// Compiles the same code with another strategy; returns NULL if that is not possible. Throws
/// std::bad_alloc.
class StrategyCompiler {
 public:
  virtual std::unique_ptr<compiler::Program> compile(
      const FixedValues &values, compiler::VectorizationStrategy strategy) const = 0;

 protected:
  ~StrategyCompiler() = default;
};

/// One code of a kernel, whose function changes when another strategy wins a comparison.
/// Thread-safe.
class VariantCode final : public BackgroundWork {
 public:
  /// When another strategy is tried.
  enum class Patience : uint8_t {
    /// After enough work to pay for compiling it.
    enough_work,
    /// After a few commands; the next one waits for the compilation.
    few_commands,
  };

  /// @param allocator provides the memory of comparisons.
  /// @param strategies must outlive this, as must the kernel that `code` belongs to.
  /// @param values argument values that the code is specialized for.
  /// @param compile_time compile time of the kernel's code; 0 if unknown, which disables
  /// comparisons with Patience::enough_work.
  VariantCode(const Allocator &allocator, const StrategyCompiler &strategies,
              const FixedValues &values, const compiler::KernelCode &code, Patience patience,
              std::chrono::nanoseconds compile_time) noexcept;
  /// Blocks while code is being compiled for it.
  ~VariantCode() override;
  VariantCode(const VariantCode &) = delete;
  VariantCode &operator=(const VariantCode &) = delete;

  /// Disables comparisons. Only before another thread uses this.
  void disable_comparison() { stage_ = Stage::settled; }
  /// Reverts disable_comparison(). At most once.
  void enable_comparison() {
    stage_.store(is_comparable_ ? Stage::counting_work : Stage::settled, std::memory_order_release);
  }

  const FixedValues &values() const { return values_; }
  compiler::KernelFunction function() const { return function_.load(std::memory_order_acquire); }
  /// Describes function(), if no comparison ends between the two calls.
  const compiler::KernelDescription &description() const {
    return *description_.load(std::memory_order_acquire);
  }
  /// The strategy that won a comparison; nothing if the estimated one is in use.
  std::optional<compiler::VectorizationStrategy> winner() const {
    const int strategy = strategy_.load(std::memory_order_relaxed);
    return strategy == none ? std::nullopt
                            : std::optional(static_cast<compiler::VectorizationStrategy>(strategy));
  }
  /// Whether a comparison is running or may still be started.
  bool is_undecided() const { return stage_.load(std::memory_order_relaxed) != Stage::settled; }

  /// Runs the groups while is_undecided().
  /// @param starts_command for the first groups of a command.
  int32_t run(const GroupRange &groups, bool starts_command);

 private:
  enum class Stage : uint8_t { counting_work, compiling, trying, settled };

  void compile() override;
  bool is_promising(compiler::VectorizationStrategy strategy) const;
  /// Compiles the code and starts to compare it. Returns false if it cannot be compiled.
  bool start_comparison(compiler::VectorizationStrategy strategy);
  int32_t run_comparison(const GroupRange &groups);
  void note_work(std::chrono::nanoseconds time);
  void compile_at_once();
  size_t strategy_count() const {
    return std::min(kernel_.alternative_strategies.size(), max_strategies);
  }
  /// Ends the comparison, and uses the candidate from now on if it won.
  void settle(const CodeComparison &comparison, CodeComparison::Outcome outcome);

  /// Upper bound of the number of alternative strategies of a kernel.
  static constexpr size_t max_strategies = 3;

  const Allocator allocator_;
  const StrategyCompiler &strategies_;
  const FixedValues values_;
  const compiler::KernelDescription &kernel_;
  const Patience patience_;
  const int64_t enough_work_;
  const bool is_comparable_;
  std::atomic<compiler::KernelFunction> function_;
  std::atomic<const compiler::KernelDescription *> description_;
  /// The strategy that won a comparison; none while the estimated one is in use.
  static constexpr int none = -1;
  std::atomic<int> strategy_{none};
  std::atomic<Stage> stage_;
  /// Nanoseconds since the last comparison.
  std::atomic<int64_t> work_{0};
  std::atomic<uint32_t> commands_{0};
  WorkSampler sampler_;
  /// Held by the thread that compiles at once, and awaited by the others.
  Lock at_once_;
  /// Number of strategies for which a comparison was started. The stage governs access to this and
  /// to the comparisons: the compiling thread in Stage::compiling, any thread after it.
  size_t tried_ = 0;
  /// Execution time of loops relative to that of the code before; 1 if they were not tried.
  double ratio_of_loops_ = 1;
  /// The current comparison.
  std::atomic<CodeComparison *> comparison_{nullptr};
  /// Never destroyed before this, since a thread may still be running their code.
  std::array<CodeComparison *, max_strategies> comparisons_{};
};

}  // namespace mux::host
