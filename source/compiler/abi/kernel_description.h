/// @file
/// The description of a kernel: its arguments, the memory that its code needs, and properties that
/// decide how it is dispatched and specialized. The compiler writes it and the runtime reads it.
///
/// These are plain values without threads or errors; strings and vectors allocate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi/specialization.h"

namespace mux::compiler {

/// Stack size in bytes that code of a kernel may always use; code that exceeds both this and the
/// stack size of the kernel's baseline code is not used. Private variables of packets take at most
/// 512 KiB (codegen/vectorize/analysis/private_layout.h), the rest is for spills.
inline constexpr uint64_t guaranteed_stack_use = 640 * 1024;

/// Stack size in bytes for functions that kernels call (compiler/runtime, the C library).
inline constexpr uint64_t runtime_stack_use_limit = 32 * 1024;

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
