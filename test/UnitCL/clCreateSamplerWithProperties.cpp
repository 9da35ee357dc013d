#include "fixtures.h"

namespace mux::test::cl_create_sampler_with_properties {

TEST_CASE_METHOD(ContextFixture, "clCreateSamplerWithProperties: default values of properties") {
  const cl_sampler_properties none[] = {0};
  for (const bool with_list : {false, true}) {
    const Handle<cl_sampler> handle = created([&](cl_int *code) {
      return clCreateSamplerWithProperties(context, with_list ? none : nullptr, code);
    });
    const cl_sampler sampler = handle;
    expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS, cl_bool{CL_TRUE});
    expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE,
                cl_addressing_mode{CL_ADDRESS_CLAMP});
    expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE,
                cl_filter_mode{CL_FILTER_NEAREST});
    expect_list(clGetSamplerInfo, sampler, CL_SAMPLER_PROPERTIES,
                std::vector<cl_sampler_properties>(with_list ? 1 : 0));
  }
}

TEST_CASE_METHOD(ContextFixture, "clCreateSamplerWithProperties: all properties") {
  const std::vector<cl_sampler_properties> properties = {CL_SAMPLER_FILTER_MODE,
                                                         CL_FILTER_LINEAR,
                                                         CL_SAMPLER_NORMALIZED_COORDS,
                                                         CL_FALSE,
                                                         CL_SAMPLER_ADDRESSING_MODE,
                                                         CL_ADDRESS_NONE,
                                                         0};
  const Handle<cl_sampler> handle = created([&](cl_int *code) {
    return clCreateSamplerWithProperties(context, properties.data(), code);
  });
  const cl_sampler sampler = handle;
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS, cl_bool{CL_FALSE});
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE,
              cl_addressing_mode{CL_ADDRESS_NONE});
  expect_info(clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE, cl_filter_mode{CL_FILTER_LINEAR});
  expect_list(clGetSamplerInfo, sampler, CL_SAMPLER_PROPERTIES, properties);
}

TEST_CASE_METHOD(ContextFixture, "clCreateSamplerWithProperties: invalid arguments") {
  const auto refuse = [&](std::vector<cl_sampler_properties> properties) {
    properties.push_back(0);
    expect_none(CL_INVALID_VALUE, [&](cl_int *code) {
      return clCreateSamplerWithProperties(context, properties.data(), code);
    });
  };
  refuse({CL_SAMPLER_CONTEXT, 1});
  refuse({CL_SAMPLER_NORMALIZED_COORDS, 2});
  refuse({CL_SAMPLER_ADDRESSING_MODE, 1});
  refuse({CL_SAMPLER_ADDRESSING_MODE, (cl_sampler_properties{1} << 32) | CL_ADDRESS_CLAMP});
  refuse({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR + 1});
  refuse({CL_SAMPLER_FILTER_MODE, (cl_sampler_properties{1} << 32) | CL_FILTER_LINEAR});
  refuse({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR});
  expect_none(CL_INVALID_CONTEXT,
              [](cl_int *code) { return clCreateSamplerWithProperties(nullptr, nullptr, code); });
}

}  // namespace mux::test::cl_create_sampler_with_properties
