#include "svm_types.h"

namespace mux::test::cl_get_svm_suggested_type_index_khr {

namespace {

class Fixture : public WithSvmTypes<ContextFixture> {
 public:
  cl_uint suggestion(svm::Capabilities required, svm::Capabilities desired,
                     const cl_properties *properties = nullptr) const {
    cl_uint type = 0;
    succeed(suggest(context, required, desired, properties, 4096, &type));
    return type;
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clGetSVMSuggestedTypeIndexKHR: a type with all required capabilities",
                 "[clGetSVMSuggestedTypeIndexKHR]") {
  for (cl_uint type = 0; type < types.size(); ++type) {
    CHECK(suggestion(types[type], 0) == type);
    CHECK(suggestion(0, types[type]) == type);
  }
  // The first type is suggested without requirements.
  CHECK(suggestion(0, 0) == 0);
  CHECK(suggestion(svm::all_access, svm::single_address_space) == 0);
  const cl_uint owned = suggestion(svm::device_owned, 0);
  REQUIRE(owned < types.size());
  CHECK((types[owned] & svm::device_owned) != 0);
  CHECK(suggestion(svm::all_access, svm::device_owned) == owned);
  // Required capabilities take precedence over desired ones.
  const cl_uint of_host = suggestion(svm::host_owned, svm::device_owned);
  REQUIRE(of_host < types.size());
  CHECK((types[of_host] & svm::host_owned) != 0);
}

TEST_CASE_METHOD(Fixture, "clGetSVMSuggestedTypeIndexKHR: CL_UINT_MAX if there is none",
                 "[clGetSVMSuggestedTypeIndexKHR]") {
  CHECK(suggestion(svm::device_owned | svm::host_owned, 0) == CL_UINT_MAX);
}

TEST_CASE_METHOD(Fixture, "clGetSVMSuggestedTypeIndexKHR: properties make no difference",
                 "[clGetSVMSuggestedTypeIndexKHR]") {
  const cl_properties all[] = {
      svm::associated_device, handle_of_device(), svm::access_flags, 1, svm::alignment, 128, 0};
  for (cl_uint type = 0; type < types.size(); ++type) {
    CHECK(suggestion(types[type], 0, all) == type);
  }
}

TEST_CASE_METHOD(Fixture, "clGetSVMSuggestedTypeIndexKHR: rejects invalid arguments",
                 "[clGetSVMSuggestedTypeIndexKHR]") {
  cl_uint type = 77;
  expect(suggest(nullptr, 0, 0, nullptr, 4, &type), CL_INVALID_CONTEXT);
  expect(suggest(context, svm::no_such_capability, 0, nullptr, 4, &type), CL_INVALID_VALUE);
  expect(suggest(context, 0, svm::no_such_capability, nullptr, 4, &type), CL_INVALID_VALUE);
  expect(suggest(context, 0, 0, nullptr, 4, nullptr), CL_INVALID_VALUE);
  const cl_properties unknown[] = {CL_MEM_FLAGS, 1, 0};
  const cl_properties twice[] = {svm::access_flags, 1, svm::access_flags, 1, 0};
  const cl_properties odd[] = {svm::alignment, 3, 0};
  for (const cl_properties *properties : {&unknown[0], &twice[0], &odd[0]}) {
    expect(suggest(context, 0, 0, properties, 4, &type), CL_INVALID_PROPERTY);
  }
  const cl_properties no_device[] = {svm::associated_device, 0, 0};
  expect(suggest(context, 0, 0, no_device, 4, &type), CL_INVALID_DEVICE);
  CHECK(type == 77);
}

}  // namespace mux::test::cl_get_svm_suggested_type_index_khr
