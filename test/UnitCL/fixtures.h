/// @file
/// Fixtures of the OpenCL tests, each extending the previous one: the device of Mux, a context, a
/// queue; and a context with two devices.
///
/// The tests are OpenCL programs, independent of Mux. To run them by hand, set OCL_ICD_VENDORS to
/// the folder of mux.icd.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace mux::test {

/// The name of an error code in the specification; its number if it has none.
std::string code_name(cl_int code);

/// Checks the error code of an entry point.
void expect(cl_int returned, cl_int expected,
            std::source_location where = std::source_location::current());

/// Requires that an entry point succeeded.
void succeed(cl_int returned, std::source_location where = std::source_location::current());

inline void release(cl_device_id device) {
  clReleaseDevice(device);
}
inline void release(cl_context context) {
  clReleaseContext(context);
}
inline void release(cl_command_queue queue) {
  clReleaseCommandQueue(queue);
}
inline void release(cl_mem memory) {
  clReleaseMemObject(memory);
}
inline void release(cl_sampler sampler) {
  clReleaseSampler(sampler);
}
inline void release(cl_program program) {
  clReleaseProgram(program);
}
inline void release(cl_kernel kernel) {
  clReleaseKernel(kernel);
}
inline void release(cl_event event) {
  clReleaseEvent(event);
}

/// Owns a reference to an object. Converts to the handle.
template <typename T>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T object) : object_(object) {}
  Handle(Handle &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { reset(); }

  operator T() const { return object_; }
  /// Address for an entry point to write a new handle to.
  T *out() {
    reset();
    return &object_;
  }
  /// For lists of one element.
  const T *address() const { return &object_; }
  void reset() {
    if (object_ != nullptr) {
      release(std::exchange(object_, nullptr));
    }
  }

 private:
  T object_ = nullptr;
};

/// Calls `create` with the address for the error code, and requires success.
template <typename Create>
auto created(Create create, std::source_location where = std::source_location::current())
    -> Handle<decltype(create(nullptr))> {
  cl_int code = -1;
  Handle<decltype(create(nullptr))> object(create(&code));
  succeed(code, where);
  REQUIRE(object != nullptr);
  return object;
}

/// Calls `create` with the address for the error code, and with NULL; requires failure with this
/// code.
template <typename Create>
void expect_none(cl_int expected, Create create,
                 std::source_location where = std::source_location::current()) {
  cl_int code = CL_SUCCESS;
  CHECK(create(&code) == nullptr);
  expect(code, expected, where);
  CHECK(create(nullptr) == nullptr);
}

/// Checks a query of clGet*Info(): the value, its size, that the size alone can be queried, and
/// that a short buffer is CL_INVALID_VALUE.
template <typename T, typename Get, typename Object, typename Name>
void expect_info(Get get, const Object &object, Name name, const T &expected,
                 std::source_location where = std::source_location::current()) {
  size_t size = 0;
  expect(get(object, name, 0, nullptr, &size), CL_SUCCESS, where);
  CHECK(size == sizeof(T));
  T value{};
  expect(get(object, name, sizeof value, &value, nullptr), CL_SUCCESS, where);
  INFO(where.file_name() << ":" << where.line());
  CHECK(value == expected);
  expect(get(object, name, sizeof value - 1, &value, nullptr), CL_INVALID_VALUE, where);
}

/// Checks a query whose value is a list.
template <typename T, typename Get, typename Object, typename Name>
void expect_list(Get get, const Object &object, Name name, const std::vector<T> &expected,
                 std::source_location where = std::source_location::current()) {
  size_t size = 1;
  expect(get(object, name, 0, nullptr, &size), CL_SUCCESS, where);
  INFO(where.file_name() << ":" << where.line());
  REQUIRE(size == expected.size() * sizeof(T));
  std::vector<T> values(expected.size() + 1);
  expect(get(object, name, size, values.data(), nullptr), CL_SUCCESS, where);
  values.pop_back();
  CHECK(values == expected);
  if (!expected.empty()) {
    expect(get(object, name, size - 1, values.data(), nullptr), CL_INVALID_VALUE, where);
  }
}

