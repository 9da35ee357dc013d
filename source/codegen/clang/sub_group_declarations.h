/// @file
/// Declarations of sub-group functions that Clang does not declare.

#pragma once

#include <string_view>

namespace mux::compiler {

/// OpenCL C declarations of cl_intel_subgroups and of its extensions for bytes, shorts and longs.
/// Read-only and write-only images are available in every version of OpenCL C, read_write images
/// from 3.0 on.
inline constexpr std::string_view sub_group_declarations = R"(
#define __mux_function __attribute__((overloadable, convergent))

#define __mux_shuffles(type)                                                 \
  type __mux_function intel_sub_group_shuffle(type, uint);                   \
  type __mux_function intel_sub_group_shuffle_xor(type, uint);               \
  type __mux_function intel_sub_group_shuffle_down(type, type, uint);        \
  type __mux_function intel_sub_group_shuffle_up(type, type, uint);
#define __mux_vector_shuffles(type)                                          \
  __mux_shuffles(type) __mux_shuffles(type##2) __mux_shuffles(type##3)       \
  __mux_shuffles(type##4) __mux_shuffles(type##8) __mux_shuffles(type##16)
__mux_vector_shuffles(char)
__mux_vector_shuffles(uchar)
__mux_vector_shuffles(short)
__mux_vector_shuffles(ushort)
__mux_vector_shuffles(int)
__mux_vector_shuffles(uint)
__mux_vector_shuffles(float)
__mux_shuffles(long)
__mux_shuffles(ulong)
#ifdef cl_khr_fp64
__mux_shuffles(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__mux_shuffles(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __mux_vector_shuffles
#undef __mux_shuffles

#define __mux_broadcast(type) type __mux_function intel_sub_group_broadcast(type, uint);
#define __mux_combinations(kind, type)                                       \
  type __mux_function intel_sub_group_##kind##_add(type);                    \
  type __mux_function intel_sub_group_##kind##_min(type);                    \
  type __mux_function intel_sub_group_##kind##_max(type);
#define __mux_collectives(type)                                              \
  __mux_broadcast(type)                                                      \
  __mux_combinations(reduce, type)                                           \
  __mux_combinations(scan_exclusive, type)                                   \
  __mux_combinations(scan_inclusive, type)
#define __mux_vector_broadcasts(type)                                        \
  __mux_broadcast(type##2) __mux_broadcast(type##3) __mux_broadcast(type##4) \
  __mux_broadcast(type##8)
__mux_collectives(char)
__mux_collectives(uchar)
__mux_collectives(short)
__mux_collectives(ushort)
__mux_vector_broadcasts(short)
__mux_vector_broadcasts(ushort)
#undef __mux_vector_broadcasts
#undef __mux_collectives
#undef __mux_combinations
#undef __mux_broadcast

#define __mux_image_blocks(readable, writable, suffix, type)                         \
  type __mux_function intel_sub_group_block_read##suffix(readable image2d_t, int2); \
  void __mux_function intel_sub_group_block_write##suffix(writable image2d_t, int2, type);
#ifdef __opencl_c_read_write_images
#define __mux_images_in_place(suffix, type) \
  __mux_image_blocks(read_write, read_write, suffix, type)
#else
#define __mux_images_in_place(suffix, type)
#endif
#define __mux_block(suffix, type, element)                                           \
  type __mux_function intel_sub_group_block_read##suffix(const __global element *);  \
  void __mux_function intel_sub_group_block_write##suffix(__global element *, type); \
  __mux_image_blocks(read_only, write_only, suffix, type)                            \
  __mux_images_in_place(suffix, type)
#define __mux_blocks(suffix, element)        \
  __mux_block(suffix, element, element)      \
  __mux_block(suffix##2, element##2, element) \
  __mux_block(suffix##4, element##4, element) \
  __mux_block(suffix##8, element##8, element)
__mux_blocks(, uint)
__mux_blocks(_ui, uint)
__mux_blocks(_uc, uchar)
__mux_block(_uc16, uchar16, uchar)
__mux_blocks(_us, ushort)
__mux_blocks(_ul, ulong)
#undef __mux_blocks
#undef __mux_block
#undef __mux_images_in_place
#undef __mux_image_blocks
#undef __mux_function
)";

}  // namespace mux::compiler
