#include "muxbench/opencl.h"

#include <dlfcn.h>

#include <cstdint>
#include <utility>

namespace mux::bench {
namespace {

template <typename Function>
void load(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) {
    throw OpenClError(std::string("the OpenCL library has no ") + name);
  }
}

OpenClFunctions load_functions(void *library) {
  OpenClFunctions functions{};
  load(library, "clGetPlatformIDs", functions.get_platform_ids);
  load(library, "clGetPlatformInfo", functions.get_platform_info);
  load(library, "clGetDeviceIDs", functions.get_device_ids);
  load(library, "clCreateContext", functions.create_context);
  load(library, "clCreateCommandQueue", functions.create_command_queue);
  load(library, "clCreateProgramWithSource", functions.create_program_with_source);
  load(library, "clBuildProgram", functions.build_program);
  load(library, "clReleaseProgram", functions.release_program);
  load(library, "clCreateKernel", functions.create_kernel);
  load(library, "clReleaseKernel", functions.release_kernel);
  load(library, "clSetKernelArg", functions.set_kernel_arg);
  load(library, "clCreateBuffer", functions.create_buffer);
  load(library, "clReleaseMemObject", functions.release_mem_object);
  load(library, "clCreateUserEvent", functions.create_user_event);
  load(library, "clSetUserEventStatus", functions.set_user_event_status);
  load(library, "clReleaseEvent", functions.release_event);
  load(library, "clEnqueueNDRangeKernel", functions.enqueue_nd_range_kernel);
  load(library, "clEnqueueFillBuffer", functions.enqueue_fill_buffer);
  load(library, "clEnqueueCopyBuffer", functions.enqueue_copy_buffer);
  load(library, "clEnqueueReadBuffer", functions.enqueue_read_buffer);
  load(library, "clEnqueueWriteBuffer", functions.enqueue_write_buffer);
  load(library, "clFlush", functions.flush);
  load(library, "clFinish", functions.finish);
  return functions;
}

std::string platform_name(const OpenClFunctions &functions, cl_platform_id platform) {
  char name[256] = {};
  check(functions.get_platform_info(platform, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr),
        "clGetPlatformInfo");
  return name;
}

}  // namespace

void check(cl_int result, const char *what) {
  if (result != CL_SUCCESS) {
    throw OpenClError(std::string(what) + " failed with " + std::to_string(result));
  }
}

OpenClDevice::OpenClDevice(const OpenClFunctions &functions, std::string name, cl_device_id device)
    : functions_(functions), name_(std::move(name)), device_(device) {
  cl_int result = CL_SUCCESS;
  context_ = functions_.create_context(nullptr, 1, &device_, nullptr, nullptr, &result);
  check(result, "clCreateContext");
  queue_ = functions_.create_command_queue(context_, device_, 0, &result);
  check(result, "clCreateCommandQueue");
}

cl_program OpenClDevice::build_program(const char *source) const {
  cl_int result = CL_SUCCESS;
  const cl_program program =
      functions_.create_program_with_source(context_, 1, &source, nullptr, &result);
  check(result, "clCreateProgramWithSource");
  check(functions_.build_program(program, 1, &device_, "", nullptr, nullptr), "clBuildProgram");
  return program;
}

cl_kernel OpenClDevice::create_kernel(cl_program program, const char *kernel) const {
  cl_int result = CL_SUCCESS;
  const cl_kernel created = functions_.create_kernel(program, kernel, &result);
  check(result, "clCreateKernel");
  return created;
}

cl_kernel OpenClDevice::build(const char *source, const char *kernel) const {
  return create_kernel(build_program(source), kernel);
}

cl_mem OpenClDevice::create_buffer(size_t size) const {
  cl_int result = CL_SUCCESS;
  const cl_mem buffer =
      functions_.create_buffer(context_, CL_MEM_READ_WRITE, size, nullptr, &result);
  check(result, "clCreateBuffer");
  constexpr uint8_t zero = 0;
  check(functions_.enqueue_fill_buffer(queue_, buffer, &zero, sizeof zero, 0, size, 0, nullptr,
                                       nullptr),
        "clEnqueueFillBuffer");
  finish();
  return buffer;
}

void OpenClDevice::write(cl_mem buffer, std::span<const std::byte> bytes) const {
  check(functions_.enqueue_write_buffer(queue_, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                        nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

void OpenClDevice::read(cl_mem buffer, std::span<std::byte> bytes) const {
  check(functions_.enqueue_read_buffer(queue_, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                       nullptr, nullptr),
        "clEnqueueReadBuffer");
}

void OpenClDevice::set_buffers(cl_kernel kernel, std::initializer_list<cl_mem> buffers) const {
  cl_uint index = 0;
  for (const cl_mem buffer : buffers) {
    check(functions_.set_kernel_arg(kernel, index++, sizeof buffer, &buffer), "clSetKernelArg");
  }
}

void OpenClDevice::enqueue(cl_kernel kernel, size_t global_size, size_t local_size) const {
  enqueue(kernel, std::span(&global_size, 1), std::span(&local_size, 1));
}

void OpenClDevice::enqueue(cl_kernel kernel, std::span<const size_t> global_size,
                           std::span<const size_t> local_size) const {
  check(functions_.enqueue_nd_range_kernel(queue_, kernel, static_cast<cl_uint>(global_size.size()),
                                           nullptr, global_size.data(), local_size.data(), 0,
                                           nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

void OpenClDevice::finish() const {
  check(functions_.finish(queue_), "clFinish");
}

std::vector<OpenClDevice> find_opencl_devices() {
  std::vector<OpenClDevice> devices;
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    return devices;
  }
  const OpenClFunctions functions = load_functions(library);
  cl_uint count = 0;
  if (functions.get_platform_ids(0, nullptr, &count) != CL_SUCCESS || count == 0) {
    return devices;
  }
  std::vector<cl_platform_id> platforms(count);
  check(functions.get_platform_ids(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (const cl_platform_id platform : platforms) {
    cl_device_id device = nullptr;
    if (functions.get_device_ids(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) {
      devices.emplace_back(functions, platform_name(functions, platform), device);
    }
  }
  return devices;
}

}  // namespace mux::bench