/// Checks a query whose value is a text.
template <typename Get, typename Object, typename Name>
std::string info_text(Get get, const Object &object, Name name) {
  size_t size = 0;
  succeed(get(object, name, 0, nullptr, &size));
  REQUIRE(size > 0);
  std::string text(size, 'x');
  succeed(get(object, name, size, text.data(), nullptr));
  CHECK(text.back() == '\0');
  text.pop_back();
  CHECK(text.find('\0') == std::string::npos);
  expect(get(object, name, size - 1, text.data(), nullptr), CL_INVALID_VALUE);
  return text;
}

/// Returns a value of clGet*Info().
template <typename T, typename Get, typename Object, typename Name>
T info(Get get, const Object &object, Name name) {
  T value{};
  succeed(get(object, name, sizeof value, &value, nullptr));
  return value;
}

/// The seed of random numbers: MUX_TEST_SEED, or a new one each time.
uint32_t seed_of_test();

/// Consecutive numbers.
template <typename T = cl_int>
std::vector<T> numbers(size_t count, T first = 0) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

class PlatformFixture {
 public:
  PlatformFixture();

  cl_platform_id platform = nullptr;
  /// The root device.
  cl_device_id device = nullptr;
};

class ContextFixture : public PlatformFixture {
 public:
  ContextFixture();

  Handle<cl_mem> buffer(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE,
                        void *host_ptr = nullptr) const;
  /// Creates a buffer with a copy of the values.
  template <typename T>
  Handle<cl_mem> buffer_of(std::vector<T> values, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    return buffer(values.size() * sizeof(T), flags | CL_MEM_COPY_HOST_PTR, values.data());
  }
  Handle<cl_mem> image(const cl_image_format &format, const cl_image_desc &description,
                       cl_mem_flags flags = CL_MEM_READ_WRITE, void *host_ptr = nullptr) const;
  Handle<cl_event> user_event() const;

  Handle<cl_context> context;
};

class QueueFixture : public ContextFixture {
 public:
  QueueFixture();

  /// Reads a buffer through the queue.
  template <typename T>
  std::vector<T> contents(cl_mem memory) const {
    std::vector<T> values(info<size_t>(clGetMemObjectInfo, memory, CL_MEM_SIZE) / sizeof(T));
    succeed(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, values.size() * sizeof(T), values.data(),
                                0, nullptr, nullptr));
    return values;
  }

  /// In-order, without profiling.
  Handle<cl_command_queue> queue;
  /// Another context, for objects that must not be mixed.
  Handle<cl_context> other_context;
  Handle<cl_command_queue> other_queue;
};

/// A context with two sub-devices, each half of the device, and a queue for each.
class TwoDevicesFixture : public PlatformFixture {
 public:
  TwoDevicesFixture();

  Handle<cl_device_id> devices[2];
  Handle<cl_context> context;
  Handle<cl_command_queue> queues[2];
};

/// Checks the common behavior of an entry point that enqueues a command: invalid queues, wait lists
/// and events of other contexts are rejected, and the returned event is correct. `enqueue` adds the
/// other arguments.
template <typename Enqueue>
void check_enqueue(const QueueFixture &fixture, cl_command_type type, Enqueue enqueue,
                   std::source_location where = std::source_location::current()) {
  expect(enqueue(nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE, where);
  const Handle<cl_event> user = fixture.user_event();
  const cl_event event = user;
  const cl_event no_event = nullptr;
  expect(enqueue(fixture.queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST, where);
  expect(enqueue(fixture.queue, 0, &event, nullptr), CL_INVALID_EVENT_WAIT_LIST, where);
  expect(enqueue(fixture.queue, 1, &no_event, nullptr), CL_INVALID_EVENT_WAIT_LIST, where);
  const Handle<cl_event> other =
      created([&](cl_int *code) { return clCreateUserEvent(fixture.other_context, code); }, where);
  const cl_event other_event = other;
  expect(enqueue(fixture.queue, 1, &other_event, nullptr), CL_INVALID_CONTEXT, where);
  succeed(clSetUserEventStatus(other, CL_COMPLETE));
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  Handle<cl_event> command;
  succeed(enqueue(fixture.queue, 1, &event, command.out()), where);
  succeed(clWaitForEvents(1, command.address()), where);
  expect_info(clGetEventInfo, command, CL_EVENT_COMMAND_TYPE, type, where);
  expect_info(clGetEventInfo, command, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int{CL_COMPLETE},
              where);
}

}  // namespace mux::test
