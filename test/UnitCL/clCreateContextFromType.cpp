#include "fixtures.h"

namespace mux::test::cl_create_context_from_type {

class TypeFixture : public PlatformFixture {
 public:
  /// Creates a context of a type. Loaders require CL_CONTEXT_PLATFORM.
  auto create(cl_device_type type, std::vector<cl_context_properties> more = {},
              void *data = nullptr) const {
    more.insert(more.begin(),
                {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform)});
    more.push_back(0);
    return [=](cl_int *code) {
      return clCreateContextFromType(more.data(), type, nullptr, data, code);
    };
  }
};

TEST_CASE_METHOD(TypeFixture, "clCreateContextFromType: the devices of the type") {
  const cl_device_type type = GENERATE(as<cl_device_type>(), CL_DEVICE_TYPE_CPU,
                                       CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_ALL);
  const Handle<cl_context> context = created(create(type));
  expect_list(clGetContextInfo, static_cast<cl_context>(context), CL_CONTEXT_DEVICES,
              std::vector<cl_device_id>{device});
}

TEST_CASE_METHOD(TypeFixture, "clCreateContextFromType: invalid arguments") {
  int data = 0;
  expect_none(CL_DEVICE_NOT_FOUND, create(CL_DEVICE_TYPE_GPU));
  expect_none(CL_INVALID_DEVICE_TYPE, create(0));
  expect_none(CL_INVALID_DEVICE_TYPE, create(cl_device_type{1} << 20));
  expect_none(CL_INVALID_VALUE, create(CL_DEVICE_TYPE_ALL, {}, &data));
  expect_none(CL_INVALID_PROPERTY, create(CL_DEVICE_TYPE_ALL, {CL_CONTEXT_DEVICES, 1}));
  expect_none(CL_INVALID_PROPERTY, create(CL_DEVICE_TYPE_ALL, {CL_CONTEXT_INTEROP_USER_SYNC, 2}));
  expect_none(CL_INVALID_PROPERTY,
              create(CL_DEVICE_TYPE_ALL,
                     {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform)}));
}

}  // namespace mux::test::cl_create_context_from_type
