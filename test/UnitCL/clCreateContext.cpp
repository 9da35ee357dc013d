#include "fixtures.h"

namespace mux::test::cl_create_context {

namespace {

void CL_CALLBACK ignore(const char *, const void *, size_t, void *) {}

}  // namespace

TEST_CASE_METHOD(PlatformFixture, "clCreateContext: with and without properties") {
  const auto value = reinterpret_cast<cl_context_properties>(platform);
  const std::vector<std::vector<cl_context_properties>> lists = {
      {0},
      {CL_CONTEXT_PLATFORM, value, 0},
      {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_PLATFORM, value, 0}};
  for (const std::vector<cl_context_properties> &list : lists) {
    const Handle<cl_context> context = created([&](cl_int *code) {
      return clCreateContext(list.data(), 1, &device, ignore, nullptr, code);
    });
    expect_list(clGetContextInfo, static_cast<cl_context>(context), CL_CONTEXT_PROPERTIES, list);
  }
}

TEST_CASE_METHOD(PlatformFixture, "clCreateContext: duplicate devices are ignored") {
  const cl_device_id twice[] = {device, device};
  const Handle<cl_context> context = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 2, twice, nullptr, nullptr, code); });
  expect_info(clGetContextInfo, static_cast<cl_context>(context), CL_CONTEXT_NUM_DEVICES,
              cl_uint{1});
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateContext: the context retains its devices") {
  for (Handle<cl_device_id> &part : devices) {
    part.reset();
  }
  expect_info(clGetContextInfo, static_cast<cl_context>(context), CL_CONTEXT_NUM_DEVICES,
              cl_uint{2});
  const Handle<cl_mem> memory =
      created([&](cl_int *code) { return clCreateBuffer(context, 0, 64, nullptr, code); });
  succeed(clEnqueueMigrateMemObjects(queues[0], 1, memory.address(), 0, 0, nullptr, nullptr));
  succeed(clFinish(queues[0]));
}

TEST_CASE_METHOD(PlatformFixture, "clCreateContext: CL_INVALID_PLATFORM, CL_INVALID_PROPERTY") {
  const auto refuse = [&](cl_int expected, std::vector<cl_context_properties> properties) {
    properties.push_back(0);
    expect_none(expected, [&](cl_int *code) {
      return clCreateContext(properties.data(), 1, &device, nullptr, nullptr, code);
    });
  };
  const auto value = reinterpret_cast<cl_context_properties>(platform);
  refuse(CL_INVALID_PLATFORM, {CL_CONTEXT_PLATFORM, 0});
  refuse(CL_INVALID_PLATFORM,
         {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device)});
  refuse(CL_INVALID_PROPERTY, {CL_CONTEXT_DEVICES, 1});
  refuse(CL_INVALID_PROPERTY, {CL_CONTEXT_INTEROP_USER_SYNC, 2});
  refuse(CL_INVALID_PROPERTY, {CL_CONTEXT_PLATFORM, value, CL_CONTEXT_PLATFORM, value});
}

TEST_CASE_METHOD(PlatformFixture, "clCreateContext: CL_INVALID_VALUE, CL_INVALID_DEVICE") {
  const auto create = [&](cl_uint count, const cl_device_id *devices, void *data) {
    return
        [=](cl_int *code) { return clCreateContext(nullptr, count, devices, nullptr, data, code); };
  };
  expect_none(CL_INVALID_VALUE, create(0, &device, nullptr));
  expect_none(CL_INVALID_VALUE, create(1, nullptr, nullptr));
  int data = 0;
  expect_none(CL_INVALID_VALUE, create(1, &device, &data));
  // The loader dispatches by the first device.
  const cl_device_id wrong[] = {device, reinterpret_cast<cl_device_id>(platform)};
  expect_none(CL_INVALID_DEVICE, create(2, wrong, nullptr));
  const cl_device_id none[] = {device, nullptr};
  expect_none(CL_INVALID_DEVICE, create(2, none, nullptr));
}

}  // namespace mux::test::cl_create_context
