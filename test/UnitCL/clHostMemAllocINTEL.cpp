// clHostMemAllocINTEL(), clDeviceMemAllocINTEL(), clSharedMemAllocINTEL(),
// clGetMemAllocInfoINTEL(), and the device queries.

#include "unified.h"

namespace mux::test::cl_host_mem_alloc_intel {

namespace {

using Properties = std::vector<cl_mem_properties_intel>;
using Fixture = WithUnifiedMemory<ContextFixture>;
using TwoFixture = WithUnifiedMemory<TwoDevicesFixture>;

/// The three entry points with common parameters.
template <typename Check>
void for_each_kind(const Fixture &fixture, Check check) {
  check(CL_MEM_TYPE_HOST_INTEL, [&](cl_context context, const cl_mem_properties_intel *properties,
                                    size_t size, cl_uint alignment, cl_int *code) {
    return fixture.host_alloc(context, properties, size, alignment, code);
  });
  check(CL_MEM_TYPE_DEVICE_INTEL, [&](cl_context context, const cl_mem_properties_intel *properties,
                                      size_t size, cl_uint alignment, cl_int *code) {
    return fixture.device_alloc(context, fixture.device, properties, size, alignment, code);
  });
  check(CL_MEM_TYPE_SHARED_INTEL, [&](cl_context context, const cl_mem_properties_intel *properties,
                                      size_t size, cl_uint alignment, cl_int *code) {
    return fixture.shared_alloc(context, fixture.device, properties, size, alignment, code);
  });
}

/// The results of clGetMemAllocInfoINTEL() for an address.
template <typename F>
void expect_allocation(const F &fixture, const void *pointer,
                       cl_unified_shared_memory_type_intel type, void *base, size_t size,
                       cl_device_id device, cl_mem_alloc_flags_intel flags) {
  const auto get = [&](const void *of, cl_mem_info_intel name, size_t room, void *value,
                       size_t *out) {
    return fixture.get_info(fixture.context, of, name, room, value, out);
  };
  expect_info(get, pointer, CL_MEM_ALLOC_TYPE_INTEL, type);
  expect_info(get, pointer, CL_MEM_ALLOC_BASE_PTR_INTEL, base);
  expect_info(get, pointer, CL_MEM_ALLOC_SIZE_INTEL, size);
  expect_info(get, pointer, CL_MEM_ALLOC_DEVICE_INTEL, device);
  expect_info(get, pointer, CL_MEM_ALLOC_FLAGS_INTEL, flags);
}

}  // namespace

TEST_CASE_METHOD(
    Fixture, "clHostMemAllocINTEL: allocates host-accessible memory with the requested alignment",
    "[clHostMemAllocINTEL]") {
  for_each_kind(*this, [&](auto, auto allocate) {
    for (const cl_uint alignment : {0U, 1U, 4U, 64U, 128U}) {
      cl_int code = -1;
      auto *bytes =
          static_cast<cl_uchar *>(allocate(context, nullptr, size_t{1000}, alignment, &code));
      succeed(code);
      REQUIRE(bytes != nullptr);
      CHECK(reinterpret_cast<uintptr_t>(bytes) % (alignment != 0 ? alignment : 128) == 0);
      std::fill_n(bytes, 1000, 1);
      succeed(free(context, bytes));
    }
  });
}

TEST_CASE_METHOD(Fixture, "clHostMemAllocINTEL: invalid arguments of all three functions",
                 "[clHostMemAllocINTEL]") {
  const auto most = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  for_each_kind(*this, [&](cl_uint type, auto allocate) {
    const auto refuse = [&](cl_int expected, const Properties &properties, size_t size,
                            cl_uint alignment) {
      expect_none(expected, [&](cl_int *code) {
        return allocate(context, properties.data(), size, alignment, code);
      });
    };
    expect_none(CL_INVALID_CONTEXT,
                [&](cl_int *code) { return allocate(nullptr, nullptr, size_t{100}, 0U, code); });
    refuse(CL_INVALID_VALUE, {0}, 100, 3);
    refuse(CL_INVALID_VALUE, {0}, 100, 256);
    refuse(CL_INVALID_BUFFER_SIZE, {0}, 0, 0);
    refuse(CL_INVALID_BUFFER_SIZE, {0}, most + 1, 0);
    refuse(CL_INVALID_BUFFER_SIZE, {0}, SIZE_MAX, 0);
    refuse(CL_INVALID_PROPERTY, {CL_MEM_ALLOC_TYPE_INTEL, 0, 0}, 100, 0);
    refuse(CL_INVALID_PROPERTY, {CL_MEM_ALLOC_FLAGS_INTEL, 8, 0}, 100, 0);
    refuse(CL_INVALID_PROPERTY, {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}, 100,
           0);
    refuse(CL_INVALID_PROPERTY,
           {CL_MEM_ALLOC_FLAGS_INTEL,
            CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL,
            0},
           100, 0);
    if (type != CL_MEM_TYPE_SHARED_INTEL) {
      for (const cl_mem_alloc_flags_intel placement : {CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL,
                                                       CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL}) {
        refuse(CL_INVALID_PROPERTY, {CL_MEM_ALLOC_FLAGS_INTEL, placement, 0}, 100, 0);
      }
    }
  });
}

TEST_CASE_METHOD(TwoFixture, "clDeviceMemAllocINTEL: the device must be in the context",
                 "[clHostMemAllocINTEL]") {
  expect_none(CL_INVALID_DEVICE,
              [&](cl_int *code) { return device_alloc(context, nullptr, nullptr, 100, 0, code); });
  for (const auto allocate : {device_alloc, shared_alloc}) {
    expect_none(CL_INVALID_DEVICE,
                [&](cl_int *code) { return allocate(context, device, nullptr, 100, 0, code); });
    const auto wrong = reinterpret_cast<cl_device_id>(platform);
    expect_none(CL_INVALID_DEVICE,
                [&](cl_int *code) { return allocate(context, wrong, nullptr, 100, 0, code); });
  }
}

TEST_CASE_METHOD(TwoFixture, "clDeviceMemAllocINTEL: all devices of the context can use it",
                 "[clHostMemAllocINTEL]") {
  for (cl_uint owner = 0; owner < 2; ++owner) {
    auto *values =
        static_cast<cl_int *>(device_alloc(context, devices[owner], nullptr, 400, 0, nullptr));
    REQUIRE(values != nullptr);
    expect_allocation(*this, values + 99, CL_MEM_TYPE_DEVICE_INTEL, values, 400, devices[owner], 0);
    for (const Handle<cl_command_queue> &queue : queues) {
      const cl_int pattern = static_cast<cl_int>(owner) + 5;
      succeed(fill(queue, values, &pattern, 4, 400, 0, nullptr, nullptr));
      succeed(clFinish(queue));
      CHECK(std::vector<cl_int>(values, values + 100) == std::vector<cl_int>(100, pattern));
    }
    succeed(blocking_free(context, values));
  }
}

TEST_CASE_METHOD(Fixture, "clGetMemAllocInfoINTEL: returns the arguments of the allocation",
                 "[clHostMemAllocINTEL]") {
  const Properties combined{CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  for_each_kind(*this, [&](cl_uint type, auto allocate) {
    auto *bytes = static_cast<cl_uchar *>(
        allocate(context, combined.data(), size_t{1000}, 0U, static_cast<cl_int *>(nullptr)));
    REQUIRE(bytes != nullptr);
    for (const size_t offset : {0, 1, 999}) {
      expect_allocation(*this, bytes + offset, type, bytes, 1000,
                        type != CL_MEM_TYPE_HOST_INTEL ? device : nullptr,
                        CL_MEM_ALLOC_WRITE_COMBINED_INTEL);
    }
    succeed(free(context, bytes));
    expect_allocation(*this, bytes, CL_MEM_TYPE_UNKNOWN_INTEL, nullptr, 0, nullptr, 0);
  });
  for (const cl_mem_alloc_flags_intel placement :
       {CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL}) {
    const Properties placed{CL_MEM_ALLOC_FLAGS_INTEL, placement, 0};
    void *bytes = shared_alloc(context, nullptr, placed.data(), 10, 0, nullptr);
    expect_allocation(*this, bytes, CL_MEM_TYPE_SHARED_INTEL, bytes, 10, nullptr, placement);
    succeed(free(context, bytes));
  }
}

TEST_CASE_METHOD(Fixture, "clGetMemAllocInfoINTEL: other memory is unknown",
                 "[clHostMemAllocINTEL]") {
  int value = 0;
  void *virtual_memory = clSVMAlloc(context, 0, 100, 0);
  for (const void *pointer : {static_cast<const void *>(nullptr), static_cast<const void *>(&value),
                              static_cast<const void *>(virtual_memory)}) {
    expect_allocation(*this, pointer, CL_MEM_TYPE_UNKNOWN_INTEL, nullptr, 0, nullptr, 0);
  }
  clSVMFree(context, virtual_memory);
}

TEST_CASE_METHOD(Fixture, "clGetMemAllocInfoINTEL: invalid arguments", "[clHostMemAllocINTEL]") {
  cl_int *values = unified(10);
  expect(get_info(nullptr, values, CL_MEM_ALLOC_TYPE_INTEL, 0, nullptr, nullptr),
         CL_INVALID_CONTEXT);
  expect(get_info(context, values, CL_MEM_TYPE_HOST_INTEL, 0, nullptr, nullptr), CL_INVALID_VALUE);
  succeed(free(context, values));
}

TEST_CASE_METHOD(Fixture, "clGetDeviceInfo: unified shared memory of every kind, for everything",
                 "[clHostMemAllocINTEL]") {
  for (const cl_device_info name :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL}) {
    expect_info(clGetDeviceInfo, device, name,
                cl_device_unified_shared_memory_capabilities_intel{15});
  }
  const std::string extensions = info_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  CHECK(extensions.find("cl_intel_unified_shared_memory") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "clGetMemObjectInfo: a buffer in unified memory uses no virtual memory",
                 "[clHostMemAllocINTEL]") {
  cl_int *values = unified(10);
  const Handle<cl_mem> memory = buffer(40, CL_MEM_USE_HOST_PTR, values);
  expect_info(clGetMemObjectInfo, memory, CL_MEM_USES_SVM_POINTER, cl_bool{CL_FALSE});
  succeed(free(context, values));
}

}  // namespace mux::test::cl_host_mem_alloc_intel
