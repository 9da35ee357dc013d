// Entry points of kernels.

#include <algorithm>
#include <string_view>

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

/// Whether `declarations`, "name(parameters);name(parameters)", contains a kernel of the name.
bool declares_kernel(std::string_view declarations, std::string_view name) {
  while (!declarations.empty()) {
    const size_t end = std::min(declarations.find(';'), declarations.size());
    std::string_view declared = declarations.substr(0, end);
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
    declared.remove_prefix(std::min(declared.find_first_not_of(' '), declared.size()));
    declared = declared.substr(0, std::min(declared.find('('), declared.size()));
    declared = declared.substr(0, declared.find_last_not_of(' ') + 1);
    if (declared == name) {
      return true;
    }
  }
  return false;
}

bool check_builtin_kernel(Call &call, const char *declarations, std::string_view name) {
  return declares_kernel(declarations != nullptr ? declarations : "", name) ||
         call.fail("muxCreateBuiltInKernel.rc02", mux_error_missing_kernel,
                   "the device declares no built-in kernel '%.*s'",
                   static_cast<int>(std::min<size_t>(name.size(), 256)), name.data());
}

}  // namespace

mux_result_t muxCreateKernel(mux_device_t device, mux_executable_t executable, const char *name,
                             uint64_t name_length, mux_allocator_info_t allocator_info,
                             mux_kernel_t *out_kernel) {
  Call call("muxCreateKernel");
  const bool valid = check::object(call, "muxCreateKernel.device", "device", device) &&
                     check::object(call, "muxCreateKernel.executable", "executable", executable) &&
                     check::not_null(call, "muxCreateKernel.rc01", "name", name) &&
                     check::not_zero(call, "muxCreateKernel.rc03", "name_length", name_length) &&
                     check::allocator(call, "muxCreateKernel.rc04", allocator_info) &&
                     check::out(call, "muxCreateKernel.rc05", "out_kernel", out_kernel);
  return call.dispatch(valid, &mux_target_hooks_t::create_kernel, device, executable, name,
                       name_length, allocator_info, out_kernel);
}

mux_result_t muxCreateBuiltInKernel(mux_device_t device, const char *name, uint64_t name_length,
                                    mux_allocator_info_t allocator_info, mux_kernel_t *out_kernel) {
  Call call("muxCreateBuiltInKernel");
  const bool valid =
      check::object(call, "muxCreateBuiltInKernel.device", "device", device) &&
      check::not_null(call, "muxCreateBuiltInKernel.rc01", "name", name) &&
      check::not_zero(call, "muxCreateBuiltInKernel.rc03", "name_length", name_length) &&
      check::allocator(call, "muxCreateBuiltInKernel.rc04", allocator_info) &&
      check::out(call, "muxCreateBuiltInKernel.rc05", "out_kernel", out_kernel) &&
      check::feature(call, "muxCreateBuiltInKernel.supported",
                     device->info->supports_builtin_kernels, "built-in kernels") &&
      check_builtin_kernel(call, device->info->builtin_kernel_declarations,
                           std::string_view(name, name_length));
  return call.dispatch(valid, &mux_target_hooks_t::create_builtin_kernel, device, name, name_length,
                       allocator_info, out_kernel);
}

mux_result_t muxQuerySubGroupSizeForLocalSize(mux_kernel_t kernel, size_t local_size_x,
                                              size_t local_size_y, size_t local_size_z,
                                              size_t *out_sub_group_size) {
  Call call("muxQuerySubGroupSizeForLocalSize");
  const bool valid =
      check::object(call, "muxQuerySubGroupSizeForLocalSize.rc01", "kernel", kernel) &&
      check::not_zero(call, "muxQuerySubGroupSizeForLocalSize.rc02", "local_size_x",
                      local_size_x) &&
      check::not_zero(call, "muxQuerySubGroupSizeForLocalSize.rc03", "local_size_y",
                      local_size_y) &&
      check::not_zero(call, "muxQuerySubGroupSizeForLocalSize.rc04", "local_size_z",
                      local_size_z) &&
      check::out(call, "muxQuerySubGroupSizeForLocalSize.rc05", "out_sub_group_size",
                 out_sub_group_size) &&
      check::feature(call, "muxQuerySubGroupSizeForLocalSize.rc06",
                     kernel->device->info->max_sub_group_count != 0, "sub-groups");
  return call.dispatch(valid, &mux_target_hooks_t::query_sub_group_size_for_local_size, kernel,
                       local_size_x, local_size_y, local_size_z, out_sub_group_size);
}

