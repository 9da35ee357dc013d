// Entry points of semaphores (cl_khr_semaphore).

#include "opencl/queue/queue.h"
#include "opencl/semaphore/semaphore.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

std::vector<Ref<Semaphore>> checked_semaphores(const Queue &queue, cl_uint count,
                                               const cl_semaphore_khr *handles) {
  require(count != 0 && handles != nullptr, CL_INVALID_VALUE,
          "num_sema_objects is 0 or sema_objects is NULL");
  std::vector<Ref<Semaphore>> semaphores;
  for (cl_uint index = 0; index < count; ++index) {
    semaphores.emplace_back(checked<Semaphore>(handles[index]));
    require_same(semaphores.back()->context(), queue.context());
    require(semaphores.back()->is_for(queue.device()), CL_INVALID_COMMAND_QUEUE,
            "a semaphore is not for the device of the queue");
  }
  return semaphores;
}

void require_no_failure(const Enqueue &info) {
  for (cl_event handle : wait_list(info)) {
    require(event_of_wait_list(handle).status() >= 0, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            "an event of the wait list failed");
  }
}

/// Enqueues a marker, and returns its event to the program if requested.
Ref<Event> enqueue_marker(Queue &queue, Enqueue info) {
  cl_event handle = nullptr;
  cl_event *wanted = std::exchange(info.event, &handle);
  queue.enqueue_marker(info, {.waits_for_earlier = false, .blocks_later = false});
  Event &event = checked<Event>(handle);
  const Ref<Event> kept(event);
  if (wanted != nullptr) {
    *wanted = handle;
  } else {
    event.release();
  }
  return kept;
}

void enqueue_wait(Queue &queue, const std::vector<Ref<Semaphore>> &semaphores, Enqueue info) {
  std::vector<Ref<Event>> taken;
  std::vector<cl_event> waits(info.event_wait_list,
                              info.event_wait_list + info.num_events_in_wait_list);
  try {
    for (const Ref<Semaphore> &semaphore : semaphores) {
      taken.push_back(semaphore->take());
      waits.push_back(taken.back().get());
    }
    info.num_events_in_wait_list = static_cast<cl_uint>(waits.size());
    info.event_wait_list = waits.data();
    const Ref<Event> event = enqueue_marker(queue, info);
    for (size_t index = 0; index < semaphores.size(); ++index) {
      semaphores[index]->waited(taken[index], event);
    }
  } catch (...) {
    for (size_t index = 0; index < taken.size(); ++index) {
      semaphores[index]->put_back(taken[index]);
    }
    throw;
  }
}

void semaphore_info(const Semaphore &semaphore, cl_semaphore_info_khr name, const InfoOut &out) {
  switch (name) {
    case CL_SEMAPHORE_CONTEXT_KHR:
      return out.of<cl_context>(&semaphore.context());
    case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
      return out.of(semaphore.references());
    case CL_SEMAPHORE_PROPERTIES_KHR:
      return out.array(std::span(semaphore.properties().list));
    case CL_SEMAPHORE_TYPE_KHR:
      return out.of(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
    case CL_SEMAPHORE_PAYLOAD_KHR:
      return out.of(cl_semaphore_payload_khr{semaphore.signalled()});
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      const std::vector<cl_device_id> devices = semaphore.devices();
      return out.array(std::span(devices));
    }
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: {
      const auto &exported = semaphore.properties().exported;
      return out.array(exported ? std::span(&*exported, 1)
                                : std::span<const cl_external_semaphore_handle_type_khr>());
    }
    case CL_SEMAPHORE_EXPORTABLE_KHR:
      return out.of(cl_bool{semaphore.properties().exported.has_value()});
    default:
      fail_unknown_info("a semaphore", name);
  }
}

/// Closes the program's file descriptor after an import, which duplicated it.
void close_imported(int descriptor) {
  const mux::client::File closed(descriptor);
}

/// Consumes the signal as a wait does, and waits for it on the host. Returns -1, which means a
/// signaled fence: only kernel drivers can create other sync files.
int export_sync_file(Semaphore &semaphore) {
  const Ref<Event> signal = semaphore.take_signal();
  require(bool(signal), CL_INVALID_OPERATION, "the semaphore has no pending signal");
  if (mux::client::Queue *queue = signal->queue()) {
    queue->wait_for(*signal);
  } else {
    signal->wait();
  }
  require(signal->status() == CL_COMPLETE, CL_OUT_OF_RESOURCES,
          "the signal of the semaphore failed");
  return -1;
}

