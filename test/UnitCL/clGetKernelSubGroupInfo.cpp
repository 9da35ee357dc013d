#include "programs.h"
#include "spirv_modules.h"

namespace mux::test::cl_get_kernel_sub_group_info {

namespace {

class SubGroupFixture : public QueueFixture {
 public:
  cl_int ask(cl_kernel_sub_group_info name, const std::vector<size_t> &input, size_t *answer,
             size_t answers = 1) const {
    return clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(size_t),
                                   input.data(), answers * sizeof(size_t), answer, nullptr);
  }

  Handle<cl_kernel> kernel =
      kernel_of_source(context,
                       "kernel void f(global int *a) { a[0] = get_max_sub_group_size();"
                       "a[1] = get_num_sub_groups(); }",
                       "-cl-std=CL3.0");
};

}  // namespace

TEST_CASE_METHOD(SubGroupFixture, "clGetKernelSubGroupInfo: matches the values in the kernel",
                 "[clGetKernelSubGroupInfo]") {
  size_t size = 0;
  size_t count = 0;
  succeed(ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {48, 2}, &size));
  succeed(ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {48, 2}, &count));
  CHECK(count == (96 + size - 1) / size);
  const auto memory = buffer(8);
  set_arguments(kernel, memory);
  const size_t range[] = {48, 2};
  succeed(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, range, range, 0, nullptr, nullptr));
  CHECK(contents<cl_int>(memory) ==
        std::vector<cl_int>{static_cast<cl_int>(size), static_cast<cl_int>(count)});
  size_t most = 0;
  succeed(ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, {}, &most));
  CHECK(most >= count);
  size_t local[3] = {};
  succeed(ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {2}, local, 3));
  CHECK(local[0] == 2 * size);
  CHECK(local[1] == 1);
  CHECK(local[2] == 1);
  succeed(ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {most + 1}, local, 1));
  CHECK(local[0] == 0);
  succeed(ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}, &count));
  CHECK(count == 0);
}

TEST_CASE_METHOD(SubGroupFixture,
                 "clGetKernelSubGroupInfo: the required sub-group size of a kernel",
                 "[clGetKernelSubGroupInfo]") {
  const auto get = [&](cl_kernel of, cl_kernel_sub_group_info name, size_t value_size, void *value,
                       size_t *size) {
    return clGetKernelSubGroupInfo(of, device, name, 0, nullptr, value_size, value, size);
  };
  expect_info(get, cl_kernel(kernel), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, size_t{0});
  size_t bytes = 0;
  succeed(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes));
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  succeed(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, bytes, sizes.data(), nullptr));
  REQUIRE(!sizes.empty());
  for (const size_t required : sizes) {
    CAPTURE(required);
    const std::string source =
        "#ifndef cl_intel_required_subgroup_size\n#error it is not there\n#endif\n"
        "__attribute__((intel_reqd_sub_group_size(" +
        std::to_string(required) +
        "))) kernel void f(global uint *a) {\n"
        "  a[get_global_id(0)] = get_sub_group_size() * 100 + get_sub_group_local_id();\n}";
    const auto sized = kernel_of_source(context, source.c_str(), "-cl-std=CL3.0");
    expect_info(get, cl_kernel(sized), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, required);
    expect_info(work_group_info_on(device), cl_kernel(sized), CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                cl_ulong{0});
    const auto memory = buffer(128 * sizeof(cl_uint));
    set_arguments(sized, memory);
    const size_t range = 128;
    succeed(clEnqueueNDRangeKernel(queue, sized, 1, nullptr, &range, &range, 0, nullptr, nullptr));
    const auto told = contents<cl_uint>(memory);
    for (size_t i = 0; i < range; ++i) {
      CHECK(told[i] == required * 100 + i % required);
    }
  }
}

TEST_CASE_METHOD(SubGroupFixture,
                 "clGetKernelSubGroupInfo: the required sub-group count of a module",
                 "[clGetKernelSubGroupInfo]") {
  const auto program = il_program(context, spirv_module("sub_group_counts"));
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  for (const auto &[name, expected] :
       {std::pair{"three", size_t{3}}, std::pair{"by_constant", size_t{5}}}) {
    CAPTURE(name);
    const auto requiring = kernel_of(program, name);
    size_t count = 0;
    succeed(clGetKernelSubGroupInfo(requiring, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, nullptr,
                                    sizeof count, &count, nullptr));
    CHECK(count == expected);
  }
}

TEST_CASE_METHOD(SubGroupFixture, "clGetKernelSubGroupInfo: rejects invalid arguments",
                 "[clGetKernelSubGroupInfo]") {
  size_t answer = 0;
  expect(ask(0, {1}, &answer), CL_INVALID_VALUE);
  expect(ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {}, &answer), CL_INVALID_VALUE);
  expect(ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {0}, &answer), CL_INVALID_VALUE);
  expect(ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {1, 1, 1, 1}, &answer), CL_INVALID_VALUE);
  expect(ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {1, 1}, &answer), CL_INVALID_VALUE);
  expect(ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, {}, &answer, 0), CL_INVALID_VALUE);
  const size_t one = 1;
  expect(clGetKernelSubGroupInfo(nullptr, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 8,
                                 &answer, nullptr),
         CL_INVALID_KERNEL);
  expect(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 7, &one, 8,
                                 &answer, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_kernel_sub_group_info
