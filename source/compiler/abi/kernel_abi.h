/// @file
/// The ABI between compiled kernels and the runtime.
///
/// A compiled kernel is a function that executes a range of work-groups of an ND-range, one after
/// the other, on the calling thread. It allocates no memory and has no state between calls, so any
/// number of threads may call it concurrently, each with its own scratch memory.
///
/// Layout of the scratch memory of one call:
/// - first the local memory that the kernel declares (KernelDescription::local_memory_size bytes),
/// - then the local memory passed as arguments, each block aligned to `local_memory_alignment`; a
///   local argument's slot contains the block's offset from the start of the scratch memory,
/// - at NdRange::work_item_storage_offset, the context array:
///   KernelDescription::context_array(work-items of a group) bytes.
///
/// For tiny groups, there is room for several groups (tiny_groups.h): the sizes above are
/// multiplied by their number. The memory need not be zeroed: kernels that guarantee zeros
/// (InitializedMemory) write them.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/abi/tuning.h"

namespace mux::compiler {

/// Alignment of the scratch memory, of each block of local memory in it and of the context array:
/// the largest alignment of an OpenCL type (long16).
inline constexpr size_t local_memory_alignment = 128;

/// Alignment of the packed arguments. A value's type may have a larger alignment; the kernel does
/// not assume it.
inline constexpr size_t packed_argument_alignment = 8;

/// Stack size in bytes that code of a kernel may always use; code that exceeds both this and the
/// stack size of the kernel's baseline code is not used. Private variables of packets take at most
/// 512 KiB (codegen/vectorize/analysis/private_layout.h), the rest is for spills.
inline constexpr uint64_t guaranteed_stack_use = 640 * 1024;

/// Stack size in bytes for functions that kernels call (compiler/runtime, the C library).
inline constexpr uint64_t runtime_stack_use_limit = 32 * 1024;

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

/// Parameters of the ND-range that a kernel reads. The order of the members is part of the ABI: the
/// code generator uses their offsets.
struct NdRange {
  uint64_t dimensions;
  uint64_t global_size[3];
  /// Of a full work-group; the last one in a dimension is smaller if this does not divide the
  /// global size.
  uint64_t local_size[3];
  uint64_t global_offset[3];
  uint64_t group_count[3];
  /// From the start of the scratch memory, a multiple of `local_memory_alignment`.
  uint64_t work_item_storage_offset;
  /// Size in bytes from which an output is too large to be cached for later use: such outputs are
  /// written with non-temporal stores.
  uint64_t nontemporal_threshold = UINT64_MAX;
};

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

/// Memory that is zero-initialized for a kernel.
struct InitializedMemory {
  /// Local memory of each work-group.
  bool local = false;
  /// Private variables.
  bool private_memory = false;

