#include "host/specialize/kernel_variants.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "host/specialize/command_pieces.h"
#include "host/specialize/specializer.h"
#include "host/specialize/tuning.h"
#include "host/support/process.h"

namespace mux::host {
namespace {

ArgumentHistory::Patience patience(Specializing specializing) {
  if (specializing == Specializing::at_once) {
    return {.same = 1, .same_in_long_uses = 1, .changing = 1};
  }
  return {.same = tuning::repeats_of_fixed_arguments,
          .same_in_long_uses = tuning::repeats_in_long_uses,
          .changing = tuning::uses_before_giving_up};
}

/// Whether code for groups of any size is known to be slow for such groups.
bool is_slow(const compiler::KernelDescription &generic, const compiler::FixedRange &range) {
  return generic.runs_work_items_alone ||
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

Specializing specializing_of_environment() {
  const char *text = std::getenv("MUX_SPECIALIZE");
  const std::string_view value = text == nullptr ? "" : text;
  return value == "0"         ? Specializing::off
         : value == "at-once" ? Specializing::at_once
                              : Specializing::in_background;
}

KernelVariant::KernelVariant(KernelVariants &owner, size_t kernel) noexcept
    : owner_(owner),
      kernel_(kernel),
      is_at_once_(owner.specializing_ == Specializing::at_once),
      may_compile_at_once_(is_at_once_),
      history_(owner.program_.kernel(kernel), host::patience(owner.specializing_)),
      has_arguments_(history_.has_arguments()) {}

KernelVariant::~KernelVariant() {
  finish();
}

void KernelVariant::finish() {
  stop_expecting();
  Specializer::instance().forget(first_code_work_);
  Specializer::instance().forget(kept_code_work_);
  Specializer::instance().forget(*this);
  destroy_all(for_arguments_.exchange(nullptr, std::memory_order_relaxed));
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
    return code.is_in_question() ? code.run(groups, starts_command) : groups.with(code.function());
  };
  return counts_work_of(code)
             ? sampler_.run(run, [this](std::chrono::nanoseconds time) { note_work(time); })
             : run();
}

int32_t KernelVariant::run_in_pieces(const VariantCode &loops, const GroupRange &groups) {
  compiler::NdRange range;
  GroupRange rest = in_pieces(groups, *first_code_.description, range);
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

void KernelVariant::expect_commands() noexcept {
  if (codes_ahead.fetch_add(1, std::memory_order_relaxed) >= tuning::most_codes_ahead) {
    codes_ahead.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  is_expected_.store(true, std::memory_order_relaxed);
  Specializer::instance().enqueue(first_code_work_, Specializer::Place::last);
}

void KernelVariant::stop_expecting() noexcept {
  if (is_expected_.load(std::memory_order_relaxed) &&
      is_expected_.exchange(false, std::memory_order_relaxed)) {
    codes_ahead.fetch_sub(1, std::memory_order_relaxed);
  }
}

bool KernelVariant::make_first_code() {
  if (has_first_code_.load(std::memory_order_acquire) == FirstCode::unknown) {
    // In a forked child, the thread that holds the lock may exist only in the parent.
    if (!owner_.in_forked_child()) {
      const LockGuard guard(first_code_lock_);
      make_unless_made();
    } else if (first_code_lock_.try_lock()) {
      const LockGuard guard(first_code_lock_, adopt_lock);
      make_unless_made();
    }
  }
  return has_first_code_.load(std::memory_order_relaxed) == FirstCode::made;
}

void KernelVariant::make_unless_made() {
  if (has_first_code_.load(std::memory_order_relaxed) == FirstCode::unknown) {
    has_first_code_.store(compile_first_code() ? FirstCode::made : FirstCode::impossible,
                          std::memory_order_release);
  }
}

bool KernelVariant::compile_first_code() {
  if (general_ != nullptr) {
    general_->stop_expecting();
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
  begins_in_loops_ = first_program_->kernel(0).begins_in_loops && !kernel.runs_work_items_alone &&
                     kernel.ignores_groups && !strategy_of_kind().has_value();
  if (begins_in_loops_ && first_program_->was_kept(0)) {
    compiler::Specialization kept = packets_of_kind(kind_);
    kept.only_kept = true;
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
  return owner_.specializing_ == Specializing::in_background && !owner_.in_forked_child()
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
  for_all_.store(&*first_, std::memory_order_release);
  const LockGuard guard(watch_);
  asked_for_all_ = general_ == nullptr && !is_quick_;
  may_have_kept_ =
      has_arguments_ && !is_at_once_ && first_program_ != nullptr && first_program_->was_kept(0);
  if (!lacks_code_for_all()) {
    is_watching_.store(has_arguments_, std::memory_order_relaxed);
    may_compile_at_once_.store(is_at_once_ && has_arguments_, std::memory_order_relaxed);
    return;
  }
  // It is replaced soon, unless the other code cannot be compiled.
  first_->never_try();
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
  chosen.code.function = for_all_.load(std::memory_order_acquire)->function();
  return chosen;
}

bool KernelVariant::may_change() const {
  // In this order: code is published before is_compiling_ is cleared.
  return is_watching_.load(std::memory_order_acquire) ||
         is_compiling_.load(std::memory_order_acquire) ||
         for_arguments_.load(std::memory_order_relaxed) != nullptr ||
         for_all_.load(std::memory_order_acquire)->is_in_question();
}

bool KernelVariant::lacks_code_for_all() const {
  return (general_ != nullptr || is_quick_) && !asked_for_all_;
}

bool KernelVariant::uses_are_long() const {
  const int64_t long_use =
      compile_time_.load(std::memory_order_relaxed).count() / tuning::long_use_divisor;
  return work_.load(std::memory_order_relaxed) > long_use * history_.uses();
}

void KernelVariant::finish_counting_work() {
  if (work_suffices()) {
    Specializer::instance().enqueue(*this);
  }
}

bool KernelVariant::work_suffices() {
  const LockGuard guard(watch_);
  if (!is_watching_.load(std::memory_order_relaxed) || !lacks_code_for_all()) {
    return false;
  }
  ask_for_better_code();
  return true;
}

void KernelVariant::note_wanted() {
  is_compiling_.store(true, std::memory_order_relaxed);
  // Release: a thread that sees is_watching_ false sees is_compiling_ true.
  is_watching_.store(false, std::memory_order_release);
}

void KernelVariant::ask_for_all() {
  note_wanted();
  asked_for_all_ = true;
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

void KernelVariant::ask_for_better_code() {
  if (lacks_packets_) {
    note_wanted();
    return;
  }
  const FixedValues values = likely_values();
  if (values.empty()) {
    ask_for_all();
    return;
  }
  note_wanted();
  wanted_ = values;
}

void KernelVariant::count_use(const std::byte *arguments) {
  if (wants_code(arguments)) {
    Specializer::instance().enqueue(*this);
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
  look_for_kept();
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
    ask_for_better_code();
    return true;
  }
  // At once, from the second use on: the first one runs code for all values.
  if (advice == ArgumentHistory::Advice::wait ||
      (is_at_once_ && compiled_ == 0 && history_.uses() < 2)) {
    return false;
  }
  if (advice != ArgumentHistory::Advice::compile) {
    is_watching_.store(false, std::memory_order_relaxed);
    return false;
  }
  wanted_ = history_.stable();
  note_wanted();
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
                    special.stack_use <= compiler::most_stack_use(first);
  return fits ? std::move(program) : nullptr;
}

void KernelVariant::compile() {
  if (!(takes_packets() ? compile_packets() : compile_wanted())) {
    is_compiling_.store(false, std::memory_order_release);
  }
}

bool KernelVariant::takes_packets() {
  const LockGuard guard(watch_);
  return std::exchange(lacks_packets_, false);
}

bool KernelVariant::compile_packets() {
  std::unique_ptr<compiler::Program> program = compile_for(packets_of_kind(kind_));
  const std::chrono::nanoseconds compile_time =
      program == nullptr ? std::chrono::nanoseconds() : likely_time_of_packets(*program);
  if (program == nullptr || !publish_for_now(std::move(program))) {
    return wants_all_instead() && compile_wanted();
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

void KernelVariant::look_for_kept() {
  if (!may_have_kept_ || history_.uses() < 2) {
    return;
  }
  may_have_kept_ = false;
  likely_kept_ = history_.likely();
  if (!likely_kept_.empty()) {
    Specializer::instance().enqueue(kept_code_work_);
  }
}

void KernelVariant::take_kept() {
  FixedValues values;
  {
    const LockGuard guard(watch_);
    if (compiled_ != 0) {
      return;
    }
    values = likely_kept_;
  }
  compiler::Specialization kept{kind_.range, values.list(), strategy_of_kind(), kind_.shape};
  kept.only_kept = true;
  std::unique_ptr<compiler::Program> program = compile_for(kept);
  if (program == nullptr || !publish(std::move(program), values)) {
    return;
  }
  const LockGuard guard(watch_);
  ++compiled_;
  forget_uses();
}

bool KernelVariant::compile_wanted() {
  const bool is_published = compile_and_publish() || (wants_all_instead() && compile_and_publish());
  if (!is_published && wanted_.empty()) {
    // So commands stay on the baseline code; without it none was requested.
    for_all_.load(std::memory_order_acquire)->try_after_all();
  }
  const bool watches = is_published && has_arguments_ && compiled_ < tuning::codes_of_a_variant;
  if (watches) {
    watch_again();
  }
  return watches;
}

bool KernelVariant::wants_all_instead() {
  const LockGuard guard(watch_);
  if (!lacks_code_for_all()) {
    return false;
  }
  ask_for_all();
  return true;
}

bool KernelVariant::compile_and_publish() {
  // The strategy that won for all values is likely to win for specific ones.
  std::optional<compiler::VectorizationStrategy> strategy =
      wanted_.empty() ? std::nullopt : for_all_.load(std::memory_order_acquire)->winner();
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
      is_for_all ? compiled_for_all_ : for_arguments_.load(std::memory_order_relaxed);
  auto *made = allocator().create<Compiled>(std::move(program), *this, values, made_before);
  if (made == nullptr) {
    return false;
  }
  if (is_for_all) {
    compiled_for_all_ = made;
    for_all_.store(&made->code, std::memory_order_release);
  } else {
    for_arguments_.store(made, std::memory_order_release);
  }
  return true;
}

bool KernelVariant::publish_for_now(std::unique_ptr<compiler::Program> program) {
  auto *made =
      allocator().create<Compiled>(std::move(program), *this, FixedValues(), compiled_for_all_);
  if (made == nullptr) {
    return false;
  }
  made->code.never_try();
  compiled_for_all_ = made;
  for_all_.store(&made->code, std::memory_order_release);
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
  if (specializing_ == Specializing::off || !program_.can_specialize()) {
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
  for (int i = 0; i < tuning::variants_of_a_kernel; ++i) {
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
  if (specializing_ != Specializing::in_background || in_forked_child()) {
    return;
  }
  const std::optional<RangeKind> kind = likely_kind(program_.kernel(first->kernel_));
  KernelVariant *variant = kind.has_value() ? find(first, *kind, nullptr) : nullptr;
  if (variant != nullptr) {
    variant->expect_commands();
  }
}

const compiler::KernelDescription &CodeSource::description() const {
  return variants->program_.kernel(kernel);
}

const compiler::KernelDescription &CodeSource::code_in_use(const compiler::KernelDescription &own,
                                                           const compiler::NdRange &range) const {
  const compiler::KernelDescription *code =
      first == nullptr ? nullptr : variants->code_in_use(first, range);
  return code == nullptr ? own : *code;
}

ChosenCode CodeSource::choose(const compiler::NdRange &range, std::string &error) const {
  return variants->choose(kernel, first, range, error);
}

ChosenCode KernelVariants::choose(size_t kernel, KernelVariant *first,
                                  const compiler::NdRange &range, std::string &error) {
  KernelVariant *variant = nullptr;
  if (first != nullptr) {
    const LockGuard guard(lock_);
    variant = find(first, kind_of(program_.kernel(kernel), range), &range);
  }
  if (variant != nullptr) {
    variant->stop_expecting();
    if (variant->make_first_code()) {
      return variant->chosen_code();
    }
  }
  const compiler::RequiredGroups groups =
      has_full_groups_only(range) ? compiler::RequiredGroups::full : compiler::RequiredGroups::any;
  return {program_.code(kernel, groups, error), nullptr};
}

const compiler::KernelDescription *KernelVariants::code_in_use(KernelVariant *first,
                                                               const compiler::NdRange &range) {
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
  variant->stop_expecting();
  return variant->make_first_code()
             ? &variant->for_all_.load(std::memory_order_acquire)->description()
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
                                    const compiler::NdRange *range) noexcept {
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
  RangeKind with_few_rests = with_rests;
  with_few_rests.shape.has_few_rests = true;
  KernelVariant *general = find_used(first, with_few_rests);
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
                             leaves_much_over(program_.kernel(first->kernel_), *range);
  if (const std::optional<RangeKind> wider = kind_to_begin_with(first, kind)) {
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

std::optional<RangeKind> KernelVariants::kind_to_begin_with(const KernelVariant *first,
                                                            const RangeKind &kind) const noexcept {
  if (specializing_ == Specializing::at_once) {
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
