// Entry points that create, enqueue and query command buffers.

#include "opencl/command_buffer/command_buffer.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"
#include "opencl/support/properties.h"

using namespace mux::opencl;

namespace {

cl_command_buffer_flags_khr checked_flags(cl_command_buffer_flags_khr flags) {
  constexpr cl_command_buffer_flags_khr offered =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
  require((flags & ~(offered | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR)) == 0, CL_INVALID_VALUE,
          "unknown command buffer flags");
  require((flags & ~offered) == 0, CL_INVALID_PROPERTY,
          "CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR is not supported");
  return flags;
}

CommandBuffer::Properties checked_buffer_properties(
    const cl_command_buffer_properties_khr *properties) {
  CommandBuffer::Properties checked;
  const auto take = [&](cl_command_buffer_properties_khr name,
                        cl_command_buffer_properties_khr value) {
    switch (name) {
      case CL_COMMAND_BUFFER_FLAGS_KHR:
        checked.flags = checked_flags(value);
        break;
      case CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR:
        require((value &
                 ~cl_mutable_dispatch_asserts_khr{
                     CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR}) == 0,
                CL_INVALID_VALUE, "unknown mutable dispatch assertions");
        checked.asserts = value;
        break;
      default:
        fail(CL_INVALID_VALUE, "unknown command buffer property");
    }
  };
  checked.list = copy_properties(properties, CL_INVALID_VALUE, take);
  return checked;
}

/// The queue to execute on: the one given, or that of the command buffer.
Queue &queue_for(const CommandBuffer &command_buffer, cl_uint count,
                 const cl_command_queue *queues) {
  require((count == 0) == (queues == nullptr), CL_INVALID_VALUE,
          "num_queues and queues are inconsistent");
  require(count <= 1, CL_INVALID_VALUE,
          "num_queues is greater than 1, and the command buffer was created with one queue");
  if (count == 0) {
    return command_buffer.queue();
  }
  Queue &queue = checked<Queue>(queues[0]);
  require_same(queue.context(), command_buffer.context());
  require(&queue.device() == &command_buffer.queue().device(), CL_INVALID_DEVICE,
          "the device of the queue is not that of the command buffer");
  return queue;
}

void command_buffer_info(const CommandBuffer &command_buffer, cl_command_buffer_info_khr name,
                         const InfoOut &out) {
  switch (name) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return out.of(cl_uint{1});
    case CL_COMMAND_BUFFER_QUEUES_KHR:
      return out.of<cl_command_queue>(&command_buffer.queue());
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return out.of(command_buffer.references());
    case CL_COMMAND_BUFFER_STATE_KHR:
      return out.of(command_buffer.state());
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return out.array(std::span(command_buffer.properties().list));
    case CL_COMMAND_BUFFER_CONTEXT_KHR:
      return out.of<cl_context>(&command_buffer.context());
    default:
      fail_unknown_info("a command buffer", name);
  }
}

}  // namespace

cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                               const cl_command_buffer_properties_khr *properties,
                                               cl_int *errcode_ret) {
  return create("clCreateCommandBufferKHR", errcode_ret, [&]() -> cl_command_buffer_khr {
    require(num_queues == 1 && queues != nullptr, CL_INVALID_VALUE,
            "num_queues is not 1; multi-queue command buffers are not supported");
    Queue &queue = checked<Queue>(queues[0]);
    return New<CommandBuffer>(queue, checked_buffer_properties(properties)).give();
  });
}

cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return call("clFinalizeCommandBufferKHR",
              [&] { checked<CommandBuffer>(command_buffer).finalize(); });
}

cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return call("clRetainCommandBufferKHR", [&] { retain<CommandBuffer>(command_buffer); });
}

cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return call("clReleaseCommandBufferKHR", [&] { release<CommandBuffer>(command_buffer); });
}

cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                 cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event) {
  return call("clEnqueueCommandBufferKHR", [&] {
    CommandBuffer &object = checked<CommandBuffer>(command_buffer);
    object.enqueue(
        queue_for(object, num_queues, queues),
        {CL_COMMAND_COMMAND_BUFFER_KHR, num_events_in_wait_list, event_wait_list, event});
  });
}

cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                 cl_command_buffer_info_khr param_name, size_t param_value_size,
                                 void *param_value, size_t *param_value_size_ret) {
  return call("clGetCommandBufferInfoKHR", [&] {
    command_buffer_info(checked<CommandBuffer>(command_buffer), param_name,
                        {param_value_size, param_value, param_value_size_ret});
  });
}
