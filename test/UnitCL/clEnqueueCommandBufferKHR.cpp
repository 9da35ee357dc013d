#include "command_buffers.h"

namespace mux::test::cl_enqueue_command_buffer_khr {

namespace {

constexpr const char *increment_source =
    "kernel void increment(global int *a) { a[get_global_id(0)] += 1; }";

class EnqueueFixture : public CommandBufferFixture {
 public:
  /// Records increments of the memory, and finalizes.
  void record_increments(cl_command_buffer_khr target, int count = 1) const {
    set_arguments(kernel, memory);
    const size_t size = 16;
    for (int index = 0; index < count; ++index) {
      succeed(functions.nd_range(target, nullptr, nullptr, kernel, 1, nullptr, &size, nullptr, 0,
                                 nullptr, nullptr, nullptr));
    }
    succeed(functions.finalize(target));
  }
  std::vector<cl_int> all(cl_int value) const { return std::vector<cl_int>(16, value); }

  Handle<cl_kernel> kernel = kernel_of_source(context, increment_source);
  Handle<cl_mem> memory = buffer_of(std::vector<cl_int>(16, 0));
};

}  // namespace

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: runs all commands, repeatedly") {
  record_increments(command_buffer, 10);
  for (int round = 1; round <= 100; ++round) {
    succeed(functions.enqueue(0, nullptr, command_buffer, 0, nullptr, nullptr));
    if (round % 10 == 0) {
      CHECK(contents<cl_int>(memory) == all(10 * round));
    }
  }
}

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: in order on an in-order queue") {
  record_increments(command_buffer);
  const cl_int zero = 0;
  const size_t size = 16;
  for (int round = 0; round < 50; ++round) {
    succeed(clEnqueueFillBuffer(queue, memory, &zero, 4, 0, 64, 0, nullptr, nullptr));
    succeed(functions.enqueue(0, nullptr, command_buffer, 0, nullptr, nullptr));
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    succeed(functions.enqueue(0, nullptr, command_buffer, 0, nullptr, nullptr));
    CHECK(contents<cl_int>(memory) == all(3));
  }
}

TEST_CASE_METHOD(
    EnqueueFixture,
    "clEnqueueCommandBufferKHR: wait lists and events order it on out-of-order queues") {
  const auto out_of_order = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const OwnCommandBuffer target(functions, out_of_order);
  record_increments(target, 3);
  const auto user = user_event();
  Handle<cl_event> last;
  const cl_int five = 5;
  succeed(
      clEnqueueFillBuffer(out_of_order, memory, &five, 4, 0, 64, 1, user.address(), last.out()));
  for (int round = 0; round < 20; ++round) {
    Handle<cl_event> next;
    succeed(functions.enqueue(0, nullptr, target, 1, last.address(), next.out()));
    last = std::move(next);
  }
  CHECK(info<cl_int>(clGetEventInfo, last, CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_COMPLETE);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clWaitForEvents(1, last.address()));
  CHECK(contents<cl_int>(memory) == all(65));
}

TEST_CASE_METHOD(EnqueueFixture,
                 "clEnqueueCommandBufferKHR: events of the same queue's open batch") {
  const auto out_of_order = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const OwnCommandBuffer target(functions, out_of_order);
  record_increments(target);
  const size_t size = 16;
  Handle<cl_event> events[2];
  for (int round = 0; round < 50; ++round) {
    succeed(clEnqueueNDRangeKernel(
        out_of_order, kernel, 1, nullptr, &size, nullptr, events[1] != nullptr ? 1 : 0,
        events[1] != nullptr ? events[1].address() : nullptr, events[0].out()));
    succeed(functions.enqueue(0, nullptr, target, 1, events[0].address(), events[1].out()));
  }
  succeed(clFinish(out_of_order));
  CHECK(contents<cl_int>(memory) == all(100));
}

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: several at once (simultaneous use)") {
  const auto out_of_order = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  const OwnCommandBuffer target(functions, out_of_order, properties);
  const auto counts = kernel_of_source(
      context, "kernel void count(global int *a) { atomic_add(a + get_global_id(0), 1); }");
  set_arguments(counts, memory);
  const size_t size = 16;
  succeed(functions.nd_range(target, nullptr, nullptr, counts, 1, nullptr, &size, nullptr, 0,
                             nullptr, nullptr, nullptr));
  succeed(functions.finalize(target));
  const auto user = user_event();
  std::vector<Handle<cl_event>> events(100);
  for (Handle<cl_event> &event : events) {
    succeed(functions.enqueue(0, nullptr, target, 1, user.address(), event.out()));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  for (const Handle<cl_event> &event : events) {
    succeed(clWaitForEvents(1, event.address()));
  }
  CHECK(contents<cl_int>(memory) == all(100));
}

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: its event, with times") {
  const auto measuring = make_queue(CL_QUEUE_PROFILING_ENABLE);
  record_increments(command_buffer, 5);
  cl_command_queue queues[] = {measuring};
  Handle<cl_event> event;
  succeed(functions.enqueue(1, queues, command_buffer, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
  expect_info(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE,
              cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR});
  expect_info(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE, cl_command_queue{measuring});
  expect_info(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int{CL_COMPLETE});
  cl_ulong times[5] = {};
  const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                     CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                     CL_PROFILING_COMMAND_COMPLETE};
  for (size_t index = 0; index < 5; ++index) {
    times[index] = info<cl_ulong>(clGetEventProfilingInfo, event, names[index]);
    CHECK(times[index] != 0);
    CHECK((index == 0 || times[index - 1] <= times[index]));
  }
  CHECK(times[2] < times[3]);
  CHECK(contents<cl_int>(memory) == all(5));
}

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: fails if its wait list fails") {
  record_increments(command_buffer);
  const auto user = user_event();
  Handle<cl_event> event;
  succeed(functions.enqueue(0, nullptr, command_buffer, 1, user.address(), event.out()));
  succeed(clSetUserEventStatus(user, -7));
  expect(clWaitForEvents(1, event.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  const auto other = make_queue(0);
  cl_command_queue queues[] = {other};
  succeed(functions.enqueue(1, queues, command_buffer, 0, nullptr, nullptr));
  succeed(clFinish(other));
}

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: clFinish waits for it, on any queue") {
  record_increments(command_buffer, 100);
  const auto others = {make_queue(0), make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  int runs = 0;
  for (const Handle<cl_command_queue> &other : others) {
    cl_command_queue queues[] = {other};
    for (int round = 0; round < 20; ++round) {
      succeed(functions.enqueue(1, queues, command_buffer, 0, nullptr, nullptr));
      succeed(clFinish(other));
      ++runs;
    }
  }
  std::vector<cl_int> values(16);
  succeed(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 64, values.data(), 0, nullptr, nullptr));
  CHECK(values == all(100 * runs));
}

