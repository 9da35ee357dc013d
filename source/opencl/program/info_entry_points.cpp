// Entry points that query programs and their builds.

#include <algorithm>

#include "opencl/program/program.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

Ref<Executable> required_executable(const Program &program) {
  Ref<Executable> executable = program.any_executable();
  require(bool(executable), CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable");
  return executable;
}

std::string kernel_names(const Program &program) {
  std::string names;
  for (const std::string &name : required_executable(program)->kernel_names()) {
    names += names.empty() ? "" : ";";
    names += name;
  }
  return names;
}

/// The binary of each device, empty for devices without one.
std::vector<std::string> binaries_of(const Program &program) {
  std::vector<std::string> binaries;
  for (const size_t device : program.devices()) {
    const BuildResult build = program.build(device);
    binaries.push_back(build->binary ? write_binary(*build->binary) : std::string());
  }
  return binaries;
}

void binary_sizes(const Program &program, const InfoOut &out) {
  std::vector<size_t> sizes;
  for (const std::string &binary : binaries_of(program)) {
    sizes.push_back(binary.size());
  }
  out.array(std::span<const size_t>(sizes));
}

/// Copies the binaries to the pointers that the program passes; NULL pointers are skipped.
void copy_binaries(const Program &program, const InfoOut &out) {
  const std::vector<std::string> binaries = binaries_of(program);
  const size_t size = binaries.size() * sizeof(unsigned char *);
  require(out.value == nullptr || out.size >= size, CL_INVALID_VALUE,
          "param_value_size is too small for a pointer for each device");
  auto *const *places = static_cast<char *const *>(out.value);
  for (size_t index = 0; places != nullptr && index < binaries.size(); ++index) {
    if (places[index] != nullptr) {
      binaries[index].copy(places[index], binaries[index].size());
    }
  }
  if (out.size_ret != nullptr) {
    *out.size_ret = size;
  }
}

void device_list(const Program &program, const InfoOut &out) {
  std::vector<cl_device_id> devices;
  for (const size_t device : program.devices()) {
    devices.push_back(&program.device(device));
  }
  out.array(std::span<const cl_device_id>(devices));
}

void program_info(const Program &program, cl_program_info name, const InfoOut &out) {
  switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return out.of(program.references());
    case CL_PROGRAM_CONTEXT:
      return out.of<cl_context>(&program.context());
    case CL_PROGRAM_NUM_DEVICES:
      return out.of(static_cast<cl_uint>(program.devices().size()));
    case CL_PROGRAM_DEVICES:
      return device_list(program, out);
    case CL_PROGRAM_SOURCE:
      return out.text(program.origin() == Program::Origin::source ? program.source() : "");
    case CL_PROGRAM_IL:
      return program.origin() == Program::Origin::intermediate_language
                 ? out.write(program.source().data(), program.source().size())
                 : out.write(nullptr, 0);
    case CL_PROGRAM_BINARY_SIZES:
      return binary_sizes(program, out);
    case CL_PROGRAM_BINARIES:
      return copy_binaries(program, out);
    case CL_PROGRAM_NUM_KERNELS:
      return out.of(required_executable(program)->kernel_names().size());
    case CL_PROGRAM_KERNEL_NAMES:
      return out.text(kernel_names(program));
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      required_executable(program);
      return out.of(cl_bool{CL_FALSE});
    default:
      fail_unknown_info("a program", name);
  }
}

void build_info(const Program &program, const Device &device, cl_program_build_info name,
                const InfoOut &out) {
  const size_t index = program.context().index_of(device);
  require(program.has(index), CL_INVALID_DEVICE, "the device is not one of the program's devices");
  const BuildResult build = program.build_used_on(index);
  switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
      return out.of(build->status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return out.text(build->options);
    case CL_PROGRAM_BUILD_LOG:
      return out.text(program.log(index));
    case CL_PROGRAM_BINARY_TYPE:
      return out.of(build->type());
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return out.of(build->executable ? build->executable->global_variable_size() : size_t{0});
    default:
      fail_unknown_info("a build", name);
  }
}

}  // namespace

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret) {
  return call("clGetProgramInfo", [&] {
    program_info(checked<Program>(program), param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret) {
  return call("clGetProgramBuildInfo", [&] {
    const Program &object = checked<Program>(program);
    build_info(object, checked<Device>(device), param_name,
               {param_value_size, param_value, param_value_size_ret});
  });
}
