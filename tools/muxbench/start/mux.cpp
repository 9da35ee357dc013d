#include "muxbench/launch_on_mux.h"
#include "muxbench/start/clock.h"
#include "muxbench/start/runs.h"

namespace mux::bench {
namespace {

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
