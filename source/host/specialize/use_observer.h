/// @file
/// Observes how a kernel variant is used, and decides what code is worth compiling for it.
///
/// It counts uses, the execution time of groups, and values of arguments that repeat. It requests
/// nothing itself: a caller gets the decision and has the code compiled. From the decision until
/// watch_again() or settle(), the thread that compiles owns the decision, and uses are not counted.
///
/// Any number of threads may report uses; that neither allocates nor waits for another thread,
/// except for the few instructions in which one decides. Nothing here fails.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "compiler/abi/kernel_description.h"
#include "host/specialize/argument_history.h"
#include "host/specialize/first_code.h"
#include "host/specialize/variant_context.h"
#include "host/specialize/work_sampler.h"
#include "host/support/lock.h"

namespace mux::host {

class UseObserver {
 public:
  enum class State : uint8_t {
    /// Uses are counted, and code may be requested. The initial state.
    watching,
    /// Code was requested, and is neither published nor has it failed.
    compiling,
    /// No code will be requested any more.
    settled,
  };

  /// What a use has made worthwhile.
  struct Requests {
    /// Looking up code for cached_values() in the disk cache.
    bool cache_lookup = false;
    /// Compiling code. The state is now `compiling`.
    bool code = false;
  };

  /// @param first the variant's first code; must outlive this, as must `context`.
  UseObserver(const VariantContext &context, const compiler::KernelDescription &kernel,
              const FirstCode &first) noexcept;

  /// Sets the thresholds for the first code. Only before another thread uses this.
  /// @param is_slow whether code of a more general variant is known to be slow for these groups.
  void start(bool is_slow);

  State state(std::memory_order order = std::memory_order_relaxed) const {
    return state_.load(order);
  }
  bool is_watching() const { return state() == State::watching; }
  /// Runs groups and adds their execution time, of which it measures samples.
  /// @param run runs them; its result is returned.
  /// @param note called with the time of samples: calls note_work().
  template <typename Run, typename Note>
  int32_t sample(const Run &run, const Note &note) {
    return sampler_.run(run, note);
  }
  /// Adds the execution time of groups.
  /// @return whether there is now enough for other code, once: then wants_better_code() is to be
  /// called.
  bool note_work(std::chrono::nanoseconds time) {
    const int64_t enough = enough_work_.load(std::memory_order_relaxed);
    const int64_t before = work_.fetch_add(time.count(), std::memory_order_relaxed);
    return before < enough && before + time.count() >= enough;
  }
  /// Whether so much work would be enough for other code.
  bool is_enough(std::chrono::nanoseconds work) const {
    return work.count() >= enough_work_.load(std::memory_order_relaxed);
  }
  /// Whether code is to be compiled because enough work was done; decides for which values if so.
  bool wants_better_code();
  /// Counts a use, unless another thread is counting one, and decides what it has made worthwhile.
  Requests count_use(const std::byte *arguments);

  // For the thread that compiles.

  /// Whether packets are to be compiled; true once.
  bool take_packet_request();
  /// The values to compile code for; empty for all values.
  FixedValues wanted();
  /// Decides for all values if that code is missing. Returns whether it was.
  bool fall_back_to_all_values();
  /// Counts a code, successfully compiled or not.
  /// @param values that it is specialized for.
  void count_code(const FixedValues &values);
  /// Whether code for further argument values may be compiled.
  bool may_want_values();
  /// Sets the thresholds for quick packets, which have replaced loops, and counts from 0.
  void start_with_packets();
  /// Counts uses again after a compilation. Another thread may then decide at once.
  void watch_again();
  /// Ends observation.
  void settle();

  /// The values to look up in the disk cache; nothing if code was compiled in the meantime.
  std::optional<FixedValues> cached_values();
  /// Counts a code from the disk cache, and uses from 0.
  void count_cached_code();

 private:
  /// The next code for all values that was not requested.
  enum class Missing : uint8_t { packets, optimized, nothing };

  std::chrono::nanoseconds compile_time() const { return first_.compile_time(); }
  int64_t enough_work_for_first_code(bool is_slow) const;
  /// Whether the uses so far took so long each that compiling takes only as long as a few of them.
  bool uses_are_long() const MUX_REQUIRES(watch_);
  /// At the second use, sets `cached_values_` to the values that both uses had. Returns whether
  /// there are any.
  bool wants_cache_lookup() MUX_REQUIRES(watch_);
  bool wants_code(ArgumentHistory::Advice advice) MUX_REQUIRES(watch_);
  /// Whether there were enough uses, or enough work for repeated values, to replace the code for
  /// all values.
  bool was_used_enough() const MUX_REQUIRES(watch_);
  /// Whether so many uses took long enough together, or there were many times as many.
  bool has_worked_for_many_uses(uint32_t uses) const MUX_REQUIRES(watch_);
  /// Values that all uses of the baseline code had in common, if no specialized code exists yet.
  FixedValues likely_values() const MUX_REQUIRES(watch_);
  /// Whether the baseline code has run long enough for code for these values to pay.
  bool has_worked_for_values() const MUX_REQUIRES(watch_);
  /// Decides for packets if they are missing, else for the values that all uses of the baseline
  /// code had in common, or else for all values: as long as values repeat, no command would run
  /// code for all values.
  void want_better_code() MUX_REQUIRES(watch_);
  void want_all_values() MUX_REQUIRES(watch_);
  void want(const FixedValues &values) MUX_REQUIRES(watch_);
  /// Resets the counts of uses and work.
  void forget_uses() MUX_REQUIRES(watch_);

  const FirstCode &first_;
  const bool compiles_at_once_;
  /// Nanoseconds that groups ran for while uses were counted, and the threshold at which other code
  /// for all values pays; the maximum where there will be none.
  std::atomic<int64_t> work_{0};
  std::atomic<int64_t> enough_work_{std::numeric_limits<int64_t>::max()};
  WorkSampler sampler_;
  /// Changed under the lock, read without it.
  std::atomic<State> state_{State::watching};
  /// Held for a short time while a use is counted. A thread that finds it taken does not count its
  /// use.
  Lock watch_;
  ArgumentHistory history_ MUX_GUARDED_BY(watch_);
  /// Whether any argument could be a specialization constant.
  const bool has_arguments_;
  Missing missing_ MUX_GUARDED_BY(watch_) = Missing::nothing;
  FixedValues wanted_ MUX_GUARDED_BY(watch_);
  /// Number of codes besides the one that replaces the baseline code.
  int codes_ MUX_GUARDED_BY(watch_) = 0;
  /// The first code came from the disk cache, so the cache may have code for argument values too.
  bool may_be_cached_ MUX_GUARDED_BY(watch_) = false;
  FixedValues cached_values_ MUX_GUARDED_BY(watch_);
};

}  // namespace mux::host
