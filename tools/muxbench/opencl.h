// Other OpenCL implementations on this machine, as yardsticks: loaded through the ICD loader at run
// time, so that none is needed to build or run.
//
// Errors are OpenClError. A device lives until the process ends. Not thread-safe.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <functional>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace mux::bench {

class OpenClError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The OpenCL functions in use.
struct OpenClFunctions {
  decltype(&clGetPlatformIDs) get_platform_ids;
  decltype(&clGetPlatformInfo) get_platform_info;
  decltype(&clGetDeviceIDs) get_device_ids;
  decltype(&clCreateContext) create_context;
  decltype(&clCreateCommandQueue) create_command_queue;
  decltype(&clCreateProgramWithSource) create_program_with_source;
  decltype(&clBuildProgram) build_program;
  decltype(&clReleaseProgram) release_program;
  decltype(&clCreateKernel) create_kernel;
  decltype(&clReleaseKernel) release_kernel;
  decltype(&clSetKernelArg) set_kernel_arg;
  decltype(&clCreateBuffer) create_buffer;
  decltype(&clReleaseMemObject) release_mem_object;
  decltype(&clCreateUserEvent) create_user_event;
  decltype(&clSetUserEventStatus) set_user_event_status;
  decltype(&clReleaseEvent) release_event;
  decltype(&clEnqueueNDRangeKernel) enqueue_nd_range_kernel;
  decltype(&clEnqueueFillBuffer) enqueue_fill_buffer;
  decltype(&clEnqueueCopyBuffer) enqueue_copy_buffer;
  decltype(&clEnqueueReadBuffer) enqueue_read_buffer;
  decltype(&clEnqueueWriteBuffer) enqueue_write_buffer;
  decltype(&clFlush) flush;
  decltype(&clFinish) finish;
};

// A CPU device of an OpenCL implementation, with an in-order queue.
class OpenClDevice {
 public:
  OpenClDevice(const OpenClFunctions &functions, std::string name, cl_device_id device);

  // The platform's name, used as the yardstick's.
  const std::string &name() const { return name_; }
  const OpenClFunctions &functions() const { return functions_; }
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }

  cl_program build_program(const char *source) const;
  cl_kernel create_kernel(cl_program program, const char *kernel) const;
  cl_kernel build(const char *source, const char *kernel) const;
  // Creates a buffer and touches its pages; freed when the process ends.
  cl_mem create_buffer(size_t size) const;
  // Copy whole buffers, blocking.
  void write(cl_mem buffer, std::span<const std::byte> bytes) const;
  void read(cl_mem buffer, std::span<std::byte> bytes) const;
  void set_buffers(cl_kernel kernel, std::initializer_list<cl_mem> buffers) const;
  void enqueue(cl_kernel kernel, size_t global_size, size_t local_size) const;
  // Both sizes have the same number of dimensions.
  void enqueue(cl_kernel kernel, std::span<const size_t> global_size,
               std::span<const size_t> local_size) const;
  void finish() const;

 private:
  OpenClFunctions functions_;
  std::string name_;
  cl_device_id device_;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

// The CPU devices of all installed implementations; none without an ICD loader.
std::vector<OpenClDevice> find_opencl_devices();

// Throws if the result is not CL_SUCCESS.
void check(cl_int result, const char *what);

}  // namespace mux::bench
