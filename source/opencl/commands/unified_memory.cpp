// Entry points that enqueue commands on unified shared memory (cl_intel_unified_shared_memory).

#include "opencl/commands/arguments.h"
#include "opencl/commands/shared_memory.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr, const void *pattern,
                             size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueMemFillINTEL", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_MEMFILL_INTEL, num_events_in_wait_list, event_wait_list, event});
    fill_memory(enqueuer, dst_ptr, {pattern, pattern_size}, size);
  });
}

cl_int clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value,
                            size_t size, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueMemsetINTEL", command_queue, [&] {
    const auto byte = static_cast<cl_uchar>(value);
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_MEMFILL_INTEL, num_events_in_wait_list, event_wait_list, event});
    fill_memory(enqueuer, dst_ptr, {&byte, sizeof byte}, size);
  });
}

cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr,
                            const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueMemcpyINTEL", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_MEMCPY_INTEL, num_events_in_wait_list, event_wait_list, event,
                       blocking != CL_FALSE});
    copy_memory(enqueuer, dst_ptr, src_ptr, size);
  });
}

// Memory does not move: the following are hints, and accept any address.

cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *ptr, size_t,
                                cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueMigrateMemINTEL", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    // Without flags, memory migrates to the queue's device, as in later versions of the extension.
    require_migration_flags(flags);
    enqueue_empty_svm_command(
        queue, {CL_COMMAND_MIGRATEMEM_INTEL, num_events_in_wait_list, event_wait_list, event}, ptr);
  });
}

cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *ptr, size_t,
                               cl_mem_advice_intel advice, cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueMemAdviseINTEL", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require(advice == 0, CL_INVALID_VALUE, "advice is not 0");
    enqueue_empty_svm_command(
        queue, {CL_COMMAND_MEMADVISE_INTEL, num_events_in_wait_list, event_wait_list, event}, ptr);
  });
}
