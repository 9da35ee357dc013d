/// @file
/// Declarations of the device's built-in kernels for the device info; see builtin_kernels.h.
#pragma once

namespace mux::host {

/// mux_device_info_s::builtin_kernel_declarations.
inline constexpr char builtin_kernel_declarations[] =
    "mux_copy(global const uchar* source, global uchar* destination, ulong size);"
    "mux_fill_8(global uchar* destination, uchar pattern, ulong count);"
    "mux_fill_16(global ushort* destination, ushort pattern, ulong count);"
    "mux_fill_32(global uint* destination, uint pattern, ulong count);"
    "mux_fill_64(global ulong* destination, ulong pattern, ulong count);"
    "mux_fill_128(global uint4* destination, uint4 pattern, ulong count)";

}  // namespace mux::host
