#include "programs.h"

namespace mux::test::cl_set_kernel_arg_svm_pointer {

namespace {

class SharedFixture : public QueueFixture {
 public:
  cl_int *allocate(size_t count) const {
    auto *memory =
        static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, count * sizeof(cl_int), 0));
    REQUIRE(memory != nullptr);
    std::fill_n(memory, count, 0);
    return memory;
  }

  Handle<cl_kernel> kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
};

}  // namespace

TEST_CASE_METHOD(SharedFixture, "clSetKernelArgSVMPointer: into an allocation",
                 "[clSetKernelArgSVMPointer]") {
  cl_int *memory = allocate(64);
  succeed(clSetKernelArgSVMPointer(kernel, 0, memory));
  run(queue, kernel, 64);
  succeed(clSetKernelArgSVMPointer(kernel, 0, memory + 32));
  run(queue, kernel, 32);
  CHECK(memory[0] == 1);
  CHECK(memory[31] == 1);
  CHECK(memory[32] == 2);
  CHECK(memory[63] == 2);
  clSVMFree(context, memory);
}

TEST_CASE_METHOD(SharedFixture, "clSetKernelArgSVMPointer: any host memory, and NULL",
                 "[clSetKernelArgSVMPointer]") {
  std::vector<cl_int> values = numbers(64);
  succeed(clSetKernelArgSVMPointer(kernel, 0, values.data()));
  run(queue, kernel, 64);
  CHECK(values == numbers(64, 1));
  const auto asks =
      kernel_of_source(context, "kernel void f(global int *a, global int *b) { *b = a == 0; }");
  succeed(clSetKernelArgSVMPointer(asks, 0, nullptr));
  succeed(clSetKernelArgSVMPointer(asks, 1, values.data()));
  run(queue, asks, 1);
  CHECK(values[0] == 1);
}

TEST_CASE_METHOD(SharedFixture, "clSetKernelArgSVMPointer: an address reused by another allocation",
                 "[clSetKernelArgSVMPointer]") {
  // An allocation often reuses the address of a freed one.
  for (size_t round = 1; round < 20; ++round) {
    cl_int *memory = allocate(64 * round);
    succeed(clSetKernelArgSVMPointer(kernel, 0, memory));
    run(queue, kernel, 64);
    clSVMFree(context, memory);
    cl_int *again = allocate(64 * round);
    if (again == memory) {
      run(queue, kernel, 64);
      CHECK(again[63] == 1);
    }
    clSVMFree(context, again);
  }
}

TEST_CASE_METHOD(SharedFixture, "clSetKernelArgSVMPointer: commands are ordered by the memory",
                 "[clSetKernelArgSVMPointer]") {
  cl_int *memory = allocate(1000);
  std::vector<cl_int> values(1000, 0);
  for (int round = 0; round < 200; ++round) {
    const size_t size = 1000;
    for (cl_int *target : {memory, values.data()}) {
      succeed(clSetKernelArgSVMPointer(kernel, 0, target));
      succeed(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    }
  }
  succeed(clFinish(queue));
  CHECK(std::vector<cl_int>(memory, memory + 1000) == std::vector<cl_int>(1000, 200));
  CHECK(values == std::vector<cl_int>(1000, 200));
  clSVMFree(context, memory);
}

TEST_CASE_METHOD(SharedFixture, "clSetKernelArgSVMPointer: rejects invalid arguments",
                 "[clSetKernelArgSVMPointer]") {
  const auto other = kernel_of_source(context, "kernel void f(int a, local int *b) {}");
  cl_int *memory = allocate(1);
  expect(clSetKernelArgSVMPointer(nullptr, 0, memory), CL_INVALID_KERNEL);
  expect(clSetKernelArgSVMPointer(kernel, 1, memory), CL_INVALID_ARG_INDEX);
  expect(clSetKernelArgSVMPointer(other, 0, memory), CL_INVALID_ARG_VALUE);
  expect(clSetKernelArgSVMPointer(other, 1, memory), CL_INVALID_ARG_VALUE);
  clSVMFree(context, memory);
}

}  // namespace mux::test::cl_set_kernel_arg_svm_pointer
