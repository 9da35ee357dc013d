/// @file
/// The contract between compiled kernels and whoever runs them.
///
/// A compiled kernel is one function that runs a range of work-groups of an ND-range, one after the
/// other, on the calling thread. It allocates nothing and keeps nothing between calls, so any
/// number of threads may run it at once, each with scratch memory of its own.
///
/// Scratch memory of one call, from its first byte:
///   1. the local memory that the kernel declares (KernelDescription::local_memory_size bytes),
///   2. the local memory passed as arguments, each block aligned to `local_memory_alignment`; a
///   local
///      argument's slot holds the block's offset from the start of the scratch memory,
///   3. at NdRange::work_item_storage_offset, the values that work-items keep across barriers:
///      KernelDescription::work_item_storage(work-items of a group) bytes.
/// None of it needs to be zeroed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mux::compiler {

/// Alignment of the scratch memory, of each block of local memory in it and of the work-item
/// storage: the largest alignment of an OpenCL type (long16).
inline constexpr size_t local_memory_alignment = 128;

/// Alignment of the packed arguments. A value in them may ask for more; the kernel does not rely on
/// it.
inline constexpr size_t packed_argument_alignment = 8;

/// What a kernel needs to know of the ND-range it runs in. Compiled code reads it: the order of the
/// members is part of the contract (source/compiler/pipeline mirrors it as an LLVM type).
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
};

/// Runs the work-groups `first_group` to `last_group` (exclusive). A group's number counts x
/// fastest: x + y * group_count[0] + z * group_count[0] * group_count[1].
///
/// @param arguments the packed arguments, aligned to `packed_argument_alignment`: each at
/// KernelArgument::offset.
/// @return 0, or an error that fails the command.
using KernelFunction = int32_t (*)(const void *arguments, const NdRange *range,
                                   uint64_t first_group, uint64_t last_group, void *scratch);

enum class ArgumentKind : uint32_t {
  /// Packed as a pointer.
  buffer,
  /// Packed as the value itself.
  plain_old_data,
  /// Packed as a 64-bit offset into the scratch memory.
  local_buffer,
  image,
  sampler,
};

struct KernelArgument {
  ArgumentKind kind = ArgumentKind::plain_old_data;
  /// Bytes of a value; 8 for the other kinds.
  uint64_t size = 0;
  /// Of a value, or of a local buffer's elements; a power of two.
  uint64_t alignment = 1;
  /// Where the argument stands in the packed arguments.
  uint64_t offset = 0;
  /// The kernel may read, or write, memory through this pointer.
  bool reads = true;
  bool writes = true;
  std::string type_name;
  std::string name;
};

struct KernelDescription {
  std::string name;
  std::vector<KernelArgument> arguments;
  /// Bytes of the packed arguments.
  uint64_t packed_size = 0;
  /// Bytes of local memory that the kernel declares, a multiple of `local_memory_alignment`.
  uint64_t local_memory_size = 0;
  /// Bytes that each work-item of a group keeps across barriers.
  uint64_t storage_per_work_item = 0;
  /// Bytes that a group needs besides, however many work-items it has (large private arrays of a
  /// kernel without barriers).
  uint64_t storage_per_group = 0;
  /// reqd_work_group_size, or zeros.
  uint64_t required_local_size[3] = {0, 0, 0};
  /// The kernel may read or write memory that none of its arguments points to.
  bool reaches_anything = true;

  uint64_t work_item_storage(uint64_t work_items) const {
    return storage_per_group + storage_per_work_item * work_items;
  }
};

}  // namespace mux::compiler
