/// @file
/// One kernel specialized for one range kind.
///
/// Its code changes while commands use it: the first code (first_code.h) is replaced by code that
/// the observation of uses (use_observer.h) has found worthwhile, and that is compiled in the
/// background and published in a store (code_store.h). Uses of a variant may come from any number
/// of threads; each function says what else it needs. If code cannot be compiled, or is not worth
/// it, the kernel continues with the code it has.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "compiler/program/program.h"
#include "host/specialize/background_compiler.h"
#include "host/specialize/code_store.h"
#include "host/specialize/first_code.h"
#include "host/specialize/range_kind.h"
#include "host/specialize/tuning.h"
#include "host/specialize/use_observer.h"
#include "host/specialize/variant_code.h"
#include "host/specialize/variant_context.h"
#include "host/support/lock.h"

namespace mux::host {

class KernelVariant;

/// The code that a command runs.
struct ChosenCode {
  compiler::KernelCode code;
  /// Consulted when a tile starts, for better code than `code`; NULL if there will be none.
  KernelVariant *variant;
};

class KernelVariant final : public BackgroundWork,
                            private StrategyCompiler,
                            private FirstCode::Client {
 public:
  /// @param context must outlive this.
  /// @param next the next in the executable's list, in which the variants of a kernel are adjacent.
  KernelVariant(const VariantContext &context, size_t kernel, KernelVariant *next) noexcept;
  /// Blocks while code of the variant is being compiled.
  ~KernelVariant() override;
  KernelVariant(const KernelVariant &) = delete;
  KernelVariant &operator=(const KernelVariant &) = delete;

  KernelVariant *next() const { return next_; }
  size_t kernel() const { return kernel_; }
  /// The range kind that the variant is for; nothing if it is not in use.
  const std::optional<RangeKind> &kind() const { return kind_; }
  /// Assigns the variant to a range kind. Only before another thread uses it.
  /// @param general the variant whose code commands begin with; NULL if they begin with specialized
  /// code.
  /// @param begins_slowly whether that code is known to be slow for them.
  void use_for(const RangeKind &kind, KernelVariant *general, bool begins_slowly);

  /// The code that commands begin with. Thread-safe.
  FirstCode &first_code() { return first_code_; }
  /// Code for commands that are recorded now. Precondition: first_code().make() returned true.
  /// Thread-safe.
  ChosenCode chosen_code();
  /// Describes the current code for all values. Precondition and threads as chosen_code().
  const compiler::KernelDescription &description() const { return store_.for_all().description(); }

  /// Runs groups of a command with the best code available. Thread-safe; neither allocates nor
  /// blocks, except in the few calls that request a compilation.
  /// @param starts_command for the first groups of a command.
  int32_t run(const GroupRange &groups, bool starts_command) {
    VariantCode &code = this->code(groups.arguments, starts_command);
    if (runs_in_pieces(code)) {
      return run_in_pieces(code, groups);
    }
    if (!code.is_undecided() && !counts_work_of(code)) {
      return groups.with(code.function());
    }
    return run_and_count(code, groups, starts_command);
  }

  /// Returns the best code available. Threads as run().
  VariantCode &code(const std::byte *arguments, bool starts_command) {
    if (VariantCode *code = store_.for_values(arguments)) {
      return *code;
    }
    if (compiles_at_once_) {
      if (observer_.state() != UseObserver::State::settled) {
        compile_at_once(arguments, starts_command);
        if (VariantCode *code = store_.for_values(arguments)) {
          return *code;
        }
      }
    } else if (starts_command && observer_.is_watching()) {
      count_use(arguments);
    }
    return store_.for_all();
  }

  /// Whether the execution times of groups are needed: then note_work() is to be called.
  /// Thread-safe.
  bool counts_work() const { return !compiles_at_once_ && observer_.is_watching(); }
  /// The same for groups that run `code`. Code specialized for argument values does not count,
  /// since its time says nothing about other values.
  bool counts_work_of(const VariantCode &code) const {
    return counts_work() && code.values().empty();
  }
  /// Adds the execution time of groups. Thread-safe; may block as code().
  void note_work(std::chrono::nanoseconds time) {
    if (observer_.note_work(time)) {
      request_better_code();
    }
  }

  /// Destroys all code but the first program; blocks while something is being compiled. No command
  /// may use the variant any more.
  void finish();

 private:
  /// Looks up code of an earlier process in the disk cache.
  class CacheLookup final : public BackgroundWork {
   public:
    explicit CacheLookup(KernelVariant &variant) noexcept : variant_(variant) {}
    void compile() override { variant_.publish_cached_code(); }

   private:
    KernelVariant &variant_;
  };

  const compiler::KernelDescription &kernel_description() const {
    return context_.program().kernel(kernel_);
  }
  /// Estimates the compile time of code from the background thread, whose measured time includes
  /// preemption: at most twice that of the first code, which was compiled in the foreground.
  std::chrono::nanoseconds likely_compile_time(const compiler::Program &program) const {
    return std::min(program.compile_time(0), 2 * first_code_.compile_time());
  }
  /// The same for packets, which take longer to compile than the loops that commands begin with.
  std::chrono::nanoseconds likely_time_of_packets(const compiler::Program &program) const {
    return std::min(program.compile_time(0),
                    2 * tuning::work_before_packets_factor * first_code_.compile_time());
  }

  /// FirstCode::Client: starts with the first code.
  void begin() override;
  /// Whether the first code is known to be slow for groups of this kind.
  bool begins_slowly() const;
  /// Whether commands may still get other code than the current code for all values.
  bool may_change() const;

  /// Whether commands leave `code` in the middle once packets are available.
  bool runs_in_pieces(const VariantCode &code) const {
    return first_code_.begins_in_loops() && store_.is_first(code) && !code.is_undecided();
  }
  int32_t run_in_pieces(const VariantCode &loops, const GroupRange &groups);
  /// Adds the time of a piece of a command.
  /// @param time_of_command estimate for the whole command.
  void note_piece(std::chrono::nanoseconds time, std::chrono::nanoseconds time_of_command);
  int32_t run_and_count(VariantCode &code, const GroupRange &groups, bool starts_command);

  /// Requests a compilation because enough work was done.
  void request_better_code();
  /// Counts a use, and requests a compilation if the uses are worth it.
  void count_use(const std::byte *arguments);
  /// Compiles missing code on this thread, or waits for the thread that does.
  void compile_at_once(const std::byte *arguments, bool starts_command);

  /// BackgroundWork: compiles and publishes the code that the observer has decided for.
  void compile() override;
  /// Publishes quick packets, or optimized code if they cannot be compiled.
  /// @return whether uses are counted again.
  bool compile_packets();
  /// Compiles and publishes the wanted code; or, if that fails for argument values, code for all
  /// values if it is missing.
  /// @return whether uses are counted again.
  bool compile_wanted();
  /// Compiles the wanted code and publishes it. Returns false if the compilation or an allocation
  /// fails.
  bool compile_and_publish();
  /// Publishes code for the values to look up if the disk cache has it.
  void publish_cached_code();
  /// StrategyCompiler: code of this variant with another strategy.
  std::unique_ptr<compiler::Program> compile(
      const FixedValues &values, compiler::VectorizationStrategy strategy) const override;
  /// Returns NULL if the code cannot be compiled, or needs more memory than that of the first code.
  std::unique_ptr<compiler::Program> compile_for(const compiler::Specialization &wanted) const;

  const VariantContext &context_;
  const size_t kernel_;
  const bool compiles_at_once_;
  std::optional<RangeKind> kind_;
  /// Whether code of a more general variant is known to be slow for the first ND-range.
  bool general_is_slow_ = false;
  FirstCode first_code_;
  UseObserver observer_;
  CodeStore store_;
  CacheLookup cache_lookup_{*this};
  /// Held by the thread that compiles at once, and awaited by others, as long as there is something
  /// to compile.
  Lock at_once_;
  KernelVariant *const next_;
};

}  // namespace mux::host
