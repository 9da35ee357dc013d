#include "opencl/command_buffer/update.h"

#include <algorithm>

#include "opencl/commands/kernels.h"
#include "opencl/kernel/exec_info.h"

namespace mux::opencl {
namespace {

void require_list(bool has_list, cl_uint count) {
  require(has_list == (count != 0), CL_INVALID_VALUE,
          "a list of the configuration and its length are inconsistent");
}

void require_lists(const cl_mutable_dispatch_config_khr &config) {
  require_list(config.arg_list != nullptr, config.num_args);
  require_list(config.arg_svm_list != nullptr, config.num_svm_args);
  require_list(config.exec_info_list != nullptr, config.num_exec_infos);
}

/// The fields that a configuration updates.
cl_mutable_dispatch_fields_khr fields_of(const cl_mutable_dispatch_config_khr &config) {
  const auto bit = [](bool changes, cl_mutable_dispatch_fields_khr field) {
    return changes ? field : cl_mutable_dispatch_fields_khr{0};
  };
  return bit(config.global_work_offset != nullptr, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR) |
         bit(config.global_work_size != nullptr, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR) |
         bit(config.local_work_size != nullptr, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR) |
         bit(config.num_args != 0 || config.num_svm_args != 0, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) |
         bit(config.num_exec_infos != 0, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR);
}

void set_arguments(Kernel &kernel, const cl_mutable_dispatch_config_khr &config) {
  for (const cl_mutable_dispatch_arg_khr &argument : std::span(config.arg_list, config.num_args)) {
    kernel.set_argument(argument.arg_index, argument.arg_size, argument.arg_value);
  }
  for (const cl_mutable_dispatch_arg_khr &argument :
       std::span(config.arg_svm_list, config.num_svm_args)) {
    kernel.set_argument_pointer(argument.arg_index, argument.arg_value);
  }
  for (const cl_mutable_dispatch_exec_info_khr &info :
       std::span(config.exec_info_list, config.num_exec_infos)) {
    set_exec_info(kernel, info.param_name, info.param_value_size, info.param_value);
  }
}

void set_range(RequestedRange &asked, const cl_mutable_dispatch_config_khr &config) {
  const auto set = [&](const size_t *values, Size3 &into) {
    if (values != nullptr) {
      std::copy_n(values, asked.dimensions, into.begin());
    }
  };
  set(config.global_work_offset, asked.offset);
  set(config.global_work_size, asked.global);
  set(config.local_work_size, asked.local);
  asked.has_local = asked.has_local || config.local_work_size != nullptr;
}

/// Whether all work-groups have the same size.
bool is_uniform(const Range &range) {
  for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
    if (range.global[dimension] % range.local[dimension] != 0) {
      return false;
    }
  }
  return true;
}

/// Only local sizes given by the program are compared.
void require_same_uniformity(const MutableCommand::State &before,
                             const MutableCommand::State &after) {
  require(!before.asked.has_local || before.range.empty || after.range.empty ||
              is_uniform(before.range) == is_uniform(after.range),
          CL_INVALID_OPERATION, "the update changes whether all work-groups have the same size");
}

}  // namespace

UpdatedCommand &Update::change_of(MutableCommand &command) {
  for (UpdatedCommand &each : commands_) {
    if (each.command == &command) {
      return each;
    }
  }
  return commands_.emplace_back(UpdatedCommand{&command, command.state, {}});
}

void Update::add(const cl_mutable_dispatch_config_khr &config) {
  MutableCommand &command = checked<MutableCommand>(config.command);
  require(&command.command_buffer() == &command_buffer_, CL_INVALID_MUTABLE_COMMAND_KHR,
          "the command is not in the command buffer");
  require_lists(config);
  require((fields_of(config) & ~command.properties().fields) == 0, CL_INVALID_OPERATION,
          "a field is not in the command's CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR");
  UpdatedCommand &change = change_of(command);
  require(config.work_dim == 0 || config.work_dim == change.state.asked.dimensions,
          CL_INVALID_OPERATION, "the number of dimensions cannot be changed");
  if (config.num_args != 0 || config.num_svm_args != 0 || config.num_exec_infos != 0) {
    if (change.state.arguments.get() == command.state.arguments.get()) {
      const New<Kernel> copy(static_cast<const Kernel &>(*command.state.arguments));
      change.state.arguments = Ref<Kernel>(copy.get());
    }
    set_arguments(*change.state.arguments, config);
  }
  set_range(change.state.asked, config);
}

std::vector<mux_ndrange_update_t> Update::check_all() {
  std::vector<mux_ndrange_update_t> updates;
  for (UpdatedCommand &each : commands_) {
    MutableCommand::State &state = each.state;
    Kernel &kernel = *state.arguments;
    DeviceKernel &on_device = kernel.on(queue_.device_index());
    state.complete = kernel.arguments().all_set();
    if (state.complete) {
      kernel.require_ready();
    }
    state.range = checked_range(on_device, queue_.device(), state.asked.request());
    require_same_uniformity(each.command->state, state);
    each.used.emplace_back(&on_device.executable());
    kernel.retain_used(each.used);
    updates.push_back({each.command->id, on_device.code().kernel, options_of(on_device, state)});
  }
  return updates;
}

}  // namespace mux::opencl
