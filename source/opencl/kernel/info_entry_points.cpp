// Entry points that query kernels.

#include <mux/extensions.h>

#include <array>
#include <cstdint>

#include "opencl/kernel/kernel.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

void kernel_info(const Kernel &kernel, cl_kernel_info name, const InfoOut &out) {
  switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return out.text(kernel.name());
    case CL_KERNEL_NUM_ARGS:
      return out.of(static_cast<cl_uint>(kernel.arguments().count()));
    case CL_KERNEL_REFERENCE_COUNT:
      return out.of(kernel.references());
    case CL_KERNEL_CONTEXT:
      return out.of<cl_context>(&kernel.context());
    case CL_KERNEL_PROGRAM:
      return out.of<cl_program>(&kernel.program());
    case CL_KERNEL_ATTRIBUTES:
      // Attributes are reported only for programs created from source.
      return out.text(kernel.program().origin() == Program::Origin::source
                          ? kernel.code().info.attributes
                          : "");
    default:
      fail_unknown_info("a kernel", name);
  }
}

cl_kernel_arg_address_qualifier address_qualifier(const mux_kernel_argument_info_t &info) {
  switch (info.address_space) {
    case mux_kernel_argument_address_space_global:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case mux_kernel_argument_address_space_constant:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case mux_kernel_argument_address_space_local:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default:
      return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_access_qualifier access_qualifier(const mux_kernel_argument_info_t &info) {
  switch (info.image_access) {
    case mux_kernel_argument_image_access_read_only:
      return CL_KERNEL_ARG_ACCESS_READ_ONLY;
    case mux_kernel_argument_image_access_write_only:
      return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    case mux_kernel_argument_image_access_read_write:
      return CL_KERNEL_ARG_ACCESS_READ_WRITE;
    default:
      return CL_KERNEL_ARG_ACCESS_NONE;
  }
}

cl_kernel_arg_type_qualifier type_qualifiers(const mux_kernel_argument_info_t &info) {
  constexpr std::pair<uint32_t, cl_kernel_arg_type_qualifier> qualifiers[] = {
      {mux_kernel_argument_type_qualifier_const, CL_KERNEL_ARG_TYPE_CONST},
      {mux_kernel_argument_type_qualifier_restrict, CL_KERNEL_ARG_TYPE_RESTRICT},
      {mux_kernel_argument_type_qualifier_volatile, CL_KERNEL_ARG_TYPE_VOLATILE},
      {mux_kernel_argument_type_qualifier_pipe, CL_KERNEL_ARG_TYPE_PIPE},
  };
  cl_kernel_arg_type_qualifier result = CL_KERNEL_ARG_TYPE_NONE;
  for (const auto &[bit, qualifier] : qualifiers) {
    result |= (info.type_qualifiers & bit) != 0 ? qualifier : 0;
  }
  return result;
}

void argument_info(const Kernel &kernel, cl_uint index, cl_kernel_arg_info name,
                   const InfoOut &out) {
  require(index < kernel.arguments().count(), CL_INVALID_ARG_INDEX,
          "arg_index is not less than the number of the kernel's arguments");
  if (name < CL_KERNEL_ARG_ADDRESS_QUALIFIER || name > CL_KERNEL_ARG_NAME) {
    fail_unknown_info("an argument", name);
  }
  require(kernel.program().has_argument_info(), CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
          "argument information needs a program created from source and built with "
          "-cl-kernel-arg-info");
  const mux_kernel_argument_info_t &info = kernel.code().arguments[index];
  switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return out.of(address_qualifier(info));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return out.of(access_qualifier(info));
    case CL_KERNEL_ARG_TYPE_NAME:
      return out.text(info.type_name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return out.of(type_qualifiers(info));
    default:
      return out.text(info.name);
  }
}

/// The kernel on a device, which may be NULL if the program has only one.
DeviceKernel &on_device(Kernel &kernel, cl_device_id device) {
  const Program &program = kernel.program();
  if (device == nullptr) {
    require(program.devices().size() == 1, CL_INVALID_DEVICE,
            "device is NULL, and the kernel has several devices");
    return kernel.on(program.devices().front());
  }
  const size_t index = program.context().index_of(checked<Device>(device));
  require(program.has(index), CL_INVALID_DEVICE,
          "the device is not a device of the kernel's program");
  return kernel.on(index);
}

Size3 size_of(const uint64_t (&size)[3]) {
  return {size[0], size[1], size[2]};
}

void work_group_info(Kernel &kernel, cl_device_id device, cl_kernel_work_group_info name,
                     const InfoOut &out) {
  const mux_kernel_info_t &info = on_device(kernel, device).code().info;
  switch (name) {
    case CL_KERNEL_GLOBAL_WORK_SIZE:
      require(kernel.program().origin() == Program::Origin::built_in, CL_INVALID_VALUE,
              "only built-in kernels have CL_KERNEL_GLOBAL_WORK_SIZE");
      return out.of(Size3{SIZE_MAX, SIZE_MAX, SIZE_MAX});
    case CL_KERNEL_WORK_GROUP_SIZE:
      return out.of(size_t{info.max_local_size});
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
      return out.of(size_of(info.required_local_size));
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return out.of(cl_ulong{info.local_memory_size + kernel.arguments().local_memory()});
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return out.of(size_t{info.preferred_local_size_multiple});
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return out.of(cl_ulong{info.private_memory_size});
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      // Spilled registers are part of private memory.
      return out.of(cl_ulong{0});
    default:
      fail_unknown_info("a kernel on a device", name);
  }
}

/// Parses the input of a sub-group query: a local size in one to three dimensions.
Size3 local_size_of(size_t size, const void *value) {
  constexpr size_t element = sizeof(size_t);
  require(value != nullptr && size % element == 0 && size >= element && size <= 3 * element,
          CL_INVALID_VALUE, "input_value is not a local size of 1 to 3 dimensions");
  Size3 local = {1, 1, 1};
  std::memcpy(local.data(), value, size);
  require(local[0] != 0 && local[1] != 0 && local[2] != 0, CL_INVALID_VALUE,
          "the local size is 0 in a dimension");
  return local;
}

size_t sub_group_size(mux_kernel_t kernel, const Size3 &local) {
  size_t size = 0;
  check(muxQuerySubGroupSizeForLocalSize(kernel, local[0], local[1], local[2], &size));
  return size;
}

void local_size_for_sub_groups(mux_kernel_t kernel, size_t size, const void *value,
                               const InfoOut &out) {
  require(value != nullptr && size == sizeof(size_t), CL_INVALID_VALUE,
          "input_value is not a size_t with a number of sub-groups");
  size_t count = 0;
  std::memcpy(&count, value, sizeof count);
  Size3 local{};
  check(muxQueryLocalSizeForSubGroupCount(kernel, count, local.data(), &local[1], &local[2]));
  // The result has as many dimensions as fit into param_value.
  const size_t dimensions =
      out.value == nullptr ? 3 : std::min<size_t>(out.size / sizeof(size_t), 3);
  require(dimensions != 0, CL_INVALID_VALUE, "param_value_size is too small for the value");
  out.array(std::span<const size_t>(local.data(), dimensions));
}

void sub_group_info(Kernel &kernel, cl_device_id device, cl_kernel_sub_group_info name,
                    size_t input_size, const void *input, const InfoOut &out) {
  const DeviceKernel &on = on_device(kernel, device);
  mux_kernel_t code = on.code().kernel;
  require(code->device->info->max_sub_group_count != 0, CL_INVALID_OPERATION,
          "the device does not support sub-groups");
  switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
      return out.of(sub_group_size(code, local_size_of(input_size, input)));
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      const Size3 local = local_size_of(input_size, input);
      const size_t size = sub_group_size(code, local);
      return out.of((local[0] * local[1] * local[2] + size - 1) / size);
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
      return local_size_for_sub_groups(code, input_size, input, out);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS: {
      size_t count = 0;
      check(muxQueryMaxNumSubGroups(code, &count));
      return out.of(count);
    }
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return out.of(size_t{on.code().info.required_sub_group_count});
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
      return out.of(size_t{on.code().info.required_sub_group_size});
    default:
      fail_unknown_info("the sub-groups of a kernel", name);
  }
}

}  // namespace

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret) {
  return call("clGetKernelInfo", [&] {
    kernel_info(checked<Kernel>(kernel), param_name,
                {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                          size_t param_value_size, void *param_value,
                          size_t *param_value_size_ret) {
  return call("clGetKernelArgInfo", [&] {
    argument_info(checked<Kernel>(kernel), arg_index, param_name,
                  {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info param_name, size_t param_value_size,
                                void *param_value, size_t *param_value_size_ret) {
  return call("clGetKernelWorkGroupInfo", [&] {
    work_group_info(checked<Kernel>(kernel), device, param_name,
                    {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret) {
  return call("clGetKernelSubGroupInfo", [&] {
    sub_group_info(checked<Kernel>(kernel), device, param_name, input_value_size, input_value,
                   {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, cl_device_id in_device,
                                  cl_kernel_sub_group_info param_name, size_t input_value_size,
                                  const void *input_value, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return clGetKernelSubGroupInfo(in_kernel, in_device, param_name, input_value_size, input_value,
                                 param_value_size, param_value, param_value_size_ret);
}
