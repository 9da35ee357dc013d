// Entry points of devices.

#include <memory>
#include <numeric>

#include "opencl/platform/device_info.h"
#include "opencl/platform/platform.h"
#include "opencl/support/call.h"
#include "opencl/support/clock.h"

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

/// How many compute units each part gets.
std::vector<cl_uint> sizes_of_parts(const Device &device,
                                    std::span<const cl_device_partition_property> properties) {
  const cl_uint units = device.compute_units();
  switch (properties[0]) {
    case CL_DEVICE_PARTITION_EQUALLY: {
      const auto size = properties[1];
      require(size > 0 && properties[2] == 0, CL_INVALID_VALUE,
              "CL_DEVICE_PARTITION_EQUALLY takes one number of compute units");
      require(static_cast<uint64_t>(size) <= units, CL_DEVICE_PARTITION_FAILED,
              "the device has fewer compute units than that");
      return std::vector<cl_uint>(units / static_cast<cl_uint>(size), static_cast<cl_uint>(size));
    }
    case CL_DEVICE_PARTITION_BY_COUNTS: {
      std::vector<cl_uint> sizes;
      for (size_t index = 1; properties[index] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++index) {
        require(properties[index] > 0 && static_cast<uint64_t>(properties[index]) <= units,
                CL_INVALID_DEVICE_PARTITION_COUNT,
                "a part has no compute unit, or more than the device");
        sizes.push_back(static_cast<cl_uint>(properties[index]));
      }
      require(!sizes.empty() && sizes.size() <= units &&
                  std::accumulate(sizes.begin(), sizes.end(), uint64_t{0}) <= units,
              CL_INVALID_DEVICE_PARTITION_COUNT,
              "the parts have more compute units than the device");
      return sizes;
    }
    default:
      fail(CL_INVALID_VALUE, "the device cannot be divided that way");
  }
}

/// The list with its terminating 0, however it is divided.
std::vector<cl_device_partition_property> copy_partition(
    const cl_device_partition_property *properties) {
  require(properties != nullptr && properties[0] != 0, CL_INVALID_VALUE,
          "it is not said how to divide the device");
  std::vector<cl_device_partition_property> copy;
  if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS) {
    // The list of counts ends with a 0 of its own.
    for (; *properties != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++properties) {
      copy.push_back(*properties);
    }
    copy.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
    copy.push_back(0);
    return copy;
  }
  copy.assign({properties[0], properties[1], properties[2]});
  return copy;
}

void create_sub_devices(Device &device, const cl_device_partition_property *properties,
                        cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret) {
  std::vector<cl_device_partition_property> partition = copy_partition(properties);
  const std::vector<cl_uint> sizes = sizes_of_parts(device, partition);
  require(out_devices == nullptr || num_devices >= sizes.size(), CL_INVALID_VALUE,
          "there is no room for all parts");
  if (out_devices != nullptr) {
    std::vector<std::unique_ptr<New<Device>>> parts;
    for (const cl_uint size : sizes) {
      parts.push_back(std::make_unique<New<Device>>(device, size, partition));
    }
    for (size_t index = 0; index < parts.size(); ++index) {
      out_devices[index] = parts[index]->give();
    }
  }
  if (num_devices_ret != nullptr) {
    *num_devices_ret = static_cast<cl_uint>(sizes.size());
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
    require(tell_identity(object, param_name, out) || tell_limits(object, param_name, out) ||
                tell_images(object, param_name, out) ||
                tell_capabilities(object, param_name, out) ||
                tell_partition(object, param_name, out),
            CL_INVALID_VALUE, "there is no such information about a device");
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
    // Those of the platform are not counted.
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
    // Both are one clock.
    *device_timestamp = *host_timestamp = now();
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return call("clGetHostTimer", [&] {
    checked<Device>(device);
    require(host_timestamp != nullptr, CL_INVALID_VALUE, "host_timestamp is NULL");
    *host_timestamp = now();
  });
}
