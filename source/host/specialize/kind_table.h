/// @file
/// The variants of one kernel by their range kinds: finds the variant for an ND-range.
///
/// The variants are adjacent in the executable's list, which owns them. A table refers to the first
/// one and is made for each search. One thread at a time may search the variants of a kernel; a
/// search may assign a variant that is not in use. Nothing here allocates or fails.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/abi/kernel_description.h"
#include "host/specialize/kernel_variant.h"
#include "host/specialize/range_kind.h"
#include "host/specialize/variant_context.h"

namespace mux::host {

class KindTable {
 public:
  /// @param first the first of the kernel's variants.
  KindTable(const VariantContext &context, KernelVariant &first) noexcept
      : context_(context), first_(first) {}

  /// Returns the variant for a range kind; the general one, or NULL, if the kernel has all its
  /// variants.
  /// @param range the ND-range; NULL if it is only predicted.
  KernelVariant *find(const RangeKind &kind, const CommandRange *range) const noexcept;
  /// Returns a variant whose kind differs at most in buffers, images and local memory; NULL if
  /// there is none.
  KernelVariant *find_alike(const RangeKind &kind) const noexcept;

 private:
  /// Returns the next variant of the kernel; NULL if there is none.
  static KernelVariant *next_of_kernel(const KernelVariant &variant) noexcept;
  /// Returns the variant of exactly this kind; NULL if there is none.
  KernelVariant *find_used(const RangeKind &kind) const noexcept;
  /// Returns the variant that likely_kind() predicted, if its code is right for the kind: it may
  /// have more dimensions and longer rows. NULL if there is none.
  KernelVariant *find_predicted(const RangeKind &kind) const noexcept;
  /// Returns a variant that is not in use; NULL if all are.
  KernelVariant *find_unused() const noexcept;
  /// Number of variants that are specialized for blocks of local memory.
  int kinds_with_blocks() const noexcept;
  /// Whether a variant before `end` has the same value of a property.
  template <typename ValueOf>
  bool has_value(const RangeKind &kind, ValueOf value_of, const KernelVariant *end) const noexcept;
  /// Whether the variants have at least `enough` distinct values of a property, and none has the
  /// wanted value.
  template <typename ValueOf>
  bool has_values_enough(const RangeKind &wanted, ValueOf value_of, int enough) const noexcept;
  /// Returns the wider kind whose code commands of this kind begin with, because the kernel has
  /// enough specialized codes for local sizes or images; nothing if specialized code is compiled at
  /// once.
  std::optional<RangeKind> initial_kind(const RangeKind &kind) const noexcept;

  const VariantContext &context_;
  KernelVariant &first_;
};

}  // namespace mux::host
