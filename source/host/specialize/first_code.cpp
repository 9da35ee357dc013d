#include "host/specialize/first_code.h"

#include <string>
#include <utility>

#include "host/specialize/tuning.h"

namespace mux::host {
namespace {

/// Codes of the process that were requested ahead of their first command.
std::atomic<int> codes_ahead{0};

}  // namespace

void FirstCode::use_for(const RangeKind &kind, FirstCode *general) {
  kind_ = &kind;
  general_ = general;
}

void FirstCode::request() noexcept {
  if (codes_ahead.fetch_add(1, std::memory_order_relaxed) >= tuning::max_codes_ahead) {
    codes_ahead.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  counts_as_ahead_.store(true, std::memory_order_relaxed);
  BackgroundCompiler::instance().enqueue(*this, BackgroundCompiler::Place::last);
}

void FirstCode::stop_counting_ahead() noexcept {
  if (counts_as_ahead_.load(std::memory_order_relaxed) &&
      counts_as_ahead_.exchange(false, std::memory_order_relaxed)) {
    codes_ahead.fetch_sub(1, std::memory_order_relaxed);
  }
}

void FirstCode::finish() noexcept {
  stop_counting_ahead();
  BackgroundCompiler::instance().forget(*this);
}

void FirstCode::compile() {
  make();
}

bool FirstCode::make() {
  if (state_.load(std::memory_order_acquire) == State::unknown) {
    // In a forked child, the thread that holds the lock may exist only in the parent.
    if (!context_.in_forked_child()) {
      const LockGuard guard(lock_);
      make_locked();
    } else if (lock_.try_lock()) {
      const LockGuard guard(lock_, adopt_lock);
      make_locked();
    }
  }
  return state_.load(std::memory_order_relaxed) == State::made;
}

void FirstCode::make_locked() {
  if (state_.load(std::memory_order_relaxed) != State::unknown) {
    return;
  }
  const bool is_made = general_ != nullptr ? take_general_code() : compile_for_kind();
  if (is_made) {
    client_.begin();
  }
  state_.store(is_made ? State::made : State::impossible, std::memory_order_release);
}

bool FirstCode::take_general_code() {
  general_->stop_counting_ahead();
  if (!general_->make()) {
    return false;
  }
  origin_ = Origin::general;
  begins_in_loops_ = general_->begins_in_loops_;
  code_ = general_->code_;
  compiled_code_ = code_;
  replace_compile_time(general_->compile_time());
  return true;
}

bool FirstCode::compile_for_kind() {
  std::string error;
  program_ = context_.program().specialize(
      kernel_, {kind_->range, {}, strategy_of(kernel(), *kind_), kind_->shape, tier()}, error);
  if (program_ == nullptr) {
    return false;
  }
  choose_loops_or_packets();
  origin_ = program_->tier(0) == compiler::CodeTier::quick ? Origin::quick : Origin::optimized;
  compiled_code_ = compiler::only_code(*program_);
  code_ = compiled_code_;
  if (begins_in_loops_) {
    code_.description = &kernel();
  }
  replace_compile_time(program_->compile_time(0));
  return true;
}

void FirstCode::choose_loops_or_packets() {
  begins_in_loops_ = program_->kernel(0).is_loop_baseline && !kernel().has_scalar_code &&
                     kernel().is_group_independent && !strategy_of(kernel(), *kind_).has_value();
  if (begins_in_loops_ && program_->was_cached(0)) {
    compiler::Specialization cached = packets_of(*kind_);
    cached.only_cached = true;
    std::string error;
    if (auto packets = context_.program().specialize(kernel_, cached, error)) {
      program_ = std::move(packets);
      begins_in_loops_ = false;
    }
  }
}

compiler::CodeTier FirstCode::tier() const {
  // A forked child has no background thread to replace quick code.
  return context_.mode() == SpecializationMode::in_background && !context_.in_forked_child()
             ? compiler::CodeTier::quick
             : compiler::CodeTier::optimized;
}

}  // namespace mux::host
