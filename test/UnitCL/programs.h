/// @file
/// Programs and kernels of tests, and fixtures with common ones.
#pragma once

#include "fixtures.h"

namespace mux::test {

/// Creates a program from source, without building it.
inline Handle<cl_program> program_of(cl_context context, const char *source,
                                     std::source_location where = std::source_location::current()) {
  return created(
      [&](cl_int *code) { return clCreateProgramWithSource(context, 1, &source, nullptr, code); },
      where);
}

/// Creates a program and builds it for all devices.
inline Handle<cl_program> built_program(
    cl_context context, const char *source, const char *options = nullptr,
    std::source_location where = std::source_location::current()) {
  auto program = program_of(context, source, where);
  succeed(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), where);
  return program;
}

inline Handle<cl_kernel> kernel_of(cl_program program, const char *name,
                                   std::source_location where = std::source_location::current()) {
  return created([&](cl_int *code) { return clCreateKernel(program, name, code); }, where);
}

/// Creates the kernel of a program with a single kernel.
inline Handle<cl_kernel> kernel_of_source(
    cl_context context, const char *source, const char *options = nullptr,
    std::source_location where = std::source_location::current()) {
  const auto program = built_program(context, source, options, where);
  cl_kernel kernel = nullptr;
  succeed(clCreateKernelsInProgram(program, 1, &kernel, nullptr), where);
  return Handle(kernel);
}

/// Sets arguments in order, from the first.
template <typename... Values>
void set_arguments(cl_kernel kernel, const Values &...values) {
  cl_uint index = 0;
  const auto set = [&]<typename T>(const T &value) {
    if constexpr (std::is_same_v<T, Handle<cl_mem>> || std::is_same_v<T, Handle<cl_sampler>>) {
      succeed(clSetKernelArg(kernel, index++, sizeof(void *), value.address()));
    } else {
      succeed(clSetKernelArg(kernel, index++, sizeof value, &value));
    }
  };
  (set(values), ...);
}

/// Runs a kernel over one dimension and waits for it.
inline void run(cl_command_queue queue, cl_kernel kernel, size_t global_size,
                std::source_location where = std::source_location::current()) {
  succeed(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global_size, nullptr, 0, nullptr, nullptr),
      where);
  succeed(clFinish(queue), where);
}

/// clGetProgramBuildInfo() and clGetKernelWorkGroupInfo() with the device bound, so that they have
/// the parameters of other clGet*Info().
inline auto build_info_on(cl_device_id device) {
  return [device](cl_program program, cl_program_build_info name, size_t size, void *value,
                  size_t *out_size) {
    return clGetProgramBuildInfo(program, device, name, size, value, out_size);
  };
}
inline auto work_group_info_on(cl_device_id device) {
  return [device](cl_kernel kernel, cl_kernel_work_group_info name, size_t size, void *value,
                  size_t *out_size) {
    return clGetKernelWorkGroupInfo(kernel, device, name, size, value, out_size);
  };
}

inline std::string build_log(cl_program program, cl_device_id device) {
  return info_text(build_info_on(device), program, CL_PROGRAM_BUILD_LOG);
}
inline cl_build_status build_status(cl_program program, cl_device_id device) {
  return info<cl_build_status>(build_info_on(device), program, CL_PROGRAM_BUILD_STATUS);
}
inline cl_program_binary_type binary_type(cl_program program, cl_device_id device) {
  return info<cl_program_binary_type>(build_info_on(device), program, CL_PROGRAM_BINARY_TYPE);
}

/// The binary of a program for one device.
inline std::vector<unsigned char> binary_of(cl_program program) {
  std::vector<unsigned char> binary(
      info<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
  unsigned char *place = binary.data();
  succeed(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  return binary;
}

inline Handle<cl_program> program_of_binary(
    cl_context context, cl_device_id device, const std::vector<unsigned char> &binary,
    std::source_location where = std::source_location::current()) {
  const unsigned char *bytes = binary.data();
  const size_t length = binary.size();
  return created(
      [&](cl_int *code) {
        return clCreateProgramWithBinary(context, 1, &device, &length, &bytes, nullptr, code);
      },
      where);
}

/// Kernels that write a value to the element of each work-item, as their names say.
inline constexpr const char *some_kernels =
    "kernel void increment(global int *a) { a[get_global_id(0)] += 1; }\n"
    "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }\n";

/// The arguments of a build callback.
struct BuildNotice {
  std::atomic<int> calls{0};
  cl_program program = nullptr;

  static void CL_CALLBACK notify(cl_program program, void *user_data) {
    auto &notice = *static_cast<BuildNotice *>(user_data);
    notice.program = program;
    ++notice.calls;
    notice.calls.notify_all();
  }
  void wait() const { calls.wait(0); }
};

}  // namespace mux::test
