#include "fixtures.h"

namespace mux::test::cl_get_sampler_info {

TEST_CASE_METHOD(ContextFixture, "clGetSamplerInfo: queries of a sampler") {
  const Handle<cl_sampler> handle = created([&](cl_int *code) {
    return clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, code);
  });
  const cl_sampler sampler = handle;
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_REFERENCE_COUNT, cl_uint{1});
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_CONTEXT, static_cast<cl_context>(context));
  expect_list(clGetSamplerInfo, sampler, CL_SAMPLER_PROPERTIES,
              std::vector<cl_sampler_properties>());
  cl_uint value = 0;
  expect(clGetSamplerInfo(sampler, CL_MEM_TYPE, sizeof value, &value, nullptr), CL_INVALID_VALUE);
  expect(clGetSamplerInfo(nullptr, CL_SAMPLER_REFERENCE_COUNT, sizeof value, &value, nullptr),
         CL_INVALID_SAMPLER);
}

}  // namespace mux::test::cl_get_sampler_info
