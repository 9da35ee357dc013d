#include "host/specialize/kernel_variants.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "host/specialize/specializer.h"
#include "host/specialize/tuning.h"

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

bool requires_local_size(const compiler::KernelDescription &kernel) {
  return kernel.required_local_size[0] != 0;
}

bool may_gain(const compiler::KernelDescription &kernel) {
  return kernel.local_size_matters ||
         std::any_of(kernel.arguments.begin(), kernel.arguments.end(),
                     [](const compiler::KernelArgument &argument) {
                       return argument.is_specialization_candidate;
                     }) ||
         !kernel.alternative_strategies.empty();
}

compiler::FixedRange fixed_range_of(const compiler::NdRange &range) {
  compiler::FixedRange fixed;
  std::copy(std::begin(range.local_size), std::end(range.local_size), fixed.local_size);
  fixed.no_offset = std::all_of(std::begin(range.global_offset), std::end(range.global_offset),
                                [](uint64_t offset) { return offset == 0; });
  return fixed;
}

/// Whether code for groups of any size is known to be slow for such groups.
bool is_slow(const compiler::KernelDescription &generic, const compiler::FixedRange &range) {
  return generic.runs_work_items_alone ||
         !std::equal(std::begin(range.local_size), std::end(range.local_size),
                     std::begin(generic.packet_size), std::greater_equal<>());
}

}  // namespace

Specializing specializing_of_environment() {
  const char *text = std::getenv("MUX_SPECIALIZE");
  const std::string_view value = text == nullptr ? "" : text;
  return value == "0"         ? Specializing::off
         : value == "at-once" ? Specializing::at_once
                              : Specializing::in_background;
}

bool has_full_groups_only(const compiler::NdRange &range) {
  for (int i = 0; i < 3; ++i) {
    if (range.local_size[i] == 0 || range.global_size[i] % range.local_size[i] != 0) {
      return false;
    }
  }
  return true;
}

KernelVariant::KernelVariant(KernelVariants &owner, size_t kernel) noexcept
    : owner_(owner),
      kernel_(kernel),
      is_at_once_(owner.specializing_ == Specializing::at_once),
      generic_(owner.allocator_, *this, FixedValues(), owner.program_.kernel(kernel),
               owner.program_.entry_point(kernel), patience(), compile_time()),
      for_all_(&generic_),
      may_compile_at_once_(is_at_once_),
      history_(owner.program_.kernel(kernel), host::patience(owner.specializing_)),
      has_arguments_(history_.has_arguments()) {}

KernelVariant::~KernelVariant() {
  Specializer::instance().forget(*this);
  Compiled *made = for_arguments_.load(std::memory_order_relaxed);
  while (made != nullptr) {
    Compiled *next = made->next;
    Allocator::destroy(allocator(), made);
    made = next;
  }
  if (compiled_for_all_ != nullptr) {
    Allocator::destroy(allocator(), compiled_for_all_);
  }
}

const Allocator &KernelVariant::allocator() const {
  return owner_.allocator_;
}

std::chrono::nanoseconds KernelVariant::compile_time() const {
  return owner_.program_.compile_time(kernel_);
}

int32_t KernelVariant::run_and_count(VariantCode &code, const GroupRange &groups,
                                     bool starts_command) {
  const auto run = [&] {
    return code.is_in_question() ? code.run(groups, starts_command) : groups.with(code.function());
  };
  if (!counts_work()) {
    return run();
  }
  const auto start = std::chrono::steady_clock::now();
  const int32_t status = run();
  note_work(std::chrono::steady_clock::now() - start);
  return status;
}

void KernelVariant::use_for(const std::optional<compiler::FixedRange> &range) {
  const LockGuard guard(watch_);
  is_used_ = true;
  range_ = range;
  if (!lacks_code_for_all()) {
    is_watching_.store(has_arguments_, std::memory_order_relaxed);
    return;
  }
  // Its place is taken soon, unless the other code cannot be had.
  generic_.never_try();
  const int64_t divisor = is_slow(owner_.program_.kernel(kernel_), *range_)
                              ? tuning::work_of_slow_code_divisor
                              : tuning::work_before_compiling_divisor;
  enough_work_ = compile_time().count() / divisor;
}

bool KernelVariant::lacks_code_for_all() const {
  return range_.has_value() && !asked_for_all_ &&
         owner_.program_.kernel(kernel_).local_size_matters;
}

bool KernelVariant::uses_are_long() const {
  const int64_t long_use = compile_time().count() / tuning::long_use_divisor;
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
  ask_for_all();
  return true;
}

