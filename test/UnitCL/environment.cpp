/// @file
/// Effects of environment variables: output on standard error, and device queries. They are read
/// once per process, so each group of tests is a CTest entry with its own environment.

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "programs.h"

namespace mux::test::environment {

namespace {

constexpr const char *too_many_barriers =
    "#define FOUR(what) what what what what\n"
    "kernel void bad() { FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(barrier(2);))))))) }\n";

bool has_environment(const char *variable, std::string_view value) {
  const char *found = std::getenv(variable);
  return (found != nullptr ? std::string_view(found) : "") == value;
}

/// Captures standard error during its lifetime.
class CapturedErrors {
 public:
  CapturedErrors() : saved_(dup(STDERR_FILENO)), file_(std::tmpfile()) {
    REQUIRE(file_ != nullptr);
    std::fflush(stderr);
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~CapturedErrors() {
    stop();
    std::fclose(file_);
  }
  CapturedErrors(const CapturedErrors &) = delete;
  CapturedErrors &operator=(const CapturedErrors &) = delete;

  /// Returns the captured text.
  std::string stop() {
    if (saved_ >= 0) {
      std::fflush(stderr);
      dup2(saved_, STDERR_FILENO);
      close(std::exchange(saved_, -1));
    }
    std::string text;
    std::array<char, 4096> piece;
    std::rewind(file_);
    while (const size_t length = std::fread(piece.data(), 1, piece.size(), file_)) {
      text.append(piece.data(), length);
    }
    return text;
  }

 private:
  int saved_;
  std::FILE *file_;
};

size_t count_of(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t place = text.find(part); place != std::string::npos;
       place = text.find(part, place + 1)) {
    ++count;
  }
  return count;
}

/// Messages of a context's callback.
struct Told {
  std::mutex lock;
  std::vector<std::string> texts;

  static void CL_CALLBACK take(const char *text, const void *, size_t, void *told) {
    const std::lock_guard guard(static_cast<Told *>(told)->lock);
    static_cast<Told *>(told)->texts.emplace_back(text);
  }
  size_t count() {
    const std::lock_guard guard(lock);
    return texts.size();
  }
};

void ask_for_unknown(cl_device_id device) {
  cl_uint value = 0;
  expect(
      clGetDeviceInfo(device, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof value, &value, nullptr),
      CL_INVALID_VALUE);
  expect(clGetDeviceInfo(device, 0x12345, sizeof value, &value, nullptr), CL_INVALID_VALUE);
}

void fail_to_create_buffer(cl_context context) {
  expect_none(CL_INVALID_BUFFER_SIZE, [&](cl_int *code) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE, 0, nullptr, code);
  });
}

void fail_to_create_kernel(cl_program program) {
  expect_none(CL_OUT_OF_RESOURCES,
              [&](cl_int *code) { return clCreateKernel(program, "bad", code); });
}

}  // namespace

TEST_CASE_METHOD(ContextFixture,
                 "clCreateKernel: the reason of a failure is written once without MUX_LOG",
                 "[environment_unset]") {
  if (!has_environment("MUX_LOG", "")) {
    return;
  }
  Told told;
  const auto listening = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, Told::take, &told, code); });
  const auto program = built_program(listening, too_many_barriers);
  CapturedErrors errors;
  fail_to_create_kernel(program);
  ask_for_unknown(device);
  fail_to_create_buffer(listening);
  const std::string text = errors.stop();
  CHECK(text.starts_with("mux: clCreateKernel: CL_OUT_OF_RESOURCES (-5): "));
  CHECK(text.find("kernel 'bad' has 16384 barriers") != std::string::npos);
  CHECK(count_of(text, "\n") == 1);
  for (int wait = 0; wait < 1000 && told.count() == 0; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const std::lock_guard guard(told.lock);
  REQUIRE(told.texts.size() == 1);
  CHECK("mux: " + told.texts[0] + "\n" == text);
}

TEST_CASE_METHOD(ContextFixture, "MUX_LOG=off writes nothing", "[environment_off]") {
  if (!has_environment("MUX_LOG", "off")) {
    return;
  }
  const auto program = built_program(context, too_many_barriers);
  CapturedErrors errors;
  fail_to_create_kernel(program);
  fail_to_create_buffer(context);
  CHECK(errors.stop().empty());
}

TEST_CASE_METHOD(ContextFixture, "MUX_LOG=error writes failing calls, except unknown queries",
                 "[environment_error]") {
  if (!has_environment("MUX_LOG", "error")) {
    return;
  }
  CapturedErrors errors;
  ask_for_unknown(device);
  fail_to_create_buffer(context);
  const std::string text = errors.stop();
  CHECK(text.starts_with("mux: clCreateBuffer: CL_INVALID_BUFFER_SIZE (-61): "));
  CHECK(count_of(text, "\n") == 2);
}

TEST_CASE_METHOD(PlatformFixture, "MUX_LOG=debug writes unknown queries", "[environment_debug]") {
  if (!has_environment("MUX_LOG", "debug")) {
    return;
  }
  CapturedErrors errors;
  ask_for_unknown(device);
  const std::string text = errors.stop();
  CHECK(count_of(text,
                 "clGetDeviceInfo: CL_INVALID_VALUE (-30): unknown param_name 0x4000 "
                 "(CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) for a device\n") == 1);
  CHECK(count_of(text, "unknown param_name 0x12345 for a device\n") == 1);
}

