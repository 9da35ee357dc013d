/// @file
/// Kinds of ND-ranges, as far as code of a kernel depends on them.
#pragma once

#include <optional>

#include "compiler/abi/kernel_abi.h"

namespace mux::host {

/// Whether no group of an ND-range is smaller than the others.
bool has_full_groups_only(const compiler::NdRange &range);

/// A kind of ND-range.
struct RangeKind {
  /// Nothing if the code for it is not to know its local size.
  std::optional<compiler::FixedRange> range;
  compiler::RangeShape shape;

  bool operator==(const RangeKind &) const = default;
};

/// Whether code for a kind of ND-range may run neighboring groups as one; it need not.
bool may_join_groups(const compiler::KernelDescription &kernel, const RangeKind &kind);

/// The kind of an ND-range, as far as code of the kernel depends on it.
RangeKind kind_of(const compiler::KernelDescription &kernel, const compiler::NdRange &range);

/// The kind that most ND-ranges of a kernel are of: large ones without an offset, in as many
/// dimensions as it asks for, in groups of the size that it requires. Nothing if its code depends
/// on a size, on images, on samplers or on how much local memory it is given, which are not known.
std::optional<RangeKind> likely_kind(const compiler::KernelDescription &kernel);

RangeKind without_blocks(RangeKind kind);
compiler::LocalBlocks blocks_of(const RangeKind &kind);

/// Whether so many work-items are in no whole packet that they take longer, one at a time, than the
/// others do.
bool leaves_much_over(const compiler::KernelDescription &kernel, const compiler::NdRange &range);

}  // namespace mux::host
