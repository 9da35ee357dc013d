// Acquiring and releasing imported memory objects (cl_khr_external_memory).

#include <sys/epoll.h>

#include "opencl/commands/arguments.h"
#include "opencl/queue/file_event.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

/// Begins or ends processor access to dma_bufs when the command executes.
class ExternalAccess final : public Object {
 public:
  ExternalAccess(std::vector<Ref<MemObject>> objects, bool acquires)
      : objects_(std::move(objects)), acquires_(acquires) {}

  std::span<const Ref<MemObject>> objects() const { return objects_; }

  static void run(mux_queue_t, mux_command_buffer_t, void *change) {
    const auto &self = *static_cast<ExternalAccess *>(change);
    for (const Ref<MemObject> &object : self.objects_) {
      ImportedMemory &memory = *object->foreign();
      if (memory.is_dma_buf() && self.acquires_) {
        memory.begin_access();
      } else if (memory.is_dma_buf()) {
        memory.end_access();
      }
    }
  }

 private:
  std::vector<Ref<MemObject>> objects_;
  bool acquires_;
};

std::vector<Ref<MemObject>> checked_objects(const Queue &queue, cl_uint count,
                                            const cl_mem *handles) {
  require((count == 0) == (handles == nullptr), CL_INVALID_VALUE,
          "num_mem_objects and mem_objects are inconsistent");
  std::vector<Ref<MemObject>> objects;
  for (cl_uint index = 0; index < count; ++index) {
    MemObject &object = checked<MemObject>(handles[index]);
    require(object.foreign() != nullptr, CL_INVALID_MEM_OBJECT, "a memory object is not imported");
    require(object.context().has(queue.device()) && object.foreign()->is_for(queue.device()),
            CL_INVALID_COMMAND_QUEUE, "a memory object is not for the device of the queue");
    require_same(object.context(), queue.context());
    objects.emplace_back(object);
  }
  return objects;
}

/// Returns an event for each dma_buf, which completes when no device uses it.
std::vector<Ref<Event>> external_use_events(Context &context,
                                            std::span<const Ref<MemObject>> objects) {
  std::vector<Ref<Event>> events;
  for (const Ref<MemObject> &object : objects) {
    if (const ImportedMemory &memory = *object->foreign(); memory.is_dma_buf()) {
      events.push_back(event_of_file(context, memory.fence(), EPOLLOUT,
                                     [] { return std::optional<cl_int>(CL_COMPLETE); }));
    }
  }
  return events;
}

void enqueue_external_access(cl_command_queue command_queue, cl_uint count, const cl_mem *handles,
                             Enqueue info, bool acquires) {
  Queue &queue = checked<Queue>(command_queue);
  const New<ExternalAccess> change(checked_objects(queue, count, handles), acquires);
  std::vector<cl_event> waits;
  for (cl_event handle : wait_list(info)) {
    require(event_of_wait_list(handle).status() >= 0, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            "an event of the wait list failed");
    waits.push_back(handle);
  }
  std::vector<Ref<Event>> uses;
  if (acquires) {
    uses = external_use_events(queue.context(), change->objects());
  }
  for (const Ref<Event> &use : uses) {
    waits.push_back(use.get());
  }
  info.num_events_in_wait_list = static_cast<cl_uint>(waits.size());
  info.event_wait_list = waits.empty() ? nullptr : waits.data();
  queue.enqueue(info, [&](Recording &recording) {
    recording.keep(*change);
    return muxCommandUserCallback(recording.commands, ExternalAccess::run, change.get(),
                                  recording.wait_count, recording.waits, recording.sync_point);
  });
}

}  // namespace

cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue,
                                             cl_uint num_mem_objects, const cl_mem *mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueAcquireExternalMemObjectsKHR", command_queue, [&] {
    enqueue_external_access(command_queue, num_mem_objects, mem_objects,
                            {CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, num_events_in_wait_list,
                             event_wait_list, event},
                            true);
  });
}

cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue,
                                             cl_uint num_mem_objects, const cl_mem *mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueReleaseExternalMemObjectsKHR", command_queue, [&] {
    enqueue_external_access(command_queue, num_mem_objects, mem_objects,
                            {CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, num_events_in_wait_list,
                             event_wait_list, event},
                            false);
  });
}
