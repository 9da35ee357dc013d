#include "host/specialize/kernel_variants.h"

#include <optional>
#include <span>

#include "host/specialize/kind_table.h"
#include "host/specialize/tuning.h"

namespace mux::host {

KernelVariants::~KernelVariants() {
  // Background work of one variant reads the first code of another.
  for (KernelVariant *variant = first_; variant != nullptr; variant = variant->next()) {
    variant->finish();
  }
  destroy(first_, nullptr);
}

void KernelVariants::destroy(KernelVariant *first, const KernelVariant *end) noexcept {
  while (first != end) {
    KernelVariant *variant = first;
    first = variant->next();
    Allocator::destroy(context_.allocator(), variant);
  }
}

bool KernelVariants::prepare(size_t kernel, KernelVariant *&first) noexcept {
  first = nullptr;
  if (context_.mode() == SpecializationMode::off || !context_.program().can_specialize()) {
    return true;
  }
  const LockGuard guard(lock_);
  for (KernelVariant *variant = first_; variant != nullptr; variant = variant->next()) {
    if (variant->kernel() == kernel) {
      first = variant;
      return true;
    }
  }
  KernelVariant *added = first_;
  for (int i = 0; i < tuning::max_kernel_variants; ++i) {
    auto *variant = context_.allocator().create<KernelVariant>(context_, kernel, added);
    if (variant == nullptr) {
      destroy(added, first_);
      return false;
    }
    added = variant;
  }
  first_ = added;
  first = added;
  expect(*first);
  return true;
}

bool KernelVariants::has_open_constants() const noexcept {
  const std::span<const compiler::ProgramConstant> constants = context_.program().constants();
  for (size_t i = 0; i < constants.size(); ++i) {
    if (context_.program().constant_value(i) != constants[i].default_value) {
      return false;
    }
  }
  return !constants.empty();
}

void KernelVariants::expect(KernelVariant &first) noexcept {
  if (has_open_constants() || context_.mode() != SpecializationMode::in_background ||
      context_.in_forked_child()) {
    return;
  }
  const std::optional<RangeKind> kind = likely_kind(context_.program().kernel(first.kernel()));
  KernelVariant *variant =
      kind.has_value() ? KindTable(context_, first).find(*kind, nullptr) : nullptr;
  if (variant != nullptr) {
    variant->first_code().request();
  }
}

KernelVariant *KernelVariants::find(KernelVariant &first, const CommandRange &range) noexcept {
  const LockGuard guard(lock_);
  return KindTable(context_, first)
      .find(kind_of(context_.program().kernel(first.kernel()), range), &range);
}

KernelVariant *KernelVariants::find_alike(KernelVariant &first,
                                          const CommandRange &range) noexcept {
  const LockGuard guard(lock_);
  const RangeKind kind = kind_of(context_.program().kernel(first.kernel()), range);
  const KindTable kinds(context_, first);
  KernelVariant *variant = kinds.find_alike(kind);
  return variant != nullptr ? variant : kinds.find(kind, &range);
}

ChosenCode KernelVariants::choose(size_t kernel, KernelVariant *first, const CommandRange &range,
                                  std::string &error) {
  KernelVariant *variant = first == nullptr ? nullptr : find(*first, range);
  if (variant != nullptr) {
    variant->first_code().stop_counting_ahead();
    if (variant->first_code().make()) {
      return variant->chosen_code();
    }
  }
  const compiler::RequiredGroups groups =
      has_full_groups_only(range) ? compiler::RequiredGroups::full : compiler::RequiredGroups::any;
  return {context_.program().code(kernel, groups, error), nullptr};
}

const compiler::KernelDescription *KernelVariants::code_in_use(KernelVariant *first,
                                                               const CommandRange &range) {
  KernelVariant *variant = find_alike(*first, range);
  if (variant == nullptr) {
    return nullptr;
  }
  variant->first_code().stop_counting_ahead();
  return variant->first_code().make() ? &variant->description() : nullptr;
}

const compiler::KernelDescription &CodeSource::description() const {
  return variants->context_.program().kernel(kernel);
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

}  // namespace mux::host
