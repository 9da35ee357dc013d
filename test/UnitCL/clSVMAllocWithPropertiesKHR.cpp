// clSVMAllocWithPropertiesKHR(), and queries of SVM types.

#include "programs.h"
#include "svm_types.h"

namespace mux::test::cl_svm_alloc_with_properties_khr {

namespace {

class Fixture : public WithSvmTypes<QueueFixture> {
 public:
  /// Calls `use` for every combination of type and properties.
  template <typename Use>
  void for_each_type(const cl_properties *properties, Use use) const {
    for (cl_uint type = 0; type < types.size(); ++type) {
      CAPTURE(type);
      cl_int code = -1;
      void *memory = allocate(context, properties, type, 256, &code);
      succeed(code);
      REQUIRE(memory != nullptr);
      use(static_cast<cl_int *>(memory));
      succeed(free(context, nullptr, 0, memory));
    }
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clSVMAllocWithPropertiesKHR: platform and device report the same types",
                 "[clSVMAllocWithPropertiesKHR]") {
  REQUIRE(!types.empty());
  expect_list(clGetPlatformInfo, platform, svm::platform_types, types);
  expect_list(clGetDeviceInfo, device, svm::device_types, types);
  for (const svm::Capabilities type : types) {
    CHECK((type & svm::all_access) == svm::all_access);
    CHECK((type & svm::single_address_space) != 0);
    CHECK((type & svm::device_unassociated) != 0);
    CHECK((type & svm::context_access) != 0);
    CHECK((type & svm::no_such_capability) == 0);
  }
  for (const svm::Capabilities some : {svm::device_owned, svm::host_owned, svm::system_allocated}) {
    CHECK(std::ranges::count_if(types, [&](auto type) { return (type & some) != 0; }) == 1);
  }
}

TEST_CASE_METHOD(Fixture, "clSVMAllocWithPropertiesKHR: host and device use memory of any type",
                 "[clSVMAllocWithPropertiesKHR]") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
  for_each_type(nullptr, [&](cl_int *values) {
    std::iota(values, values + 64, 0);
    succeed(clSetKernelArgSVMPointer(kernel, 0, values));
    run(queue, kernel, 64);
    succeed(clSetKernelArgSVMPointer(kernel, 0, values + 32));
    run(queue, kernel, 32);
    CHECK(values[31] == 32);
    CHECK(values[32] == 34);
    std::vector<cl_int> copy(64);
    succeed(clEnqueueSVMMemcpy(queue, CL_TRUE, copy.data(), values, 256, 0, nullptr, nullptr));
    CHECK(copy == std::vector<cl_int>(values, values + 64));
    const cl_int nine = 9;
    succeed(clEnqueueSVMMemFill(queue, values, &nine, 4, 256, 0, nullptr, nullptr));
    succeed(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, values, 256, 0, nullptr, nullptr));
    CHECK(values[63] == 9);
    succeed(clEnqueueSVMUnmap(queue, values, 0, nullptr, nullptr));
    const void *pointer = values;
    succeed(clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, 0, nullptr, nullptr));
    succeed(clFinish(queue));
  });
}

