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

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: parts of the same size") {
  const Properties properties = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  for (const Handle<cl_device_id> &handle : parts_of(device, properties, units)) {
    const cl_device_id part = handle;
    expect_info(clGetDeviceInfo, part, CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint{1});
    expect_info(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE, device);
    expect_info(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT, cl_uint{1});
    expect_list(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE, properties);
  }
}

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: parts of sizes that are given") {
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

TEST_CASE_METHOD(PartitionFixture, "clCreateSubDevices: parts of parts, which keep their parents") {
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

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateSubDevices: commands run on parts, also together") {
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
  refuse(CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, -1, 0});
  refuse(CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  refuse(CL_INVALID_VALUE,
         {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0});
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
}

TEST_CASE_METHOD(PartitionFixture,
                 "clCreateSubDevices: CL_DEVICE_PARTITION_FAILED, CL_INVALID_DEVICE") {
  refuse(CL_DEVICE_PARTITION_FAILED, {CL_DEVICE_PARTITION_EQUALLY, units + 1, 0});
  const Properties one = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  expect(clCreateSubDevices(nullptr, one.data(), 0, nullptr, &count), CL_INVALID_DEVICE);
}

}  // namespace mux::test::cl_create_sub_devices
