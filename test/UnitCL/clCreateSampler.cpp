#include "fixtures.h"

namespace mux::test::cl_create_sampler {

TEST_CASE_METHOD(ContextFixture, "clCreateSampler: creates samplers of all modes") {
  const cl_addressing_mode addressing =
      GENERATE(CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
               CL_ADDRESS_MIRRORED_REPEAT);
  const cl_filter_mode filter = GENERATE(CL_FILTER_NEAREST, CL_FILTER_LINEAR);
  const cl_bool normalized = GENERATE(CL_FALSE, CL_TRUE);
  const bool repeats = addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
  const auto create = [&](cl_int *code) {
    return clCreateSampler(context, normalized, addressing, filter, code);
  };
  if (repeats && normalized == CL_FALSE) {
    return expect_none(CL_INVALID_VALUE, create);
  }
  const Handle<cl_sampler> handle = created(create);
  const cl_sampler sampler = handle;
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE, addressing);
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE, filter);
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS, normalized);
}

TEST_CASE_METHOD(ContextFixture, "clCreateSampler: CL_INVALID_CONTEXT, CL_INVALID_VALUE") {
  const auto create = [](cl_context in, cl_bool normalized, cl_addressing_mode addressing,
                         cl_filter_mode filter) {
    return [=](cl_int *code) { return clCreateSampler(in, normalized, addressing, filter, code); };
  };
  expect_none(CL_INVALID_CONTEXT, create(nullptr, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST));
  expect_none(CL_INVALID_VALUE, create(context, 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST));
  expect_none(CL_INVALID_VALUE, create(context, CL_TRUE, 0, CL_FILTER_NEAREST));
  expect_none(CL_INVALID_VALUE,
              create(context, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST));
  expect_none(CL_INVALID_VALUE, create(context, CL_TRUE, CL_ADDRESS_CLAMP, 0));
  expect_none(CL_INVALID_VALUE, create(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR + 1));
}

}  // namespace mux::test::cl_create_sampler