void KernelVariant::ask_for_all() {
  is_watching_.store(false, std::memory_order_relaxed);
  asked_for_all_ = true;
  wanted_ = FixedValues();
}

void KernelVariant::count_use(const std::byte *arguments) {
  if (wants_code(arguments)) {
    Specializer::instance().enqueue(*this);
  }
}

void KernelVariant::compile_at_once(const std::byte *arguments, bool starts_command) {
  const LockGuard guard(at_once_);
  // Once for each dispatch: code for the local size alone is to run as well.
  if (starts_command && code_for(arguments) == nullptr && wants_code(arguments)) {
    try {
      compile();
    } catch (const std::exception &) {
      // No memory: the kernel keeps its generic code.
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
  // The local size comes first: it is known sooner, and makes more of a difference.
  if (lacks_code_for_all()) {
    if (history_.uses() < (is_at_once_ ? 1 : tuning::uses_before_compiling)) {
      return false;
    }
    ask_for_all();
    return true;
  }
  if (advice == ArgumentHistory::Advice::wait) {
    return false;
  }
  is_watching_.store(false, std::memory_order_relaxed);
  wanted_ = history_.stable();
  return advice == ArgumentHistory::Advice::compile;
}

std::unique_ptr<compiler::Program> KernelVariant::compile_for(
    const compiler::Specialization &wanted) const {
  std::string error;
  std::unique_ptr<compiler::Program> program = owner_.program_.specialize(kernel_, wanted, error);
  if (program == nullptr) {
    return nullptr;
  }
  // Commands that exist have scratch memory for the generic code.
  const compiler::KernelDescription &generic = owner_.program_.kernel(kernel_);
  const compiler::KernelDescription &special = program->kernel(0);
  const bool fits = special.local_memory_size == generic.local_memory_size &&
                    special.packed_size == generic.packed_size &&
                    special.storage_per_work_item <= generic.storage_per_work_item &&
                    special.storage_per_group <= generic.storage_per_group;
  return fits ? std::move(program) : nullptr;
}

void KernelVariant::compile() {
  // What was found out for all arguments is likely to hold for some values.
  const std::optional<compiler::VectorizationStrategy> strategy =
      wanted_.empty() ? std::nullopt : for_all_.load(std::memory_order_acquire)->winner();
  std::unique_ptr<compiler::Program> program = compile_for({range_, wanted_.list(), strategy});
  ++compiled_;
  if (program == nullptr || !publish(std::move(program))) {
    return;
  }
  if (has_arguments_ && compiled_ < tuning::codes_of_a_variant) {
    watch_again();
  }
}

void KernelVariant::watch_again() {
  const LockGuard guard(watch_);
  if (!wanted_.empty()) {
    history_.forget();
    work_.store(0, std::memory_order_relaxed);
  }
  is_watching_.store(true, std::memory_order_relaxed);
}

std::unique_ptr<compiler::Program> KernelVariant::compile(
    const FixedValues &values, compiler::VectorizationStrategy strategy) const {
  return compile_for({range_, values.list(), strategy});
}

bool KernelVariant::publish(std::unique_ptr<compiler::Program> program) {
  const bool is_for_all = wanted_.empty();
  Compiled *made_before = is_for_all ? nullptr : for_arguments_.load(std::memory_order_relaxed);
  auto *made = allocator().create<Compiled>(std::move(program), *this, wanted_, made_before);
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

KernelVariants::~KernelVariants() {
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
  if (specializing_ == Specializing::off || !program_.can_specialize() ||
      !may_gain(program_.kernel(kernel))) {
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
  return true;
}

KernelVariant *KernelVariants::find(KernelVariant *first, const compiler::NdRange &range) noexcept {
  if (first == nullptr) {
    return nullptr;
  }
  const compiler::KernelDescription &kernel = program_.kernel(first->kernel_);
  std::optional<compiler::FixedRange> fixed;
  if (kernel.local_size_matters || requires_local_size(kernel)) {
    if (has_full_groups_only(range)) {
      fixed = fixed_range_of(range);
    } else if (requires_local_size(kernel)) {
      // The program has other code for these, see KernelCode.
      return nullptr;
    }
  }
  if (!(fixed.has_value() && kernel.local_size_matters) && !first->has_arguments_ &&
      kernel.alternative_strategies.empty()) {
    return nullptr;
  }
  const LockGuard guard(lock_);
  for (KernelVariant *variant = first; variant != nullptr && variant->kernel_ == first->kernel_;
       variant = variant->next_) {
    if (!variant->is_used_) {
      variant->use_for(fixed);
      return variant;
    }
    if (variant->range_ == fixed) {
      return variant;
    }
  }
  return nullptr;
}

}  // namespace mux::host
