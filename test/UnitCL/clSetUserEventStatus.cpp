#include <chrono>
#include <thread>

#include "programs.h"

namespace mux::test::cl_set_user_event_status {

namespace {

class UserEventFixture : public QueueFixture {
 public:
  /// Enqueues a marker that waits for an event.
  Handle<cl_event> marker_after(cl_command_queue to, cl_event event) const {
    Handle<cl_event> marker;
    succeed(clEnqueueMarkerWithWaitList(to, 1, &event, marker.out()));
    return marker;
  }
  cl_int status(cl_event event) const {
    return info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
};

}  // namespace

TEST_CASE_METHOD(UserEventFixture, "clSetUserEventStatus: dependent commands continue",
                 "[clSetUserEventStatus]") {
  for (int round = 0; round < 100; ++round) {
    const auto event = user_event();
    const auto marker = marker_after(queue, event);
    succeed(clFlush(queue));
    CHECK(status(marker) > CL_COMPLETE);
    succeed(clSetUserEventStatus(event, CL_COMPLETE));
    succeed(clWaitForEvents(1, marker.address()));
    CHECK(status(event) == CL_COMPLETE);
    CHECK(status(marker) == CL_COMPLETE);
  }
}

TEST_CASE_METHOD(UserEventFixture, "clSetUserEventStatus: with an error, dependent commands fail",
                 "[clSetUserEventStatus]") {
  const auto event = user_event();
  const auto first = marker_after(queue, event);
  const auto other = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  const auto second = marker_after(other, first);
  succeed(clSetUserEventStatus(event, -42));
  expect(clWaitForEvents(1, event.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  expect(clWaitForEvents(1, second.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(status(event) == -42);
  CHECK(status(first) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(status(second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  succeed(clFinish(queue));
  // The queue still works.
  Handle<cl_event> after;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, after.out()));
  succeed(clWaitForEvents(1, after.address()));
}

TEST_CASE_METHOD(UserEventFixture,
                 "clSetUserEventStatus: a failed event fails commands enqueued later",
                 "[clSetUserEventStatus]") {
  const auto event = user_event();
  succeed(clSetUserEventStatus(event, -1));
  const auto marker = marker_after(queue, event);
  expect(clWaitForEvents(1, marker.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(UserEventFixture, "clSetUserEventStatus: is CL_INVALID_EVENT for other events",
                 "[clSetUserEventStatus]") {
  expect(clSetUserEventStatus(nullptr, CL_COMPLETE), CL_INVALID_EVENT);
  Handle<cl_event> marker;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()));
  expect(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
}

TEST_CASE_METHOD(UserEventFixture,
                 "clSetUserEventStatus: only CL_COMPLETE and errors are values, others are "
                 "CL_INVALID_VALUE",
                 "[clSetUserEventStatus]") {
  const auto event = user_event();
  for (const cl_int wrong : {CL_RUNNING, CL_SUBMITTED, CL_QUEUED, 4}) {
    expect(clSetUserEventStatus(event, wrong), CL_INVALID_VALUE);
  }
  CHECK(status(event) == CL_SUBMITTED);
  succeed(clSetUserEventStatus(event, CL_COMPLETE));
}

TEST_CASE_METHOD(UserEventFixture, "clSetUserEventStatus: a second time is CL_INVALID_OPERATION",
                 "[clSetUserEventStatus]") {
  const auto event = user_event();
  succeed(clSetUserEventStatus(event, CL_COMPLETE));
  expect(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  expect(clSetUserEventStatus(event, -1), CL_INVALID_OPERATION);
  CHECK(status(event) == CL_COMPLETE);
}

TEST_CASE_METHOD(UserEventFixture,
                 "clSetUserEventStatus: a queue may be released while it waits for the event",
                 "[clSetUserEventStatus]") {
  const auto event = user_event();
  auto other = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  const auto marker = marker_after(other, event);
  other.reset();
  CHECK(status(marker) > CL_COMPLETE);
  succeed(clSetUserEventStatus(event, CL_COMPLETE));
  succeed(clWaitForEvents(1, marker.address()));
}

TEST_CASE_METHOD(
    UserEventFixture,
    "clSetUserEventStatus: a collected command starts when earlier ones end, without a flush",
    "[clSetUserEventStatus]") {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const auto out_of_order = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, properties, code);
  });
  const auto memory = buffer_of(numbers(8));
  const auto first = user_event();
  const auto second = user_event();
  const auto fill = [&](cl_event wait, cl_event *event) {
    const cl_int five = 5;
    succeed(clEnqueueFillBuffer(out_of_order, memory, &five, sizeof five, 0, sizeof five,
                                wait != nullptr ? 1 : 0, wait != nullptr ? &wait : nullptr, event));
  };
  const auto units = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  for (cl_uint unit = 0; unit <= units; ++unit) {
    fill(first, nullptr);
  }
  Handle<cl_event> gathered;
  fill(nullptr, gathered.out());
  // Another command of this queue, while the collected one is pending.
  fill(second, nullptr);
  succeed(clSetUserEventStatus(first, CL_COMPLETE));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (status(gathered) > CL_COMPLETE && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(status(gathered) == CL_COMPLETE);
  succeed(clSetUserEventStatus(second, CL_COMPLETE));
  succeed(clFinish(out_of_order));
}

}  // namespace mux::test::cl_set_user_event_status
