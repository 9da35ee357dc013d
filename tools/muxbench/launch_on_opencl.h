// Arguments of a workload's launch for OpenCL implementations.
#pragma once

#include <span>

#include "muxbench/kernels.h"
#include "muxbench/opencl.h"

namespace mux::bench {

// Throws OpenClError.
inline void set_arguments(const OpenClDevice &device, cl_kernel kernel, const Launch &launch,
                          std::span<const cl_mem> buffers) {
  cl_uint index = 0;
  const auto set = [&](size_t size, const void *value) {
    check(device.functions().set_kernel_arg(kernel, index, size, value), "clSetKernelArg");
  };
  for (const KernelArgument &argument : launch.arguments) {
    if (const auto *array = std::get_if<ArrayArgument>(&argument)) {
      set(sizeof(cl_mem), &buffers[array->index]);
    } else {
      // Both types of values have 32 bits.
      std::visit([&](const auto &value) { set(sizeof(uint32_t), &value); }, argument);
    }
    ++index;
  }
}

}  // namespace mux::bench