mux_result_t muxQueryLocalSizeForSubGroupCount(mux_kernel_t kernel, size_t sub_group_count,
                                               size_t *out_local_size_x, size_t *out_local_size_y,
                                               size_t *out_local_size_z) {
  Call call("muxQueryLocalSizeForSubGroupCount");
  const bool valid =
      check::object(call, "muxQueryLocalSizeForSubGroupCount.rc01", "kernel", kernel) &&
      check::out(call, "muxQueryLocalSizeForSubGroupCount.rc02", "out_local_size_x",
                 out_local_size_x) &&
      check::out(call, "muxQueryLocalSizeForSubGroupCount.rc03", "out_local_size_y",
                 out_local_size_y) &&
      check::out(call, "muxQueryLocalSizeForSubGroupCount.rc04", "out_local_size_z",
                 out_local_size_z) &&
      check::feature(call, "muxQueryLocalSizeForSubGroupCount.rc05",
                     kernel->device->info->max_sub_group_count != 0, "sub-groups");
  return call.dispatch(valid, &mux_target_hooks_t::query_local_size_for_sub_group_count, kernel,
                       sub_group_count, out_local_size_x, out_local_size_y, out_local_size_z);
}

mux_result_t muxQueryMaxNumSubGroups(mux_kernel_t kernel, size_t *out_max_num_sub_groups) {
  Call call("muxQueryMaxNumSubGroups");
  const bool valid = check::object(call, "muxQueryMaxNumSubGroups.kernel", "kernel", kernel) &&
                     check::out(call, "muxQueryMaxNumSubGroups.out", "out_max_num_sub_groups",
                                out_max_num_sub_groups) &&
                     check::feature(call, "muxQueryMaxNumSubGroups.supported",
                                    kernel->device->info->max_sub_group_count != 0, "sub-groups");
  return call.dispatch(valid, &mux_target_hooks_t::query_max_num_sub_groups, kernel,
                       out_max_num_sub_groups);
}

mux_result_t muxQueryWFVInfoForLocalSize(mux_kernel_t kernel, size_t local_size_x,
                                         size_t local_size_y, size_t local_size_z,
                                         mux_wfv_status_e *out_wfv_status, size_t *out_work_width_x,
                                         size_t *out_work_width_y, size_t *out_work_width_z) {
  Call call("muxQueryWFVInfoForLocalSize");
  const bool has_widths =
      out_work_width_x != nullptr && out_work_width_y != nullptr && out_work_width_z != nullptr;
  const bool valid =
      check::object(call, "muxQueryWFVInfoForLocalSize.rc01", "kernel", kernel) &&
      check::not_zero(call, "muxQueryWFVInfoForLocalSize.rc02", "local_size_x", local_size_x) &&
      check::not_zero(call, "muxQueryWFVInfoForLocalSize.rc03", "local_size_y", local_size_y) &&
      check::not_zero(call, "muxQueryWFVInfoForLocalSize.rc04", "local_size_z", local_size_z) &&
      (has_widths || check::out(call, "muxQueryWFVInfoForLocalSize.rc05",
                                "out_wfv_status and at least one of the out_work_width parameters",
                                out_wfv_status));
  return call.dispatch(valid, &mux_target_hooks_t::query_wfv_info_for_local_size, kernel,
                       local_size_x, local_size_y, local_size_z, out_wfv_status, out_work_width_x,
                       out_work_width_y, out_work_width_z);
}

