// Entry points that create programs.

#include <algorithm>
#include <string_view>

#include "opencl/platform/versions.h"
#include "opencl/program/compiler.h"
#include "opencl/program/device_lists.h"
#include "opencl/program/program.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

std::vector<size_t> all_devices(const Context &context) {
  std::vector<size_t> devices(context.devices().size());
  for (size_t index = 0; index < devices.size(); ++index) {
    devices[index] = index;
  }
  return devices;
}

std::string join(cl_uint count, const char **strings, const size_t *lengths) {
  require(count != 0 && strings != nullptr, CL_INVALID_VALUE, "count is 0 or strings is NULL");
  std::string source;
  for (cl_uint index = 0; index < count; ++index) {
    require(strings[index] != nullptr, CL_INVALID_VALUE, "an element of strings is NULL");
    const size_t length = lengths != nullptr ? lengths[index] : 0;
    if (length == 0) {
      source += strings[index];
    } else {
      source.append(strings[index], length);
    }
  }
  std::erase(source, '\0');
  return source;
}

/// Creates the state of a program before clBuildProgram() uses its binary.
BuildResult load(const Context &context, Device &device, const unsigned char *bytes,
                 size_t length) {
  Build build;
  Binary binary = read_binary({reinterpret_cast<const char *>(bytes), length});
  if (binary.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    const New<Executable> executable(device, binary.code, context.initialized_memory());
    build.loaded = Ref<Executable>(executable.get());
  }
  build.binary = std::make_shared<const Binary>(std::move(binary));
  return std::make_shared<const Build>(std::move(build));
}

struct Binaries {
  cl_uint count;
  const cl_device_id *devices;
  const size_t *lengths;
  const unsigned char **bytes;
  cl_int *status;
};

void require_binaries(const Binaries &binaries) {
  require(binaries.lengths != nullptr && binaries.bytes != nullptr, CL_INVALID_VALUE,
          "lengths or binaries is NULL");
  bool complete = true;
  for (cl_uint position = 0; position < binaries.count; ++position) {
    const bool there = binaries.lengths[position] != 0 && binaries.bytes[position] != nullptr;
    complete = complete && there;
    if (binaries.status != nullptr) {
      binaries.status[position] = there ? CL_SUCCESS : CL_INVALID_VALUE;
    }
  }
  require(complete, CL_INVALID_VALUE, "an element of binaries is NULL or has length 0");
}

cl_program create_with_binary(Context &context, const Binaries &binaries) {
  require(binaries.count != 0 && binaries.devices != nullptr, CL_INVALID_VALUE,
          "num_devices is 0 or device_list is NULL");
  std::vector<size_t> devices = checked_devices(context, binaries.count, binaries.devices);
  require_binaries(binaries);
  New<Program> program(context, std::move(devices), Program::Origin::binary);
  const char *wrong = nullptr;
  for (cl_uint position = 0; position < binaries.count; ++position) {
    const size_t device = context.index_of(checked<Device>(binaries.devices[position]));
    try {
      program->set(device, load(context, program->device(device), binaries.bytes[position],
                                binaries.lengths[position]));
    } catch (const Failure &failure) {
      require(failure.code == CL_INVALID_BINARY, failure.code, failure.text);
      wrong = failure.text;
      if (binaries.status != nullptr) {
        binaries.status[position] = CL_INVALID_BINARY;
      }
    }
  }
  require(wrong == nullptr, CL_INVALID_BINARY, wrong);
  return program.give();
}

