// Entry points of events.

#include "client/clock.h"
#include "opencl/queue/queue.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

void flush(const Event &event) {
  if (event.queue() != nullptr) {
    event.queue()->flush(event);
  }
}

/// Flushes the queue, so that programs that poll an event or set a callback need not. On failure
/// the event reports the error.
void flush_if_possible(const Event &event) noexcept {
  try {
    flush(event);
  } catch (...) {
    // dispatch() has completed the event with the error.
    return;
  }
}

void event_info(const Event &event, cl_event_info name, const InfoOut &out) {
  switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
      return out.of<cl_command_queue>(event.command_queue());
    case CL_EVENT_CONTEXT:
      return out.of<cl_context>(&event.context());
    case CL_EVENT_COMMAND_TYPE:
      return out.of(event.type());
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      flush_if_possible(event);
      return out.of(event.status());
    case CL_EVENT_REFERENCE_COUNT:
      return out.of(event.references());
    default:
      fail_unknown_info("an event", name);
  }
}

void profiling_info(const Event &event, cl_profiling_info name, const InfoOut &out) {
  const Event::Times &times = event.times();
  switch (name) {
    case CL_PROFILING_COMMAND_QUEUED:
      return out.of(times.queued);
    case CL_PROFILING_COMMAND_SUBMIT:
      return out.of(times.submitted);
    case CL_PROFILING_COMMAND_START:
      return out.of(times.started);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE:
      return out.of(times.ended);
    default:
      fail_unknown_info("the times of a command", name);
  }
}

void wait_for_events(cl_uint num_events, const cl_event *event_list) {
  require(num_events != 0 && event_list != nullptr, CL_INVALID_VALUE,
          "num_events is 0 or event_list is NULL");
  std::vector<Ref<Event>> events;
  for (cl_uint index = 0; index < num_events; ++index) {
    events.emplace_back(checked<Event>(event_list[index]));
    require_same(events.front()->context(), events.back()->context());
  }
  // All are flushed first, since the first may depend on the last. A single event is flushed when
  // it is waited for.
  if (events.size() > 1) {
    for (const Ref<Event> &event : events) {
      flush(*event);
    }
  }
  for (const Ref<Event> &event : events) {
    if (event->queue() != nullptr) {
      event->queue()->wait_for(*event);
    } else {
      event->wait();
    }
  }
  for (const Ref<Event> &event : events) {
    require(event->status() == CL_COMPLETE, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            "the command of an event in the list failed");
  }
}

}  // namespace

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  return create<Context>("clCreateUserEvent", context, errcode_ret, [&]() -> cl_event {
    return New<Event>(checked<Context>(context)).give();
  });
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return call("clSetUserEventStatus", [&] {
    // A callback may release the event.
    const Ref<Event> object(checked<Event>(event));
    require(object->is_user_event(), CL_INVALID_EVENT, "the event is not a user event");
    require(execution_status <= CL_COMPLETE, CL_INVALID_VALUE,
            "execution_status is neither CL_COMPLETE nor negative");
    const cl_ulong time = mux::client::now();
    require(object->complete(execution_status, time, time), CL_INVALID_OPERATION,
            "the status of the event was already set");
  });
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  return call("clWaitForEvents", [&] { wait_for_events(num_events, event_list); });
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret) {
  return call("clGetEventInfo", [&] {
    event_info(checked<Event>(event), param_name,
               {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clRetainEvent(cl_event event) {
  return call("clRetainEvent", [&] { retain<Event>(event); });
}

cl_int clReleaseEvent(cl_event event) {
  return call("clReleaseEvent", [&] { release<Event>(event); });
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type, EventNotify pfn_notify,
                          void *user_data) {
  return call("clSetEventCallback", [&] {
    // The callback may release the event before this call returns.
    const Ref<Event> object(checked<Event>(event));
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    require(command_exec_callback_type == CL_SUBMITTED ||
                command_exec_callback_type == CL_RUNNING ||
                command_exec_callback_type == CL_COMPLETE,
            CL_INVALID_VALUE,
            "command_exec_callback_type is not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
    object->notify(command_exec_callback_type, pfn_notify, user_data);
    flush_if_possible(*object);
  });
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                               size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret) {
  return call("clGetEventProfilingInfo", [&] {
    const Event &object = checked<Event>(event);
    flush_if_possible(object);
    require(object.command_queue() != nullptr && object.command_queue()->profiles() &&
                object.is_complete(),
            CL_PROFILING_INFO_NOT_AVAILABLE,
            "the command is not complete, or its queue has no CL_QUEUE_PROFILING_ENABLE");
    profiling_info(object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}
