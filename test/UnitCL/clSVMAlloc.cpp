#include "shared.h"

namespace mux::test::cl_svm_alloc {

TEST_CASE_METHOD(ContextFixture,
                 "clSVMAlloc: allocates host-accessible memory with the requested alignment") {
  const cl_svm_mem_flags flags =
      GENERATE(0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY,
               CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
               CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  const cl_uint alignment = GENERATE(0, 1, 4, 64, 128);
  auto *bytes = static_cast<cl_uchar *>(clSVMAlloc(context, flags, 1000, alignment));
  REQUIRE(bytes != nullptr);
  CHECK(reinterpret_cast<uintptr_t>(bytes) % (alignment != 0 ? alignment : 128) == 0);
  std::fill_n(bytes, 1000, 1);
  clSVMFree(context, bytes);
}

TEST_CASE_METHOD(ContextFixture, "clSVMAlloc: aligned to pages") {
  void *bytes = clSVMAlloc(context, 0, 10, 4096);
  REQUIRE(bytes != nullptr);
  CHECK(reinterpret_cast<uintptr_t>(bytes) % 4096 == 0);
  clSVMFree(context, bytes);
}

TEST_CASE_METHOD(ContextFixture, "clSVMAlloc: NULL for invalid arguments") {
  const auto most = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CHECK(clSVMAlloc(nullptr, 0, 100, 0) == nullptr);
  for (const cl_svm_mem_flags flags :
       {cl_svm_mem_flags{CL_MEM_SVM_ATOMICS}, cl_svm_mem_flags{CL_MEM_USE_HOST_PTR},
        cl_svm_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}, cl_svm_mem_flags{1} << 40,
        cl_svm_mem_flags{CL_MEM_HOST_NO_ACCESS}}) {
    CHECK(clSVMAlloc(context, flags, 100, 0) == nullptr);
  }
  CHECK(clSVMAlloc(context, 0, 0, 0) == nullptr);
  CHECK(clSVMAlloc(context, 0, most + 1, 0) == nullptr);
  CHECK(clSVMAlloc(context, 0, SIZE_MAX, 0) == nullptr);
  CHECK(clSVMAlloc(context, 0, 100, 3) == nullptr);
  CHECK(clSVMAlloc(context, 0, 100, 1U << 31) == nullptr);
}

}  // namespace mux::test::cl_svm_alloc