TEST_CASE_METHOD(EnqueueFixture, "clEnqueueCommandBufferKHR: barriers of out-of-order queues") {
  const auto out_of_order = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const OwnCommandBuffer target(functions, out_of_order);
  record_increments(target);
  for (int round = 0; round < 50; ++round) {
    succeed(functions.enqueue(0, nullptr, target, 0, nullptr, nullptr));
    succeed(clEnqueueBarrierWithWaitList(out_of_order, 0, nullptr, nullptr));
  }
  succeed(clFinish(out_of_order));
  CHECK(contents<cl_int>(memory) == all(50));
}

TEST_CASE_METHOD(EnqueueFixture,
                 "clEnqueueCommandBufferKHR: CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_OPERATION, "
                 "CL_INVALID_VALUE, CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, "
                 "CL_INVALID_EVENT_WAIT_LIST") {
  cl_command_queue queues[] = {queue, queue};
  const auto enqueue = [&](cl_uint count, cl_command_queue *list, cl_uint events = 0,
                           const cl_event *event_list = nullptr) {
    return functions.enqueue(count, list, command_buffer, events, event_list, nullptr);
  };
  expect(functions.enqueue(0, nullptr, nullptr, 0, nullptr, nullptr),
         CL_INVALID_COMMAND_BUFFER_KHR);
  expect(enqueue(0, nullptr), CL_INVALID_OPERATION);
  record_increments(command_buffer);
  expect(enqueue(1, nullptr), CL_INVALID_VALUE);
  expect(enqueue(0, queues), CL_INVALID_VALUE);
  expect(enqueue(2, queues), CL_INVALID_VALUE);
  cl_command_queue no_queue[] = {nullptr};
  expect(enqueue(1, no_queue), CL_INVALID_COMMAND_QUEUE);
  cl_command_queue foreign[] = {other_queue};
  expect(enqueue(1, foreign), CL_INVALID_CONTEXT);
  const auto user = user_event();
  const auto other_event =
      created([&](cl_int *code) { return clCreateUserEvent(other_context, code); });
  const cl_event no_event = nullptr;
  expect(enqueue(0, nullptr, 1, other_event.address()), CL_INVALID_CONTEXT);
  expect(enqueue(0, nullptr, 1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  expect(enqueue(0, nullptr, 0, user.address()), CL_INVALID_EVENT_WAIT_LIST);
  expect(enqueue(0, nullptr, 1, &no_event), CL_INVALID_EVENT_WAIT_LIST);
  succeed(enqueue(1, queues));
  CHECK(contents<cl_int>(memory) == all(1));
}

TEST_CASE_METHOD(TwoDevicesFixture, "clEnqueueCommandBufferKHR: CL_INVALID_DEVICE") {
  const CommandBufferFunctions functions(platform);
  const OwnCommandBuffer target(functions, queues[0]);
  succeed(functions.finalize(target));
  cl_command_queue wrong[] = {queues[1]};
  expect(functions.enqueue(1, wrong, target, 0, nullptr, nullptr), CL_INVALID_DEVICE);
  succeed(functions.enqueue(0, nullptr, target, 0, nullptr, nullptr));
  succeed(clFinish(queues[0]));
}

}  // namespace mux::test::cl_enqueue_command_buffer_khr
