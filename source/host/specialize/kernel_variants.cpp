#include "host/specialize/kernel_variants.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "host/specialize/background_compiler.h"
#include "host/specialize/command_pieces.h"
#include "host/specialize/tuning.h"
#include "host/support/process.h"

namespace mux::host {
namespace {

ArgumentHistory::Patience patience(SpecializationMode specializing) {
  if (specializing == SpecializationMode::at_once) {
    return {.same = 1, .same_in_long_uses = 1, .changing = 1};
  }
  return {.same = tuning::constant_argument_repeats,
          .same_in_long_uses = tuning::repeats_in_long_uses,
          .changing = tuning::uses_before_giving_up};
}

/// Whether code for groups of any size is known to be slow for such groups.
bool is_slow(const compiler::KernelDescription &generic, const compiler::FixedRange &range) {
  return generic.has_scalar_code ||
         !std::equal(std::begin(range.local_size), std::end(range.local_size),
                     std::begin(generic.packet_size), std::greater_equal<>());
}

/// Codes of the process that were requested ahead of their first command.
std::atomic<int> codes_ahead{0};

bool may_run_in_loops(const compiler::KernelDescription &kernel) {
  return std::find(kernel.alternative_strategies.begin(), kernel.alternative_strategies.end(),
                   compiler::VectorizationStrategy::loops) != kernel.alternative_strategies.end();
}

/// Quick packet code, for a kernel that could begin with loops.
compiler::Specialization packets_of_kind(const RangeKind &kind) {
  return {kind.range,
          {},
          compiler::VectorizationStrategy::packets,
          kind.shape,
          compiler::CodeTier::quick};
}

}  // namespace

SpecializationMode specialization_mode_from_environment() {
  const char *text = std::getenv("MUX_SPECIALIZE");
  const std::string_view value = text == nullptr ? "" : text;
  return value == "0"         ? SpecializationMode::off
         : value == "at-once" ? SpecializationMode::at_once
                              : SpecializationMode::in_background;
}

KernelVariant::KernelVariant(KernelVariants &owner, size_t kernel) noexcept
    : owner_(owner),
      kernel_(kernel),
      compiles_at_once_(owner.specialization_mode_ == SpecializationMode::at_once),
      may_compile_at_once_(compiles_at_once_),
      history_(owner.program_.kernel(kernel), host::patience(owner.specialization_mode_)),
      has_arguments_(history_.has_arguments()) {}

KernelVariant::~KernelVariant() {
  finish();
}

void KernelVariant::finish() {
  stop_counting_ahead();
  BackgroundCompiler::instance().forget(first_code_work_);
  BackgroundCompiler::instance().forget(cache_lookup_work_);
  BackgroundCompiler::instance().forget(*this);
  destroy_all(specialized_codes_.exchange(nullptr, std::memory_order_relaxed));
  destroy_all(std::exchange(compiled_for_all_, nullptr));
  first_.reset();
}

void KernelVariant::destroy_all(Compiled *made) noexcept {
  while (made != nullptr) {
    Compiled *next = made->next;
    Allocator::destroy(allocator(), made);
    made = next;
  }
}

const Allocator &KernelVariant::allocator() const {
  return owner_.allocator_;
}

int32_t KernelVariant::run_and_count(VariantCode &code, const GroupRange &groups,
                                     bool starts_command) {
  const auto run = [&] {
    return code.is_undecided() ? code.run(groups, starts_command) : groups.with(code.function());
  };
  return counts_work_of(code)
             ? sampler_.run(run, [this](std::chrono::nanoseconds time) { note_work(time); })
             : run();
}

int32_t KernelVariant::run_in_pieces(const VariantCode &loops, const GroupRange &groups) {
  compiler::NdRange range;
  GroupRange rest = split_into_pieces(groups, *first_code_.description, range);
  uint64_t count = 1;
  while (true) {
    GroupRange piece = rest;
    piece.last = std::min(rest.first + count, rest.last);
    const auto start = std::chrono::steady_clock::now();
    const int32_t status = piece.with(loops.function());
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
    rest.first = piece.last;
    const bool is_long = time >= tuning::shortest_piece;
    note_piece(time, is_long ? time_of_command(piece, time) : time);
    if (status != 0 || rest.first == rest.last) {
      return status;
    }
    count *= is_long ? 1 : 2;
    VariantCode &code = this->code(rest.arguments, false);
    if (&code != &loops) {
      return run(rest, false);
    }
  }
}

void KernelVariant::note_piece(std::chrono::nanoseconds time,
                               std::chrono::nanoseconds time_of_command) {
  if (!counts_work()) {
    return;
  }
  note_work(time);
  if (time_of_command.count() >= enough_work_.load(std::memory_order_relaxed) && counts_work()) {
    finish_counting_work();
  }
}

void KernelVariant::use_for(const RangeKind &kind, KernelVariant *general, bool begins_slowly) {
  is_used_ = true;
  kind_ = kind;
  general_ = general;
  begins_slowly_ = begins_slowly;
}

void KernelVariant::request_first_code() noexcept {
  if (codes_ahead.fetch_add(1, std::memory_order_relaxed) >= tuning::max_codes_ahead) {
    codes_ahead.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  counts_as_ahead_.store(true, std::memory_order_relaxed);
  BackgroundCompiler::instance().enqueue(first_code_work_, BackgroundCompiler::Place::last);
}

void KernelVariant::stop_counting_ahead() noexcept {
  if (counts_as_ahead_.load(std::memory_order_relaxed) &&
      counts_as_ahead_.exchange(false, std::memory_order_relaxed)) {
    codes_ahead.fetch_sub(1, std::memory_order_relaxed);
  }
}

bool KernelVariant::make_first_code() {
  if (has_first_code_.load(std::memory_order_acquire) == FirstCode::unknown) {
    // In a forked child, the thread that holds the lock may exist only in the parent.
    if (!owner_.in_forked_child()) {
      const LockGuard guard(first_code_lock_);
      make_first_code_locked();
    } else if (first_code_lock_.try_lock()) {
      const LockGuard guard(first_code_lock_, adopt_lock);
      make_first_code_locked();
    }
  }
  return has_first_code_.load(std::memory_order_relaxed) == FirstCode::made;
}

void KernelVariant::make_first_code_locked() {
  if (has_first_code_.load(std::memory_order_relaxed) == FirstCode::unknown) {
    has_first_code_.store(compile_first_code() ? FirstCode::made : FirstCode::impossible,
                          std::memory_order_release);
  }
}

bool KernelVariant::compile_first_code() {
  if (general_ != nullptr) {
    general_->stop_counting_ahead();
    if (!general_->make_first_code()) {
      return false;
    }
    begins_in_loops_ = general_->begins_in_loops_;
    take_first_code(general_->first_code_, general_->compile_time_.load(std::memory_order_relaxed));
    return true;
  }
  std::string error;
  first_program_ = owner_.program_.specialize(
      kernel_, {kind_.range, {}, strategy_of_kind(), kind_.shape, first_tier()}, error);
  if (first_program_ == nullptr) {
    return false;
  }
  begin_in_loops();
  is_quick_ = first_program_->tier(0) == compiler::CodeTier::quick;
  take_first_code(compiler::only_code(*first_program_), first_program_->compile_time(0));
  return true;
}

void KernelVariant::begin_in_loops() {
  const compiler::KernelDescription &kernel = owner_.program_.kernel(kernel_);
  begins_in_loops_ = first_program_->kernel(0).is_loop_baseline && !kernel.has_scalar_code &&
                     kernel.is_group_independent && !strategy_of_kind().has_value();
  if (begins_in_loops_ && first_program_->was_cached(0)) {
    compiler::Specialization kept = packets_of_kind(kind_);
    kept.only_cached = true;
    std::string error;
    if (auto packets = owner_.program_.specialize(kernel_, kept, error)) {
      first_program_ = std::move(packets);
      begins_in_loops_ = false;
    }
  }
}

std::optional<compiler::VectorizationStrategy> KernelVariant::strategy_of_kind() const {
  const compiler::KernelDescription &kernel = owner_.program_.kernel(kernel_);
  const bool may_be_joined = !kind_.range.has_value() || may_join_groups(kernel, kind_);
  return may_be_joined && !kind_.shape.has_long_rows && may_run_in_loops(kernel)
             ? std::optional(compiler::VectorizationStrategy::loops)
             : std::nullopt;
}

compiler::CodeTier KernelVariant::first_tier() const {
  // A forked child has no background thread to replace quick code.
  return owner_.specialization_mode_ == SpecializationMode::in_background &&
                 !owner_.in_forked_child()
             ? compiler::CodeTier::quick
             : compiler::CodeTier::optimized;
}

void KernelVariant::take_first_code(const compiler::KernelCode &code,
                                    std::chrono::nanoseconds compile_time) {
  first_code_ = code;
  if (begins_in_loops_) {
    // Recorded commands choose tiles that suit the packets.
    first_code_.description = &owner_.program_.kernel(kernel_);
  }
  compile_time_.store(compile_time, std::memory_order_relaxed);
  const StrategyCompiler &strategies = *this;
  first_.emplace(allocator(), strategies, FixedValues(), code, patience(), compile_time);
  code_for_all_.store(&*first_, std::memory_order_release);
  const LockGuard guard(watch_);
  requested_all_values_ = general_ == nullptr && !is_quick_;
  may_be_cached_ = has_arguments_ && !compiles_at_once_ && first_program_ != nullptr &&
                   first_program_->was_cached(0);
  if (!lacks_code_for_all()) {
    is_watching_.store(has_arguments_, std::memory_order_relaxed);
    may_compile_at_once_.store(compiles_at_once_ && has_arguments_, std::memory_order_relaxed);
    return;
  }
  // It is replaced soon, unless the other code cannot be compiled.
  first_->disable_comparison();
  lacks_packets_ = begins_in_loops_;
  if (begins_in_loops_) {
    enough_work_ = compile_time.count() * tuning::work_before_packets_factor;
    return;
  }
  if (general_ == nullptr) {
    enough_work_ = compile_time.count() * tuning::work_before_optimizing_factor;
    return;
  }
  const bool is_slow =
      begins_slowly_ || (kind_.range.has_value() && host::is_slow(*code.description, *kind_.range));
  const int64_t divisor =
      is_slow ? tuning::work_of_slow_code_divisor : tuning::work_before_compiling_divisor;
  enough_work_ = compile_time.count() / divisor;
}

ChosenCode KernelVariant::chosen_code() {
  if (may_change()) {
    return {first_code_, this};
  }
  // Everything but the function is taken from the first code, which all codes share.
  ChosenCode chosen{first_code_, nullptr};
  chosen.code.function = code_for_all_.load(std::memory_order_acquire)->function();
  return chosen;
}

bool KernelVariant::may_change() const {
  // In this order: code is published before is_compiling_ is cleared.
  return is_watching_.load(std::memory_order_acquire) ||
         is_compiling_.load(std::memory_order_acquire) ||
         specialized_codes_.load(std::memory_order_relaxed) != nullptr ||
         code_for_all_.load(std::memory_order_acquire)->is_undecided();
}

bool KernelVariant::lacks_code_for_all() const {
  return (general_ != nullptr || is_quick_) && !requested_all_values_;
}

bool KernelVariant::uses_are_long() const {
  const int64_t long_use =
      compile_time_.load(std::memory_order_relaxed).count() / tuning::long_use_divisor;
  return work_.load(std::memory_order_relaxed) > long_use * history_.uses();
}

void KernelVariant::finish_counting_work() {
  if (wants_better_code()) {
    BackgroundCompiler::instance().enqueue(*this);
  }
}

bool KernelVariant::wants_better_code() {
  const LockGuard guard(watch_);
  if (!is_watching_.load(std::memory_order_relaxed) || !lacks_code_for_all()) {
    return false;
  }
  want_better_code();
  return true;
}

void KernelVariant::stop_watching() {
  is_compiling_.store(true, std::memory_order_relaxed);
  // Release: a thread that sees is_watching_ false sees is_compiling_ true.
  is_watching_.store(false, std::memory_order_release);
}

void KernelVariant::want_all_values() {
  stop_watching();
  requested_all_values_ = true;
  wanted_ = FixedValues();
}

FixedValues KernelVariant::likely_values() const {
  return is_quick_ && compiled_ == 0 ? history_.likely() : FixedValues();
}

bool KernelVariant::has_worked_for_values() const {
  return work_.load(std::memory_order_relaxed) >=
             compile_time_.load(std::memory_order_relaxed).count() *
                 tuning::work_before_values_factor &&
         !likely_values().empty();
}

void KernelVariant::want_better_code() {
  if (lacks_packets_) {
    stop_watching();
    return;
  }
  const FixedValues values = likely_values();
  if (values.empty()) {
    want_all_values();
    return;
  }
  stop_watching();
  wanted_ = values;
}

void KernelVariant::count_use(const std::byte *arguments) {
  if (wants_code(arguments)) {
    BackgroundCompiler::instance().enqueue(*this);
  }
}

void KernelVariant::compile_at_once(const std::byte *arguments, bool starts_command) {
  const LockGuard guard(at_once_);
  // Once for each dispatch, so that code for all values runs as well.
  if (starts_command && code_for(arguments) == nullptr && wants_code(arguments)) {
    try {
      compile();
    } catch (const std::exception &) {
      // Out of memory: the kernel continues with its general code.
    }
  }
  may_compile_at_once_.store(is_watching_.load(std::memory_order_relaxed),
                             std::memory_order_relaxed);
}

bool KernelVariant::wants_code(const std::byte *arguments) {
  if (!watch_.try_lock()) {
    return false;
  }
  const LockGuard guard(watch_, adopt_lock);
  if (!is_watching_.load(std::memory_order_relaxed)) {
    return false;
  }
  const ArgumentHistory::Advice advice = history_.observe(arguments, uses_are_long());
  request_cache_lookup();
  // Counts of uses alone do not pay for packets, whose code is large.
  if (lacks_packets_) {
    return false;
  }
  // Code for all values first: it is ready sooner, and gains more.
  if (lacks_code_for_all()) {
    const uint32_t enough_uses = general_ != nullptr && !begins_in_loops_
                                     ? tuning::uses_before_compiling
                                     : tuning::uses_before_optimizing;
    if (history_.uses() < enough_uses && !has_worked_for_values()) {
      return false;
    }
    want_better_code();
    return true;
  }
  // At once, from the second use on: the first one runs code for all values.
  if (advice == ArgumentHistory::Advice::wait ||
      (compiles_at_once_ && compiled_ == 0 && history_.uses() < 2)) {
    return false;
  }
  if (advice != ArgumentHistory::Advice::compile) {
    is_watching_.store(false, std::memory_order_relaxed);
    return false;
  }
  wanted_ = history_.stable();
  stop_watching();
  return true;
}

std::unique_ptr<compiler::Program> KernelVariant::compile_for(
    const compiler::Specialization &wanted) const {
  std::string error;
  std::unique_ptr<compiler::Program> program = owner_.program_.specialize(kernel_, wanted, error);
  if (program == nullptr) {
    return nullptr;
  }
  // Scratch memory and stack of recorded commands were sized for the first code.
  const compiler::KernelDescription &first = *first_code_.description;
  const compiler::KernelDescription &special = program->kernel(0);
  const bool fits = special.local_memory_size == first.local_memory_size &&
                    special.packed_size == first.packed_size &&
                    special.storage_per_work_item <= first.storage_per_work_item &&
                    special.storage_per_group <= first.storage_per_group &&
                    special.stack_use <= compiler::stack_use_limit(first);
  return fits ? std::move(program) : nullptr;
}

void KernelVariant::compile() {
  if (!(take_packet_request() ? compile_packets() : compile_wanted())) {
    is_compiling_.store(false, std::memory_order_release);
  }
}

bool KernelVariant::take_packet_request() {
  const LockGuard guard(watch_);
  return std::exchange(lacks_packets_, false);
}

bool KernelVariant::compile_packets() {
  std::unique_ptr<compiler::Program> program = compile_for(packets_of_kind(kind_));
  const std::chrono::nanoseconds compile_time =
      program == nullptr ? std::chrono::nanoseconds() : likely_time_of_packets(*program);
  if (program == nullptr || !publish_for_now(std::move(program))) {
    return fall_back_to_all_values() && compile_wanted();
  }
  compile_time_.store(compile_time, std::memory_order_relaxed);
  enough_work_.store(compile_time.count() * tuning::work_before_optimizing_factor,
                     std::memory_order_relaxed);
  {
    const LockGuard guard(watch_);
    forget_uses();
  }
  watch_again();
  return true;
}

void KernelVariant::request_cache_lookup() {
  if (!may_be_cached_ || history_.uses() < 2) {
    return;
  }
  may_be_cached_ = false;
  cached_values_ = history_.likely();
  if (!cached_values_.empty()) {
    BackgroundCompiler::instance().enqueue(cache_lookup_work_);
  }
}

void KernelVariant::publish_cached_code() {
  FixedValues values;
  {
    const LockGuard guard(watch_);
    if (compiled_ != 0) {
      return;
    }
    values = cached_values_;
  }
  compiler::Specialization kept{kind_.range, values.list(), strategy_of_kind(), kind_.shape};
  kept.only_cached = true;
  std::unique_ptr<compiler::Program> program = compile_for(kept);
  if (program == nullptr || !publish(std::move(program), values)) {
    return;
  }
  const LockGuard guard(watch_);
  ++compiled_;
  forget_uses();
}

bool KernelVariant::compile_wanted() {
  const bool is_published =
      compile_and_publish() || (fall_back_to_all_values() && compile_and_publish());
  if (!is_published && wanted_.empty()) {
    // So commands stay on the baseline code; without it none was requested.
    code_for_all_.load(std::memory_order_acquire)->enable_comparison();
  }
  const bool watches = is_published && has_arguments_ && compiled_ < tuning::max_codes_of_variant;
  if (watches) {
    watch_again();
  }
  return watches;
}

bool KernelVariant::fall_back_to_all_values() {
  const LockGuard guard(watch_);
  if (!lacks_code_for_all()) {
    return false;
  }
  want_all_values();
  return true;
}

bool KernelVariant::compile_and_publish() {
  // The strategy that won for all values is likely to win for specific ones.
  std::optional<compiler::VectorizationStrategy> strategy =
      wanted_.empty() ? std::nullopt : code_for_all_.load(std::memory_order_acquire)->winner();
  if (!strategy.has_value()) {
    strategy = strategy_of_kind();
  }
  std::unique_ptr<compiler::Program> program =
      compile_for({kind_.range, wanted_.list(), strategy, kind_.shape});
  const bool takes_place_of_quick_code = wanted_.empty() && is_quick_;
  compiled_ += takes_place_of_quick_code ? 0 : 1;
  return program != nullptr && publish(std::move(program), wanted_);
}

void KernelVariant::watch_again() {
  const LockGuard guard(watch_);
  // While the baseline code ran, changing values were not counted towards giving up.
  if (!wanted_.empty() || is_quick_) {
    forget_uses();
  }
  is_watching_.store(true, std::memory_order_relaxed);
  // Under the lock: a thread that counts a use may request the next code at once.
  is_compiling_.store(false, std::memory_order_release);
}

void KernelVariant::forget_uses() {
  history_.forget();
  work_.store(0, std::memory_order_relaxed);
}

std::unique_ptr<compiler::Program> KernelVariant::compile(
    const FixedValues &values, compiler::VectorizationStrategy strategy) const {
  return compile_for({kind_.range, values.list(), strategy, kind_.shape});
}

bool KernelVariant::publish(std::unique_ptr<compiler::Program> program, const FixedValues &values) {
  const bool is_for_all = values.empty();
  Compiled *made_before =
      is_for_all ? compiled_for_all_ : specialized_codes_.load(std::memory_order_relaxed);
  auto *made = allocator().create<Compiled>(std::move(program), *this, values, made_before);
  if (made == nullptr) {
    return false;
  }
  if (is_for_all) {
    compiled_for_all_ = made;
    code_for_all_.store(&made->code, std::memory_order_release);
  } else {
    specialized_codes_.store(made, std::memory_order_release);
  }
  return true;
}

bool KernelVariant::publish_for_now(std::unique_ptr<compiler::Program> program) {
  auto *made =
      allocator().create<Compiled>(std::move(program), *this, FixedValues(), compiled_for_all_);
  if (made == nullptr) {
    return false;
  }
  made->code.disable_comparison();
  compiled_for_all_ = made;
  code_for_all_.store(&made->code, std::memory_order_release);
  return true;
}

KernelVariants::~KernelVariants() {
  // Background work of one variant reads the first code of another.
  for (KernelVariant *variant = first_; variant != nullptr; variant = variant->next_) {
    variant->finish();
  }
  destroy(first_, nullptr);
}

void KernelVariants::destroy(KernelVariant *first, const KernelVariant *end) noexcept {
  while (first != end) {
    KernelVariant *variant = first;
    first = variant->next_;
    Allocator::destroy(allocator_, variant);
  }
}

bool KernelVariants::prepare(size_t kernel, KernelVariant *&first) noexcept {
  first = nullptr;
  if (specialization_mode_ == SpecializationMode::off || !program_.can_specialize()) {
    return true;
  }
  const LockGuard guard(lock_);
  for (KernelVariant *variant = first_; variant != nullptr; variant = variant->next_) {
    if (variant->kernel_ == kernel) {
      first = variant;
      return true;
    }
  }
  KernelVariant *added = first_;
  for (int i = 0; i < tuning::max_kernel_variants; ++i) {
    KernelVariant *variant = allocator_.create<KernelVariant>(*this, kernel);
    if (variant == nullptr) {
      destroy(added, first_);
      return false;
    }
    variant->next_ = added;
    added = variant;
  }
  first_ = added;
  first = added;
  expect(first);
  return true;
}

void KernelVariants::expect(KernelVariant *first) noexcept {
  if (specialization_mode_ != SpecializationMode::in_background || in_forked_child()) {
    return;
  }
  const std::optional<RangeKind> kind = likely_kind(program_.kernel(first->kernel_));
  KernelVariant *variant = kind.has_value() ? find(first, *kind, nullptr) : nullptr;
  if (variant != nullptr) {
    variant->request_first_code();
  }
}

const compiler::KernelDescription &CodeSource::description() const {
  return variants->program_.kernel(kernel);
}

const compiler::KernelDescription &CodeSource::code_in_use(const compiler::KernelDescription &own,
                                                           const CommandRange &range) const {
  const compiler::KernelDescription *code =
      first == nullptr ? nullptr : variants->code_in_use(first, range);
  return code == nullptr ? own : *code;
}

ChosenCode CodeSource::choose(const CommandRange &range, std::string &error) const {
  return variants->choose(kernel, first, range, error);
}

ChosenCode KernelVariants::choose(size_t kernel, KernelVariant *first, const CommandRange &range,
                                  std::string &error) {
  KernelVariant *variant = nullptr;
  if (first != nullptr) {
    const LockGuard guard(lock_);
    variant = find(first, kind_of(program_.kernel(kernel), range), &range);
  }
  if (variant != nullptr) {
    variant->stop_counting_ahead();
    if (variant->make_first_code()) {
      return variant->chosen_code();
    }
  }
  const compiler::RequiredGroups groups =
      has_full_groups_only(range) ? compiler::RequiredGroups::full : compiler::RequiredGroups::any;
  return {program_.code(kernel, groups, error), nullptr};
}

const compiler::KernelDescription *KernelVariants::code_in_use(KernelVariant *first,
                                                               const CommandRange &range) {
  KernelVariant *variant = nullptr;
  {
    const LockGuard guard(lock_);
    const RangeKind kind = kind_of(program_.kernel(first->kernel_), range);
    variant = find_alike(first, kind);
    if (variant == nullptr) {
      variant = find(first, kind, &range);
    }
  }
  if (variant == nullptr) {
    return nullptr;
  }
  variant->stop_counting_ahead();
  return variant->make_first_code()
             ? &variant->code_for_all_.load(std::memory_order_acquire)->description()
             : nullptr;
}

KernelVariant *KernelVariants::find_alike(KernelVariant *first, const RangeKind &kind) noexcept {
  const auto without_data = [](RangeKind each) {
    each.shape.has_distinct_buffers = false;
    each.shape.opaque_arguments = {};
    return without_blocks(std::move(each));
  };
  for (KernelVariant *variant = first; variant != nullptr && variant->kernel_ == first->kernel_;
       variant = variant->next_) {
    if (variant->is_used_ && without_data(variant->kind_) == without_data(kind)) {
      return variant;
    }
  }
  return nullptr;
}

KernelVariant *KernelVariants::find_used(KernelVariant *first, const RangeKind &kind) noexcept {
  for (KernelVariant *variant = first; variant != nullptr && variant->kernel_ == first->kernel_;
       variant = variant->next_) {
    if (variant->is_used_ && variant->kind_ == kind) {
      return variant;
    }
  }
  return nullptr;
}

int KernelVariants::kinds_with_blocks(const KernelVariant *first) noexcept {
  int kinds = 0;
  for (const KernelVariant *variant = first;
       variant != nullptr && variant->kernel_ == first->kernel_; variant = variant->next_) {
    kinds += variant->is_used_ && blocks_of(variant->kind_) != compiler::LocalBlocks() ? 1 : 0;
  }
  return kinds;
}

KernelVariant *KernelVariants::find(KernelVariant *first, const RangeKind &kind,
                                    const CommandRange *range) noexcept {
  if (KernelVariant *variant = find_used(first, kind)) {
    return variant;
  }
  // Most of the few variants of a kernel are reserved for local sizes.
  if (blocks_of(kind) != compiler::LocalBlocks() &&
      kinds_with_blocks(first) >= tuning::local_sizes_at_once) {
    return find(first, without_blocks(kind), range);
  }
  RangeKind with_rests = kind;
  with_rests.shape.multiple_of = compiler::RangeShape().multiple_of;
  RangeKind with_scalar_remainder = with_rests;
  with_scalar_remainder.shape.scalar_remainder = true;
  KernelVariant *general = find_used(first, with_scalar_remainder);
  if (with_rests != kind) {
    // Code with a remainder loop is no slower where there is no remainder.
    KernelVariant *variant = find_used(first, with_rests);
    if (variant != nullptr || general != nullptr) {
      return variant != nullptr ? variant : general;
    }
  }
  // Code for buffers that may alias is correct for distinct ones, if slower.
  if (general == nullptr && kind.shape.has_distinct_buffers) {
    RangeKind with_any_buffers = kind;
    with_any_buffers.shape.has_distinct_buffers = false;
    general = find_used(first, with_any_buffers);
  }
  const bool begins_slowly = general != nullptr && range != nullptr &&
                             has_large_remainder(program_.kernel(first->kernel_), *range);
  if (const std::optional<RangeKind> wider = initial_kind(first, kind)) {
    general = find(first, *wider, range);
    if (general == nullptr) {
      return nullptr;
    }
  }
  for (KernelVariant *variant = first; variant != nullptr && variant->kernel_ == first->kernel_;
       variant = variant->next_) {
    if (!variant->is_used_) {
      variant->use_for(kind, general, begins_slowly);
      return variant;
    }
  }
  return general;
}

template <typename ValueOf>
bool KernelVariants::has_values_enough(const KernelVariant *first, const RangeKind &wanted,
                                       ValueOf value_of, int enough) noexcept {
  const auto of_kernel = [&](const KernelVariant *variant, const KernelVariant *end) {
    return variant != end && variant->kernel_ == first->kernel_;
  };
  const auto has_before = [&](const RangeKind &kind, const KernelVariant *end) {
    for (const KernelVariant *variant = first; of_kernel(variant, end); variant = variant->next_) {
      if (variant->is_used_ && value_of(variant->kind_) == value_of(kind)) {
        return true;
      }
    }
    return false;
  };
  int values = 0;
  for (const KernelVariant *variant = first; of_kernel(variant, nullptr);
       variant = variant->next_) {
    const bool counts = variant->is_used_ && value_of(variant->kind_) != value_of(RangeKind()) &&
                        !has_before(variant->kind_, variant);
    values += counts ? 1 : 0;
  }
  return values >= enough && !has_before(wanted, nullptr);
}

std::optional<RangeKind> KernelVariants::initial_kind(const KernelVariant *first,
                                                      const RangeKind &kind) const noexcept {
  if (specialization_mode_ == SpecializationMode::at_once) {
    return std::nullopt;
  }
  const auto range_of = [](const RangeKind &each) { return without_blocks(each).range; };
  const auto arguments_of = [](const RangeKind &each) { return each.shape.opaque_arguments; };
  RangeKind wider = kind;
  if (has_values_enough(first, kind, range_of, tuning::local_sizes_at_once)) {
    wider.range.reset();
  }
  if (has_values_enough(first, kind, arguments_of, tuning::opaque_arguments_at_once)) {
    wider.shape.opaque_arguments = {};
  }
  return wider == kind ? std::nullopt : std::optional(wider);
}

}  // namespace mux::host
