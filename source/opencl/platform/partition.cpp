#include "opencl/platform/partition.h"

#include <map>

namespace mux::opencl {
namespace {

using Properties = std::vector<cl_device_partition_property>;

struct Domain {
  cl_device_affinity_domain name;
  uint32_t (*of)(const mux_processor_info_t &processor);
};

template <size_t level>
uint32_t cache_of(const mux_processor_info_t &processor) {
  return processor.caches[level - 1];
}

/// In the order in which CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE tries them.
constexpr Domain domains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA,
     [](const mux_processor_info_t &processor) { return processor.numa_node; }},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, cache_of<4>},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, cache_of<3>},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, cache_of<2>},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, cache_of<1>},
};

/// The compute units are dealt out as the processors are, so that there may be more or fewer of
/// them than of these. A part without any makes the whole division impossible: there are no parts.
std::vector<DevicePart> parts_by(const Device &device, const Domain &domain) {
  std::map<uint32_t, DevicePart> parts;
  for (const mux_processor_info_t &processor : device.processors()) {
    parts[domain.of(processor)].processors.push_back(processor);
  }
  std::vector<DevicePart> result;
  uint64_t dealt = 0;
  uint64_t processors = 0;
  for (auto &[number, part] : parts) {
    processors += part.processors.size();
    const uint64_t so_far = device.compute_units() * processors / device.processors().size();
    part.compute_units = static_cast<cl_uint>(so_far - dealt);
    dealt = so_far;
    if (number == MUX_NO_PROCESSOR_DOMAIN || part.compute_units == 0) {
      return {};
    }
    result.push_back(std::move(part));
  }
  return result;
}

/// Whether all of the device's processors have it.
bool has(const Device &device, const Domain &domain) {
  for (const mux_processor_info_t &processor : device.processors()) {
    if (domain.of(processor) == MUX_NO_PROCESSOR_DOMAIN) {
      return false;
    }
  }
  return !device.processors().empty();
}

Partition by_next_affinity(const Device &device) {
  for (const Domain &domain : domains) {
    if (std::vector<DevicePart> parts = parts_by(device, domain); parts.size() > 1) {
      return {std::move(parts),
              {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
               static_cast<cl_device_partition_property>(domain.name), 0}};
    }
  }
  fail(CL_DEVICE_PARTITION_FAILED, "the compute units of the device share everything");
}

Partition by_affinity(const Device &device, const cl_device_partition_property *properties) {
  const auto name = static_cast<cl_device_affinity_domain>(properties[1]);
  require(name != 0 && properties[2] == 0, CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN takes one domain");
  if (name == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) {
    return by_next_affinity(device);
  }
  for (const Domain &domain : domains) {
    if (domain.name == name) {
      require(has(device, domain), CL_INVALID_VALUE, "the device has nothing of that kind");
      std::vector<DevicePart> parts = parts_by(device, domain);
      require(parts.size() > 1, CL_DEVICE_PARTITION_FAILED,
              "the compute units of the device share it, or are too few");
      return {std::move(parts), Properties(properties, properties + 3)};
    }
  }
  fail(CL_INVALID_VALUE, "there is no such affinity domain");
}

/// That a part may have so many.
void require_units(const Device &device, cl_device_partition_property units) {
  require(units > 0 && static_cast<uint64_t>(units) <= device.compute_units(),
          CL_INVALID_DEVICE_PARTITION_COUNT,
          "a part has fewer compute units than one, or more than the device");
}

Partition equally(const Device &device, const cl_device_partition_property *properties) {
  const cl_device_partition_property size = properties[1];
  require(size != 0 && properties[2] == 0, CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_EQUALLY takes one number of compute units");
  const cl_uint units = device.compute_units();
  require_units(device, size);
  const auto part = static_cast<cl_uint>(size);
  require(part < units, CL_DEVICE_PARTITION_FAILED,
          "a part of all compute units does not divide the device");
  return {std::vector<DevicePart>(units / part, {part, {}}),
          Properties(properties, properties + 3)};
}

Partition by_counts(const Device &device, const cl_device_partition_property *properties) {
  const cl_uint units = device.compute_units();
  Partition partition;
  uint64_t sum = 0;
  size_t index = 1;
  for (; properties[index] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++index) {
    require_units(device, properties[index]);
    partition.parts.push_back({static_cast<cl_uint>(properties[index]), {}});
    sum += static_cast<uint64_t>(properties[index]);
  }
  require(!partition.parts.empty(), CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_BY_COUNTS takes one number of compute units at least");
  require(sum <= units, CL_INVALID_DEVICE_PARTITION_COUNT,
          "the parts have more compute units than the device");
  require(units > 1, CL_DEVICE_PARTITION_FAILED, "the device has but one compute unit");
  // The list of counts ends with a 0 of its own.
  partition.properties.assign(properties, properties + index);
  partition.properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  partition.properties.push_back(0);
  return partition;
}

}  // namespace

Partition checked_partition(const Device &device, const cl_device_partition_property *properties) {
  require(properties != nullptr, CL_INVALID_VALUE, "it is not said how to divide the device");
  switch (properties[0]) {
    case CL_DEVICE_PARTITION_EQUALLY:
      return equally(device, properties);
    case CL_DEVICE_PARTITION_BY_COUNTS:
      return by_counts(device, properties);
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
      return by_affinity(device, properties);
    default:
      fail(CL_INVALID_VALUE, "the device cannot be divided that way");
  }
}

cl_device_affinity_domain affinity_domains(const Device &device) {
  cl_device_affinity_domain result = 0;
  for (const Domain &domain : domains) {
    if (parts_by(device, domain).size() > 1) {
      result |= domain.name | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    }
  }
  return result;
}

}  // namespace mux::opencl
