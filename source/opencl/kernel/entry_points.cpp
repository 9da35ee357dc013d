// Entry points that create kernels and set their arguments and execution information.

#include <algorithm>
#include <exception>
#include <memory>
#include <thread>

#include "opencl/kernel/exec_info.h"
#include "opencl/support/call.h"
#include "support/blocked_signals.h"

using namespace mux::opencl;

namespace {

/// Generates the code of all kernels in parallel.
class KernelCompiler {
 public:
  explicit KernelCompiler(Executable &executable) : executable_(executable) {
    start_helpers();
    work();
  }
  ~KernelCompiler() {
    for (std::thread &helper : helpers_) {
      helper.join();
    }
  }
  KernelCompiler(const KernelCompiler &) = delete;
  KernelCompiler &operator=(const KernelCompiler &) = delete;

 private:
  void start_helpers() {
    const size_t wanted =
        std::min<size_t>(std::thread::hardware_concurrency(), executable_.kernel_names().size());
    helpers_.reserve(wanted);
    const mux::BlockedSignals blocked;
    try {
      for (size_t count = 1; count < wanted; ++count) {
        helpers_.emplace_back([this] { work(); });
      }
    } catch (const std::exception &) {
      // Continue with fewer threads.
      return;
    }
  }

  void work() {
    const std::vector<std::string> &names = executable_.kernel_names();
    for (size_t index = next_++; index < names.size(); index = next_++) {
      try {
        executable_.kernel(names[index]);
      } catch (...) {
        // The error is reported when the kernel is created.
        continue;
      }
    }
  }

  Executable &executable_;
  std::atomic<size_t> next_{0};
  std::vector<std::thread> helpers_;
};

using NewKernels = std::vector<std::unique_ptr<New<Kernel>>>;

/// Creates all kernels, except those whose definition differs between devices.
NewKernels make_kernels(Program &program, Executable &executable) {
  {
    const KernelCompiler make(executable);
  }
  NewKernels kernels;
  for (const std::string &name : executable.kernel_names()) {
    try {
      kernels.push_back(std::make_unique<New<Kernel>>(program, name));
    } catch (const Failure &failure) {
      require(failure.code == CL_INVALID_KERNEL_DEFINITION, failure.code, failure.text);
    }
  }
  return kernels;
}

void create_kernels(Program &program, cl_uint room, cl_kernel *out, cl_uint *out_count) {
  const KernelAttachment attachment(program);
  const Ref<Executable> executable = program.any_executable();
  size_t count = executable->kernel_names().size();
  NewKernels kernels;
  if (!program.same_on_all_devices() || (out != nullptr && room >= count)) {
    kernels = make_kernels(program, *executable);
    count = kernels.size();
  }
  require(out == nullptr || room >= count, CL_INVALID_VALUE,
          "num_kernels is less than the number of kernels");
  for (size_t index = 0; out != nullptr && index < count; ++index) {
    out[index] = kernels[index]->give();
  }
  if (out_count != nullptr) {
    *out_count = static_cast<cl_uint>(count);
  }
}

bool is_global_pointer(const Kernel &kernel, cl_uint argument) {
  const auto &infos = kernel.code().arguments;
  return argument < infos.size() && infos[argument].kind == mux_kernel_argument_kind_buffer &&
         !is_pipe(infos[argument]) &&
         infos[argument].address_space == mux_kernel_argument_address_space_global;
}

}  // namespace

cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret) {
  return create<Program>("clCreateKernel", program, errcode_ret, [&]() -> cl_kernel {
    Program &object = checked<Program>(program);
    require(kernel_name != nullptr, CL_INVALID_VALUE, "kernel_name is NULL");
    return New<Kernel>(object, kernel_name).give();
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                cl_uint *num_kernels_ret) {
  return call<Program>("clCreateKernelsInProgram", program, [&] {
    create_kernels(checked<Program>(program), num_kernels, kernels, num_kernels_ret);
  });
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return create<Kernel>("clCloneKernel", source_kernel, errcode_ret, [&]() -> cl_kernel {
    const Kernel &source = checked<Kernel>(source_kernel);
    return New<Kernel>(source).give();
  });
}

cl_int clRetainKernel(cl_kernel kernel) {
  return call("clRetainKernel", [&] { retain<Kernel>(kernel); });
}

cl_int clReleaseKernel(cl_kernel kernel) {
  return call("clReleaseKernel", [&] { release<Kernel>(kernel); });
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value) {
  return call("clSetKernelArg",
              [&] { checked<Kernel>(kernel).set_argument(arg_index, arg_size, arg_value); });
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  return call("clSetKernelArgSVMPointer",
              [&] { checked<Kernel>(kernel).set_argument_pointer(arg_index, arg_value); });
}

cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  return call("clSetKernelArgMemPointerINTEL",
              [&] { checked<Kernel>(kernel).set_argument_pointer(arg_index, arg_value); });
}

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                      cl_mem_device_address_ext arg_value) {
  return call<Kernel>("clSetKernelArgDevicePointerEXT", kernel, [&] {
    Kernel &object = checked<Kernel>(kernel);
    require(is_global_pointer(object, arg_index), CL_INVALID_ARG_INDEX,
            "the kernel has no argument arg_index, or it is not a pointer to global memory");
    object.set_argument_pointer(arg_index, reinterpret_cast<const void *>(arg_value));
  });
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                           size_t param_value_size, const void *param_value) {
  return call<Kernel>("clSetKernelExecInfo", kernel, [&] {
    set_exec_info(checked<Kernel>(kernel), param_name, param_value_size, param_value);
  });
}
