// Entry points that record kernels, and that query and update recorded commands.

#include "opencl/command_buffer/command_recorder.h"
#include "opencl/commands/kernels.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"
#include "opencl/support/properties.h"

using namespace mux::opencl;

namespace {

MutableCommand::Properties checked_command_properties(const cl_command_properties_khr *properties) {
  MutableCommand::Properties checked;
  checked.fields = mutable_dispatch_fields;
  const auto take = [&](cl_command_properties_khr name, cl_command_properties_khr value) {
    switch (name) {
      case CL_MUTABLE_DISPATCH_ASSERTS_KHR:
        require((value &
                 ~cl_mutable_dispatch_asserts_khr{
                     CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR}) == 0,
                CL_INVALID_VALUE, "unknown mutable dispatch assertions");
        checked.asserts = value;
        break;
      case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR:
        // The device supports all defined fields.
        require((value & ~mutable_dispatch_fields) == 0, CL_INVALID_VALUE,
                "unknown bits in CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR");
        checked.fields = value;
        checked.has_fields = true;
        break;
      default:
        fail(CL_INVALID_VALUE, "unknown property of an ND-range command");
    }
  };
  checked.list = copy_properties(properties, CL_INVALID_VALUE, take);
  return checked;
}

/// Whether arguments may be set by a later update.
bool may_lack_arguments(const CommandBuffer &command_buffer,
                        const MutableCommand::Properties &properties) {
  return command_buffer.is_mutable() && properties.has_fields &&
         (properties.fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0;
}

/// Records a mutable command. Returns its handle.
cl_mutable_command_khr record_command(CommandBuffer &command_buffer, const SyncPoints &sync_points,
                                      Kernel &kernel, const RangeRequest &request,
                                      MutableCommand::Properties properties) {
  const CommandRecorder recorder(command_buffer, sync_points);
  DeviceKernel &on_device = kernel_on_device(recorder, kernel);
  MutableCommand::State state;
  state.complete = kernel.arguments().all_set();
  if (state.complete || !may_lack_arguments(command_buffer, properties)) {
    kernel.require_ready();
  }
  state.range = checked_range(on_device, recorder.device(), request);
  state.asked = RequestedRange(request);
  if (command_buffer.is_mutable()) {
    const New<Kernel> copy(static_cast<const Kernel &>(kernel));
    state.arguments = Ref<Kernel>(copy.get());
  }
  const mux_ndrange_options_t options = options_of(on_device, state);
  auto command = std::make_unique<MutableCommand>(command_buffer, kernel, std::move(properties),
                                                  std::move(state));
  MutableCommand *const handle = command.get();
  command_buffer.record(
      sync_points,
      [&](Recording &recording) { return record_nd_range(recording, kernel, on_device, options); },
      std::move(command));
  return handle;
}

void record_kernel(CommandBuffer &command_buffer, const CommandInfo &info, Kernel &kernel,
                   const RangeRequest &request) {
  MutableCommand::Properties properties = checked_command_properties(info.properties);
  require(
      request.local != nullptr || (properties.asserts | command_buffer.properties().asserts) == 0,
      CL_INVALID_VALUE, "the number of work-groups is asserted, but local_work_size is NULL");
  if (info.handle == nullptr && kernel.arguments().all_set()) {
    CommandRecorder recorder(command_buffer, info.sync_points);
    return run_kernel(recorder, kernel, request);
  }
  cl_mutable_command_khr handle =
      record_command(command_buffer, info.sync_points, kernel, request, std::move(properties));
  if (info.handle != nullptr) {
    *info.handle = handle;
  }
}

void update(CommandBuffer &command_buffer, cl_uint count,
            const cl_command_buffer_update_type_khr *types, const void *const *configs) {
  require((count == 0) == (types == nullptr) && (count == 0) == (configs == nullptr),
          CL_INVALID_VALUE, "num_configs, config_types and configs are inconsistent");
  std::vector<const cl_mutable_dispatch_config_khr *> checked;
  for (cl_uint index = 0; index < count; ++index) {
    require(types[index] == CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, CL_INVALID_VALUE,
            "unknown configuration type");
    require(configs[index] != nullptr, CL_INVALID_VALUE, "an element of configs is NULL");
    checked.push_back(static_cast<const cl_mutable_dispatch_config_khr *>(configs[index]));
  }
  command_buffer.update(checked);
}

void command_info(const MutableCommand &command, cl_mutable_command_info_khr name,
                  const InfoOut &out) {
  const RequestedRange asked = command.command_buffer().state_of(command).asked;
  const auto sizes = [&](const Size3 &values) {
    return out.array(std::span(values).first(asked.dimensions));
  };
  switch (name) {
    case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
      return out.of<cl_command_queue>(&command.command_buffer().queue());
    case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
      return out.of<cl_command_buffer_khr>(&command.command_buffer());
    case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
      return out.of(cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
    case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
      return out.array(std::span(command.properties().list));
    case CL_MUTABLE_DISPATCH_KERNEL_KHR:
      return out.of<cl_kernel>(&command.kernel());
    case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
      return out.of(asked.dimensions);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
      return sizes(asked.offset);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
      return sizes(asked.global);
    case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
      return sizes(asked.local);
    default:
      fail_unknown_info("a command", name);
  }
}

}  // namespace

cl_int clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return call("clCommandNDRangeKernelKHR", [&] {
    const CommandInfo info{command_queue,
                           properties,
                           {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                           mutable_handle};
    record_kernel(recording_buffer(command_buffer, info), info, checked<Kernel>(kernel),
                  {work_dim, global_work_offset, global_work_size, local_work_size});
  });
}

cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                  const cl_command_buffer_update_type_khr *config_types,
                                  const void **configs) {
  return call("clUpdateMutableCommandsKHR", [&] {
    update(checked<CommandBuffer>(command_buffer), num_configs, config_types, configs);
  });
}

cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                  cl_mutable_command_info_khr param_name, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return call("clGetMutableCommandInfoKHR", [&] {
    command_info(checked<MutableCommand>(command), param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}
