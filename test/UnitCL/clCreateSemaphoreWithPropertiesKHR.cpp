#include <sys/eventfd.h>

#include "semaphores.h"

namespace mux::test::cl_create_semaphore_with_properties_khr {

TEST_CASE_METHOD(SemaphoreFixture,
                 "clEnqueueWaitSemaphoresKHR: waits for a signal of another queue",
                 "[clCreateSemaphoreWithPropertiesKHR]") {
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  const auto memory = buffer(4);
  for (cl_uint round = 1; round < 100; ++round) {
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 4, 0, nullptr, nullptr));
    succeed(signal(queue, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    succeed(wait(second, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    cl_uint seen = 0;
    succeed(clEnqueueReadBuffer(second, memory, CL_TRUE, 0, 4, &seen, 0, nullptr, nullptr));
    REQUIRE(seen == round);
  }
}

TEST_CASE_METHOD(SemaphoreFixture, "clEnqueueWaitSemaphoresKHR: may be enqueued before the signal",
                 "[clCreateSemaphoreWithPropertiesKHR]") {
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  Handle<cl_event> waiting;
  succeed(wait(second, 1, &semaphore, nullptr, 0, nullptr, waiting.out()));
  succeed(clFlush(second));
  CHECK(info<cl_int>(clGetEventInfo, waiting, CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_COMPLETE);
  succeed(signal(queue, 1, &semaphore, nullptr, 0, nullptr, nullptr));
  succeed(clFlush(queue));
  succeed(clWaitForEvents(1, waiting.address()));
  CHECK(payload() == 0);
}

TEST_CASE_METHOD(SemaphoreFixture, "clGetSemaphoreInfoKHR: properties of the semaphore",
                 "[clCreateSemaphoreWithPropertiesKHR]") {
  CHECK(payload() == 0);
  Handle<cl_event> event;
  succeed(signal(queue, 1, &semaphore, nullptr, 0, nullptr, event.out()));
  expect_info<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE,
                               CL_COMMAND_SEMAPHORE_SIGNAL_KHR);
  succeed(clWaitForEvents(1, event.address()));
  CHECK(payload() == 1);
  succeed(wait(queue, 1, &semaphore, nullptr, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
  CHECK(payload() == 0);
  expect_info<cl_context>(get_info, semaphore, CL_SEMAPHORE_CONTEXT_KHR, context);
  expect_info<cl_uint>(get_info, semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR, 1);
  expect_info<cl_semaphore_type_khr>(get_info, semaphore, CL_SEMAPHORE_TYPE_KHR,
                                     CL_SEMAPHORE_TYPE_BINARY_KHR);
  expect_list(get_info, semaphore, CL_SEMAPHORE_PROPERTIES_KHR,
              std::vector<cl_semaphore_properties_khr>(std::begin(binary), std::end(binary)));
  expect_list(get_info, semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
              std::vector<cl_device_id>{device});
  succeed(retain(semaphore));
  expect_info<cl_uint>(get_info, semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR, 2);
  succeed(release(semaphore));
}

TEST_CASE_METHOD(SemaphoreFixture, "clCreateSemaphoreWithPropertiesKHR: invalid arguments",
                 "[clCreateSemaphoreWithPropertiesKHR]") {
  const auto refuse = [&](cl_int expected, std::vector<cl_semaphore_properties_khr> properties) {
    expect_none(expected, [&](cl_int *code) { return create(context, properties.data(), code); });
  };
  expect_none(CL_INVALID_CONTEXT, [&](cl_int *code) { return create(nullptr, binary, code); });
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) { return create(context, nullptr, code); });
  const auto this_device =
      static_cast<cl_semaphore_properties_khr>(reinterpret_cast<uintptr_t>(device));
  refuse(CL_INVALID_VALUE, {0});
  refuse(CL_INVALID_VALUE, {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, this_device, 0, 0});
  refuse(CL_INVALID_PROPERTY, {CL_SEMAPHORE_TYPE_KHR, 7, 0});
  refuse(CL_INVALID_PROPERTY, {CL_QUEUE_PROPERTIES, 0, 0});
  refuse(CL_INVALID_PROPERTY, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                               CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0});
  refuse(CL_INVALID_DEVICE, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                             CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, this_device, this_device, 0, 0});
  refuse(CL_INVALID_DEVICE, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                             CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0, 0});

  // External handles.
  const auto semaphore_with = [&](cl_int expected,
                                  std::vector<cl_semaphore_properties_khr> properties) {
    properties.insert(properties.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
    properties.push_back(0);
    refuse(expected, properties);
  };
  constexpr cl_semaphore_properties_khr opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  constexpr cl_semaphore_properties_khr sync = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
  constexpr cl_semaphore_properties_khr exported = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
  semaphore_with(CL_INVALID_VALUE, {exported, opaque, opaque, 0});
  semaphore_with(CL_INVALID_PROPERTY, {exported, CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KHR, 0});
  semaphore_with(CL_INVALID_PROPERTY, {exported, opaque, 0, exported, opaque, 0});
  semaphore_with(CL_INVALID_OPERATION, {sync, cl_semaphore_properties_khr(-1), exported, sync, 0});
  semaphore_with(CL_INVALID_PROPERTY, {sync, cl_semaphore_properties_khr(-1), opaque, 0});
  semaphore_with(CL_INVALID_PROPERTY, {opaque, cl_semaphore_properties_khr(-1)});
  // Other kinds of files, whose descriptors remain owned by the program.
  const Descriptor null(open("/dev/null", O_RDWR));
  const Descriptor blocking(eventfd(1, EFD_CLOEXEC));
  for (const int descriptor : {static_cast<int>(null), static_cast<int>(blocking), 100000}) {
    semaphore_with(CL_INVALID_PROPERTY, {opaque, cl_semaphore_properties_khr(descriptor)});
    semaphore_with(CL_INVALID_PROPERTY, {sync, cl_semaphore_properties_khr(descriptor)});
  }
  CHECK(fcntl(null, F_GETFD) >= 0);
}

TEST_CASE_METHOD(SemaphoreFixture, "clEnqueueSignalSemaphoresKHR: invalid arguments",
                 "[clCreateSemaphoreWithPropertiesKHR]") {
  for (const auto enqueue : {signal, wait}) {
    expect(enqueue(nullptr, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    expect(enqueue(queue, 0, &semaphore, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    cl_semaphore_khr none = nullptr;
    expect(enqueue(queue, 1, &none, nullptr, 0, nullptr, nullptr), CL_INVALID_SEMAPHORE_KHR);
    expect(enqueue(other_queue, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    const cl_event no_event = nullptr;
    expect(enqueue(queue, 1, &semaphore, nullptr, 1, &no_event, nullptr),
           CL_INVALID_EVENT_WAIT_LIST);
    expect(enqueue(queue, 1, &semaphore, nullptr, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    const auto failed = user_event();
    succeed(clSetUserEventStatus(failed, -1));
    expect(enqueue(queue, 1, &semaphore, nullptr, 1, failed.address(), nullptr),
           CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  expect(retain(nullptr), CL_INVALID_SEMAPHORE_KHR);
  expect(release(nullptr), CL_INVALID_SEMAPHORE_KHR);
}

}  // namespace mux::test::cl_create_semaphore_with_properties_khr
