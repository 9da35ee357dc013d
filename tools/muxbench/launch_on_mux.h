// Arguments and options of a workload's launch for Mux.
#pragma once

#include <mux/mux.hpp>
#include <vector>

#include "muxbench/kernels.h"

namespace mux::bench {

inline NdRange nd_range_of(const Launch &launch) {
  const std::vector<size_t> &global = launch.global_size;
  const std::vector<size_t> &local = launch.local_size;
  return global.size() == 1 ? NdRange({global[0]}, {local[0]})
                            : NdRange({global[0], global[1]}, {local[0], local[1]});
}

// Values are not copied: the launch must live until the command is recorded.
inline std::vector<mux_descriptor_info_t> arguments_of(const Launch &launch,
                                                       const std::vector<Buffer> &buffers) {
  std::vector<mux_descriptor_info_t> arguments;
  arguments.reserve(launch.arguments.size());
  for (const KernelArgument &each : launch.arguments) {
    if (const auto *array = std::get_if<ArrayArgument>(&each)) {
      arguments.push_back(argument(buffers[array->index]));
    } else if (const auto *number = std::get_if<uint32_t>(&each)) {
      arguments.push_back(argument(*number));
    } else {
      arguments.push_back(argument(std::get<float>(each)));
    }
  }
  return arguments;
}

}  // namespace mux::bench
