#include "codegen/clang/extension_functions.h"

#include <string_view>

namespace mux::compiler {
namespace {

/// cl_khr_work_group_uniform_arithmetic: OpenCL C 3.0 has work-group collectives for addition,
/// minimum and maximum only.
constexpr std::string_view uniform_arithmetic = R"(
#ifdef __opencl_c_work_group_collective_functions
#define cl_khr_work_group_uniform_arithmetic 1
#define __mux_collective(name, type) type __attribute__((overloadable, convergent)) name(type)
#define __mux_collectives(operation, type)                     \
  __mux_collective(work_group_reduce_##operation, type);       \
  __mux_collective(work_group_scan_inclusive_##operation, type); \
  __mux_collective(work_group_scan_exclusive_##operation, type);
#define __mux_integer_collectives(operation) \
  __mux_collectives(operation, int)          \
  __mux_collectives(operation, uint)         \
  __mux_collectives(operation, long)         \
  __mux_collectives(operation, ulong)
__mux_integer_collectives(mul)
__mux_collectives(mul, float)
#ifdef cl_khr_fp64
__mux_collectives(mul, double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__mux_collectives(mul, half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
__mux_integer_collectives(and)
__mux_integer_collectives(or)
__mux_integer_collectives(xor)
__mux_collectives(logical_and, int)
__mux_collectives(logical_or, int)
__mux_collectives(logical_xor, int)
#undef __mux_integer_collectives
#undef __mux_collectives
#undef __mux_collective
#endif
)";

/// Results of get_image_channel_data_type() that Clang's header does not define. Writes to sRGB
/// images are supported in every version; Clang declares them from 2.0 on only.
constexpr std::string_view image_types = R"(
#ifndef cl_khr_srgb_image_writes
#define cl_khr_srgb_image_writes 1
#endif
#if __OPENCL_C_VERSION__ >= 300
#define __opencl_c_ext_image_unorm_int_2_101010 1
#define CLK_UNORM_INT_2_101010_EXT 0x10E5
#endif
)";

/// cl_khr_extended_async_copies: copies of lines and planes by a work-group. Every work-item copies
/// its share synchronously, so events need no state. All names are reserved, so that no macro of a
/// program can interfere; internal_linkage is used because old versions of OpenCL C have no
/// `static`.
constexpr std::string_view copies = R"(
void __attribute__((overloadable, convergent)) async_work_group_copy_fence(cl_mem_fence_flags);
#define __mux_copies(to, from)                                                                    \
  event_t __attribute__((overloadable, convergent, internal_linkage))                             \
  async_work_group_copy_3D3D(                                                                     \
      to void *__to, size_t __to_offset, const from void *__from, size_t __from_offset,           \
      size_t __element, size_t __elements, size_t __lines, size_t __planes, size_t __from_line,   \
      size_t __from_plane, size_t __to_line, size_t __to_plane, event_t __event) {                \
    size_t __first = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + \
                     get_local_id(0);                                                             \
    size_t __work_items = get_local_size(0) * get_local_size(1) * get_local_size(2);              \
    for (size_t __plane = 0; __plane < __planes; ++__plane) {                                     \
      for (size_t __line = 0; __line < __lines; ++__line) {                                       \
        to uchar *__out = (to uchar *)__to +                                                      \
            (__to_offset + __plane * __to_plane + __line * __to_line) * __element;                \
        const from uchar *__in = (const from uchar *)__from +                                     \
            (__from_offset + __plane * __from_plane + __line * __from_line) * __element;          \
        for (size_t __byte = __first; __byte < __elements * __element; __byte += __work_items) {  \
          __out[__byte] = __in[__byte];                                                           \
        }                                                                                         \
      }                                                                                           \
    }                                                                                             \
    return __event;                                                                               \
  }                                                                                               \
  event_t __attribute__((overloadable, convergent, internal_linkage))                             \
  async_work_group_copy_2D2D(                                                                     \
      to void *__to, size_t __to_offset, const from void *__from, size_t __from_offset,           \
      size_t __element, size_t __elements, size_t __lines, size_t __from_line,                    \
      size_t __to_line, event_t __event) {                                                        \
    return async_work_group_copy_3D3D(__to, __to_offset, __from, __from_offset, __element,        \
                                      __elements, __lines, 1, __from_line, 0, __to_line, 0,       \
                                      __event);                                                   \
  }
__mux_copies(__local, __global)
__mux_copies(__global, __local)
#undef __mux_copies
)";

}  // namespace

std::string extension_functions() {
  return std::string(uniform_arithmetic).append(image_types).append(copies);
}

}  // namespace mux::compiler
