#include "svm_types.h"

namespace mux::test::cl_get_svm_pointer_info_khr {

namespace {

class Fixture : public WithSvmTypes<ContextFixture> {
 public:
  /// Checks the results for an address outside of SVM allocations.
  void expect_unknown(const void *pointer, cl_device_id of) const {
    const auto get = info_about(pointer, of);
    const cl_context in = context;
    expect_info(get, in, svm::info_type, CL_UINT_MAX);
    expect_info(get, in, svm::info_capabilities, svm::Capabilities{0});
    expect_list(get, in, svm::info_properties, std::vector<cl_properties>());
    expect_info(get, in, svm::info_access_flags, cl_bitfield{0});
    expect_info(get, in, svm::info_base, static_cast<void *>(nullptr));
    expect_info(get, in, svm::info_size, size_t{0});
    expect_info(get, in, svm::info_device, cl_device_id{nullptr});
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clGetSVMPointerInfoKHR: the arguments of the allocation",
                 "[clGetSVMPointerInfoKHR]") {
  const std::vector<cl_properties> all = {
      svm::associated_device, handle_of_device(), svm::access_flags, 0x102, svm::alignment, 64, 0};
  const cl_context in = context;
  for (cl_uint type = 0; type < types.size(); ++type) {
    auto *memory = static_cast<std::byte *>(allocate(context, all.data(), type, 100, nullptr));
    REQUIRE(memory != nullptr);
    for (const cl_device_id of : {cl_device_id{nullptr}, device}) {
      for (const std::byte *pointer : {memory, memory + 99}) {
        const auto get = info_about(pointer, of);
        expect_info(get, in, svm::info_type, type);
        expect_info(get, in, svm::info_capabilities, types[type]);
        expect_list(get, in, svm::info_properties, all);
        expect_info(get, in, svm::info_access_flags, cl_bitfield{0x102});
        expect_info(get, in, svm::info_base, static_cast<void *>(memory));
        expect_info(get, in, svm::info_size, size_t{100});
        expect_info(get, in, svm::info_device, device);
      }
      expect_unknown(memory + 100, of);
    }
    succeed(free(context, nullptr, 0, memory));
    expect_unknown(memory, nullptr);
  }
}

TEST_CASE_METHOD(Fixture, "clGetSVMPointerInfoKHR: memory without properties",
                 "[clGetSVMPointerInfoKHR]") {
  const cl_properties empty[] = {0};
  void *plain = clSVMAlloc(context, 0, 64, 0);
  void *without = allocate(context, empty, 0, 64, nullptr);
  const cl_context in = context;
  expect_list(info_about(plain), in, svm::info_properties, std::vector<cl_properties>());
  expect_list(info_about(without), in, svm::info_properties, std::vector<cl_properties>{0});
  for (void *memory : {plain, without}) {
    const auto get = info_about(memory);
    expect_info(get, in, svm::info_type, cl_uint{0});
    expect_info(get, in, svm::info_access_flags, cl_bitfield{0});
    expect_info(get, in, svm::info_device, cl_device_id{nullptr});
    succeed(free(context, nullptr, 0, memory));
  }
}

TEST_CASE_METHOD(Fixture, "clGetSVMPointerInfoKHR: other addresses are unknown",
                 "[clGetSVMPointerInfoKHR]") {
  for (const void *pointer :
       {static_cast<const void *>(nullptr), static_cast<const void *>(this)}) {
    expect_unknown(pointer, nullptr);
    expect_unknown(pointer, device);
  }
}

TEST_CASE_METHOD(Fixture, "clGetSVMPointerInfoKHR: rejects invalid arguments",
                 "[clGetSVMPointerInfoKHR]") {
  cl_int *memory = memory_of_type(0);
  size_t size = 0;
  const auto get = [&](cl_context of, cl_device_id on, cl_uint name) {
    return pointer_info(of, on, memory, name, sizeof size, &size, nullptr);
  };
  expect(get(nullptr, nullptr, svm::info_size), CL_INVALID_CONTEXT);
  expect(get(context, nullptr, CL_MEM_SIZE), CL_INVALID_VALUE);
  expect(get(context, reinterpret_cast<cl_device_id>(static_cast<cl_context>(context)),
             svm::info_size),
         CL_INVALID_DEVICE);
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  Handle<cl_device_id> other;
  succeed(clCreateSubDevices(device, one, 1, other.out(), nullptr));
  expect(get(context, other, svm::info_size), CL_INVALID_DEVICE);
  succeed(free(context, nullptr, 0, memory));
}

}  // namespace mux::test::cl_get_svm_pointer_info_khr