/// Splits a list of built-in kernel names at its semicolons, and checks that the device has them.
std::vector<std::string> checked_names(Device &device, std::string_view list) {
  std::string known(1, ';');
  known.append(built_in_kernel_names(device)).append(1, ';');
  std::vector<std::string> names;
  while (!list.empty()) {
    const size_t end = std::min(list.find(';'), list.size());
    const std::string name(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    require(!name.empty() && known.find(";" + name + ";") != std::string::npos, CL_INVALID_VALUE,
            "kernel_names has a kernel that the device does not have");
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  require(!names.empty(), CL_INVALID_VALUE, "kernel_names has no names");
  return names;
}

cl_program create_with_built_in_kernels(Context &context, cl_uint count, const cl_device_id *list,
                                        const char *kernel_names) {
  require(count != 0 && list != nullptr, CL_INVALID_VALUE,
          "num_devices is 0 or device_list is NULL");
  require(kernel_names != nullptr, CL_INVALID_VALUE, "kernel_names is NULL");
  New<Program> program(context, checked_devices(context, count, list), Program::Origin::built_in);
  for (const size_t index : program->devices()) {
    Device &device = program->device(index);
    const std::vector<std::string> names = checked_names(device, kernel_names);
    const New<Executable> executable(device, std::span<const std::string>(names));
    Build build;
    build.executable = Ref<Executable>(executable.get());
    program->set(index, std::make_shared<const Build>(std::move(build)));
  }
  return program.give();
}

cl_program create_with_il(Context &context, const void *module, size_t length) {
  require(module != nullptr, CL_INVALID_VALUE, "il is NULL");
  require(length != 0, CL_INVALID_VALUE, "length is 0");
  std::string bytes(static_cast<const char *>(module), length);
  // Validates the whole module.
  compiler::specialization_sizes(bytes);
  return New<Program>(context, all_devices(context), Program::Origin::intermediate_language,
                      std::move(bytes))
      .give();
}

void specialize(Program &program, cl_uint id, size_t size, const void *value) {
  require(program.origin() == Program::Origin::intermediate_language, CL_INVALID_PROGRAM,
          "the program was not created from an intermediate language");
  const std::map<cl_uint, uint32_t> sizes = compiler::specialization_sizes(program.source());
  const auto constant = sizes.find(id);
  require(constant != sizes.end(), CL_INVALID_SPEC_ID,
          "spec_id is not a specialization constant of the module");
  require(value != nullptr, CL_INVALID_VALUE, "spec_value is NULL");
  require(size == constant->second, CL_INVALID_VALUE,
          "spec_size is not the size of the specialization constant");
  program.specialize(id, {static_cast<const char *>(value), size});
}

}  // namespace

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *errcode_ret) {
  return create<Context>("clCreateProgramWithSource", context, errcode_ret, [&]() -> cl_program {
    Context &object = checked<Context>(context);
    return New<Program>(object, all_devices(object), Program::Origin::source,
                        join(count, strings, lengths))
        .give();
  });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id *device_list, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *binary_status,
                                     cl_int *errcode_ret) {
  return create<Context>("clCreateProgramWithBinary", context, errcode_ret, [&] {
    return create_with_binary(checked<Context>(context),
                              {num_devices, device_list, lengths, binaries, binary_status});
  });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id *device_list,
                                             const char *kernel_names, cl_int *errcode_ret) {
  return create<Context>("clCreateProgramWithBuiltInKernels", context, errcode_ret, [&] {
    return create_with_built_in_kernels(checked<Context>(context), num_devices, device_list,
                                        kernel_names);
  });
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                 cl_int *errcode_ret) {
  return create<Context>("clCreateProgramWithIL", context, errcode_ret,
                         [&] { return create_with_il(checked<Context>(context), il, length); });
}

cl_program clCreateProgramWithILKHR(cl_context context, const void *il, size_t length,
                                    cl_int *errcode_ret) {
  return create<Context>("clCreateProgramWithILKHR", context, errcode_ret,
                         [&] { return create_with_il(checked<Context>(context), il, length); });
}

cl_int clRetainProgram(cl_program program) {
  return call("clRetainProgram", [&] { retain<Program>(program); });
}

cl_int clReleaseProgram(cl_program program) {
  return call("clReleaseProgram", [&] { release<Program>(program); });
}

cl_int clSetProgramReleaseCallback(cl_program program,
                                   void(CL_CALLBACK *pfn_notify)(cl_program program,
                                                                 void *user_data),
                                   void *) {
  return call<Program>("clSetProgramReleaseCallback", program, [&] {
    checked<Program>(program);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    fail(CL_INVALID_OPERATION, "program-scope destructors are not supported");
  });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void *spec_value) {
  return call("clSetProgramSpecializationConstant",
              [&] { specialize(checked<Program>(program), spec_id, spec_size, spec_value); });
}
