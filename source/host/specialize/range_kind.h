/// @file
/// Range kinds: the properties of ND-ranges that code of a kernel is specialized for.
#pragma once

#include <optional>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

namespace mux::host {

/// The ND-range of a command, with properties of its arguments that code may be specialized for.
/// The kernel reads the NdRange alone.
struct CommandRange : compiler::NdRange {
  /// Whether no memory that the kernel writes through one argument is accessed through another.
  bool has_distinct_buffers = false;
  compiler::OpaqueArguments opaque_arguments = {};
  compiler::LocalBlocks local_blocks = {};
};

/// Whether the local size divides the global size in every dimension.
bool has_full_groups_only(const compiler::NdRange &range);

/// Properties of an ND-range that code is specialized for.
struct RangeKind {
  /// Nothing if the code is not specialized for a local size.
  std::optional<compiler::FixedRange> range;
  compiler::RangeShape shape;

  bool operator==(const RangeKind &) const = default;
};

/// Whether code for the range kind is allowed to run adjacent groups as one.
bool may_join_groups(const compiler::KernelDescription &kernel, const RangeKind &kind);

/// Returns the range kind of an ND-range, as far as the kernel's code depends on it.
RangeKind kind_of(const compiler::KernelDescription &kernel, const CommandRange &range);

/// Predicts the kind of most ND-ranges of a kernel: large, without an offset, in as many dimensions
/// as the kernel uses, in groups of its required size. Nothing if code depends on unknown
/// properties: local size, images, samplers, or sizes of local memory.
std::optional<RangeKind> likely_kind(const compiler::KernelDescription &kernel);

/// Returns the strategy for code of the kind; nothing for the one that the cost model prefers. Rows
/// that are too short for packets run in loops, if the kernel can.
std::optional<compiler::VectorizationStrategy> strategy_of(
    const compiler::KernelDescription &kernel, const RangeKind &kind);
/// Returns quick packet code for the kind, for a kernel that could begin with loops.
compiler::Specialization packets_of(const RangeKind &kind);

RangeKind without_blocks(RangeKind kind);
compiler::LocalBlocks blocks_of(const RangeKind &kind);

/// Whether so many work-items are in the remainder that running them one at a time takes longer
/// than the whole packets.
bool has_large_remainder(const compiler::KernelDescription &kernel, const compiler::NdRange &range);

}  // namespace mux::host
