#include "fixtures.h"

namespace mux::test::cl_get_event_profiling_info {

namespace {

constexpr cl_profiling_info times[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                       CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                       CL_PROFILING_COMMAND_COMPLETE};

class ProfilingFixture : public ContextFixture {
 public:
  Handle<cl_command_queue> make(cl_command_queue_properties flags) const {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, flags, 0};
    return created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, properties, code);
    });
  }
};

}  // namespace

TEST_CASE_METHOD(ProfilingFixture,
                 "clGetEventProfilingInfo: the times follow each other, by the host's clock",
                 "[clGetEventProfilingInfo]") {
  for (const cl_command_queue_properties flags :
       {CL_QUEUE_PROFILING_ENABLE,
        CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const auto queue = make(flags);
    cl_ulong before = 0;
    cl_ulong after = 0;
    succeed(clGetHostTimer(device, &before));
    Handle<cl_event> event;
    succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
    succeed(clWaitForEvents(1, event.address()));
    succeed(clGetHostTimer(device, &after));
    cl_ulong last = before;
    for (const cl_profiling_info name : times) {
      const auto time = info<cl_ulong>(clGetEventProfilingInfo, event, name);
      CHECK(time >= last);
      last = time;
      expect_info<cl_ulong>(clGetEventProfilingInfo, event, name, time);
    }
    CHECK(last <= after);
  }
}

TEST_CASE_METHOD(ProfilingFixture,
                 "clGetEventProfilingInfo: is not available without profiling, before completion "
                 "and for user events",
                 "[clGetEventProfilingInfo]") {
  cl_ulong time = 0;
  const auto unavailable = [&](cl_event event) {
    expect(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
           CL_PROFILING_INFO_NOT_AVAILABLE);
  };
  const auto silent = make(0);
  Handle<cl_event> event;
  succeed(clEnqueueMarkerWithWaitList(silent, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
  unavailable(event);

  const auto queue = make(CL_QUEUE_PROFILING_ENABLE);
  const auto user = created([&](cl_int *code) { return clCreateUserEvent(context, code); });
  succeed(clEnqueueMarkerWithWaitList(queue, 1, user.address(), event.out()));
  unavailable(event);
  unavailable(user);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  unavailable(user);
  succeed(clFinish(queue));
}

TEST_CASE_METHOD(ProfilingFixture, "clGetEventProfilingInfo: invalid arguments",
                 "[clGetEventProfilingInfo]") {
  const auto queue = make(CL_QUEUE_PROFILING_ENABLE);
  Handle<cl_event> event;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
  cl_ulong time = 0;
  expect(clGetEventProfilingInfo(nullptr, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
         CL_INVALID_EVENT);
  expect(clGetEventProfilingInfo(event, CL_EVENT_CONTEXT, sizeof time, &time, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_event_profiling_info
