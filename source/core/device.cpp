// Entry points that enumerate, create and destroy devices: the only ones that call several targets.

#include <algorithm>

#include "core/call.h"
#include "core/registry.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

/// Enumerates the devices of one target.
/// @param[in,out] count capacity of `out_infos`, which may be NULL to count; on success, the number
/// of devices counted or written.
mux_result_t enumerate_target(const mux_target_hooks_t *target, uint32_t device_types,
                              mux_device_info_t *out_infos, uint64_t *count) {
  uint64_t available = 0;
  const mux_result_t result = target->get_device_infos(device_types, 0, nullptr, &available);
  if (result != mux_success || out_infos == nullptr) {
    *count = available;
    return result;
  }
  *count = std::min(*count, available);
  return *count == 0 ? mux_success
                     : target->get_device_infos(device_types, *count, out_infos, nullptr);
}

mux_result_t enumerate(Call &call, uint32_t device_types, uint64_t length,
                       mux_device_info_t *out_infos, uint64_t *out_length) {
  const mux_target_id_t last = mux::core::target_count();
  uint64_t found = 0;
  for (mux_target_id_t id = 1; id <= last; ++id) {
    const mux_target_hooks_t *const target = mux::core::find_target(id);
    uint64_t count = out_infos != nullptr ? length - found : 0;
    const mux_result_t result = enumerate_target(
        target, device_types, out_infos != nullptr ? out_infos + found : nullptr, &count);
    if (result != mux_success) {
      call.fail("muxGetDeviceInfos.hook", mux_error_device_entry_hook_failed,
                "the target \"%s\" returned %s", target->name, mux::core::result_name(result));
      return call.finish();
    }
    found += count;
  }
  if (out_length != nullptr) {
    *out_length = found;
  }
  return call.finish();
}

/// Checks that every element is a device info of a known target; targets may differ.
bool are_device_infos(Call &call, uint64_t length, const mux_device_info_t *infos) {
  return std::all_of(infos, infos + length, [&call](mux_device_info_t info) {
    Call element("muxCreateDevices");
    if (check::object(element, "muxCreateDevices.device_infos", "an element of device_infos",
                      info)) {
      return true;
    }
    call.set_result(element.result());
    return false;
  });
}

/// Checks that a device can execute; cross-compilation targets are enumerated as well.
bool is_available(Call &call, const char *rule, mux_device_info_t info) {
  return check::feature(call, rule, info->device_type != mux_device_type_compiler,
                        "execution: it is a target for compilation only");
}

bool are_available(Call &call, uint64_t length, const mux_device_info_t *infos) {
  return std::all_of(infos, infos + length, [&call](mux_device_info_t info) {
    return is_available(call, "muxCreateDevices.rc03", info);
  });
}

void destroy_created(uint64_t length, mux_device_t *devices, mux_allocator_info_t allocator_info) {
  for (uint64_t index = length; index-- > 0;) {
    const mux_target_hooks_t *const target = mux::core::find_target(devices[index]->id);
    if (target != nullptr && target->destroy_device != nullptr) {
      target->destroy_device(devices[index], allocator_info);
    }
    devices[index] = nullptr;
  }
}

}  // namespace

mux_result_t muxGetDeviceInfos(uint32_t device_types, uint64_t device_infos_length,
                               mux_device_info_t *out_device_infos,
                               uint64_t *out_device_infos_length) {
  Call call("muxGetDeviceInfos");
  const bool valid =
      check::not_zero(call, "muxGetDeviceInfos.rc01", "device_types", device_types) &&
      check::holds(call, "muxGetDeviceInfos.rc02",
                   device_infos_length != 0 || out_device_infos == nullptr,
                   "out_device_infos is not NULL but device_infos_length is 0") &&
      (device_infos_length == 0 ||
       check::out(call, "muxGetDeviceInfos.rc03", "out_device_infos", out_device_infos));
  return valid ? enumerate(call, device_types, device_infos_length, out_device_infos,
                           out_device_infos_length)
               : call.finish();
}

