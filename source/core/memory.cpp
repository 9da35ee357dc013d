// Entry points of device memory.

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

constexpr uint32_t host_properties = mux_memory_property_host_visible |
                                     mux_memory_property_host_coherent |
                                     mux_memory_property_host_cached;
constexpr uint32_t all_properties = mux_memory_property_device_local | host_properties;

bool has(uint32_t properties, uint32_t any_of) {
  return (properties & any_of) != 0;
}

bool memory_properties(Call &call, uint32_t properties) {
  return check::not_zero(call, "muxAllocateMemory.rc03", "memory_properties", properties) &&
         check::holds(call, "muxAllocateMemory.vu04", (properties & ~all_properties) == 0,
                      "memory_properties has unknown bits") &&
         check::holds(call, "muxAllocateMemory.device_local",
                      !has(properties, mux_memory_property_device_local) ||
                          !has(properties, host_properties),
                      "memory_properties combines device_local with a host property") &&
         check::holds(call, "muxAllocateMemory.host_coherent",
                      !has(properties, mux_memory_property_host_coherent) ||
                          !has(properties, mux_memory_property_host_cached),
                      "memory_properties combines host_coherent with host_cached");
}

bool allocation_type_fits(Call &call, mux_device_t device, mux_allocation_type_e type,
                          uint32_t properties) {
  const uint32_t capabilities = device->info->allocation_capabilities;
  if (type == mux_allocation_type_alloc_host) {
    return check::holds(call, "muxAllocateMemory.vu06",
                        has(capabilities, mux_allocation_capabilities_coherent_host),
                        "the device cannot allocate host memory") &&
           check::holds(call, "muxAllocateMemory.alloc_host", has(properties, host_properties),
                        "alloc_host needs the property host_visible, host_coherent or host_cached");
  }
  return check::holds(call, "muxAllocateMemory.vu07",
                      has(capabilities, mux_allocation_capabilities_alloc_device),
                      "the device cannot allocate device memory") &&
         check::holds(
             call, "muxAllocateMemory.alloc_device",
             has(properties, mux_memory_property_device_local | mux_memory_property_host_visible),
             "alloc_device needs the property device_local or host_visible");
}

}  // namespace

mux_result_t muxAllocateMemory(mux_device_t device, size_t size, uint32_t heap,
                               uint32_t memory_properties, mux_allocation_type_e allocation_type,
                               uint32_t alignment, mux_allocator_info_t allocator_info,
                               mux_memory_t *out_memory) {
  Call call("muxAllocateMemory");
  const bool valid =
      check::object(call, "muxAllocateMemory.device", "device", device) &&
      check::not_zero(call, "muxAllocateMemory.rc01", "size", size) &&
      check::at_most(call, "muxAllocateMemory.vu02", "size", size, "the device's allocation_size",
                     device->info->allocation_size) &&
      check::not_zero(call, "muxAllocateMemory.rc02", "heap", heap) &&
      check::holds(call, "muxAllocateMemory.heap", (heap & (heap - 1)) == 0,
                   "heap has more than one bit") &&
      ::memory_properties(call, memory_properties) &&
      check::enumerator(call, "muxAllocateMemory.vu05", "allocation_type", allocation_type,
                        mux_allocation_type_alloc_device) &&
      allocation_type_fits(call, device, allocation_type, memory_properties) &&
      (alignment == 0 ||
       check::power_of_two(call, "muxAllocateMemory.rc04", "alignment", alignment)) &&
      check::allocator(call, "muxAllocateMemory.rc05", allocator_info) &&
      check::out(call, "muxAllocateMemory.rc06", "out_memory", out_memory);
  return call.dispatch(valid, &mux_target_hooks_t::allocate_memory, device, size, heap,
                       memory_properties, allocation_type, alignment, allocator_info, out_memory);
}

