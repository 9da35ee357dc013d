#include "host/device.h"

#include "host/error.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/trace.h"

namespace mux::host {
namespace {

mux_result_t create_device(mux_device_info_t info, const Allocator &allocator,
                           mux_device_t *out_device) {
  if (fork_generation() != 0) {
    return fail_in_forked_child();
  }
  if (!watch_forks()) {
    return fail(mux_error_out_of_memory, "no memory to watch for forks of the process");
  }
  trace::start();
  Device *device = allocator.create<Device>(info, allocator);
  if (!device) {
    return fail(mux_error_out_of_memory, "no memory for a device");
  }
  const mux_result_t result = device->scheduler().start(info->compute_units);
  if (result != mux_success) {
    destroy_device(device, {});
    return result;
  }
  log_line(core::LogLevel::debug, "device '%s' with %u compute units", info->device_name,
           info->compute_units);
  *out_device = device;
  return mux_success;
}

}  // namespace

Device::Device(mux_device_info_t info, const Allocator &allocator) noexcept
    : mux_device_s{object_id(mux_object_id_device), info},
      allocator_(allocator),
      fork_generation_(host::fork_generation()),
      queue_{object_id(mux_object_id_queue), this},
      scheduler_(allocator) {}

mux_result_t create_devices(uint64_t devices_length, mux_device_info_t *device_infos,
                            mux_allocator_info_t allocator_info, mux_device_t *out_devices) {
  const Allocator allocator(allocator_info);
  for (uint64_t index = 0; index < devices_length; ++index) {
    const mux_result_t result = create_device(device_infos[index], allocator, &out_devices[index]);
    if (result != mux_success) {
      while (index != 0) {
        destroy_device(out_devices[--index], allocator_info);
      }
      return result;
    }
  }
  return mux_success;
}

void destroy_device(mux_device_t device, mux_allocator_info_t) {
  Device &object = Device::of(device);
  if (!object.in_forked_child()) {
    const CallbackScope *scope = CallbackScope::current();
    if (scope && &scope->scheduler() == &object.scheduler()) {
      log_line(core::LogLevel::error, "a device may not be destroyed inside one of its callbacks");
      return;
    }
    object.scheduler().stop();
    trace::write();
  }
  Allocator::destroy(object.allocator(), &object);
}

}  // namespace mux::host
