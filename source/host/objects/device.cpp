#include "host/objects/device.h"

#include <algorithm>
#include <utility>

#include "compiler/program/program.h"
#include "host/objects/device_info.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/trace.h"
#include "host/support/error.h"
#include "host/support/processors.h"

namespace mux::host {
namespace {

static_assert(tuning::compute_queues <= 32, "a fence has a bit for each queue");

template <uint32_t... index>
std::array<Queue, sizeof...(index)> make_queues(mux_device_t device,
                                                std::integer_sequence<uint32_t, index...>) {
  return {Queue(device, index)...};
}

/// Whether the system lets threads use all of them, which can only be found out by trying.
bool are_usable(const ProcessorSet &processors) {
  const ProcessorBinding trial(processors);
  return processors.is_part_of(ProcessorSet::of_this_thread());
}

bool take_processors(const mux_device_options_t &options, ProcessorSet &processors) {
  for (uint64_t index = 0; index < options.processors_length; ++index) {
    if (!processors.add(options.processors[index])) {
      return false;
    }
  }
  return processors.empty() || are_usable(processors);
}

/// The requested number, or the number of requested processors; 0 if neither is given.
uint32_t compute_units_of(const mux_device_options_t &options) {
  return options.compute_units != 0 ? options.compute_units
                                    : static_cast<uint32_t>(std::min<uint64_t>(
                                          options.processors_length, MUX_MAX_COMPUTE_UNITS));
}

mux_result_t create_device(mux_device_info_t info, const mux_device_options_t &options,
                           const Allocator &allocator, mux_device_t *out_device) {
  ProcessorSet processors;
  if (!take_processors(options, processors)) {
    return fail(mux_error_invalid_value, "options->processors has one that cannot be used");
  }
  if (!watch_forks()) {
    return fail(mux_error_out_of_memory, "no memory to watch for forks of the process");
  }
  trace::start();
  Device *device = allocator.create<Device>(info, options, allocator);
  if (device == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a device");
  }
  const mux_result_t result = device->scheduler().start(device->info->compute_units, processors);
  if (result != mux_success) {
    destroy_device(device, {});
    return result;
  }
  log_line(core::LogLevel::debug, "device '%s' with %u compute units", info->device_name,
           device->info->compute_units);
  // Last: it may open the compiler library in the background, and oneTBB, which loads libraries as
  // well, would block on the dynamic loader's lock.
  compiler::expect_programs();
  *out_device = device;
  return mux_success;
}

}  // namespace

Device::Device(mux_device_info_t info, const mux_device_options_t &options,
               const Allocator &allocator) noexcept
    : mux_device_s{object_id(mux_object_id_device), info},
      allocator_(allocator),
      fork_generation_(host::fork_generation()),
      queues_(make_queues(this, std::make_integer_sequence<uint32_t, tuning::compute_queues>())),
      scheduler_(allocator) {
  const uint32_t compute_units = compute_units_of(options);
  if (compute_units == 0 && is_enumerated(info)) {
    return;
  }
  own_info_ = *info;
  if (compute_units != 0) {
    own_info_.compute_units = compute_units;
  }
  this->info = &own_info_;
}

mux_result_t create_devices(uint64_t devices_length, mux_device_info_t *device_infos,
                            mux_allocator_info_t allocator_info, mux_device_t *out_devices) {
  const Allocator allocator(allocator_info);
  for (uint64_t index = 0; index < devices_length; ++index) {
    const mux_result_t result =
        create_device(device_infos[index], {}, allocator, &out_devices[index]);
    if (result != mux_success) {
      while (index != 0) {
        destroy_device(out_devices[--index], allocator_info);
      }
      return result;
    }
  }
  return mux_success;
}

mux_result_t create_device_with_options(mux_device_info_t device_info,
                                        const mux_device_options_t *options,
                                        mux_allocator_info_t allocator_info,
                                        mux_device_t *out_device) {
  return create_device(device_info, *options, Allocator(allocator_info), out_device);
}

void destroy_device(mux_device_t device, mux_allocator_info_t) {
  Device &object = Device::of(device);
  if (!object.in_forked_child()) {
    const CallbackScope *scope = CallbackScope::current();
    if (scope != nullptr && &scope->workers() == &object.scheduler().workers()) {
      log_line(core::LogLevel::error, "a device may not be destroyed inside one of its callbacks");
      return;
    }
    object.scheduler().stop();
    trace::write();
  }
  Allocator::destroy(object.allocator(), &object);
}

}  // namespace mux::host
