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

/// Splits the processors by affinity domain; compute units are distributed in proportion, since
/// their number may differ from that of the processors. Returns no parts if one of them would get
/// no compute unit.
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

/// Whether all of the device's processors belong to such a domain.
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
  fail(CL_DEVICE_PARTITION_FAILED,
       "no affinity domain splits the device: its processors share a NUMA node and all caches");
}

Partition by_affinity(const Device &device, const cl_device_partition_property *properties) {
  const auto name = static_cast<cl_device_affinity_domain>(properties[1]);
  require(name != 0 && properties[2] == 0, CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN takes exactly one domain");
  if (name == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) {
    return by_next_affinity(device);
  }
  for (const Domain &domain : domains) {
    if (domain.name == name) {
      require(has(device, domain), CL_INVALID_VALUE,
              "the device does not report that affinity domain");
      std::vector<DevicePart> parts = parts_by(device, domain);
      require(parts.size() > 1, CL_DEVICE_PARTITION_FAILED,
              "the affinity domain does not split the device into parts with compute units");
      return {std::move(parts), Properties(properties, properties + 3)};
    }
  }
  fail(CL_INVALID_VALUE, "unknown affinity domain");
}

/// Fails unless a sub-device can have this many compute units.
void require_units(const Device &device, cl_device_partition_property units) {
  require(units > 0 && static_cast<uint64_t>(units) <= device.compute_units(),
          CL_INVALID_DEVICE_PARTITION_COUNT,
          "compute units of a sub-device must be between 1 and those of the device");
}

Partition equally(const Device &device, const cl_device_partition_property *properties) {
  const cl_device_partition_property size = properties[1];
  require(size != 0 && properties[2] == 0, CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_EQUALLY takes exactly one number of compute units");
  const cl_uint units = device.compute_units();
  require_units(device, size);
  const auto part = static_cast<cl_uint>(size);
  require(part < units, CL_DEVICE_PARTITION_FAILED,
          "a sub-device must have fewer compute units than the device");
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
          "CL_DEVICE_PARTITION_BY_COUNTS needs at least one number of compute units");
  require(sum <= units, CL_INVALID_DEVICE_PARTITION_COUNT,
          "the sub-devices have more compute units together than the device");
  require(units > 1, CL_DEVICE_PARTITION_FAILED, "the device has a single compute unit");
  // The list of counts has its own terminator before that of the properties.
  partition.properties.assign(properties, properties + index);
  partition.properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  partition.properties.push_back(0);
  return partition;
}

}  // namespace

Partition checked_partition(const Device &device, const cl_device_partition_property *properties) {
  require(properties != nullptr, CL_INVALID_VALUE, "properties is NULL");
  switch (properties[0]) {
    case CL_DEVICE_PARTITION_EQUALLY:
      return equally(device, properties);
    case CL_DEVICE_PARTITION_BY_COUNTS:
      return by_counts(device, properties);
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
      return by_affinity(device, properties);
    default:
      fail(CL_INVALID_VALUE, "unsupported partition type");
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
