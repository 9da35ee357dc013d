#include "host/specialize/use_observer.h"

#include <utility>

#include "host/specialize/tuning.h"

namespace mux::host {
namespace {

ArgumentHistory::Patience patience_with_arguments(const VariantContext &context) {
  if (context.compiles_at_once()) {
    return {.same = 1, .same_in_long_uses = 1, .changing = 1};
  }
  return {.same = tuning::constant_argument_repeats,
          .same_in_long_uses = tuning::repeats_in_long_uses,
          .changing = tuning::uses_before_giving_up};
}

}  // namespace

UseObserver::UseObserver(const VariantContext &context, const compiler::KernelDescription &kernel,
                         const FirstCode &first) noexcept
    : first_(first),
      compiles_at_once_(context.compiles_at_once()),
      history_(kernel, patience_with_arguments(context)),
      has_arguments_(history_.has_arguments()) {}

void UseObserver::start(bool is_slow) {
  const LockGuard guard(watch_);
  may_be_cached_ = has_arguments_ && !compiles_at_once_ && first_.was_cached();
  if (first_.origin() == FirstCode::Origin::optimized) {
    missing_ = Missing::nothing;
    state_.store(has_arguments_ ? State::watching : State::settled, std::memory_order_release);
    return;
  }
  missing_ = first_.begins_in_loops() ? Missing::packets : Missing::optimized;
  enough_work_.store(enough_work_for_first_code(is_slow), std::memory_order_relaxed);
}

int64_t UseObserver::enough_work_for_first_code(bool is_slow) const {
  const int64_t compile_time = this->compile_time().count();
  if (first_.begins_in_loops()) {
    return compile_time * tuning::work_before_packets_factor;
  }
  if (first_.origin() == FirstCode::Origin::quick) {
    return compile_time * tuning::work_before_optimizing_factor;
  }
  return compile_time /
         (is_slow ? tuning::work_of_slow_code_divisor : tuning::work_before_compiling_divisor);
}

bool UseObserver::uses_are_long() const {
  const int64_t long_use = compile_time().count() / tuning::long_use_divisor;
  return work_.load(std::memory_order_relaxed) > long_use * history_.uses();
}

bool UseObserver::wants_better_code() {
  const LockGuard guard(watch_);
  if (!is_watching() || missing_ == Missing::nothing) {
    return false;
  }
  want_better_code();
  return true;
}

UseObserver::Requests UseObserver::count_use(const std::byte *arguments) {
  Requests requests;
  if (!watch_.try_lock()) {
    return requests;
  }
  const LockGuard guard(watch_, adopt_lock);
  if (is_watching()) {
    const ArgumentHistory::Advice advice = history_.observe(arguments, uses_are_long());
    requests.cache_lookup = wants_cache_lookup();
    requests.code = wants_code(advice);
  }
  return requests;
}

bool UseObserver::wants_cache_lookup() {
  if (!may_be_cached_ || history_.uses() < 2) {
    return false;
  }
  may_be_cached_ = false;
  cached_values_ = history_.likely();
  return !cached_values_.empty();
}

bool UseObserver::wants_code(ArgumentHistory::Advice advice) {
  // Counts of uses alone do not pay for packets, whose code is large.
  if (missing_ == Missing::packets) {
    return false;
  }
  // Code for all values first: it is ready sooner, and gains more.
  if (missing_ == Missing::optimized) {
    if (!was_used_enough()) {
      return false;
    }
    want_better_code();
    return true;
  }
  // At once, from the second use on: the first one runs code for all values.
  if (advice == ArgumentHistory::Advice::wait ||
      (compiles_at_once_ && codes_ == 0 && history_.uses() < 2)) {
    return false;
  }
  if (advice != ArgumentHistory::Advice::compile) {
    state_.store(State::settled, std::memory_order_release);
    return false;
  }
  want(history_.stable());
  return true;
}

bool UseObserver::was_used_enough() const {
  const bool replaces_general_code =
      first_.origin() == FirstCode::Origin::general && !first_.begins_in_loops();
  const uint32_t enough =
      replaces_general_code ? tuning::uses_before_compiling : tuning::uses_before_optimizing;
  return (history_.uses() >= enough && has_worked_for_many_uses(enough)) || has_worked_for_values();
}

bool UseObserver::has_worked_for_many_uses(uint32_t uses) const {
  return history_.uses() >= uses * tuning::short_uses_factor ||
         work_.load(std::memory_order_relaxed) >=
             compile_time().count() / tuning::work_of_many_uses_divisor;
}

FixedValues UseObserver::likely_values() const {
  return first_.origin() == FirstCode::Origin::quick && codes_ == 0 ? history_.likely()
                                                                    : FixedValues();
}

bool UseObserver::has_worked_for_values() const {
  return work_.load(std::memory_order_relaxed) >=
             compile_time().count() * tuning::work_before_values_factor &&
         !likely_values().empty();
}

void UseObserver::want_better_code() {
  if (missing_ == Missing::packets) {
    state_.store(State::compiling, std::memory_order_release);
    return;
  }
  const FixedValues values = likely_values();
  if (values.empty()) {
    want_all_values();
  } else {
    want(values);
  }
}

void UseObserver::want_all_values() {
  missing_ = Missing::nothing;
  want(FixedValues());
}

void UseObserver::want(const FixedValues &values) {
  wanted_ = values;
  state_.store(State::compiling, std::memory_order_release);
}

bool UseObserver::take_packet_request() {
  const LockGuard guard(watch_);
  if (missing_ != Missing::packets) {
    return false;
  }
  missing_ = Missing::optimized;
  return true;
}

FixedValues UseObserver::wanted() {
  const LockGuard guard(watch_);
  return wanted_;
}

bool UseObserver::fall_back_to_all_values() {
  const LockGuard guard(watch_);
  if (missing_ == Missing::nothing) {
    return false;
  }
  want_all_values();
  return true;
}

void UseObserver::count_code(const FixedValues &values) {
  const LockGuard guard(watch_);
  const bool replaces_quick_code = values.empty() && first_.origin() == FirstCode::Origin::quick;
  codes_ += replaces_quick_code ? 0 : 1;
}

bool UseObserver::may_want_values() {
  const LockGuard guard(watch_);
  return has_arguments_ && codes_ < tuning::max_codes_of_variant;
}

void UseObserver::start_with_packets() {
  const LockGuard guard(watch_);
  enough_work_.store(compile_time().count() * tuning::work_before_optimizing_factor,
                     std::memory_order_relaxed);
  forget_uses();
}

void UseObserver::watch_again() {
  const LockGuard guard(watch_);
  // While the baseline code ran, changing values were not counted towards giving up.
  if (!wanted_.empty() || first_.origin() == FirstCode::Origin::quick) {
    forget_uses();
  }
  // Release: code was published before.
  state_.store(State::watching, std::memory_order_release);
}

void UseObserver::settle() {
  const LockGuard guard(watch_);
  state_.store(State::settled, std::memory_order_release);
}

std::optional<FixedValues> UseObserver::cached_values() {
  const LockGuard guard(watch_);
  return codes_ == 0 ? std::optional(cached_values_) : std::nullopt;
}

void UseObserver::count_cached_code() {
  const LockGuard guard(watch_);
  ++codes_;
  forget_uses();
}

void UseObserver::forget_uses() {
  history_.forget();
  work_.store(0, std::memory_order_relaxed);
}

}  // namespace mux::host
