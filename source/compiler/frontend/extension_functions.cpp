#include "compiler/frontend/extension_functions.h"

#include <string_view>

namespace mux::compiler {
namespace {

/// The collectives of work-groups in OpenCL C 3.0 know addition, minimum and maximum.
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
__mux_collectives(mul, half)
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

/// What get_image_channel_data_type() may answer beside what Clang's header names. Kernels write to
/// images of sRGB in every version, while Clang says so from 2.0 on.
constexpr std::string_view image_types = R"(
#ifndef cl_khr_srgb_image_writes
#define cl_khr_srgb_image_writes 1
#endif
#if __OPENCL_C_VERSION__ >= 300
#define __opencl_c_ext_image_unorm_int_2_101010 1
#define CLK_UNORM_INT_2_101010_EXT 0x10E5
#endif
)";

}  // namespace

std::string extension_functions() {
  return std::string(uniform_arithmetic).append(image_types);
}

}  // namespace mux::compiler