TEST_CASE_METHOD(Fixture, "clSVMAllocWithPropertiesKHR: memory that a kernel accesses indirectly",
                 "[clSVMAllocWithPropertiesKHR]") {
  const auto kernel = kernel_of_source(
      context, "kernel void f(global int *global *a) { a[0][get_global_id(0)] += 1; }",
      "-cl-std=CL3.0");
  for_each_type(nullptr, [&](cl_int *values) {
    std::iota(values, values + 64, 0);
    const Handle<cl_mem> table = buffer_of(std::vector{values});
    succeed(clSetKernelArg(kernel, 0, sizeof(cl_mem), table.address()));
    for (const cl_bool anywhere : {CL_TRUE, CL_FALSE}) {
      succeed(clSetKernelExecInfo(kernel, svm::indirect_access, sizeof anywhere, &anywhere));
      succeed(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                  anywhere == CL_TRUE ? 0 : sizeof values,
                                  anywhere == CL_TRUE ? nullptr : &values));
      run(queue, kernel, 64);
    }
    CHECK(std::vector<cl_int>(values, values + 64) == numbers(64, 2));
  });
  const cl_bool anywhere = CL_TRUE;
  expect(clSetKernelExecInfo(nullptr, svm::indirect_access, sizeof anywhere, &anywhere),
         CL_INVALID_KERNEL);
  expect(clSetKernelExecInfo(kernel, svm::indirect_access, 1, &anywhere), CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, svm::indirect_access, sizeof anywhere, nullptr),
         CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Fixture, "clSVMAllocWithPropertiesKHR: accepts all properties",
                 "[clSVMAllocWithPropertiesKHR]") {
  for (cl_properties bytes = 1; bytes <= 128; bytes *= 2) {
    const cl_properties properties[] = {svm::alignment, bytes, 0};
    for_each_type(properties,
                  [&](cl_int *values) { CHECK(reinterpret_cast<uintptr_t>(values) % bytes == 0); });
  }
  for (cl_properties flags = 0; flags < 16; ++flags) {
    const cl_properties properties[] = {svm::access_flags,
                                        (flags & 3) | (flags & 12) << 6,
                                        svm::associated_device,
                                        handle_of_device(),
                                        svm::alignment,
                                        0,
                                        0};
    for_each_type(properties, [](cl_int *values) { *values = 1; });
  }
}

TEST_CASE_METHOD(Fixture, "clSVMAllocWithPropertiesKHR: NULL for size 0",
                 "[clSVMAllocWithPropertiesKHR]") {
  cl_int code = -1;
  CHECK(allocate(context, nullptr, 0, 0, &code) == nullptr);
  succeed(code);
}

TEST_CASE_METHOD(Fixture, "clSVMAllocWithPropertiesKHR: rejects invalid arguments",
                 "[clSVMAllocWithPropertiesKHR]") {
  const auto refuse = [&](cl_int code, std::vector<cl_properties> properties) {
    properties.push_back(0);
    expect_none(code, [&](cl_int *out) { return allocate(context, properties.data(), 0, 4, out); });
  };
  expect_none(CL_INVALID_CONTEXT,
              [&](cl_int *code) { return allocate(nullptr, nullptr, 0, 4, code); });
  const auto count = static_cast<cl_uint>(types.size());
  for (const cl_uint type : {count, CL_UINT_MAX}) {
    expect_none(CL_INVALID_VALUE,
                [&](cl_int *code) { return allocate(context, nullptr, type, 4, code); });
  }
  refuse(CL_INVALID_PROPERTY, {CL_MEM_FLAGS, 0});
  refuse(CL_INVALID_PROPERTY, {svm::alignment, 64, svm::alignment, 64});
  refuse(CL_INVALID_PROPERTY, {svm::alignment, 3});
  refuse(CL_INVALID_PROPERTY, {svm::alignment, 256});
  refuse(CL_INVALID_PROPERTY, {svm::access_flags, 4});
  refuse(CL_INVALID_DEVICE, {svm::associated_device, 0});
  refuse(CL_INVALID_DEVICE, {svm::associated_device,
                             reinterpret_cast<cl_properties>(static_cast<cl_context>(context))});
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  Handle<cl_device_id> other;
  succeed(clCreateSubDevices(device, one, 1, other.out(), nullptr));
  refuse(CL_INVALID_DEVICE, {svm::associated_device,
                             reinterpret_cast<cl_properties>(static_cast<cl_device_id>(other))});
  expect_none(CL_MEM_OBJECT_ALLOCATION_FAILURE,
              [&](cl_int *code) { return allocate(context, nullptr, 0, SIZE_MAX / 2, code); });
}

}  // namespace mux::test::cl_svm_alloc_with_properties_khr
