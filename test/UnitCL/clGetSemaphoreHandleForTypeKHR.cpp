#include <poll.h>
#include <sys/wait.h>

#include "semaphores.h"

namespace mux::test::cl_get_semaphore_handle_for_type_khr {

namespace {

constexpr cl_semaphore_properties_khr opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
constexpr cl_semaphore_properties_khr sync_file = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
constexpr cl_semaphore_properties_khr exported = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;

/// An exported semaphore, and one imported from it.
class Fixture : public SemaphoreFixture {
 public:
  Fixture() {
    own = made({exported, opaque, 0});
    imported = made({opaque, static_cast<cl_semaphore_properties_khr>(handle())});
  }
  ~Fixture() {
    release(imported);
    release(own);
  }

  int handle() const {
    int descriptor = -1;
    size_t size = 0;
    succeed(get_handle(own, device, opaque, sizeof descriptor, &descriptor, &size));
    CHECK(size == sizeof descriptor);
    CHECK(fcntl(descriptor, F_GETFD) >= 0);
    return descriptor;
  }

  cl_semaphore_khr own = nullptr;
  cl_semaphore_khr imported = nullptr;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clGetSemaphoreHandleForTypeKHR: semaphores that share one payload",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  const auto memory = buffer(4);
  cl_semaphore_khr pair[] = {own, imported};
  for (cl_uint round = 1; round < 20; ++round) {
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 4, 0, nullptr, nullptr));
    succeed(signal(queue, 1, &pair[round % 2], nullptr, 0, nullptr, nullptr));
    succeed(wait(second, 1, &pair[(round + 1) % 2], nullptr, 0, nullptr, nullptr));
    cl_uint seen = 0;
    succeed(clEnqueueReadBuffer(second, memory, CL_TRUE, 0, 4, &seen, 0, nullptr, nullptr));
    REQUIRE(seen == round);
    REQUIRE(payload(own) == 0);
  }
}

TEST_CASE_METHOD(Fixture, "clGetSemaphoreHandleForTypeKHR: a wait may come before the signal",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  const auto user = user_event();
  Handle<cl_event> waited;
  succeed(wait(queue, 1, &imported, nullptr, 0, nullptr, waited.out()));
  succeed(clFlush(queue));
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  Handle<cl_event> signalled;
  succeed(signal(second, 1, &own, nullptr, 1, user.address(), signalled.out()));
  CHECK(info<cl_int>(clGetEventInfo, waited, CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_COMPLETE);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clWaitForEvents(1, waited.address()));
  succeed(clWaitForEvents(1, signalled.address()));
  CHECK(payload(own) == 0);
  CHECK(payload(imported) == 0);
}

