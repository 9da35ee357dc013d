// Entry points of devices.

#include <memory>

#include "client/clock.h"
#include "opencl/platform/device_info.h"
#include "opencl/platform/partition.h"
#include "opencl/platform/platform.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

cl_int get_devices(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                   cl_device_id *devices, cl_uint *num_devices) {
  require_device_type(type);
  require(devices == nullptr || num_entries != 0, CL_INVALID_VALUE,
          "num_entries is 0, but devices is not NULL");
  require(devices != nullptr || num_devices != nullptr, CL_INVALID_VALUE,
          "devices and num_devices are both NULL");
  std::vector<cl_device_id> found;
  for (Device *device : platform_of(platform).devices()) {
    if (matches(type)) {
      found.push_back(device);
    }
  }
  if (found.empty()) {
    if (num_devices != nullptr) {
      *num_devices = 0;
    }
    return CL_DEVICE_NOT_FOUND;
  }
  write_list(std::span(found), num_entries, devices, num_devices);
  return CL_SUCCESS;
}

void create_sub_devices(Device &device, const cl_device_partition_property *properties,
                        cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret) {
  Partition partition = checked_partition(device, properties);
  const auto count = static_cast<cl_uint>(partition.parts.size());
  require(out_devices == nullptr || num_devices >= count, CL_INVALID_VALUE,
          "num_devices is less than the number of sub-devices");
  if (out_devices != nullptr) {
    std::vector<std::unique_ptr<New<Device>>> made;
    for (DevicePart &part : partition.parts) {
      made.push_back(std::make_unique<New<Device>>(device, std::move(part), partition.properties));
    }
    for (size_t index = 0; index < made.size(); ++index) {
      out_devices[index] = made[index]->give();
    }
  }
  if (num_devices_ret != nullptr) {
    *num_devices_ret = count;
  }
}

}  // namespace

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id *devices, cl_uint *num_devices) {
  return call("clGetDeviceIDs", [&] {
    return get_devices(platform, device_type, num_entries, devices, num_devices);
  });
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret) {
  return call("clGetDeviceInfo", [&] {
    const Device &object = checked<Device>(device);
    const InfoOut out{param_value_size, param_value, param_value_size_ret};
    if (!query_identity(object, param_name, out) && !query_limits(object, param_name, out) &&
        !query_images(object, param_name, out) && !query_capabilities(object, param_name, out) &&
        !query_partition(object, param_name, out)) {
      fail_unknown_info("a device", param_name);
    }
  });
}

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                          cl_uint num_devices, cl_device_id *out_devices,
                          cl_uint *num_devices_ret) {
  return call("clCreateSubDevices", [&] {
    create_sub_devices(checked<Device>(in_device), properties, num_devices, out_devices,
                       num_devices_ret);
  });
}

cl_int clRetainDevice(cl_device_id device) {
  return call("clRetainDevice", [&] {
    // Root devices are not reference counted.
    if (Device &object = checked<Device>(device); object.parent() != nullptr) {
      object.retain();
    }
  });
}

cl_int clReleaseDevice(cl_device_id device) {
  return call("clReleaseDevice", [&] {
    if (checked<Device>(device).parent() != nullptr) {
      release<Device>(device);
    }
  });
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                               cl_ulong *host_timestamp) {
  return call("clGetDeviceAndHostTimer", [&] {
    checked<Device>(device);
    require(device_timestamp != nullptr && host_timestamp != nullptr, CL_INVALID_VALUE,
            "device_timestamp or host_timestamp is NULL");
    // Device and host use the same clock.
    *device_timestamp = *host_timestamp = mux::client::now();
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return call("clGetHostTimer", [&] {
    checked<Device>(device);
    require(host_timestamp != nullptr, CL_INVALID_VALUE, "host_timestamp is NULL");
    *host_timestamp = mux::client::now();
  });
}
