#include <mux/mux.hpp>

#include "muxbench/start/clock.h"
#include "muxbench/start/runs.h"

namespace mux::bench {
namespace {

NdRange nd_range_of(const Launch &launch) {
  const std::vector<size_t> &global = launch.global_size;
  const std::vector<size_t> &local = launch.local_size;
  return global.size() == 1 ? NdRange({global[0]}, {local[0]})
                            : NdRange({global[0], global[1]}, {local[0], local[1]});
}

std::vector<Buffer> make_buffers(const Device &device, const Workload &workload) {
  std::vector<Buffer> buffers;
  buffers.reserve(workload.arrays.size());
  for (const Array &array : workload.arrays) {
    buffers.emplace_back(device, array.initial.bytes().size());
  }
  return buffers;
}

void fill(std::vector<Buffer> &buffers, const Workload &workload) {
  for (size_t index = 0; index < buffers.size(); ++index) {
    buffers[index].write(workload.arrays[index].initial.bytes());
  }
}

std::vector<mux_descriptor_info_t> arguments_of(const Launch &launch,
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

double time_launch(const Device &device, const Kernel &kernel, const std::vector<Buffer> &buffers,
                   const Workload &workload) {
  StageClock clock;
  CommandBuffer commands(device);
  for (const Launch &launch : workload.launches) {
    commands.nd_range(kernel, arguments_of(launch, buffers), nd_range_of(launch));
  }
  commands.finalize();
  device.queue().run(commands);
  return clock.lap();
}

}  // namespace

Start start_on_mux(const std::string &name, const Workload &workload) {
  Start start;
  StageClock clock;
  const Device device;
  start.devices_ns = clock.lap();
  std::vector<Buffer> buffers = make_buffers(device, workload);
  fill(buffers, workload);
  const char *const source = kernel_class_source(name);
  clock.lap();
  const Compilation compilation(source, "-cl-std=CL1.2");
  start.parse_ns = clock.lap();
  const Executable executable(device, compilation.binary());
  start.build_ns = start.parse_ns + clock.lap();
  const Kernel kernel(executable, name);
  start.kernel_ns = clock.lap();
  start.first_launch_ns = time_launch(device, kernel, buffers, workload);
  if (workload.restored) {
    fill(buffers, workload);
  }
  start.next_launch_ns = time_launch(device, kernel, buffers, workload);
  return start;
}

}  // namespace mux::bench