void muxDestroyKernel(mux_device_t device, mux_kernel_t kernel,
                      mux_allocator_info_t allocator_info) {
  Call call("muxDestroyKernel");
  const bool valid = check::object(call, "muxDestroyKernel.vu03", "device", device) &&
                     check::object(call, "muxDestroyKernel.vu04", "kernel", kernel) &&
                     check::allocator(call, "muxDestroyKernel.vu05", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_kernel, device, kernel, allocator_info);
}

mux_result_t muxSuggestLocalSize(mux_kernel_t kernel, size_t dimensions, const size_t *global_size,
                                 mux_local_size_fit_e fit, size_t *out_local_size_x,
                                 size_t *out_local_size_y, size_t *out_local_size_z) {
  Call call("muxSuggestLocalSize");
  bool valid =
      check::object(call, "muxSuggestLocalSize.kernel", "kernel", kernel) &&
      check::not_zero(call, "muxSuggestLocalSize.dimensions", "dimensions", dimensions) &&
      check::at_most(call, "muxSuggestLocalSize.dimensions", "dimensions", dimensions,
                     "the maximum", 3) &&
      check::not_null(call, "muxSuggestLocalSize.global_size", "global_size", global_size) &&
      check::enumerator(call, "muxSuggestLocalSize.fit", "fit", fit, mux_local_size_fit_divides) &&
      check::out(call, "muxSuggestLocalSize.out", "out_local_size_x", out_local_size_x) &&
      check::out(call, "muxSuggestLocalSize.out", "out_local_size_y", out_local_size_y) &&
      check::out(call, "muxSuggestLocalSize.out", "out_local_size_z", out_local_size_z);
  for (size_t i = 0; valid && i < dimensions; ++i) {
    valid = check::not_zero(call, "muxSuggestLocalSize.global_size", "an element of global_size",
                            global_size[i]);
  }
  return call.dispatch(valid, &mux_target_hooks_t::suggest_local_size, kernel, dimensions,
                       global_size, fit, out_local_size_x, out_local_size_y, out_local_size_z);
}

mux_result_t muxGetKernelInfo(mux_kernel_t kernel, mux_kernel_info_t *out_info) {
  Call call("muxGetKernelInfo");
  const bool valid = check::object(call, "muxGetKernelInfo.kernel", "kernel", kernel) &&
                     check::out(call, "muxGetKernelInfo.out", "out_info", out_info);
  return call.dispatch(valid, &mux_target_hooks_t::get_kernel_info, kernel, out_info);
}

mux_result_t muxGetKernelVectorization(mux_kernel_t kernel, const char **out_text) {
  Call call("muxGetKernelVectorization");
  const bool valid = check::object(call, "muxGetKernelVectorization.kernel", "kernel", kernel) &&
                     check::out(call, "muxGetKernelVectorization.out", "out_text", out_text);
  return call.dispatch(valid, &mux_target_hooks_t::get_kernel_vectorization, kernel, out_text);
}

mux_result_t muxGetKernelArgumentCount(mux_kernel_t kernel, uint64_t *out_count) {
  Call call("muxGetKernelArgumentCount");
  const bool valid = check::object(call, "muxGetKernelArgumentCount.kernel", "kernel", kernel) &&
                     check::out(call, "muxGetKernelArgumentCount.out", "out_count", out_count);
  return call.dispatch(valid, &mux_target_hooks_t::get_kernel_argument_count, kernel, out_count);
}

mux_result_t muxGetKernelArgumentInfo(mux_kernel_t kernel, uint64_t index,
                                      mux_kernel_argument_info_t *out_info) {
  Call call("muxGetKernelArgumentInfo");
  uint64_t count = 0;
  const bool valid = check::object(call, "muxGetKernelArgumentInfo.kernel", "kernel", kernel) &&
                     call.call_hook(call.target(), &mux_target_hooks_t::get_kernel_argument_count,
                                    kernel, &count) == mux_success &&
                     check::below(call, "muxGetKernelArgumentInfo.index", "index", index,
                                  "the kernel's number of arguments", count) &&
                     check::out(call, "muxGetKernelArgumentInfo.out", "out_info", out_info);
  return call.dispatch(valid, &mux_target_hooks_t::get_kernel_argument_info, kernel, index,
                       out_info);
}
