// Entry points of executables.

#include "core/call.h"
#include "core/constant_checks.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxCreateExecutable(mux_device_t device, const void *binary, uint64_t binary_length,
                                 mux_allocator_info_t allocator_info,
                                 mux_executable_t *out_executable) {
  Call call("muxCreateExecutable");
  const bool valid =
      check::object(call, "muxCreateExecutable.device", "device", device) &&
      check::not_null(call, "muxCreateExecutable.rc01", "binary", binary) &&
      check::not_zero(call, "muxCreateExecutable.rc02", "binary_length", binary_length) &&
      check::allocator(call, "muxCreateExecutable.rc03", allocator_info) &&
      check::out(call, "muxCreateExecutable.rc04", "out_executable", out_executable);
  return call.dispatch(valid, &mux_target_hooks_t::create_executable, device, binary, binary_length,
                       allocator_info, out_executable);
}

mux_result_t muxCreateExecutableWithOptions(mux_device_t device, const void *binary,
                                            uint64_t binary_length,
                                            const mux_executable_options_t *options,
                                            mux_allocator_info_t allocator_info,
                                            mux_executable_t *out_executable) {
  Call call("muxCreateExecutableWithOptions");
  constexpr uint32_t known_memory = mux_initialized_memory_local | mux_initialized_memory_private;
  const bool valid =
      check::object(call, "muxCreateExecutableWithOptions.device", "device", device) &&
      check::not_null(call, "muxCreateExecutableWithOptions.binary", "binary", binary) &&
      check::not_zero(call, "muxCreateExecutableWithOptions.binary_length", "binary_length",
                      binary_length) &&
      check::not_null(call, "muxCreateExecutableWithOptions.options", "options", options) &&
      check::holds(call, "muxCreateExecutableWithOptions.initialized_memory",
                   (options->initialized_memory & ~known_memory) == 0,
                   "options->initialized_memory has an unknown bit") &&
      check::allocator(call, "muxCreateExecutableWithOptions.allocator_info", allocator_info) &&
      check::out(call, "muxCreateExecutableWithOptions.out_executable", "out_executable",
                 out_executable) &&
      check::constants(call, *options);
  return call.dispatch(valid, &mux_target_hooks_t::create_executable_with_options, device, binary,
                       binary_length, options, allocator_info, out_executable);
}

void muxDestroyExecutable(mux_device_t device, mux_executable_t executable,
                          mux_allocator_info_t allocator_info) {
  Call call("muxDestroyExecutable");
  const bool valid = check::object(call, "muxDestroyExecutable.vu03", "device", device) &&
                     check::object(call, "muxDestroyExecutable.vu04", "executable", executable) &&
                     check::allocator(call, "muxDestroyExecutable.vu05", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_executable, device, executable, allocator_info);
}

mux_result_t muxGetExecutableKernelCount(mux_executable_t executable, uint64_t *out_count) {
  Call call("muxGetExecutableKernelCount");
  const bool valid =
      check::object(call, "muxGetExecutableKernelCount.executable", "executable", executable) &&
      check::out(call, "muxGetExecutableKernelCount.out", "out_count", out_count);
  return call.dispatch(valid, &mux_target_hooks_t::get_executable_kernel_count, executable,
                       out_count);
}

mux_result_t muxGetExecutableInfo(mux_executable_t executable, mux_executable_info_t *out_info) {
  Call call("muxGetExecutableInfo");
  const bool valid =
      check::object(call, "muxGetExecutableInfo.executable", "executable", executable) &&
      check::out(call, "muxGetExecutableInfo.out", "out_info", out_info);
  return call.dispatch(valid, &mux_target_hooks_t::get_executable_info, executable, out_info);
}

mux_result_t muxGetExecutableConstantCount(mux_executable_t executable, uint64_t *out_count) {
  Call call("muxGetExecutableConstantCount");
  const bool valid =
      check::object(call, "muxGetExecutableConstantCount.executable", "executable", executable) &&
      check::out(call, "muxGetExecutableConstantCount.out", "out_count", out_count);
  return call.dispatch(valid, &mux_target_hooks_t::get_executable_constant_count, executable,
                       out_count);
}

mux_result_t muxGetExecutableConstantInfo(mux_executable_t executable, uint64_t index,
                                          mux_constant_info_t *out_info) {
  Call call("muxGetExecutableConstantInfo");
  uint64_t count = 0;
  const bool valid =
      check::object(call, "muxGetExecutableConstantInfo.executable", "executable", executable) &&
      call.call_hook(call.target(), &mux_target_hooks_t::get_executable_constant_count, executable,
                     &count) == mux_success &&
      check::below(call, "muxGetExecutableConstantInfo.index", "index", index,
                   "the executable's number of constants", count) &&
      check::out(call, "muxGetExecutableConstantInfo.out", "out_info", out_info);
  return call.dispatch(valid, &mux_target_hooks_t::get_executable_constant_info, executable, index,
                       out_info);
}

mux_result_t muxGetExecutableKernelName(mux_executable_t executable, uint64_t index,
                                        const char **out_name) {
  Call call("muxGetExecutableKernelName");
  uint64_t count = 0;
  const bool valid =
      check::object(call, "muxGetExecutableKernelName.executable", "executable", executable) &&
      call.call_hook(call.target(), &mux_target_hooks_t::get_executable_kernel_count, executable,
                     &count) == mux_success &&
      check::below(call, "muxGetExecutableKernelName.index", "index", index,
                   "the executable's number of kernels", count) &&
      check::out(call, "muxGetExecutableKernelName.out", "out_name", out_name);
  return call.dispatch(valid, &mux_target_hooks_t::get_executable_kernel_name, executable, index,
                       out_name);
}
