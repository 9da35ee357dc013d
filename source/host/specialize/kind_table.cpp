#include "host/specialize/kind_table.h"

#include <utility>

#include "host/specialize/tuning.h"

namespace mux::host {

KernelVariant *KindTable::next_of_kernel(const KernelVariant &variant) noexcept {
  KernelVariant *next = variant.next();
  return next != nullptr && next->kernel() == variant.kernel() ? next : nullptr;
}

KernelVariant *KindTable::find_used(const RangeKind &kind) const noexcept {
  for (KernelVariant *variant = &first_; variant != nullptr; variant = next_of_kernel(*variant)) {
    if (variant->kind().has_value() && *variant->kind() == kind) {
      return variant;
    }
  }
  return nullptr;
}

KernelVariant *KindTable::find_unused() const noexcept {
  for (KernelVariant *variant = &first_; variant != nullptr; variant = next_of_kernel(*variant)) {
    if (!variant->kind().has_value()) {
      return variant;
    }
  }
  return nullptr;
}

KernelVariant *KindTable::find_alike(const RangeKind &kind) const noexcept {
  const auto without_data = [](RangeKind each) {
    each.shape.has_distinct_buffers = false;
    each.shape.opaque_arguments = {};
    return without_blocks(std::move(each));
  };
  for (KernelVariant *variant = &first_; variant != nullptr; variant = next_of_kernel(*variant)) {
    if (variant->kind().has_value() && without_data(*variant->kind()) == without_data(kind)) {
      return variant;
    }
  }
  return nullptr;
}

int KindTable::kinds_with_blocks() const noexcept {
  int kinds = 0;
  for (const KernelVariant *variant = &first_; variant != nullptr;
       variant = next_of_kernel(*variant)) {
    const bool has_blocks =
        variant->kind().has_value() && blocks_of(*variant->kind()) != compiler::LocalBlocks();
    kinds += has_blocks ? 1 : 0;
  }
  return kinds;
}

KernelVariant *KindTable::find_predicted(const RangeKind &kind) const noexcept {
  const compiler::KernelDescription &kernel = context_.program().kernel(first_.kernel());
  RangeKind wider = kind;
  wider.shape.has_long_rows = true;
  wider.shape.multiple_of = compiler::RangeShape().multiple_of;
  wider.shape.scalar_remainder = kernel.is_group_independent;
  for (uint32_t dimensions = kind.shape.dimensions; dimensions <= 3; ++dimensions) {
    wider.shape.dimensions = dimensions;
    if (KernelVariant *variant = find_used(wider)) {
      return variant;
    }
  }
  return nullptr;
}

KernelVariant *KindTable::find(const RangeKind &kind, const CommandRange *range) const noexcept {
  if (KernelVariant *variant = find_used(kind)) {
    return variant;
  }
  // Most of the few variants of a kernel are reserved for local sizes.
  if (blocks_of(kind) != compiler::LocalBlocks() &&
      kinds_with_blocks() >= tuning::local_sizes_at_once) {
    return find(without_blocks(kind), range);
  }
  RangeKind with_rests = kind;
  with_rests.shape.multiple_of = compiler::RangeShape().multiple_of;
  RangeKind with_scalar_remainder = with_rests;
  with_scalar_remainder.shape.scalar_remainder = true;
  KernelVariant *general = find_used(with_scalar_remainder);
  if (with_rests != kind) {
    // Code with a remainder loop is no slower where there is no remainder.
    KernelVariant *variant = find_used(with_rests);
    if (variant != nullptr || general != nullptr) {
      return variant != nullptr ? variant : general;
    }
  }
  // Code for buffers that may alias is correct for distinct ones, if slower.
  if (general == nullptr && kind.shape.has_distinct_buffers) {
    RangeKind with_any_buffers = kind;
    with_any_buffers.shape.has_distinct_buffers = false;
    general = find_used(with_any_buffers);
  }
  if (general == nullptr) {
    general = find_predicted(kind);
  }
  const bool begins_slowly =
      general != nullptr && range != nullptr &&
      has_large_remainder(context_.program().kernel(first_.kernel()), *range);
  if (const std::optional<RangeKind> wider = initial_kind(kind)) {
    general = find(*wider, range);
    if (general == nullptr) {
      return nullptr;
    }
  }
  KernelVariant *unused = find_unused();
  if (unused == nullptr) {
    return general;
  }
  unused->use_for(kind, general, begins_slowly);
  return unused;
}

template <typename ValueOf>
bool KindTable::has_value(const RangeKind &kind, ValueOf value_of,
                          const KernelVariant *end) const noexcept {
  for (const KernelVariant *variant = &first_; variant != end; variant = next_of_kernel(*variant)) {
    if (variant->kind().has_value() && value_of(*variant->kind()) == value_of(kind)) {
      return true;
    }
  }
  return false;
}

template <typename ValueOf>
bool KindTable::has_values_enough(const RangeKind &wanted, ValueOf value_of,
                                  int enough) const noexcept {
  int values = 0;
  for (const KernelVariant *variant = &first_; variant != nullptr;
       variant = next_of_kernel(*variant)) {
    const std::optional<RangeKind> &kind = variant->kind();
    const bool counts = kind.has_value() && value_of(*kind) != value_of(RangeKind()) &&
                        !has_value(*kind, value_of, variant);
    values += counts ? 1 : 0;
  }
  return values >= enough && !has_value(wanted, value_of, nullptr);
}

std::optional<RangeKind> KindTable::initial_kind(const RangeKind &kind) const noexcept {
  if (context_.compiles_at_once()) {
    return std::nullopt;
  }
  const auto range_of = [](const RangeKind &each) { return without_blocks(each).range; };
  const auto arguments_of = [](const RangeKind &each) { return each.shape.opaque_arguments; };
  RangeKind wider = kind;
  if (has_values_enough(kind, range_of, tuning::local_sizes_at_once)) {
    wider.range.reset();
  }
  if (has_values_enough(kind, arguments_of, tuning::opaque_arguments_at_once)) {
    wider.shape.opaque_arguments = {};
  }
  return wider == kind ? std::nullopt : std::optional(wider);
}

}  // namespace mux::host
