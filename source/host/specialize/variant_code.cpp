#include "host/specialize/variant_code.h"

#include <exception>

#include "host/specialize/tuning.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

bool is_to_be_tried(const compiler::KernelDescription &kernel, VariantCode::Patience patience,
                    std::chrono::nanoseconds compile_time) {
  return !kernel.alternative_strategies.empty() &&
         (patience == VariantCode::Patience::few_commands || compile_time.count() != 0);
}

/// Whether packets span several rows of groups.
bool packets_span_rows(const compiler::KernelDescription &code) {
  return code.is_group_independent &&
         (code.row_dimension != 0 || code.lanes[1] > 1 || code.lanes[2] > 1);
}

const char *name_of(compiler::VectorizationStrategy strategy) {
  switch (strategy) {
    case compiler::VectorizationStrategy::loops:
      return "in loops over its work-items";
    case compiler::VectorizationStrategy::packets:
      return "in packets";
    case compiler::VectorizationStrategy::scalar:
      break;
  }
  return "one work-item at a time";
}

}  // namespace

VariantCode::VariantCode(const Allocator &allocator, const StrategyCompiler &strategies,
                         const FixedValues &values, const compiler::KernelCode &code,
                         Patience patience, std::chrono::nanoseconds compile_time) noexcept
    : allocator_(allocator),
      strategies_(strategies),
      values_(values),
      kernel_(*code.description),
      patience_(patience),
      enough_work_(compile_time.count() * tuning::work_before_comparison_factor),
      is_comparable_(is_to_be_tried(*code.description, patience, compile_time)),
      function_(code.function),
      description_(code.description),
      stage_(is_comparable_ ? Stage::counting_work : Stage::settled) {}

VariantCode::~VariantCode() {
  BackgroundCompiler::instance().forget(*this);
  for (CodeComparison *comparison : comparisons_) {
    if (comparison != nullptr) {
      Allocator::destroy(allocator_, comparison);
    }
  }
}

int32_t VariantCode::run(const GroupRange &groups, bool starts_command) {
  if (patience_ == Patience::few_commands && starts_command) {
    compile_at_once();
  }
  // Acquire: a thread that requests the next strategy must see the results of the last comparison.
  switch (stage_.load(std::memory_order_acquire)) {
    case Stage::trying:
      return run_comparison(groups);
    case Stage::counting_work:
      if (patience_ == Patience::enough_work) {
        return sampler_.run([&] { return groups.with(function()); },
                            [this](std::chrono::nanoseconds time) { note_work(time); });
      }
      break;
    case Stage::compiling:
    case Stage::settled:
      break;
  }
  return groups.with(function());
}

int32_t VariantCode::run_comparison(const GroupRange &groups) {
  // Acquire pairs with the release store in start_comparison().
  CodeComparison &comparison = *comparison_.load(std::memory_order_acquire);
  CodeComparison::Outcome outcome;
  const int32_t status = comparison.run(groups, outcome);
  if (outcome != CodeComparison::Outcome::open) {
    settle(comparison, outcome);
  }
  return status;
}

void VariantCode::note_work(std::chrono::nanoseconds time) {
  if (work_.fetch_add(time.count(), std::memory_order_relaxed) + time.count() < enough_work_) {
    return;
  }
  // Acquire: this work may have begun before the last comparison ended.
  Stage counting = Stage::counting_work;
  if (stage_.compare_exchange_strong(counting, Stage::compiling, std::memory_order_acquire,
                                     std::memory_order_relaxed)) {
    BackgroundCompiler::instance().enqueue(*this);
  }
}

void VariantCode::compile_at_once() {
  const LockGuard guard(at_once_);
  if (stage_.load(std::memory_order_acquire) != Stage::counting_work ||
      commands_.fetch_add(1, std::memory_order_relaxed) <
          tuning::commands_before_comparison_at_once) {
    return;
  }
  compile();
}

void VariantCode::compile() {
  try {
    while (tried_ < strategy_count()) {
      const compiler::VectorizationStrategy strategy = kernel_.alternative_strategies[tried_++];
      if (is_promising(strategy) && start_comparison(strategy)) {
        return;
      }
    }
  } catch (const std::exception &) {
    // Out of memory: the code stays in use.
  }
  stage_.store(Stage::settled, std::memory_order_relaxed);
}

bool VariantCode::is_promising(compiler::VectorizationStrategy strategy) const {
  return strategy != compiler::VectorizationStrategy::scalar ||
         ratio_of_loops_ < tuning::loops_ratio_limit;
}

bool VariantCode::start_comparison(compiler::VectorizationStrategy strategy) {
  std::unique_ptr<compiler::Program> program = strategies_.compile(values_, strategy);
  if (program == nullptr) {
    return false;
  }
  CodeComparison *&comparison = comparisons_[tried_ - 1];
  const bool lie_across =
      packets_span_rows(kernel_) || packets_span_rows(*compiler::only_code(*program).description);
  comparison = allocator_.create<CodeComparison>(
      std::move(program), function(),
      lie_across ? CodeComparison::Shares::whole_tiles : CodeComparison::Shares::rows);
  if (comparison == nullptr) {
    return false;
  }
  comparison_.store(comparison, std::memory_order_release);
  stage_.store(Stage::trying, std::memory_order_release);
  return true;
}

void VariantCode::settle(const CodeComparison &comparison, CodeComparison::Outcome outcome) {
  const size_t tried = tried_;
  const compiler::VectorizationStrategy strategy = kernel_.alternative_strategies[tried - 1];
  if (outcome == CodeComparison::Outcome::change) {
    function_.store(comparison.candidate(), std::memory_order_release);
    description_.store(&comparison.candidate_description(), std::memory_order_release);
    strategy_.store(static_cast<int>(strategy), std::memory_order_relaxed);
  }
  if (strategy == compiler::VectorizationStrategy::loops) {
    ratio_of_loops_ = comparison.ratio();
  }
  log_line(core::LogLevel::info, "kernel '%.64s' %s: %.2f times as long, %s", kernel_.name.c_str(),
           name_of(strategy), comparison.ratio(),
           outcome == CodeComparison::Outcome::change ? "used from now on" : "not used");
  work_.store(0, std::memory_order_relaxed);
  commands_.store(0, std::memory_order_relaxed);
  // Release: the thread that compiles the next strategy must see the winner.
  stage_.store(tried < strategy_count() ? Stage::counting_work : Stage::settled,
               std::memory_order_release);
}

}  // namespace mux::host
