// Entry points that enqueue kernels, and that suggest a local size.

#include "opencl/commands/kernels.h"
#include "opencl/queue/queue.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace mux::opencl {

DeviceKernel &kernel_on_device(const Recorder &recorder, Kernel &kernel) {
  require_same(kernel.context(), recorder.context());
  return kernel.on(recorder.device_index());
}

mux_ndrange_options_t options_of(DeviceKernel &kernel, const Range &range) {
  mux_ndrange_options_t options{};
  if (!kernel.descriptors.empty()) {
    options.descriptors = kernel.descriptors.data();
    options.descriptors_length = kernel.descriptors.size();
  }
  std::copy(range.local.begin(), range.local.end(), options.local_size);
  options.global_offset = range.offset.data();
  options.global_size = range.global.data();
  options.dimensions = range.dimensions;
  return options;
}

/// Sets the expected time of the command, and registers its cost model for measurement.
static void expect_nd_range(Recording &recording, const DeviceKernel &on_device,
                            const Range &range) {
  recording.cost = &on_device.code().cost;
  recording.work_items = uint64_t{range.global[0]} * range.global[1] * range.global[2];
  recording.expected = recording.cost->expected(recording.work_items);
}

mux_result_t record_nd_range(Recording &recording, Kernel &kernel, DeviceKernel &on_device,
                             const mux_ndrange_options_t &options) {
  // The objects of an unchanged kernel are already retained by this recording.
  if (const uint64_t version = kernel.version(); recording.kept_version != version) {
    recording.kept_version = 0;
    recording.keep(on_device.executable());
    kernel.retain_used(recording.kept);
    recording.kept_version = version;
  }
  return muxCommandNDRange(recording.commands, on_device.code().kernel, options,
                           recording.wait_count, recording.waits, recording.sync_point);
}

void run_kernel(Recorder &recorder, Kernel &kernel, const RangeRequest &request) {
  DeviceKernel &on_device = kernel_on_device(recorder, kernel);
  kernel.require_ready();
  const Range range = checked_range(on_device, recorder.device(), request);
  recorder.record([&](Recording &recording) {
    if (range.empty) {
      return recording.nothing();
    }
    expect_nd_range(recording, on_device, range);
    return record_nd_range(recording, kernel, on_device, options_of(on_device, range));
  });
}

}  // namespace mux::opencl

namespace {

void suggest(const Queue &queue, Kernel &kernel, const RangeRequest &request, size_t *suggested) {
  require_same(kernel.context(), queue.context());
  DeviceKernel &on_device = kernel.on(queue.device_index());
  kernel.require_ready();
  const Range range = checked_global_range(request);
  require(!range.empty, CL_INVALID_GLOBAL_WORK_SIZE,
          "global_work_size is NULL or 0 in a dimension");
  require(suggested != nullptr, CL_INVALID_VALUE, "suggested_local_work_size is NULL");
  const Size3 local = on_device.suggest(range.dimensions, range.global);
  std::copy_n(local.begin(), range.dimensions, suggested);
}

}  // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t *global_work_offset, const size_t *global_work_size,
                              const size_t *local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueNDRangeKernel", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_NDRANGE_KERNEL, num_events_in_wait_list, event_wait_list, event});
    run_kernel(enqueuer, checked<Kernel>(kernel),
               {work_dim, global_work_offset, global_work_size, local_work_size});
  });
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                     cl_event *event) {
  return call<Queue>("clEnqueueTask", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_TASK, num_events_in_wait_list, event_wait_list, event});
    constexpr size_t one = 1;
    run_kernel(enqueuer, checked<Kernel>(kernel), {1, nullptr, &one, &one});
  });
}

cl_int clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel,
                                         cl_uint work_dim, const size_t *global_work_offset,
                                         const size_t *global_work_size,
                                         size_t *suggested_local_work_size) {
  return call("clGetKernelSuggestedLocalWorkSize", [&] {
    const Queue &queue = checked<Queue>(command_queue);
    suggest(queue, checked<Kernel>(kernel),
            {work_dim, global_work_offset, global_work_size, nullptr}, suggested_local_work_size);
  });
}

cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel,
                                            cl_uint work_dim, const size_t *global_work_offset,
                                            const size_t *global_work_size,
                                            size_t *suggested_local_work_size) {
  return clGetKernelSuggestedLocalWorkSize(command_queue, kernel, work_dim, global_work_offset,
                                           global_work_size, suggested_local_work_size);
}
