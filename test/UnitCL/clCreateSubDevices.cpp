#include <sched.h>

#include <cstdlib>

#include "fixtures.h"

namespace mux::test::cl_create_sub_devices {

namespace {

using Properties = std::vector<cl_device_partition_property>;

std::vector<Handle<cl_device_id>> parts_of(cl_device_id device, const Properties &properties,
                                           cl_uint expected) {
  cl_uint count = 0;
  succeed(clCreateSubDevices(device, properties.data(), 0, nullptr, &count));
  REQUIRE(count == expected);
  std::vector<cl_device_id> devices(count);
  succeed(clCreateSubDevices(device, properties.data(), count, devices.data(), &count));
  CHECK(count == expected);
  std::vector<Handle<cl_device_id>> parts;
  for (const cl_device_id part : devices) {
    parts.emplace_back(part);
  }
  return parts;
}

}  // namespace

class PartitionFixture : public PlatformFixture {
 public:
  void refuse(cl_int expected, const Properties &properties,
              std::source_location where = std::source_location::current()) const {
    cl_device_id devices[64];
    expect(clCreateSubDevices(device, properties.data(), 64, devices, nullptr), expected, where);
  }

  cl_uint units = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
};

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: equal partition") {
  const Properties properties = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  for (const Handle<cl_device_id> &handle : parts_of(device, properties, units)) {
    const cl_device_id part = handle;
    expect_info(clGetDeviceInfo, part, CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint{1});
    expect_info(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE, device);
    expect_info(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT, cl_uint{1});
    expect_list(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE, properties);
  }
}

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: partition by counts") {
  const Properties properties = {CL_DEVICE_PARTITION_BY_COUNTS, units - 1, 1,
                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const std::vector<Handle<cl_device_id>> parts = parts_of(device, properties, 2);
  expect_info(clGetDeviceInfo, static_cast<cl_device_id>(parts[0]), CL_DEVICE_MAX_COMPUTE_UNITS,
              units - 1);
  expect_info(clGetDeviceInfo, static_cast<cl_device_id>(parts[1]), CL_DEVICE_MAX_COMPUTE_UNITS,
              cl_uint{1});
  expect_list(clGetDeviceInfo, static_cast<cl_device_id>(parts[0]), CL_DEVICE_PARTITION_TYPE,
              properties);
}

TEST_CASE_METHOD(PartitionFixture,
                 "clCreateSubDevices: sub-devices of sub-devices, which retain their parents") {
  std::vector<Handle<cl_device_id>> halves =
      parts_of(device, {CL_DEVICE_PARTITION_EQUALLY, units / 2, 0}, 2);
  const std::vector<Handle<cl_device_id>> parts =
      parts_of(halves[0], {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, units / 2);
  expect_info(clGetDeviceInfo, static_cast<cl_device_id>(parts[0]), CL_DEVICE_PARENT_DEVICE,
              static_cast<cl_device_id>(halves[0]));
  halves.clear();
  const cl_device_id part = parts[0];
  const Handle<cl_context> context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &part, nullptr, nullptr, code); });
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "clCreateSubDevices: commands run on sub-devices, also concurrently") {
  const Handle<cl_mem> memory =
      created([&](cl_int *code) { return clCreateBuffer(context, 0, 400, nullptr, code); });
  const cl_int patterns[] = {1, 2};
  Handle<cl_event> first;
  succeed(clEnqueueFillBuffer(queues[0], memory, &patterns[0], 4, 0, 400, 0, nullptr, first.out()));
  succeed(
      clEnqueueFillBuffer(queues[1], memory, &patterns[1], 4, 0, 200, 1, first.address(), nullptr));
  std::vector<cl_int> values(100);
  succeed(
      clEnqueueReadBuffer(queues[1], memory, CL_TRUE, 0, 400, values.data(), 0, nullptr, nullptr));
  std::vector<cl_int> expected(100, 1);
  std::fill_n(expected.begin(), 50, 2);
  CHECK(values == expected);
}

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: CL_INVALID_VALUE") {
  refuse(CL_INVALID_VALUE, {0});
  refuse(CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 0, 0});
  refuse(CL_INVALID_VALUE, {-1, 1, 0});
  refuse(CL_INVALID_VALUE,
         {CL_DEVICE_PARTITION_BY_COUNTS, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  refuse(CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  constexpr cl_device_partition_property by_affinity = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
  refuse(CL_INVALID_VALUE, {by_affinity, 0, 0});
  refuse(CL_INVALID_VALUE, {by_affinity, 64, 0});
  refuse(CL_INVALID_VALUE,
         {by_affinity, CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, 0});
  refuse(CL_INVALID_VALUE,
         {by_affinity, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, by_affinity, 1, 0});
  refuse(CL_INVALID_VALUE, {CL_DEVICE_PLATFORM, 1, 0});
  cl_device_id part = nullptr;
  expect(clCreateSubDevices(device, nullptr, 1, &part, nullptr), CL_INVALID_VALUE);
  const Properties two = {CL_DEVICE_PARTITION_EQUALLY, units / 2, 0};
  expect(clCreateSubDevices(device, two.data(), 1, &part, nullptr), CL_INVALID_VALUE);
  CHECK(part == nullptr);
}

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: CL_INVALID_DEVICE_PARTITION_COUNT") {
  const auto by_counts = [](Properties counts) {
    counts.insert(counts.begin(), CL_DEVICE_PARTITION_BY_COUNTS);
    counts.insert(counts.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    return counts;
  };
  refuse(CL_INVALID_DEVICE_PARTITION_COUNT, by_counts({units + 1}));
  refuse(CL_INVALID_DEVICE_PARTITION_COUNT, by_counts({units, 1}));
  refuse(CL_INVALID_DEVICE_PARTITION_COUNT, by_counts({-1}));
  refuse(CL_INVALID_DEVICE_PARTITION_COUNT, by_counts(Properties(units + 1, 1)));
  refuse(CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_EQUALLY, units + 1, 0});
  refuse(CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_EQUALLY, -1, 0});
}

