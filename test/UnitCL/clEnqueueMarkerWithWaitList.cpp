#include "fixtures.h"

namespace mux::test::cl_enqueue_marker_with_wait_list {

namespace {

class OutOfOrderFixture : public QueueFixture {
 public:
  OutOfOrderFixture() {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    *unordered.out() = clCreateCommandQueueWithProperties(context, device, properties, nullptr);
    REQUIRE(unordered != nullptr);
  }
  cl_int status(cl_event event) const {
    return info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  Handle<cl_command_queue> unordered;
};

}  // namespace

TEST_CASE_METHOD(OutOfOrderFixture, "clEnqueueMarkerWithWaitList: is enqueued like any command",
                 "[clEnqueueMarkerWithWaitList]") {
  check_enqueue(*this, CL_COMMAND_MARKER, clEnqueueMarkerWithWaitList);
  check_enqueue(*this, CL_COMMAND_BARRIER, clEnqueueBarrierWithWaitList);
}

TEST_CASE_METHOD(
    OutOfOrderFixture,
    "clEnqueueMarkerWithWaitList: without a wait list it waits for all earlier commands",
    "[clEnqueueMarkerWithWaitList]") {
  const auto user = user_event();
  Handle<cl_event> waiting;
  Handle<cl_event> marker;
  succeed(clEnqueueMarkerWithWaitList(unordered, 1, user.address(), waiting.out()));
  succeed(clEnqueueMarkerWithWaitList(unordered, 0, nullptr, marker.out()));
  succeed(clFlush(unordered));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(status(marker) > CL_COMPLETE);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clWaitForEvents(1, marker.address()));
  CHECK(status(waiting) == CL_COMPLETE);
}

TEST_CASE_METHOD(OutOfOrderFixture,
                 "clEnqueueMarkerWithWaitList: with a wait list it waits for nothing else, and no "
                 "command waits for it",
                 "[clEnqueueMarkerWithWaitList]") {
  const auto user = user_event();
  Handle<cl_event> waiting;
  Handle<cl_event> first;
  Handle<cl_event> second;
  Handle<cl_event> free;
  succeed(clEnqueueMarkerWithWaitList(unordered, 1, user.address(), waiting.out()));
  const auto other = user_event();
  succeed(clSetUserEventStatus(other, CL_COMPLETE));
  succeed(clEnqueueMarkerWithWaitList(unordered, 1, other.address(), first.out()));
  succeed(clEnqueueMarkerWithWaitList(unordered, 1, first.address(), second.out()));
  succeed(clWaitForEvents(1, second.address()));
  const auto memory = buffer(4);
  const cl_uint value = 1;
  succeed(clEnqueueFillBuffer(unordered, memory, &value, 4, 0, 4, 0, nullptr, free.out()));
  succeed(clWaitForEvents(1, free.address()));
  CHECK(status(waiting) > CL_COMPLETE);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(unordered));
  CHECK(status(waiting) == CL_COMPLETE);
}

TEST_CASE_METHOD(OutOfOrderFixture, "clEnqueueBarrierWithWaitList: all later commands wait for it",
                 "[clEnqueueMarkerWithWaitList]") {
  const auto user = user_event();
  Handle<cl_event> barrier;
  Handle<cl_event> later;
  const auto memory = buffer(4);
  const cl_uint value = 1;
  succeed(clEnqueueBarrierWithWaitList(unordered, 1, user.address(), barrier.out()));
  succeed(clEnqueueFillBuffer(unordered, memory, &value, 4, 0, 4, 0, nullptr, later.out()));
  succeed(clFlush(unordered));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(status(later) > CL_COMPLETE);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clWaitForEvents(1, later.address()));
  CHECK(status(barrier) == CL_COMPLETE);
}

TEST_CASE_METHOD(
    OutOfOrderFixture,
    "clEnqueueMarkerWithWaitList: events order the commands of one queue and of several",
    "[clEnqueueMarkerWithWaitList]") {
  // A chain of copies through a buffer; each waits for the one before, on one of three queues.
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  const cl_command_queue queues[] = {unordered, queue, second};
  constexpr cl_uint cells = 600;
  const auto memory = buffer(4 * (cells + 1));
  for (cl_uint stride = 1; stride <= 3; ++stride) {
    Handle<cl_event> last;
    const cl_uint value = 40 + stride;
    succeed(clEnqueueFillBuffer(unordered, memory, &value, 4, 0, 4, 0, nullptr, last.out()));
    for (cl_uint cell = 0; cell < cells; ++cell) {
      Handle<cl_event> next;
      succeed(clEnqueueCopyBuffer(queues[cell / 5 * stride % 3], memory, memory, 4 * cell,
                                  4 * (cell + 1), 4, 1, last.address(), next.out()));
      last = std::move(next);
    }
    cl_uint seen = 0;
    succeed(clEnqueueReadBuffer(second, memory, CL_TRUE, 4 * cells, 4, &seen, 1, last.address(),
                                nullptr));
    CHECK(seen == value);
  }
}

TEST_CASE_METHOD(OutOfOrderFixture,
                 "clEnqueueMarker, clEnqueueBarrier, clEnqueueWaitForEvents: still work",
                 "[clEnqueueMarkerWithWaitList]") {
  Handle<cl_event> marker;
  succeed(clEnqueueMarker(unordered, marker.out()));
  succeed(clEnqueueBarrier(unordered));
  succeed(clEnqueueWaitForEvents(unordered, 1, marker.address()));
  succeed(clFinish(unordered));
  CHECK(status(marker) == CL_COMPLETE);
  expect(clEnqueueMarker(unordered, nullptr), CL_INVALID_VALUE);
  expect(clEnqueueMarker(nullptr, marker.out()), CL_INVALID_COMMAND_QUEUE);
  expect(clEnqueueBarrier(nullptr), CL_INVALID_COMMAND_QUEUE);
  expect(clEnqueueWaitForEvents(unordered, 1, nullptr), CL_INVALID_VALUE);
  const cl_event none = nullptr;
  expect(clEnqueueWaitForEvents(unordered, 1, &none), CL_INVALID_EVENT);
}

TEST_CASE_METHOD(
    QueueFixture,
    "clEnqueueBarrierWithWaitList: commands collected behind a barrier wait for the barrier only",
    "[clEnqueueMarkerWithWaitList]") {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const auto out_of_order = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, properties, code);
  });
  const auto first = user_event();
  const auto second = user_event();
  const auto enqueue_waiting = [&] {
    succeed(clEnqueueMarkerWithWaitList(out_of_order, 1, second.address(), nullptr));
  };
  Handle<cl_event> barrier;
  succeed(clEnqueueBarrierWithWaitList(out_of_order, 1, first.address(), barrier.out()));
  // Enough to occupy the device, so that later commands are collected.
  const auto units = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  for (cl_uint index = 0; index < units + 2; ++index) {
    enqueue_waiting();
  }
  const auto memory = buffer(4);
  const cl_int value = 1;
  Handle<cl_event> gathered;
  succeed(clEnqueueFillBuffer(out_of_order, memory, &value, 4, 0, 4, 0, nullptr, gathered.out()));
  succeed(clSetUserEventStatus(first, CL_COMPLETE));
  succeed(clWaitForEvents(1, barrier.address()));
  enqueue_waiting();
  succeed(clWaitForEvents(1, gathered.address()));
  succeed(clSetUserEventStatus(second, CL_COMPLETE));
  succeed(clFinish(out_of_order));
}

}  // namespace mux::test::cl_enqueue_marker_with_wait_list
