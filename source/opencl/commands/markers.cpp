// Entry points that enqueue markers and barriers.

#include "opencl/queue/queue.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

void enqueue_marker(cl_command_queue command_queue, const Enqueue &info, bool blocks_later) {
  checked<Queue>(command_queue)
      .enqueue_marker(info, {.waits_for_earlier = true, .blocks_later = blocks_later});
}

}  // namespace

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueMarkerWithWaitList", command_queue, [&] {
    enqueue_marker(command_queue,
                   {CL_COMMAND_MARKER, num_events_in_wait_list, event_wait_list, event}, false);
  });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueBarrierWithWaitList", command_queue, [&] {
    enqueue_marker(command_queue,
                   {CL_COMMAND_BARRIER, num_events_in_wait_list, event_wait_list, event}, true);
  });
}

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return call<Queue>("clEnqueueMarker", command_queue, [&] {
    checked<Queue>(command_queue);
    require(event != nullptr, CL_INVALID_VALUE, "event is NULL");
    enqueue_marker(command_queue, {CL_COMMAND_MARKER, 0, nullptr, event}, false);
  });
}

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                              const cl_event *event_list) {
  return call<Queue>("clEnqueueWaitForEvents", command_queue, [&] {
    checked<Queue>(command_queue);
    require(num_events != 0 && event_list != nullptr, CL_INVALID_VALUE,
            "num_events is 0 or event_list is NULL");
    for (cl_uint index = 0; index < num_events; ++index) {
      checked<Event>(event_list[index]);
    }
    enqueue_marker(command_queue, {CL_COMMAND_BARRIER, num_events, event_list, nullptr}, true);
  });
}

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return call<Queue>("clEnqueueBarrier", command_queue, [&] {
    enqueue_marker(command_queue, {CL_COMMAND_BARRIER, 0, nullptr, nullptr}, true);
  });
}