mux_result_t muxCreateDevices(uint64_t devices_length, mux_device_info_t *device_infos,
                              mux_allocator_info_t allocator_info, mux_device_t *out_devices) {
  Call call("muxCreateDevices");
  mux::core::target_count();
  const bool valid =
      (devices_length == 0 ||
       (check::not_null(call, "muxCreateDevices.rc01", "device_infos", device_infos) &&
        are_device_infos(call, devices_length, device_infos))) &&
      check::allocator(call, "muxCreateDevices.rc04", allocator_info) &&
      check::out(call, devices_length > 0 ? "muxCreateDevices.rc02" : "muxCreateDevices.rc05",
                 "out_devices", out_devices) &&
      are_available(call, devices_length, device_infos);
  if (!valid) {
    return call.finish();
  }
  // One hook call for each run of device infos of one target.
  for (uint64_t first = 0; first < devices_length;) {
    const mux_id_t id = device_infos[first]->id;
    uint64_t end = first + 1;
    while (end < devices_length && device_infos[end]->id == id) {
      ++end;
    }
    const mux_result_t result =
        call.call_hook(mux::core::find_target(id), &mux_target_hooks_t::create_devices, end - first,
                       device_infos + first, allocator_info, out_devices + first);
    if (result != mux_success) {
      destroy_created(first, out_devices, allocator_info);
      return call.finish();
    }
    first = end;
  }
  return call.finish();
}

mux_result_t muxCreateDeviceWithOptions(mux_device_info_t device_info,
                                        const mux_device_options_t *options,
                                        mux_allocator_info_t allocator_info,
                                        mux_device_t *out_device) {
  Call call("muxCreateDeviceWithOptions");
  mux::core::target_count();
  const bool valid =
      check::object(call, "muxCreateDeviceWithOptions.device_info", "device_info", device_info) &&
      check::not_null(call, "muxCreateDeviceWithOptions.options", "options", options) &&
      check::at_most(call, "muxCreateDeviceWithOptions.compute_units", "options->compute_units",
                     options->compute_units, "MUX_MAX_COMPUTE_UNITS", MUX_MAX_COMPUTE_UNITS) &&
      check::holds(call, "muxCreateDeviceWithOptions.processors",
                   (options->processors == nullptr) == (options->processors_length == 0),
                   "exactly one of options->processors and options->processors_length is 0") &&
      check::at_most(call, "muxCreateDeviceWithOptions.processors_length",
                     "options->processors_length", options->processors_length, "MUX_MAX_PROCESSORS",
                     MUX_MAX_PROCESSORS) &&
      check::allocator(call, "muxCreateDeviceWithOptions.allocator_info", allocator_info) &&
      check::out(call, "muxCreateDeviceWithOptions.out_device", "out_device", out_device) &&
      is_available(call, "muxCreateDeviceWithOptions.available", device_info);
  return call.dispatch(valid, &mux_target_hooks_t::create_device_with_options, device_info, options,
                       allocator_info, out_device);
}

mux_result_t muxGetProcessorInfos(mux_device_info_t device_info, uint64_t infos_length,
                                  mux_processor_info_t *out_infos, uint64_t *out_infos_length) {
  Call call("muxGetProcessorInfos");
  mux::core::target_count();
  const bool valid =
      check::object(call, "muxGetProcessorInfos.device_info", "device_info", device_info) &&
      check::holds(call, "muxGetProcessorInfos.infos_length",
                   (infos_length == 0) == (out_infos == nullptr),
                   "exactly one of out_infos and infos_length is 0") &&
      (out_infos != nullptr || check::out(call, "muxGetProcessorInfos.out_infos_length",
                                          "out_infos_length", out_infos_length));
  return call.dispatch(valid, &mux_target_hooks_t::get_processor_infos, device_info, infos_length,
                       out_infos, out_infos_length);
}

void muxDestroyDevice(mux_device_t device, mux_allocator_info_t allocator_info) {
  Call call("muxDestroyDevice");
  const bool valid = check::object(call, "muxDestroyDevice.vu05", "device", device) &&
                     check::allocator(call, "muxDestroyDevice.vu06", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_device, device, allocator_info);
}