TEST_CASE_METHOD(Fixture, "clGetSemaphoreHandleForTypeKHR: another process waits and signals",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  const Descriptor shared(handle());
  const pid_t child = fork();
  if (child == 0) {
    // The child waits for the signal, and signals its own.
    pollfd request = {shared, POLLIN, 0};
    uint64_t value = 0;
    const bool took = poll(&request, 1, 60000) == 1 && read(shared, &value, sizeof value) == 8;
    _exit(took && value == 1 ? 0 : 1);
  }
  REQUIRE(child > 0);
  // No flush is needed.
  succeed(signal(queue, 1, &own, nullptr, 0, nullptr, nullptr));
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  CHECK(payload(own) == 0);
  const pid_t signaller = fork();
  if (signaller == 0) {
    const uint64_t one = 1;
    _exit(write(shared, &one, sizeof one) == 8 ? 0 : 1);
  }
  REQUIRE(signaller > 0);
  succeed(wait(queue, 1, &imported, nullptr, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  REQUIRE(waitpid(signaller, &status, 0) == signaller);
  CHECK(status == 0);
}

TEST_CASE_METHOD(Fixture, "clGetSemaphoreHandleForTypeKHR: a failed signal has no effect",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  const auto user = user_event();
  Handle<cl_event> signalled;
  succeed(signal(queue, 1, &own, nullptr, 1, user.address(), signalled.out()));
  succeed(clSetUserEventStatus(user, -1));
  expect(clWaitForEvents(1, signalled.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(payload(imported) == 0);
}

TEST_CASE_METHOD(Fixture, "clGetSemaphoreHandleForTypeKHR: handle types of payloads",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  CHECK(payload(own) == 0);
  succeed(signal(queue, 1, &imported, nullptr, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(payload(own) == 1);
  CHECK(payload(imported) == 1);
  succeed(wait(queue, 1, &own, nullptr, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(payload(imported) == 0);
  constexpr cl_semaphore_info_khr is_exportable = 0x2054;
  expect_info<cl_bool>(get_info, own, is_exportable, CL_TRUE);
  expect_info<cl_bool>(get_info, imported, is_exportable, CL_FALSE);
  expect_info<cl_bool>(get_info, semaphore, is_exportable, CL_FALSE);
  using Types = std::vector<cl_external_semaphore_handle_type_khr>;
  expect_list(get_info, own, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
              Types{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
  expect_list(get_info, imported, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, Types{});
  const Types both = {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  expect_list(clGetDeviceInfo, device, CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, both);
  expect_list(clGetDeviceInfo, device, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, both);
  expect_list(clGetPlatformInfo, platform, CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, both);
  expect_list(clGetPlatformInfo, platform, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, both);
}

TEST_CASE_METHOD(SemaphoreFixture,
                 "clGetSemaphoreHandleForTypeKHR: the sync file of a completed signal is -1",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  const cl_semaphore_khr source = made({exported, sync_file, 0});
  int fence = 7;
  expect(get_handle(source, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof fence, &fence, nullptr),
         CL_INVALID_OPERATION);
  const auto memory = buffer(4);
  const cl_uint value = 5;
  succeed(clEnqueueFillBuffer(queue, memory, &value, 4, 0, 4, 0, nullptr, nullptr));
  Handle<cl_event> signalled;
  succeed(signal(queue, 1, &source, nullptr, 0, nullptr, signalled.out()));
  succeed(
      get_handle(source, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof fence, &fence, nullptr));
  CHECK(fence == -1);
  // The signal was consumed.
  expect_info<cl_int>(clGetEventInfo, signalled, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_COMPLETE);
  CHECK(payload(source) == 0);
  const cl_semaphore_khr target =
      made({sync_file, static_cast<cl_semaphore_properties_khr>(fence)});
  CHECK(payload(target) == 1);
  succeed(wait(queue, 1, &target, nullptr, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(payload(target) == 0);
  succeed(release(target));
  succeed(release(source));
}

TEST_CASE_METHOD(Fixture, "clGetSemaphoreHandleForTypeKHR: invalid arguments",
                 "[clGetSemaphoreHandleForTypeKHR]") {
  int descriptor = -1;
  const auto refuse = [&](cl_int expected, cl_semaphore_khr of, cl_device_id on,
                          cl_external_semaphore_handle_type_khr type, size_t size) {
    expect(get_handle(of, on, type, size, &descriptor, nullptr), expected);
    CHECK(descriptor == -1);
  };
  refuse(CL_INVALID_SEMAPHORE_KHR, nullptr, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 4);
  refuse(CL_INVALID_DEVICE, own, nullptr, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 4);
  refuse(CL_INVALID_VALUE, own, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 4);
  refuse(CL_INVALID_VALUE, own, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 3);
  refuse(CL_INVALID_VALUE, imported, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 4);
  refuse(CL_INVALID_VALUE, semaphore, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 4);
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id part = nullptr;
  cl_uint units = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  std::vector<cl_device_id> parts(units);
  succeed(clCreateSubDevices(device, one, units, parts.data(), nullptr));
  part = parts[0];
  refuse(CL_INVALID_DEVICE, own, part, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 4);
  for (const cl_device_id each : parts) {
    succeed(clReleaseDevice(each));
  }
  size_t size = 0;
  succeed(get_handle(own, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0, nullptr, &size));
  CHECK(size == sizeof(int));
}

}  // namespace mux::test::cl_get_semaphore_handle_for_type_khr
