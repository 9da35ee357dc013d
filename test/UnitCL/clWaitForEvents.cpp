#include "fixtures.h"

namespace mux::test::cl_wait_for_events {

TEST_CASE_METHOD(QueueFixture, "clWaitForEvents: flushes the queues of the events",
                 "[clWaitForEvents]") {
  std::vector<Handle<cl_event>> events(200);
  std::vector<cl_event> list;
  for (Handle<cl_event> &event : events) {
    succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
    list.push_back(event);
  }
  succeed(clWaitForEvents(static_cast<cl_uint>(list.size()), list.data()));
  for (cl_event event : list) {
    expect_info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_COMPLETE);
  }
}

TEST_CASE_METHOD(QueueFixture,
                 "clWaitForEvents: waits for a command that depends on another thread",
                 "[clWaitForEvents]") {
  const auto event = user_event();
  std::atomic<bool> set = false;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    set = true;
    clSetUserEventStatus(event, CL_COMPLETE);
  });
  succeed(clWaitForEvents(1, event.address()));
  CHECK(set);
  other.join();
}

TEST_CASE_METHOD(QueueFixture, "clWaitForEvents: an empty list is CL_INVALID_VALUE",
                 "[clWaitForEvents]") {
  const auto event = user_event();
  expect(clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  succeed(clSetUserEventStatus(event, CL_COMPLETE));
  // The loader reads the list before it calls the implementation, and does not check its length.
  CHECK(clWaitForEvents(0, event.address()) != CL_SUCCESS);
}

TEST_CASE_METHOD(QueueFixture, "clWaitForEvents: other objects are CL_INVALID_EVENT",
                 "[clWaitForEvents]") {
  const auto event = user_event();
  succeed(clSetUserEventStatus(event, CL_COMPLETE));
  const cl_event list[] = {event, nullptr};
  expect(clWaitForEvents(2, list), CL_INVALID_EVENT);
  const cl_event queue_as_event[] = {
      reinterpret_cast<cl_event>(static_cast<cl_command_queue>(queue))};
  expect(clWaitForEvents(1, queue_as_event), CL_INVALID_EVENT);
}

TEST_CASE_METHOD(QueueFixture, "clWaitForEvents: events of two contexts are CL_INVALID_CONTEXT",
                 "[clWaitForEvents]") {
  const auto other = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  const auto one = created([&](cl_int *code) { return clCreateUserEvent(context, code); });
  const auto two = created([&](cl_int *code) { return clCreateUserEvent(other, code); });
  succeed(clSetUserEventStatus(one, CL_COMPLETE));
  succeed(clSetUserEventStatus(two, CL_COMPLETE));
  const cl_event list[] = {one, two};
  expect(clWaitForEvents(2, list), CL_INVALID_CONTEXT);
}

}  // namespace mux::test::cl_wait_for_events
