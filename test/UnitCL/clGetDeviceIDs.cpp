#include "fixtures.h"

namespace mux::test::cl_get_device_ids {

TEST_CASE_METHOD(PlatformFixture,
                 "clGetDeviceIDs: the processor, as CPU, default and of any type") {
  const cl_device_type type =
      GENERATE(as<cl_device_type>(), CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_ALL,
               CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU);
  cl_uint count = 0;
  succeed(clGetDeviceIDs(platform, type, 0, nullptr, &count));
  CHECK(count == 1);
  cl_device_id devices[2] = {};
  succeed(clGetDeviceIDs(platform, type, 2, devices, nullptr));
  CHECK(devices[0] == device);
  CHECK(devices[1] == nullptr);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceIDs: CL_DEVICE_NOT_FOUND") {
  const cl_device_type type =
      GENERATE(CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM);
  cl_uint count = 1;
  cl_device_id found = nullptr;
  expect(clGetDeviceIDs(platform, type, 1, &found, &count), CL_DEVICE_NOT_FOUND);
  CHECK(found == nullptr);
}

TEST_CASE_METHOD(PlatformFixture, "clGetDeviceIDs: wrong arguments") {
  cl_device_id found = nullptr;
  cl_uint count = 0;
  expect(clGetDeviceIDs(platform, 0, 1, &found, &count), CL_INVALID_DEVICE_TYPE);
  expect(clGetDeviceIDs(platform, cl_device_type{1} << 20, 1, &found, &count),
         CL_INVALID_DEVICE_TYPE);
  expect(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, &count), CL_INVALID_VALUE);
  expect(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
  // An object of ours that is no platform.
  expect(clGetDeviceIDs(reinterpret_cast<cl_platform_id>(device), CL_DEVICE_TYPE_ALL, 1, &found,
                        &count),
         CL_INVALID_PLATFORM);
}

}  // namespace mux::test::cl_get_device_ids
