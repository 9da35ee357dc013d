#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "fixtures.h"
#include "programs.h"

namespace mux::test::cl_get_device_ids {

TEST_CASE_METHOD(PlatformFixture,
                 "clGetDeviceIDs: the processor, as CPU, default and of any type") {
  const cl_device_type type =
      GENERATE(as<cl_device_type>(), CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_ALL,
               CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU);
  cl_uint count = 0;
  succeed(clGetDeviceIDs(platform, type, 0, nullptr, &count));
  CHECK(count == 1);
  cl_device_id devices[2] = {};
  succeed(clGetDeviceIDs(platform, type, 2, devices, nullptr));
  CHECK(devices[0] == device);
  CHECK(devices[1] == nullptr);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceIDs: CL_DEVICE_NOT_FOUND") {
  const cl_device_type type =
      GENERATE(CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM);
  cl_uint count = 1;
  cl_device_id found = nullptr;
  expect(clGetDeviceIDs(platform, type, 1, &found, &count), CL_DEVICE_NOT_FOUND);
  CHECK(found == nullptr);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceIDs: invalid arguments") {
  cl_device_id found = nullptr;
  cl_uint count = 0;
  expect(clGetDeviceIDs(platform, 0, 1, &found, &count), CL_INVALID_DEVICE_TYPE);
  expect(clGetDeviceIDs(platform, cl_device_type{1} << 20, 1, &found, &count),
         CL_INVALID_DEVICE_TYPE);
  expect(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, &count), CL_INVALID_VALUE);
  expect(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
  // An object of Mux that is not a platform.
  expect(clGetDeviceIDs(reinterpret_cast<cl_platform_id>(device), CL_DEVICE_TYPE_ALL, 1, &found,
                        &count),
         CL_INVALID_PLATFORM);
}

// Locks of sanitizers do not survive a fork of a process with several threads.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

namespace {

/// Builds and runs a kernel in a new context. Returns whether the result is correct.
bool works_in_own_context(cl_device_id device) {
  const auto context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  const auto queue = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  const auto kernel = kernel_of_source(
      context, "kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0); }");
  constexpr size_t count = 10'000;
  const auto memory = created([&](cl_int *code) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof(cl_int), nullptr, code);
  });
  set_arguments(kernel, memory);
  run(queue, kernel, count);
  std::vector<cl_int> seen(count);
  succeed(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, count * sizeof(cl_int), seen.data(), 0,
                              nullptr, nullptr));
  std::vector<cl_int> expected(count);
  std::iota(expected.begin(), expected.end(), 0);
  return seen == expected;
}

cl_device_id first_device() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  succeed(clGetPlatformIDs(1, &platform, nullptr));
  succeed(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  return device;
}

/// Whether the function returns true in a forked child, which exits normally.
template <typename Function>
bool holds_in_child(Function function) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::exit(function() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clGetDeviceIDs: devices run kernels in forked children",
                 "[clGetDeviceIDs]") {
  const auto memory = buffer(4);
  const cl_int one = 1;
  succeed(clEnqueueFillBuffer(queue, memory, &one, 4, 0, 4, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(holds_in_child([] { return works_in_own_context(first_device()); }));
  // The parent's handle refers to the same device.
  CHECK(holds_in_child([this] { return works_in_own_context(device); }));
  CHECK(holds_in_child([this] {
    return works_in_own_context(device) &&
           holds_in_child([this] { return works_in_own_context(device); }) &&
           works_in_own_context(first_device());
  }));
  // Objects created by the parent fail, and can be released.
  CHECK(holds_in_child([&] {
    const bool is_refused =
        clEnqueueFillBuffer(queue, memory, &one, 4, 0, 4, 0, nullptr, nullptr) != CL_SUCCESS ||
        clFinish(queue) != CL_SUCCESS;
    return is_refused && works_in_own_context(device);
  }));
  CHECK(works_in_own_context(device));
}

#endif

}  // namespace mux::test::cl_get_device_ids