  bool any() const { return local || private_memory; }
};

/// Executes the work-groups `first_group` to `last_group` (exclusive). Group indices are linear, x
/// fastest: x + y * group_count[0] + z * group_count[0] * group_count[1].
///
/// @param arguments the packed arguments, aligned to `packed_argument_alignment`: each at
/// KernelArgument::offset.
/// @return 0, or an error that fails the command.
using KernelFunction = int32_t (*)(const void *arguments, const NdRange *range,
                                   uint64_t first_group, uint64_t last_group, void *scratch);

/// An image, as passed to a kernel. Compiled code and the image functions read it: the order of the
/// members is part of the ABI.
struct ImageView {
  /// The first pixel.
  std::byte *pixels;
  /// In pixels, 1 in the dimensions that the image does not have.
  uint32_t width;
  uint32_t height;
  uint32_t depth;
  /// 0 for an image that is not an array.
  uint32_t array_layers;
  /// Bytes from one row to the next.
  uint64_t row_pitch;
  /// Bytes from one slice of a 3D image, or one layer of an array, to the next.
  uint64_t slice_pitch;
  /// OpenCL's constants, such as CL_R and CL_SNORM_INT8: the lower and the upper half of a
  /// mux_image_format_e.
  uint32_t channel_order;
  uint32_t channel_type;
  uint32_t pixel_size;
  /// mux_image_type_e.
  uint32_t type;
};

/// A sampler, as passed to a kernel: the same bits as Clang uses for a sampler in the source
/// (opencl-c-base.h).
namespace sampler_bits {
inline constexpr uint32_t normalized_coordinates = 0x01;
inline constexpr uint32_t address_mask = 0x0E;
inline constexpr uint32_t address_none = 0x00;
inline constexpr uint32_t address_clamp_to_edge = 0x02;
inline constexpr uint32_t address_clamp = 0x04;
inline constexpr uint32_t address_repeat = 0x06;
inline constexpr uint32_t address_mirrored_repeat = 0x08;
inline constexpr uint32_t filter_mask = 0x30;
inline constexpr uint32_t filter_nearest = 0x10;
inline constexpr uint32_t filter_linear = 0x20;
}  // namespace sampler_bits

enum class ArgumentKind : uint32_t {
  /// Packed as a pointer. Pipes are buffers, too (mux/pipe.h).
  buffer,
  /// Packed as the value itself.
  plain_old_data,
  /// Packed as a 64-bit offset into the scratch memory.
  local_buffer,
  /// Packed as a pointer to an ImageView that outlives the kernel's execution.
  image,
  /// Packed as sampler_bits in 64 bits.
  sampler,
};

/// The access qualifier of an image or a pipe.
enum class ImageAccess : uint8_t { none, read_only, write_only, read_write };

struct KernelArgument {
  ArgumentKind kind = ArgumentKind::plain_old_data;
  /// Size of a value in bytes; 8 for the other kinds.
  uint64_t size = 0;
  /// Of a value, or of a local buffer's elements; a power of two.
  uint64_t alignment = 1;
  /// Offset in the packed arguments.
  uint64_t offset = 0;
  /// Whether the kernel may read, or write, memory through this pointer, or the image.
  bool reads = true;
  bool writes = true;
  /// A scalar of at most 8 bytes that a trip count, a uniform branch or a divisor depends on: code
  /// that is specialized for its value may be faster.
  bool is_specialization_candidate = false;
  /// A buffer in constant memory.
  bool is_constant = false;
  /// Qualifiers of a pointer and of its pointee.
  bool is_const = false;
  bool is_restrict = false;
  bool is_volatile = false;
  ImageAccess image_access = ImageAccess::none;
  /// Whether the buffer is a pipe. `type_name` is then the type of its packets.
  bool is_pipe = false;
  /// Of a pipe: size of a packet in bytes, or 0 if unknown.
  uint32_t packet_size = 0;
  std::string type_name;
  std::string name;
};

struct KernelDescription {
  std::string name;
  std::vector<KernelArgument> arguments;
  /// Size of the packed arguments in bytes.
  uint64_t packed_size = 0;
  /// Size in bytes of the local memory that the kernel declares, a multiple of
  /// `local_memory_alignment`.
  uint64_t local_memory_size = 0;
  /// Bytes of the context array per work-item of a group.
  uint64_t storage_per_work_item = 0;
  /// Bytes that a group needs in addition, independent of its number of work-items (large private
  /// arrays of a kernel without barriers).
  uint64_t storage_per_group = 0;
  /// Stack size of the code in bytes, without functions of the runtime and of the C library that it
  /// calls (`runtime_stack_use_limit`). 0 if there is no code yet.
  uint64_t stack_use = 0;
  /// reqd_work_group_size, or zeros.
  uint64_t required_local_size[3] = {0, 0, 0};
  /// work_group_size_hint, or zeros.
  uint64_t local_size_hint[3] = {0, 0, 0};
  /// The most suitable local size where the program may choose; zeros for no preference.
  uint64_t preferred_local_size[3] = {0, 0, 0};
  /// Work-items of a sub-group; the last one of a work-group may have fewer.
  uint32_t sub_group_size = 1;
  /// intel_reqd_sub_group_size, or 0.
  uint32_t required_sub_group_size = 0;
  /// The required number of sub-groups per work-group (SubgroupsPerWorkgroup of SPIR-V), or 0.
  uint32_t required_sub_group_count = 0;
  /// The maximum size of a packet in each dimension.
  uint32_t packet_size[3] = {1, 1, 1};
  /// The lanes of a vector, in the dimension of the lanes, else 1: the size of remainder packets.
  uint32_t lanes[3] = {1, 1, 1};
  /// As OpenCL C spells them, separated by single spaces.
  std::string attributes;
  /// A readable summary of the vectorization, with reasons.
  std::string vectorization;
  /// Some or all of the code is scalar, for the reason in `vectorization`.
  bool has_scalar_code = false;
  /// Code runs in loops over work-items because packets are not compiled yet; its ND-range may be
  /// split between any two work-items of a row.
  bool is_loop_baseline = false;
  /// Vectorization was attempted and failed for all of the code, because of something in the
  /// kernel.
  bool vectorization_failed = false;
  /// The strategies that were rejected by an estimate.
  std::vector<VectorizationStrategy> alternative_strategies;
  /// Code that is specialized for a local size may be faster.
  bool local_size_matters = false;
  /// Code for distinct buffers (RangeShape::has_distinct_buffers) may be faster.
  bool distinct_buffers_matter = false;
  /// Code for known formats and samplers (RangeShape::opaque_arguments) may be shorter and faster:
  /// the kernel reads the format of an image, or accesses pixels through library functions.
  bool opaque_arguments_matter = false;
  /// Neighboring groups may run as one: only the total number of work-items matters.
  bool is_group_independent = false;
  /// The preferred dimension of the lanes, 0 to 2.
  uint32_t row_dimension = 0;
  /// The lanes may lie along another dimension if there are few work-items along that one
  /// (choose_lane_dimension()).
  bool has_flexible_lane_dimension = false;
  /// Number of dimensions whose ids the kernel queries, 1 to 3: usually that of its ND-ranges. 0 if
  /// unknown.
  uint32_t dimensions = 0;
  /// The kernel calls printf, so a KernelOutput may be needed.
  bool prints = false;
  /// The kernel may access memory that none of its arguments points to.
  bool may_access_any_memory = true;

  bool has_local_memory() const {
    return local_memory_size != 0 ||
           std::any_of(arguments.begin(), arguments.end(), [](const KernelArgument &argument) {
             return argument.kind == ArgumentKind::local_buffer;
           });
  }

  uint64_t context_array(uint64_t work_items) const {
    return storage_per_group + storage_per_work_item * work_items;
  }
};

/// Stack size in bytes of any code that may be executed for commands whose kernel has this baseline
/// code.
constexpr uint64_t stack_use_limit(const KernelDescription &first) {
  // More than any machine has, but small enough for sums not to overflow.
  constexpr uint64_t beyond_all = uint64_t{1} << 48;
  return std::min(std::max(first.stack_use, guaranteed_stack_use), beyond_all);
}

}  // namespace mux::compiler
