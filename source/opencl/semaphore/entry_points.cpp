// Entry points of semaphores (cl_khr_semaphore).

#include "opencl/queue/queue.h"
#include "opencl/semaphore/semaphore.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

struct SemaphoreProperties {
  bool typed = false;
  Device *device = nullptr;
  std::vector<cl_semaphore_properties_khr> list;
};

/// Reads a list of devices that ends with its own 0, and copies it. Returns where it ended.
const cl_semaphore_properties_khr *copy_devices(const cl_semaphore_properties_khr *next,
                                                const Context &context, SemaphoreProperties &copy) {
  for (; *next != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; ++next) {
    require(copy.device == nullptr, CL_INVALID_DEVICE, "a semaphore is for one device, or for all");
    copy.device = &checked<Device>(reinterpret_cast<cl_device_id>(*next));
    require(context.has(*copy.device), CL_INVALID_DEVICE, "the device is not one of the context's");
    copy.list.push_back(*next);
  }
  require(copy.device != nullptr, CL_INVALID_DEVICE, "the list of devices is empty");
  copy.list.push_back(*next);
  return next + 1;
}

SemaphoreProperties copy_properties(const Context &context,
                                    const cl_semaphore_properties_khr *next) {
  require(next != nullptr, CL_INVALID_VALUE, "sema_props is NULL");
  SemaphoreProperties copy;
  while (*next != 0) {
    const cl_semaphore_properties_khr name = *next++;
    copy.list.push_back(name);
    switch (name) {
      case CL_SEMAPHORE_TYPE_KHR:
        require(!copy.typed && *next == CL_SEMAPHORE_TYPE_BINARY_KHR, CL_INVALID_PROPERTY,
                "the type is given twice, or is not binary");
        copy.typed = true;
        copy.list.push_back(*next++);
        break;
      case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
        require(copy.device == nullptr, CL_INVALID_PROPERTY, "the devices are given twice");
        next = copy_devices(next, context, copy);
        break;
      default:
        fail(CL_INVALID_PROPERTY, "there is no such property of a semaphore");
    }
  }
  copy.list.push_back(0);
  require(copy.typed, CL_INVALID_VALUE, "the type of the semaphore is not given");
  require(copy.device != nullptr || context.devices().size() == 1, CL_INVALID_PROPERTY,
          "the context has several devices, and the semaphore is for none of them");
  return copy;
}

std::vector<Ref<Semaphore>> checked_semaphores(const Queue &queue, cl_uint count,
                                               const cl_semaphore_khr *handles) {
  require(count != 0 && handles != nullptr, CL_INVALID_VALUE, "there are no semaphores");
  std::vector<Ref<Semaphore>> semaphores;
  for (cl_uint index = 0; index < count; ++index) {
    semaphores.emplace_back(checked<Semaphore>(handles[index]));
    require_same(semaphores.back()->context(), queue.context());
    require(semaphores.back()->is_for(queue.device()), CL_INVALID_COMMAND_QUEUE,
            "a semaphore is for another device");
  }
  return semaphores;
}

void require_no_failure(const Enqueue &info) {
  for (cl_event handle : wait_list(info)) {
    require(event_of_wait_list(handle).status() >= 0, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            "an event of the wait list failed");
  }
}

/// Enqueues a marker, and gives the program its event if it wants one.
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
      return out.array(semaphore.properties());
    case CL_SEMAPHORE_TYPE_KHR:
      return out.of(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
    case CL_SEMAPHORE_PAYLOAD_KHR:
      return out.of(cl_semaphore_payload_khr{semaphore.signalled()});
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      const std::vector<cl_device_id> devices = semaphore.devices();
      return out.array(std::span(devices));
    }
    default:
      fail(CL_INVALID_VALUE, "there is no such information about a semaphore");
  }
}

}  // namespace

cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                    const cl_semaphore_properties_khr *sema_props,
                                                    cl_int *errcode_ret) {
  return create("clCreateSemaphoreWithPropertiesKHR", errcode_ret, [&]() -> cl_semaphore_khr {
    Context &object = checked<Context>(context);
    SemaphoreProperties properties = copy_properties(object, sema_props);
    return New<Semaphore>(object, properties.device, std::move(properties.list)).give();
  });
}

cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                  const cl_semaphore_khr *sema_objects,
                                  const cl_semaphore_payload_khr *, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return call("clEnqueueWaitSemaphoresKHR", [&] {
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
  return call("clEnqueueSignalSemaphoresKHR", [&] {
    Queue &queue = checked<Queue>(command_queue);
    const auto semaphores = checked_semaphores(queue, num_sema_objects, sema_objects);
    const Enqueue info{CL_COMMAND_SEMAPHORE_SIGNAL_KHR, num_events_in_wait_list, event_wait_list,
                       event};
    require_no_failure(info);
    const Ref<Event> signal = enqueue_marker(queue, info);
    for (const Ref<Semaphore> &semaphore : semaphores) {
      semaphore->signal(signal);
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

cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return call("clRetainSemaphoreKHR", [&] { retain<Semaphore>(sema_object); });
}

cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return call("clReleaseSemaphoreKHR", [&] { release<Semaphore>(sema_object); });
}
