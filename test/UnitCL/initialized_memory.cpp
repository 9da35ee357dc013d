// Contexts with zero-initialized local and private memory (cl_khr_initialize_memory).

#include "programs.h"

#ifndef CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
#define CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR (1 << 0)
#define CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR (1 << 1)
#endif

namespace mux::test::initialized_memory {

namespace {

constexpr size_t work_items = 256;

/// Stores the initial values, and then overwrites the memory.
constexpr const char *source =
    "kernel void find(global int *found, local int *given, uint size) {\n"
    "  local int own[64];\n"
    "  volatile int variable[32];\n"
    "  int sum = 0;\n"
    "#ifdef LOCAL\n"
    "  for (int i = 0; i < 64; ++i) sum |= own[i];\n"
    "  for (uint i = 0; i < size; ++i) sum |= given[i];\n"
    "#endif\n"
    "#ifdef PRIVATE\n"
    "  for (int i = 0; i < 32; ++i) sum |= variable[i];\n"
    "#endif\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  own[get_local_id(0)] = given[get_local_id(0)] = -1;\n"
    "  for (int i = 0; i < 32; ++i) variable[i] = -1;\n"
    "  found[get_global_id(0)] = sum;\n"
    "}\n";

class InitializingFixture : public PlatformFixture {
 public:
  Handle<cl_context> context_with(cl_context_properties memory) const {
    const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, memory, 0};
    return created([&](cl_int *code) {
      return clCreateContext(properties, 1, &device, nullptr, nullptr, code);
    });
  }

  /// The initial values in a program's kernel at its second execution.
  std::vector<cl_int> found_by(cl_context context, cl_program program) const {
    const auto queue = created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, code);
    });
    std::vector<cl_int> found(work_items, 7);
    const auto memory = created([&](cl_int *code) {
      return clCreateBuffer(context, CL_MEM_USE_HOST_PTR, work_items * sizeof(cl_int), found.data(),
                            code);
    });
    const auto kernel = kernel_of(program, "find");
    const cl_uint size = 100;
    succeed(clSetKernelArg(kernel, 0, sizeof(cl_mem), memory.address()));
    succeed(clSetKernelArg(kernel, 1, size * sizeof(cl_int), nullptr));
    succeed(clSetKernelArg(kernel, 2, sizeof size, &size));
    const size_t global = work_items;
    const size_t local = 16;
    for (int round = 0; round < 2; ++round) {
      succeed(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    }
    succeed(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, work_items * sizeof(cl_int),
                                found.data(), 0, nullptr, nullptr));
    return found;
  }
};

}  // namespace

TEST_CASE_METHOD(InitializingFixture,
                 "cl_khr_initialize_memory: zero-initializes the memory that the context names",
                 "[clCreateContext]") {
  const std::pair<cl_context_properties, const char *> kinds[] = {
      {CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR, "-DLOCAL"},
      {CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR, "-DPRIVATE"},
      {CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR,
       "-DLOCAL -DPRIVATE"}};
  for (const auto &[memory, options] : kinds) {
    CAPTURE(options);
    const auto context = context_with(memory);
    const auto program = built_program(context, source, options);
    CHECK(found_by(context, program) == std::vector<cl_int>(work_items, 0));
  }
}

TEST_CASE_METHOD(InitializingFixture, "cl_khr_initialize_memory: also for programs from binaries",
                 "[clCreateProgramWithBinary]") {
  const auto plain = context_with(0);
  const auto binary = binary_of(built_program(plain, source, "-DLOCAL -DPRIVATE"));
  const auto context = context_with(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR |
                                    CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR);
  const auto program = program_of_binary(context, device, binary);
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  CHECK(found_by(context, program) == std::vector<cl_int>(work_items, 0));
}

TEST_CASE_METHOD(InitializingFixture, "cl_khr_initialize_memory: values of the property",
                 "[clCreateContext]") {
  const cl_context_properties both =
      CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
  const auto context = context_with(both);
  expect_list(clGetContextInfo, static_cast<cl_context>(context), CL_CONTEXT_PROPERTIES,
              std::vector<cl_context_properties>{CL_CONTEXT_MEMORY_INITIALIZE_KHR, both, 0});
  const cl_context_properties wrong[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0};
  expect_none(CL_INVALID_PROPERTY, [&](cl_int *code) {
    return clCreateContext(wrong, 1, &device, nullptr, nullptr, code);
  });
  CHECK_THAT(info_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS),
             Catch::Contains("cl_khr_initialize_memory"));
}

}  // namespace mux::test::initialized_memory
