#include "opencl/program/device_lists.h"

#include <algorithm>

namespace mux::opencl {

std::vector<size_t> checked_devices(const Context &context, cl_uint count,
                                    const cl_device_id *list) {
  require((count == 0) == (list == nullptr), CL_INVALID_VALUE,
          "num_devices and device_list are inconsistent");
  std::vector<size_t> devices;
  for (cl_uint position = 0; position < count; ++position) {
    const size_t index = context.index_of(checked<Device>(list[position]));
    require(index < context.devices().size(), CL_INVALID_DEVICE, "a device is not in the context");
    if (std::ranges::find(devices, index) == devices.end()) {
      devices.push_back(index);
    }
  }
  return devices;
}

std::vector<size_t> checked_devices(const Program &program, cl_uint count,
                                    const cl_device_id *list) {
  std::vector<size_t> devices = checked_devices(program.context(), count, list);
  if (list == nullptr) {
    return {program.devices().begin(), program.devices().end()};
  }
  for (const size_t device : devices) {
    require(program.has(device), CL_INVALID_DEVICE, "a device is not one of the program's devices");
  }
  return devices;
}

}  // namespace mux::opencl
