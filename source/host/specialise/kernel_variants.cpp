#include "host/specialise/kernel_variants.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "host/specialise/specialiser.h"
#include "host/specialise/tuning.h"

namespace mux::host {
namespace {

bool is_switched_on() {
  static const bool on = [] {
    const char *value = std::getenv("MUX_SPECIALIZE");
    return value == nullptr || std::string_view(value) != "0";
  }();
  return on;
}

bool requires_local_size(const compiler::KernelDescription &kernel) {
  return kernel.required_local_size[0] != 0;
}

bool may_gain(const compiler::KernelDescription &kernel) {
  return kernel.local_size_matters ||
         std::any_of(kernel.arguments.begin(), kernel.arguments.end(),
                     [](const compiler::KernelArgument &argument) { return argument.steers; });
}

compiler::FixedRange fixed_part(const compiler::NdRange &range) {
  compiler::FixedRange fixed;
  std::copy(std::begin(range.local_size), std::end(range.local_size), fixed.local_size);
  fixed.no_offset = std::all_of(std::begin(range.global_offset), std::end(range.global_offset),
                                [](uint64_t offset) { return offset == 0; });
  return fixed;
}

}  // namespace

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
      for_all_(owner.program_.entry_point(kernel)),
      history_(owner.program_.kernel(kernel)) {}

void KernelVariant::count_use(const std::byte *arguments) {
  const std::unique_lock lock(watch_, std::try_to_lock);
  if (!lock.owns_lock() || !is_watching_.load(std::memory_order_relaxed)) {
    return;
  }
  const ArgumentHistory::Advice advice = history_.observe(arguments);
  // The local size comes first: it is known sooner, and makes more of a difference.
  const bool for_all =
      range_.has_value() && !asked_for_all_ && owner_.program_.kernel(kernel_).local_size_matters;
  if (for_all ? history_.uses() < tuning::uses_before_compiling
              : advice == ArgumentHistory::Advice::wait) {
    return;
  }
  is_watching_.store(false, std::memory_order_relaxed);
  asked_for_all_ = asked_for_all_ || for_all;
  wanted_ = for_all ? FixedValues() : history_.stable();
  if (for_all || advice == ArgumentHistory::Advice::compile) {
    Specialiser::instance().enqueue(*this);
  }
}

std::unique_ptr<compiler::Program> KernelVariant::compile_for(
    const compiler::Specialisation &wanted) const {
  std::string error;
  std::unique_ptr<compiler::Program> program = owner_.program_.specialise(kernel_, wanted, error);
  if (!program) {
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
  std::unique_ptr<compiler::Program> program = compile_for({range_, wanted_.list()});
  ++compiled_;
  if (!program) {
    return;
  }
  publish(std::move(program));
  if (history_.has_arguments() && compiled_ < tuning::codes_of_a_variant) {
    const std::lock_guard lock(watch_);
    if (!wanted_.empty()) {
      history_.forget();
    }
    is_watching_.store(true, std::memory_order_relaxed);
  }
}

void KernelVariant::publish(std::unique_ptr<compiler::Program> program) {
  const compiler::KernelFunction function = program->entry_point(0);
  if (wanted_.empty()) {
    program_for_all_ = std::move(program);
    for_all_.store(function, std::memory_order_release);
    return;
  }
  codes_ = std::unique_ptr<const Code>(
      new Code{wanted_, function, std::move(program), std::move(codes_)});
  for_arguments_.store(codes_.get(), std::memory_order_release);
}

KernelVariants::~KernelVariants() {
  while (first_ != nullptr) {
    KernelVariant *variant = first_;
    first_ = variant->next_;
    Specialiser::instance().forget(*variant);
    Allocator::destroy(allocator_, variant);
  }
}

bool KernelVariants::prepare() noexcept {
  if (!is_switched_on() || !program_.can_specialise()) {
    return true;
  }
  for (size_t kernel = 0; kernel < program_.kernel_count(); ++kernel) {
    const int count = may_gain(program_.kernel(kernel)) ? tuning::variants_of_a_kernel : 0;
    for (int i = 0; i < count; ++i) {
      KernelVariant *variant = allocator_.create<KernelVariant>(*this, kernel);
      if (variant == nullptr) {
        return false;
      }
      variant->next_ = first_;
      first_ = variant;
    }
  }
  return true;
}

KernelVariant *KernelVariants::first_of(size_t kernel) const noexcept {
  KernelVariant *variant = first_;
  while (variant != nullptr && variant->kernel_ != kernel) {
    variant = variant->next_;
  }
  return variant;
}

KernelVariant *KernelVariants::find(KernelVariant *first, const compiler::NdRange &range) noexcept {
  if (first == nullptr) {
    return nullptr;
  }
  const compiler::KernelDescription &kernel = program_.kernel(first->kernel_);
  std::optional<compiler::FixedRange> fixed;
  if (kernel.local_size_matters || requires_local_size(kernel)) {
    if (has_full_groups_only(range)) {
      fixed = fixed_part(range);
    } else if (requires_local_size(kernel)) {
      // The program has other code for these, see KernelCode.
      return nullptr;
    }
  }
  if (!(fixed.has_value() && kernel.local_size_matters) && !first->history_.has_arguments()) {
    return nullptr;
  }
  const std::lock_guard lock(mutex_);
  for (KernelVariant *variant = first; variant != nullptr && variant->kernel_ == first->kernel_;
       variant = variant->next_) {
    if (!variant->is_used_) {
      variant->is_used_ = true;
      variant->range_ = fixed;
      return variant;
    }
    if (variant->range_ == fixed) {
      return variant;
    }
  }
  return nullptr;
}

}  // namespace mux::host
