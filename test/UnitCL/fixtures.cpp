#include "fixtures.h"

#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <thread>

namespace mux::test {

std::string code_name(cl_int code) {
  static const std::map<cl_int, std::string> names = {
      {CL_SUCCESS, "CL_SUCCESS"},
      {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
      {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
      {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
      {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
      {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
      {CL_PROFILING_INFO_NOT_AVAILABLE, "CL_PROFILING_INFO_NOT_AVAILABLE"},
      {CL_MEM_COPY_OVERLAP, "CL_MEM_COPY_OVERLAP"},
      {CL_IMAGE_FORMAT_MISMATCH, "CL_IMAGE_FORMAT_MISMATCH"},
      {CL_IMAGE_FORMAT_NOT_SUPPORTED, "CL_IMAGE_FORMAT_NOT_SUPPORTED"},
      {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
      {CL_MAP_FAILURE, "CL_MAP_FAILURE"},
      {CL_MISALIGNED_SUB_BUFFER_OFFSET, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
      {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
       "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
      {CL_COMPILE_PROGRAM_FAILURE, "CL_COMPILE_PROGRAM_FAILURE"},
      {CL_LINKER_NOT_AVAILABLE, "CL_LINKER_NOT_AVAILABLE"},
      {CL_LINK_PROGRAM_FAILURE, "CL_LINK_PROGRAM_FAILURE"},
      {CL_DEVICE_PARTITION_FAILED, "CL_DEVICE_PARTITION_FAILED"},
      {CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"},
      {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
      {CL_INVALID_DEVICE_TYPE, "CL_INVALID_DEVICE_TYPE"},
      {CL_INVALID_PLATFORM, "CL_INVALID_PLATFORM"},
      {CL_INVALID_DEVICE, "CL_INVALID_DEVICE"},
      {CL_INVALID_CONTEXT, "CL_INVALID_CONTEXT"},
      {CL_INVALID_QUEUE_PROPERTIES, "CL_INVALID_QUEUE_PROPERTIES"},
      {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE"},
      {CL_INVALID_HOST_PTR, "CL_INVALID_HOST_PTR"},
      {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT"},
      {CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR"},
      {CL_INVALID_IMAGE_SIZE, "CL_INVALID_IMAGE_SIZE"},
      {CL_INVALID_SAMPLER, "CL_INVALID_SAMPLER"},
      {CL_INVALID_BINARY, "CL_INVALID_BINARY"},
      {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
      {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM"},
      {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
      {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
      {CL_INVALID_KERNEL_DEFINITION, "CL_INVALID_KERNEL_DEFINITION"},
      {CL_INVALID_KERNEL, "CL_INVALID_KERNEL"},
      {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
      {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE"},
      {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
      {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
      {CL_INVALID_WORK_DIMENSION, "CL_INVALID_WORK_DIMENSION"},
      {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
      {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE"},
      {CL_INVALID_GLOBAL_OFFSET, "CL_INVALID_GLOBAL_OFFSET"},
      {CL_INVALID_EVENT_WAIT_LIST, "CL_INVALID_EVENT_WAIT_LIST"},
      {CL_INVALID_EVENT, "CL_INVALID_EVENT"},
      {CL_INVALID_OPERATION, "CL_INVALID_OPERATION"},
      {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
      {CL_INVALID_GLOBAL_WORK_SIZE, "CL_INVALID_GLOBAL_WORK_SIZE"},
      {CL_INVALID_PROPERTY, "CL_INVALID_PROPERTY"},
      {CL_INVALID_IMAGE_DESCRIPTOR, "CL_INVALID_IMAGE_DESCRIPTOR"},
      {CL_INVALID_COMPILER_OPTIONS, "CL_INVALID_COMPILER_OPTIONS"},
      {CL_INVALID_LINKER_OPTIONS, "CL_INVALID_LINKER_OPTIONS"},
      {CL_INVALID_DEVICE_PARTITION_COUNT, "CL_INVALID_DEVICE_PARTITION_COUNT"},
      {CL_INVALID_PIPE_SIZE, "CL_INVALID_PIPE_SIZE"},
      {CL_INVALID_DEVICE_QUEUE, "CL_INVALID_DEVICE_QUEUE"},
      {CL_INVALID_SPEC_ID, "CL_INVALID_SPEC_ID"},
      {CL_MAX_SIZE_RESTRICTION_EXCEEDED, "CL_MAX_SIZE_RESTRICTION_EXCEEDED"},
  };
  const auto found = names.find(code);
  return found != names.end() ? found->second : std::to_string(code);
}

namespace {

/// Catch2's assertions are not thread-safe. Using them on another thread fails intermittently; here
/// it aborts immediately.
void require_own_thread(std::source_location where) {
  static const std::thread::id own = std::this_thread::get_id();
  if (std::this_thread::get_id() != own) {
    std::cerr << where.file_name() << ":" << where.line() << ": asserts on another thread\n";
    std::abort();
  }
}

}  // namespace

void expect(cl_int returned, cl_int expected, std::source_location where) {
  require_own_thread(where);
  INFO(where.file_name() << ":" << where.line());
  CHECK(code_name(returned) == code_name(expected));
}

void succeed(cl_int returned, std::source_location where) {
  require_own_thread(where);
  INFO(where.file_name() << ":" << where.line());
  REQUIRE(code_name(returned) == code_name(CL_SUCCESS));
}

uint32_t seed_of_test() {
  const char *const text = std::getenv("MUX_TEST_SEED");
  return text != nullptr ? static_cast<uint32_t>(std::strtoul(text, nullptr, 10))
                         : std::random_device()();
}

PlatformFixture::PlatformFixture() {
  succeed(clGetPlatformIDs(1, &platform, nullptr));
  succeed(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
}

ContextFixture::ContextFixture()
    : context(created([&](cl_int *code) {
        return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code);
      })) {}

Handle<cl_mem> ContextFixture::buffer(size_t size, cl_mem_flags flags, void *host_ptr) const {
  return created(
      [&](cl_int *code) { return clCreateBuffer(context, flags, size, host_ptr, code); });
}

Handle<cl_mem> ContextFixture::image(const cl_image_format &format,
                                     const cl_image_desc &description, cl_mem_flags flags,
                                     void *host_ptr) const {
  return created([&](cl_int *code) {
    return clCreateImage(context, flags, &format, &description, host_ptr, code);
  });
}

Handle<cl_event> ContextFixture::user_event() const {
  return created([&](cl_int *code) { return clCreateUserEvent(context, code); });
}

QueueFixture::QueueFixture() {
  queue = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  other_context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  other_queue = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(other_context, device, nullptr, code);
  });
}

TwoDevicesFixture::TwoDevicesFixture() {
  const auto half = static_cast<cl_device_partition_property>(
                        info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS)) /
                    2;
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, half, 0};
  cl_device_id parts[2] = {};
  succeed(clCreateSubDevices(device, halves, 2, parts, nullptr));
  devices[0] = Handle(parts[0]);
  devices[1] = Handle(parts[1]);
  context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 2, parts, nullptr, nullptr, code); });
  for (size_t index = 0; index < 2; ++index) {
    queues[index] = created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, parts[index], nullptr, code);
    });
  }
}

}  // namespace mux::test
