#include "fixtures.h"

namespace mux::test::cl_release_sampler {

TEST_CASE_METHOD(ContextFixture, "clReleaseSampler: a sampler retains its context") {
  Handle<cl_sampler> sampler =
      created([&](cl_int *code) { return clCreateSamplerWithProperties(context, nullptr, code); });
  context.reset();
  succeed(clRetainSampler(sampler));
  succeed(clReleaseSampler(sampler));
  expect_info(clGetSamplerInfo, static_cast<cl_sampler>(sampler), CL_SAMPLER_REFERENCE_COUNT,
              cl_uint{1});
  sampler.reset();
  expect(clReleaseSampler(nullptr), CL_INVALID_SAMPLER);
}

}  // namespace mux::test::cl_release_sampler