void export_handle(Semaphore &semaphore, const Device &device,
                   cl_external_semaphore_handle_type_khr type, const InfoOut &out) {
  require(semaphore.is_for(device), CL_INVALID_DEVICE, "the semaphore is not for the device");
  require(semaphore.properties().exported == type, CL_INVALID_VALUE,
          "the semaphore was not created with CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR of this handle "
          "type");
  require(out.value == nullptr || out.size >= sizeof(int), CL_INVALID_VALUE,
          "handle_size is less than the size of the handle");
  if (out.value == nullptr) {
    return out.of(int{-1});
  }
  if (type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) {
    return out.of(export_sync_file(semaphore));
  }
  out.of(semaphore.shared_handle().release());
}

}  // namespace

cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                    const cl_semaphore_properties_khr *sema_props,
                                                    cl_int *errcode_ret) {
  return create<Context>(
      "clCreateSemaphoreWithPropertiesKHR", context, errcode_ret, [&]() -> cl_semaphore_khr {
        Context &object = checked<Context>(context);
        New<Semaphore> semaphore(object, checked_semaphore_properties(object, sema_props));
        close_imported(semaphore->properties().descriptor);
        return semaphore.give();
      });
}

cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                  const cl_semaphore_khr *sema_objects,
                                  const cl_semaphore_payload_khr *, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueWaitSemaphoresKHR", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    const auto semaphores = checked_semaphores(queue, num_sema_objects, sema_objects);
    const Enqueue info{CL_COMMAND_SEMAPHORE_WAIT_KHR, num_events_in_wait_list, event_wait_list,
                       event};
    require_no_failure(info);
    enqueue_wait(queue, semaphores, info);
  });
}

cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                    const cl_semaphore_khr *sema_objects,
                                    const cl_semaphore_payload_khr *,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueSignalSemaphoresKHR", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    const auto semaphores = checked_semaphores(queue, num_sema_objects, sema_objects);
    const Enqueue info{CL_COMMAND_SEMAPHORE_SIGNAL_KHR, num_events_in_wait_list, event_wait_list,
                       event};
    require_no_failure(info);
    const Ref<Event> signal = enqueue_marker(queue, info);
    bool is_shared = false;
    for (const Ref<Semaphore> &semaphore : semaphores) {
      semaphore->signal(signal);
      is_shared = is_shared || semaphore->is_shared();
    }
    if (is_shared) {
      // Users in other contexts or processes cannot flush this queue.
      queue.flush();
    }
  });
}

cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return call("clGetSemaphoreInfoKHR", [&] {
    semaphore_info(checked<Semaphore>(sema_object), param_name,
                   {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                      cl_external_semaphore_handle_type_khr handle_type,
                                      size_t handle_size, void *handle_ptr,
                                      size_t *handle_size_ret) {
  return call<Semaphore>("clGetSemaphoreHandleForTypeKHR", sema_object, [&] {
    export_handle(checked<Semaphore>(sema_object), checked<Device>(device), handle_type,
                  {handle_size, handle_ptr, handle_size_ret});
  });
}

cl_int clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object,
                                    cl_semaphore_reimport_properties_khr *reimport_props, int fd) {
  return call<Semaphore>("clReImportSemaphoreSyncFdKHR", sema_object, [&] {
    Semaphore &semaphore = checked<Semaphore>(sema_object);
    require(semaphore.properties().imported == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
            CL_INVALID_SEMAPHORE_KHR, "the semaphore was not imported from a sync file");
    require(reimport_props == nullptr || *reimport_props == 0, CL_INVALID_VALUE,
            "unknown property");
    semaphore.reimport(fd);
    close_imported(fd);
  });
}

cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return call("clRetainSemaphoreKHR", [&] { retain<Semaphore>(sema_object); });
}

cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return call("clReleaseSemaphoreKHR", [&] { release<Semaphore>(sema_object); });
}
