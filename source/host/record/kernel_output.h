/// @file
/// The hook for muxSetKernelOutput() (extensions.h).
#pragma once

#include <mux/extensions.h>

namespace mux::host {

mux_result_t set_kernel_output(mux_command_buffer_t command_buffer, mux_kernel_output_e output);

}  // namespace mux::host
