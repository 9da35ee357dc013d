/// @file
/// Specialization: the properties of ND-ranges and arguments that code of a kernel may be compiled
/// for, and the forms that this code may have.
///
/// These are plain values without threads or errors; Specialization::arguments allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/abi/tuning.h"

namespace mux::compiler {

/// What is known of a kernel's images and samplers: for the first of these arguments, in order, the
/// format of an image (packed_format()) or the bits of a sampler (sampler_bits); 0 if unknown.
using OpaqueArguments = std::array<uint16_t, 8>;

/// OpenCL's constants for channel orders and types share the upper byte.
inline constexpr uint32_t channel_constants = 0x1000;

constexpr uint16_t packed_format(uint32_t channel_order, uint32_t channel_type) {
  return static_cast<uint16_t>((channel_order & 0xFF) << 8 | (channel_type & 0xFF));
}
constexpr uint32_t channel_order_of(uint16_t format) {
  return channel_constants | format >> 8;
}
constexpr uint32_t channel_type_of(uint16_t format) {
  return channel_constants | (format & 0xFF);
}

/// The blocks of local memory that are passed as arguments, in the arguments' order: the offset of
/// the first block in scratch memory and the end of each block, in units of
/// `local_memory_alignment`. Unused elements repeat the last end. All 0 if unknown: there are no
/// blocks, or too many.
using LocalBlocks = std::array<uint16_t, 8>;

/// Specialization for a local size: all work-groups are full.
struct FixedRange {
  uint64_t local_size[3] = {1, 1, 1};
  /// The global offset is 0 in all dimensions.
  bool no_offset = false;
  /// Sizes of local-memory arguments mostly depend on the local size.
  LocalBlocks local_blocks = {};

  bool operator==(const FixedRange &) const = default;
};

/// Specialization for the kind of an ND-range, besides its local size: such code has a single form
/// of its work-item loops, and no loops in dimensions of one work-item.
struct RangeShape {
  /// 1 to 3. In higher dimensions, the global size and the local size are 1 and the offset is 0.
  uint32_t dimensions = 3;
  /// All ids are below `small_id_limit`. Otherwise packets use 64-bit ids, which is slower.
  bool has_small_ids = false;
  /// Rows are long enough for packets (KernelDescription::lanes, `min_occupancy_divisor`), or
  /// packets are to be used anyway.
  bool has_long_rows = false;
  /// The dimension of the lanes: KernelDescription::row_dimension, or another one if the ND-range
  /// is short in that dimension.
  uint32_t lane_dimension = 0;
  /// A power of two for each dimension: all work-groups are full and multiples of it in size, so
  /// that packets whose size divides it leave no remainder.
  std::array<uint32_t, 3> multiple_of = {1, 1, 1};
  /// Remainder work-items use the scalar loop: code size over speed.
  bool scalar_remainder = false;
  /// Whether no memory that the kernel writes through one argument is accessed through another.
  bool has_distinct_buffers = false;
  /// Formats of images and bits of samplers.
  OpaqueArguments opaque_arguments = {};

  bool operator==(const RangeShape &) const = default;
};

/// Packets use 31-bit ids, also for lanes beyond the end of a row.
inline constexpr uint64_t small_id_limit = (uint64_t{1} << 31) - 64;

/// The dimension of the lanes: `best`, unless there are too few work-items along it and more along
/// another. Code that is not specialized has at most two forms (pipeline/dimensions).
constexpr uint32_t choose_lane_dimension(const uint64_t (&sizes)[3], uint32_t best) {
  uint32_t longest = best;
  for (uint32_t i = 0; i < 3 && sizes[best] < min_lane_dimension_size; ++i) {
    longest = sizes[i] > sizes[longest] ? i : longest;
  }
  return longest;
}

/// Specialization for the value of an argument.
struct FixedArgument {
  /// Index of the argument (KernelArgument::is_specialization_candidate).
  size_t index = 0;
  /// The bytes of the value, little-endian.
  uint64_t bits = 0;
};

/// How the work-items of a group are executed.
enum class VectorizationStrategy : uint8_t {
  /// In loops over work-items, which LLVM may vectorize.
  loops,
  /// In packets, as the lanes of vectors.
  packets,
  /// One at a time, not vectorized.
  scalar,
};

/// Optimization level of a kernel's code.
enum class CodeTier : uint8_t {
  /// Full optimization.
  optimized,
  /// The most effective passes only, for a shorter compile time (optimize/pass_lists.h).
  quick,
};

/// What code is specialized for; members without a value do not restrict its use.
struct Specialization {
  std::optional<FixedRange> range;
  std::vector<FixedArgument> arguments;
  /// Not set: the strategy that is estimated to be the fastest.
  std::optional<VectorizationStrategy> strategy = std::nullopt;
  std::optional<RangeShape> shape = std::nullopt;
  CodeTier tier = CodeTier::optimized;
  /// Use only cached code, do not compile.
  bool only_cached = false;
};

/// The groups of a kernel that requires a local size (reqd_work_group_size).
enum class RequiredGroups : uint8_t {
  /// Groups at the end of an ND-range may be smaller.
  any,
  /// All groups are full: the size of every group is known.
  full,
};

}  // namespace mux::compiler
