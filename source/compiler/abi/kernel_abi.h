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

#include <cstddef>
#include <cstdint>

namespace mux::compiler {

/// Alignment of the scratch memory, of each block of local memory in it and of the context array:
/// the largest alignment of an OpenCL type (long16).
inline constexpr size_t local_memory_alignment = 128;

/// Alignment of the packed arguments. A value's type may have a larger alignment; the kernel does
/// not assume it.
inline constexpr size_t packed_argument_alignment = 8;

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

/// Memory that is zero-initialized for a kernel.
struct InitializedMemory {
  /// Local memory of each work-group.
  bool local = false;
  /// Private variables.
  bool private_memory = false;

  bool any() const { return local || private_memory; }
};

}  // namespace mux::compiler
