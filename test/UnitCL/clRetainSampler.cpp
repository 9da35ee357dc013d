#include "fixtures.h"

namespace mux::test::cl_retain_sampler {

TEST_CASE_METHOD(ContextFixture, "clRetainSampler and clReleaseSampler: count references") {
  const Handle<cl_sampler> sampler = created([&](cl_int *code) {
    return clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, code);
  });
  succeed(clRetainSampler(sampler));
  expect_info(clGetSamplerInfo, static_cast<cl_sampler>(sampler), CL_SAMPLER_REFERENCE_COUNT,
              cl_uint{2});
  succeed(clReleaseSampler(sampler));
  expect_info(clGetSamplerInfo, static_cast<cl_sampler>(sampler), CL_SAMPLER_REFERENCE_COUNT,
              cl_uint{1});
  expect(clRetainSampler(nullptr), CL_INVALID_SAMPLER);
  expect(clReleaseSampler(nullptr), CL_INVALID_SAMPLER);
}

}  // namespace mux::test::cl_retain_sampler