TEST_CASE_METHOD(PartitionFixture,
                 "clCreateSubDevices: CL_DEVICE_PARTITION_FAILED, CL_INVALID_DEVICE") {
  refuse(CL_DEVICE_PARTITION_FAILED, {CL_DEVICE_PARTITION_EQUALLY, units, 0});
  const Properties one = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  const auto parts = parts_of(device, one, units);
  cl_device_id smaller = nullptr;
  expect(clCreateSubDevices(parts[0], one.data(), 1, &smaller, nullptr),
         CL_DEVICE_PARTITION_FAILED);
  const Properties by_count = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                               CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  expect(clCreateSubDevices(parts[0], by_count.data(), 1, &smaller, nullptr),
         CL_DEVICE_PARTITION_FAILED);
  cl_uint count = 0;
  expect(clCreateSubDevices(nullptr, one.data(), 0, nullptr, &count), CL_INVALID_DEVICE);
}

namespace {

constexpr cl_device_affinity_domain all_domains[] = {
    CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE};

Properties by_affinity(cl_device_affinity_domain domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain),
          0};
}

cl_device_affinity_domain domains_of(cl_device_id device) {
  return info<cl_device_affinity_domain>(clGetDeviceInfo, device,
                                         CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
}

std::vector<Handle<cl_device_id>> parts_by(cl_device_id device, cl_device_affinity_domain domain) {
  cl_uint count = 0;
  succeed(clCreateSubDevices(device, by_affinity(domain).data(), 0, nullptr, &count));
  return parts_of(device, by_affinity(domain), count);
}

cl_uint units_of(cl_device_id device) {
  return info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

/// The processors that commands of a device run on.
cpu_set_t processors_of(cl_device_id device) {
  const auto context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  const auto queue = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  cpu_set_t seen;
  CPU_ZERO(&seen);
  cpu_set_t *pointer = &seen;
  succeed(clEnqueueNativeKernel(
      queue,
      [](void *arguments) {
        sched_getaffinity(0, sizeof(cpu_set_t), *static_cast<cpu_set_t **>(arguments));
      },
      &pointer, sizeof pointer, 0, nullptr, nullptr, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  return seen;
}

}  // namespace

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: partition by cache binds threads") {
  cpu_set_t whole = processors_of(device);
  for (const cl_device_affinity_domain domain : all_domains) {
    if ((domains_of(device) & domain) == 0) {
      continue;
    }
    cpu_set_t all;
    CPU_ZERO(&all);
    int sum = 0;
    cl_uint units_of_parts = 0;
    for (const Handle<cl_device_id> &handle : parts_by(device, domain)) {
      const cl_device_id part = handle;
      expect_list(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE, by_affinity(domain));
      expect_info(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE, device);
      cpu_set_t own = processors_of(part);
      CHECK(CPU_COUNT(&own) != 0);
      sum += CPU_COUNT(&own);
      CPU_OR(&all, &all, &own);
      units_of_parts += units_of(part);
      // A sub-device of the sub-device is bound to the same processors.
      if (units_of(part) == 1) {
        continue;
      }
      for (const Handle<cl_device_id> &smaller :
           parts_of(part, {CL_DEVICE_PARTITION_EQUALLY, units_of(part) - 1, 0},
                    units_of(part) / (units_of(part) - 1))) {
        cpu_set_t same = processors_of(smaller);
        CHECK(CPU_EQUAL(&same, &own));
      }
    }
    CHECK(CPU_EQUAL(&all, &whole));
    CHECK(sum == CPU_COUNT(&whole));
    CHECK(units_of_parts == units);
  }
}

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: the next partitionable affinity domain") {
  const cl_device_affinity_domain domains = domains_of(device);
  if (domains == 0) {
    refuse(CL_DEVICE_PARTITION_FAILED, by_affinity(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE));
    return;
  }
  CHECK((domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) != 0);
  const auto *const first = std::ranges::find_if(
      all_domains, [&](cl_device_affinity_domain domain) { return (domains & domain) != 0; });
  REQUIRE(first != std::end(all_domains));
  const auto parts = parts_by(device, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  CHECK(parts.size() > 1);
  expect_list(clGetDeviceInfo, static_cast<cl_device_id>(parts[0]), CL_DEVICE_PARTITION_TYPE,
              by_affinity(*first));
}

TEST_CASE_METHOD(PartitionFixture,
                 "clCreateSubDevices: an affinity domain that does not split the device") {
  for (const cl_device_affinity_domain domain : all_domains) {
    if ((domains_of(device) & domain) == 0) {
      cl_device_id devices[64];
      const cl_int code =
          clCreateSubDevices(device, by_affinity(domain).data(), 64, devices, nullptr);
      CHECK((code == CL_DEVICE_PARTITION_FAILED || code == CL_INVALID_VALUE));
    }
  }
}

/// HWLOC_SYNTHETIC is "numa:2 l3:2 l2:2 pu:2", MUX_COMPUTE_UNITS 16.
TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: all affinity domains of a machine",
                 "[synthetic]") {
  if (std::getenv("HWLOC_SYNTHETIC") == nullptr) {
    return;
  }
  constexpr cl_device_affinity_domain next = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  REQUIRE(units == 16);
  CHECK(domains_of(device) == (CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE |
                               CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE | next));
  expect_list(clGetDeviceInfo, device, CL_DEVICE_PARTITION_PROPERTIES,
              std::vector<cl_device_partition_property>{CL_DEVICE_PARTITION_EQUALLY,
                                                        CL_DEVICE_PARTITION_BY_COUNTS,
                                                        CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN});
  CHECK(parts_by(device, CL_DEVICE_AFFINITY_DOMAIN_NUMA).size() == 2);
  CHECK(parts_by(device, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE).size() == 4);
  CHECK(parts_by(device, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE).size() == 8);
  // The machine has no such cache.
  refuse(CL_INVALID_VALUE, by_affinity(CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE));
  refuse(CL_INVALID_VALUE, by_affinity(CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE));

  const auto nodes = parts_by(device, next);
  REQUIRE(nodes.size() == 2);
  CHECK(units_of(nodes[0]) == 8);
  const auto shared = parts_by(nodes[1], next);
  REQUIRE(shared.size() == 2);
  expect_list(clGetDeviceInfo, static_cast<cl_device_id>(shared[1]), CL_DEVICE_PARTITION_TYPE,
              by_affinity(CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE));
  CHECK(units_of(shared[1]) == 4);
  cl_uint count = 0;
  // It is in a single NUMA node.
  expect(clCreateSubDevices(nodes[1], by_affinity(CL_DEVICE_AFFINITY_DOMAIN_NUMA).data(), 0,
                            nullptr, &count),
         CL_DEVICE_PARTITION_FAILED);
  const auto small = parts_by(shared[1], next);
  REQUIRE(small.size() == 2);
  CHECK(units_of(small[0]) == 2);
  expect(clCreateSubDevices(small[0], by_affinity(next).data(), 0, nullptr, &count),
         CL_DEVICE_PARTITION_FAILED);
  expect_info(clGetDeviceInfo, static_cast<cl_device_id>(small[0]),
              CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain{0});
  // Fewer compute units than processors are distributed, as long as each sub-device gets one.
  const auto halves = parts_of(device, {CL_DEVICE_PARTITION_EQUALLY, 5, 0}, 3);
  const auto uneven = parts_by(halves[0], CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE);
  REQUIRE(uneven.size() == 4);
  CHECK(units_of(uneven[0]) + units_of(uneven[1]) + units_of(uneven[2]) + units_of(uneven[3]) == 5);
  expect(clCreateSubDevices(halves[0], by_affinity(CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE).data(), 0,
                            nullptr, &count),
         CL_DEVICE_PARTITION_FAILED);
}

}  // namespace mux::test::cl_create_sub_devices