TEST_CASE_METHOD(QueueFixture, "MUX_LOG=trace writes every call with its arguments and result",
                 "[environment_trace]") {
  if (!has_environment("MUX_LOG", "trace")) {
    return;
  }
  CapturedErrors errors;
  const auto memory = buffer(64, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR);
  Handle<cl_event> event;
  const cl_int value = 7;
  succeed(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 4, sizeof value, &value, 0, nullptr,
                               event.out()));
  succeed(clWaitForEvents(1, event.address()));
  const auto program = built_program(context, "kernel void k(global int *a) {\n  a[0] = 1;\n}");
  const auto kernel = kernel_of(program, "k");
  const cl_mem argument = memory;
  succeed(clSetKernelArg(kernel, 0, sizeof argument, &argument));
  const size_t global[] = {8, 2};
  succeed(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 1, event.address(),
                                 nullptr));
  succeed(clFinish(queue));
  ask_for_unknown(device);
  expect(clSetKernelArg(kernel, 5, sizeof argument, &argument), CL_INVALID_ARG_INDEX);
  const std::string text = errors.stop();
  INFO(text);
  const auto address = [](const void *pointer) {
    std::array<char, 32> digits;
    std::snprintf(digits.data(), digits.size(), "%p", pointer);
    return std::string(digits.data());
  };
  const auto has = [&](const std::string &part) { return count_of(text, part) == 1; };
  CHECK(has("flags=CL_MEM_READ_ONLY|CL_MEM_ALLOC_HOST_PTR, size=64, host_ptr=NULL, errcode_ret="));
  CHECK(has(") = " + address(memory) + " CL_SUCCESS\n"));
  CHECK(has("mux: clEnqueueWriteBuffer(command_queue=" + address(queue) + ", buffer=" +
            address(memory) + ", blocking_write=CL_TRUE, offset=4, size=4, ptr=" + address(&value) +
            ", num_events_in_wait_list=0, event_wait_list=NULL, event="));
  CHECK(has(") = CL_SUCCESS, event " + address(event) + "\n"));
  CHECK(has("mux: clWaitForEvents(num_events=1, event_list={" + address(event) +
            "}) = CL_SUCCESS\n"));
  CHECK(has("mux: clCreateKernel(program=" + address(program) + ", kernel_name=\"k\", "));
  CHECK(
      has("work_dim=2, global_work_offset=NULL, global_work_size={8,2}, local_work_size=NULL, "
          "num_events_in_wait_list=1, event_wait_list={" +
          address(event) + "}, event=NULL) = CL_SUCCESS\n"));
  CHECK(has("param_name=CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, param_value_size=4, "));
  CHECK(has("param_name=0x12345, "));
  CHECK(has(", arg_index=5, arg_size=8, arg_value=" + address(&argument) +
            ") = CL_INVALID_ARG_INDEX\n"));
}

TEST_CASE_METHOD(PlatformFixture, "MUX_OPENCL_DEVICE_TYPE=gpu reports values typical of GPUs",
                 "[environment_gpu]") {
  if (!has_environment("MUX_OPENCL_DEVICE_TYPE", "gpu")) {
    return;
  }
  expect_info(clGetDeviceInfo, device, CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_GPU});
  for (const cl_device_info name :
       {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT}) {
    CAPTURE(name);
    expect_info(clGetDeviceInfo, device, name, cl_uint{1});
  }
  expect_info(clGetDeviceInfo, device, CL_DEVICE_VENDOR_ID, cl_uint{0});
  // Another effect of the same environment.
  CHECK(info_text(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION) == "OpenCL C 3.0 Mux");
}

TEST_CASE_METHOD(PlatformFixture, "malformed variables are ignored, with one warning each",
                 "[environment_malformed]") {
  if (!has_environment("MUX_OPENCL_VENDOR_ID", "0x")) {
    return;
  }
  CapturedErrors errors;
  cl_uint vendor = 0;
  for (int query = 0; query < 2; ++query) {
    expect_info(clGetDeviceInfo, device, CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_CPU});
    succeed(clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, sizeof vendor, &vendor, nullptr));
    CHECK(info_text(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION) == "OpenCL C 1.2 Mux");
  }
  CHECK(vendor != 0);
  const std::string text = errors.stop();
  INFO(text);
  // The type of the device was read before, when the platform's devices were queried.
  CHECK(count_of(text, "MUX_OPENCL_DEVICE_TYPE") == 0);
  CHECK(count_of(text,
                 "mux: MUX_OPENCL_VENDOR_ID is '0x', not a number from 0 to 4294967295: "
                 "ignored\n") == 1);
  CHECK(count_of(text, "mux: MUX_OPENCL_C_VERSION is '1.3', not a version of OpenCL C: 1.0") == 1);
  CHECK(count_of(text, ": ignored\n") == 2);
}

}  // namespace mux::test::environment