mux_result_t muxCreateMemoryFromHost(mux_device_t device, size_t size, void *host_pointer,
                                     mux_allocator_info_t allocator_info,
                                     mux_memory_t *out_memory) {
  Call call("muxCreateMemoryFromHost");
  const bool valid =
      check::object(call, "muxCreateMemoryFromHost.device", "device", device) &&
      check::not_zero(call, "muxCreateMemoryFromHost.rc02", "size", size) &&
      check::at_most(call, "muxCreateMemoryFromHost.vu02", "size", size,
                     "the device's allocation_size", device->info->allocation_size) &&
      check::not_null(call, "muxCreateMemoryFromHost.rc04", "host_pointer", host_pointer) &&
      check::allocator(call, "muxCreateMemoryFromHost.rc05", allocator_info) &&
      check::out(call, "muxCreateMemoryFromHost.rc06", "out_memory", out_memory) &&
      check::feature(
          call, "muxCreateMemoryFromHost.rc01",
          has(device->info->allocation_capabilities, mux_allocation_capabilities_cached_host),
          "memory made from host pointers");
  return call.dispatch(valid, &mux_target_hooks_t::create_memory_from_host, device, size,
                       host_pointer, allocator_info, out_memory);
}

void muxFreeMemory(mux_device_t device, mux_memory_t memory, mux_allocator_info_t allocator_info) {
  Call call("muxFreeMemory");
  const bool valid = check::object(call, "muxFreeMemory.vu05", "device", device) &&
                     check::object(call, "muxFreeMemory.vu06", "memory", memory) &&
                     check::allocator(call, "muxFreeMemory.vu07", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::free_memory, device, memory, allocator_info);
}

mux_result_t muxMapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t size,
                          void **out_data) {
  Call call("muxMapMemory");
  if (!check::object(call, "muxMapMemory.device", "device", device) ||
      !check::object(call, "muxMapMemory.memory", "memory", memory)) {
    return call.finish();
  }
  const check::Range range = {"offset", offset, "size", size, "the memory's", memory->size};
  const bool valid = check::not_zero(call, "muxMapMemory.rc04", "size", size) &&
                     check::offset_within(call, "muxMapMemory.rc01", range) &&
                     check::size_within(call, "muxMapMemory.rc02", range) &&
                     check::end_within(call, "muxMapMemory.rc03", range) &&
                     check::holds(call, "muxMapMemory.rc07",
                                  !has(memory->properties, mux_memory_property_device_local),
                                  "memory is device_local, which cannot be mapped") &&
                     check::holds(call, "muxMapMemory.vu03",
                                  has(memory->properties, mux_memory_property_host_visible),
                                  "memory is not host_visible") &&
                     check::out(call, "muxMapMemory.rc06", "out_data", out_data);
  return call.dispatch(valid, &mux_target_hooks_t::map_memory, device, memory, offset, size,
                       out_data);
}

mux_result_t muxFlushMappedMemoryToDevice(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                          uint64_t size) {
  Call call("muxFlushMappedMemoryToDevice");
  const bool valid =
      check::object(call, "muxFlushMappedMemoryToDevice.rc02", "device", device) &&
      check::object(call, "muxFlushMappedMemoryToDevice.rc03", "memory", memory) &&
      check::end_within(call, "muxFlushMappedMemoryToDevice.rc04",
                        {"offset", offset, "size", size, "the memory's", memory->size});
  return call.dispatch(valid, &mux_target_hooks_t::flush_mapped_memory_to_device, device, memory,
                       offset, size);
}

mux_result_t muxFlushMappedMemoryFromDevice(mux_device_t device, mux_memory_t memory,
                                            uint64_t offset, uint64_t size) {
  Call call("muxFlushMappedMemoryFromDevice");
  const bool valid =
      check::object(call, "muxFlushMappedMemoryFromDevice.rc02", "device", device) &&
      check::object(call, "muxFlushMappedMemoryFromDevice.rc03", "memory", memory) &&
      check::end_within(call, "muxFlushMappedMemoryFromDevice.rc04",
                        {"offset", offset, "size", size, "the memory's", memory->size});
  return call.dispatch(valid, &mux_target_hooks_t::flush_mapped_memory_from_device, device, memory,
                       offset, size);
}

mux_result_t muxUnmapMemory(mux_device_t device, mux_memory_t memory) {
  Call call("muxUnmapMemory");
  const bool valid = check::object(call, "muxUnmapMemory.device", "device", device) &&
                     check::object(call, "muxUnmapMemory.memory", "memory", memory);
  return call.dispatch(valid, &mux_target_hooks_t::unmap_memory, device, memory);
}
