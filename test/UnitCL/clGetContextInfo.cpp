#include "fixtures.h"

namespace mux::test::cl_get_context_info {

TEST_CASE_METHOD(ContextFixture, "clGetContextInfo: queries of a context") {
  const cl_context object = context;
  expect_info(clGetContextInfo, object, CL_CONTEXT_REFERENCE_COUNT, cl_uint{1});
  expect_info(clGetContextInfo, object, CL_CONTEXT_NUM_DEVICES, cl_uint{1});
  expect_list(clGetContextInfo, object, CL_CONTEXT_DEVICES, std::vector<cl_device_id>{device});
  expect_list(clGetContextInfo, object, CL_CONTEXT_PROPERTIES,
              std::vector<cl_context_properties>());
  succeed(clRetainContext(object));
  expect_info(clGetContextInfo, object, CL_CONTEXT_REFERENCE_COUNT, cl_uint{2});
  succeed(clReleaseContext(object));
}

TEST_CASE_METHOD(TwoDevicesFixture, "clGetContextInfo: returns the devices in the given order") {
  expect_list(clGetContextInfo, static_cast<cl_context>(context), CL_CONTEXT_DEVICES,
              std::vector<cl_device_id>{devices[0], devices[1]});
}

TEST_CASE_METHOD(ContextFixture, "clGetContextInfo: CL_INVALID_CONTEXT, CL_INVALID_VALUE") {
  cl_ulong value = 0;
  expect(clGetContextInfo(nullptr, CL_CONTEXT_NUM_DEVICES, sizeof value, &value, nullptr),
         CL_INVALID_CONTEXT);
  expect(clGetContextInfo(context, CL_DEVICE_TYPE, sizeof value, &value, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_context_info
