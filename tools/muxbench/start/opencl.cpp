#include "muxbench/launch_on_opencl.h"
#include "muxbench/start/clock.h"
#include "muxbench/start/runs.h"

namespace mux::bench {
namespace {

// Freed when the process ends, as are all other objects here.
std::vector<cl_mem> make_buffers(const OpenClDevice &device, const Workload &workload) {
  std::vector<cl_mem> buffers;
  buffers.reserve(workload.arrays.size());
  for (const Array &array : workload.arrays) {
    cl_int result = CL_SUCCESS;
    // Not initialized, unlike OpenClDevice's buffers, because Mux's are not either.
    buffers.push_back(device.functions().create_buffer(
        device.context(), CL_MEM_READ_WRITE, array.initial.bytes().size(), nullptr, &result));
    check(result, "clCreateBuffer");
  }
  return buffers;
}

void fill(const OpenClDevice &device, const std::vector<cl_mem> &buffers,
          const Workload &workload) {
  for (size_t index = 0; index < buffers.size(); ++index) {
    device.write(buffers[index], workload.arrays[index].initial.bytes());
  }
}

double time_launch(const OpenClDevice &device, cl_kernel kernel, const std::vector<cl_mem> &buffers,
                   const Workload &workload) {
  StageClock clock;
  for (const Launch &launch : workload.launches) {
    set_arguments(device, kernel, launch, buffers);
    device.enqueue(kernel, launch.global_size, launch.local_size);
  }
  device.finish();
  return clock.lap();
}

}  // namespace

Start start_on_opencl(const std::string &name, const Workload &workload) {
  Start start;
  StageClock clock;
  const std::vector<OpenClDevice> devices = find_opencl_devices();
  start.devices_ns = clock.lap();
  if (devices.empty()) {
    throw OpenClError("there is no CPU device");
  }
  const OpenClDevice &device = devices.front();
  const std::vector<cl_mem> buffers = make_buffers(device, workload);
  fill(device, buffers, workload);
  const char *const source = kernel_class_source(name);
  clock.lap();
  const cl_program program = device.build_program(source);
  start.build_ns = clock.lap();
  const cl_kernel kernel = device.create_kernel(program, name.c_str());
  start.kernel_ns = clock.lap();
  start.first_launch_ns = time_launch(device, kernel, buffers, workload);
  if (workload.restored) {
    fill(device, buffers, workload);
  }
  start.next_launch_ns = time_launch(device, kernel, buffers, workload);
  return start;
}

}  // namespace mux::bench
