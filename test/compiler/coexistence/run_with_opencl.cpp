#include "run_with_opencl.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "job.h"

namespace coexistence {
namespace {

/// A function of the ICD loader, looked up by name, with the type of its declaration.
template <typename Function>
Function *load(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (symbol == nullptr) {
    throw std::runtime_error(std::string("no function ") + name);
  }
  return reinterpret_cast<Function *>(symbol);
}

void check(cl_int result, const char *what) {
  if (result != CL_SUCCESS) {
    throw std::runtime_error(std::string(what) + " failed with " + std::to_string(result));
  }
}

class Pocl {
 public:
  explicit Pocl(void *library) : library_(library) {}

  /// Whether PoCL has a device.
  bool find_device() {
    cl_uint count = 0;
    if (function<decltype(clGetPlatformIDs)>("clGetPlatformIDs")(0, nullptr, &count) !=
        CL_SUCCESS) {
      return false;
    }
    std::vector<cl_platform_id> platforms(count);
    check(
        function<decltype(clGetPlatformIDs)>("clGetPlatformIDs")(count, platforms.data(), nullptr),
        "clGetPlatformIDs");
    for (const cl_platform_id platform : platforms) {
      char name[256] = {};
      check(function<decltype(clGetPlatformInfo)>("clGetPlatformInfo")(
                platform, CL_PLATFORM_NAME, sizeof(name) - 1, name, nullptr),
            "clGetPlatformInfo");
      if (std::string_view(name) == "Portable Computing Language") {
        return function<decltype(clGetDeviceIDs)>("clGetDeviceIDs")(
                   platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr) == CL_SUCCESS;
      }
    }
    return false;
  }

  std::vector<int32_t> run() {
    cl_int result = CL_SUCCESS;
    const cl_context context = function<decltype(clCreateContext)>("clCreateContext")(
        nullptr, 1, &device_, nullptr, nullptr, &result);
    check(result, "clCreateContext");
    const cl_command_queue queue = function<decltype(clCreateCommandQueue)>("clCreateCommandQueue")(
        context, device_, 0, &result);
    check(result, "clCreateCommandQueue");
    const char *text = source;
    const cl_program program = function<decltype(clCreateProgramWithSource)>(
        "clCreateProgramWithSource")(context, 1, &text, nullptr, &result);
    check(result, "clCreateProgramWithSource");
    check(function<decltype(clBuildProgram)>("clBuildProgram")(program, 1, &device_, "", nullptr,
                                                               nullptr),
          "clBuildProgram");
    const cl_kernel kernel =
        function<decltype(clCreateKernel)>("clCreateKernel")(program, "job", &result);
    check(result, "clCreateKernel");
    const std::vector<int32_t> results = enqueue(context, queue, kernel);
    check(function<decltype(clReleaseKernel)>("clReleaseKernel")(kernel), "clReleaseKernel");
    check(function<decltype(clReleaseProgram)>("clReleaseProgram")(program), "clReleaseProgram");
    check(function<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue")(queue),
          "clReleaseCommandQueue");
    check(function<decltype(clReleaseContext)>("clReleaseContext")(context), "clReleaseContext");
    return results;
  }

 private:
  template <typename Function>
  Function *function(const char *name) {
    return load<Function>(library_, name);
  }

  std::vector<int32_t> enqueue(cl_context context, cl_command_queue queue, cl_kernel kernel) {
    std::vector<int32_t> values = input();
    std::vector<int32_t> results(work_items);
    const size_t bytes = work_items * sizeof(int32_t);
    cl_int result = CL_SUCCESS;
    auto *create_buffer = function<decltype(clCreateBuffer)>("clCreateBuffer");
    const cl_mem in = create_buffer(context, CL_MEM_COPY_HOST_PTR, bytes, values.data(), &result);
    check(result, "clCreateBuffer");
    const cl_mem out = create_buffer(context, 0, bytes, nullptr, &result);
    check(result, "clCreateBuffer");
    auto *set_argument = function<decltype(clSetKernelArg)>("clSetKernelArg");
    check(set_argument(kernel, 0, sizeof(in), &in), "clSetKernelArg");
    check(set_argument(kernel, 1, sizeof(out), &out), "clSetKernelArg");
    check(set_argument(kernel, 2, group_size * sizeof(int32_t), nullptr), "clSetKernelArg");
    check(set_argument(kernel, 3, sizeof(factor), &factor), "clSetKernelArg");
    check(function<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel")(
              queue, kernel, 1, nullptr, &work_items, &group_size, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(function<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer")(
              queue, out, CL_TRUE, 0, bytes, results.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    auto *release = function<decltype(clReleaseMemObject)>("clReleaseMemObject");
    check(release(in), "clReleaseMemObject");
    check(release(out), "clReleaseMemObject");
    return results;
  }

  void *library_;
  cl_device_id device_ = nullptr;
};

}  // namespace

OpenClResult run_with_pocl() try {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return OpenClResult::not_installed;
  }
  Pocl pocl(library);
  if (!pocl.find_device()) {
    return OpenClResult::not_installed;
  }
  return pocl.run() == expected() ? OpenClResult::right : OpenClResult::wrong;
} catch (const std::exception &error) {
  std::fprintf(stderr, "PoCL: %s\n", error.what());
  return OpenClResult::wrong;
}

}  // namespace coexistence
