#include <sys/mman.h>

#include "../run_in_threads.h"
#include "first_failure.h"
#include "programs.h"
#include "spirv_modules.h"

namespace mux::test::cl_enqueue_nd_range_kernel {

namespace {

class RangeFixture : public QueueFixture {
 public:
  /// Returns the error code for an ND-range of a kernel.
  cl_int enqueue(cl_kernel kernel, std::vector<size_t> global, std::vector<size_t> local = {},
                 std::vector<size_t> offset = {}) const {
    return clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()),
                                  offset.empty() ? nullptr : offset.data(), global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }

  /// Counts the work-items, and stores the ids of the last one.
  Handle<cl_kernel> counting(const char *options = "-cl-std=CL3.0",
                             const char *attributes = "") const {
    const std::string source =
        std::string("kernel ") + attributes +
        " void f(global int *a) { atomic_inc(a);"
        "if (get_global_id(0) == get_global_offset(0) + get_global_size(0) - 1"
        " && get_global_id(1) == get_global_offset(1) + get_global_size(1) - 1"
        " && get_global_id(2) == get_global_offset(2) + get_global_size(2) - 1"
        ") { a[1] = get_global_id(0); a[2] = get_global_id(1);"
        "a[3] = get_global_id(2); a[4] = get_local_size(0);"
        "a[5] = get_local_size(1); a[6] = get_work_dim(); } }";
    auto kernel = kernel_of_source(context, source.c_str(), options);
    set_arguments(kernel, result);
    return kernel;
  }
  /// The output of the kernel, which is reset.
  std::vector<cl_int> counted() const {
    const std::vector<cl_int> values = contents<cl_int>(result);
    const cl_int zero = 0;
    succeed(clEnqueueFillBuffer(queue, result, &zero, 4, 0, 28, 0, nullptr, nullptr));
    return values;
  }

  Handle<cl_mem> result = buffer_of(std::vector<cl_int>(7, 0));
};

}  // namespace

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: a kernel reads write-protected host memory",
                 "[clEnqueueNDRangeKernel]") {
  constexpr size_t size = 4096;
  void *page = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(page != MAP_FAILED);
  {
    const Handle<cl_mem> zeros = buffer(size, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, page);
    const auto kernel = kernel_of_source(
        context, "kernel void f(global const int *in, global int *out) { out[0] = in[7] + 5; }",
        "");
    set_arguments(kernel, zeros, result);
    succeed(enqueue(kernel, {1}));
    CHECK(counted()[0] == 5);
  }
  munmap(page, size);
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: is enqueued like any command",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = counting();
  const size_t size = 4;
  check_enqueue(*this, CL_COMMAND_NDRANGE_KERNEL,
                [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, count,
                                                list, event);
                });
  CHECK(counted()[0] == 4);
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: sizes and offsets",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = counting();
  succeed(enqueue(kernel, {6}, {3}));
  CHECK(counted() == std::vector<cl_int>{6, 5, 0, 0, 3, 1, 1});
  succeed(enqueue(kernel, {6, 4}, {3, 2}, {10, 20}));
  CHECK(counted() == std::vector<cl_int>{24, 15, 23, 0, 3, 2, 2});
  succeed(enqueue(kernel, {2, 3, 4}, {1, 3, 2}, {1, 2, 3}));
  CHECK(counted() == std::vector<cl_int>{24, 2, 4, 6, 1, 3, 3});
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: without a local size",
                 "[clEnqueueNDRangeKernel]") {
  const char *uniform = "-cl-std=CL1.2";
  for (const char *options : {"-cl-std=CL3.0", uniform}) {
    const auto kernel = counting(options);
    for (size_t size : {1000, 997, 7, 1, 4096, 7, 7}) {
      INFO(size);
      succeed(enqueue(kernel, {size}));
      const std::vector<cl_int> seen = counted();
      CHECK(seen[0] == static_cast<cl_int>(size));
      CHECK((options != uniform || static_cast<cl_int>(size) % seen[4] == 0));
    }
    succeed(enqueue(kernel, {31, 7, 3}));
    CHECK(counted()[0] == 31 * 7 * 3);
  }
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: remainder work-groups",
                 "[clEnqueueNDRangeKernel]") {
  const auto any = counting("-cl-std=CL3.0");
  succeed(enqueue(any, {10}, {4}));
  CHECK(counted()[0] == 10);
  succeed(enqueue(any, {3}, {4}));
  CHECK(counted()[0] == 3);
  for (const char *options :
       {"", "-cl-std=CL1.2", "-cl-std=CL1.1", "-cl-std=CL3.0 -cl-uniform-work-group-size"}) {
    INFO(options);
    const auto uniform = counting(options);
    expect(enqueue(uniform, {10}, {4}), CL_INVALID_WORK_GROUP_SIZE);
    expect(enqueue(uniform, {8, 3}, {4, 2}), CL_INVALID_WORK_GROUP_SIZE);
    succeed(enqueue(uniform, {10}, {5}));
    CHECK(counted()[0] == 10);
  }
  const auto program = built_program(context, "kernel void f(global int *a) { atomic_inc(a); }");
  const auto loaded = program_of_binary(context, device, binary_of(program));
  succeed(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr));
  const auto kernel = kernel_of(loaded, "f");
  set_arguments(kernel, result);
  expect(enqueue(kernel, {10}, {4}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: remainder work-groups of a SPIR-V module",
                 "[clEnqueueNDRangeKernel]") {
  const auto in = buffer_of(numbers(16));
  const auto out = buffer_of(numbers(16));
  const auto code_with = [&](const char *options) {
    const auto program = il_program(context, spirv_module("vector_add"));
    succeed(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr));
    const auto kernel = kernel_of(program, "test");
    set_arguments(kernel, out, in);
    return enqueue(kernel, {10}, {4});
  };
  CHECK(code_with("") == CL_SUCCESS);
  // The option only affects OpenCL C.
  CHECK(code_with("-cl-std=CL1.2") == CL_SUCCESS);
  CHECK(code_with("-cl-uniform-work-group-size") == CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: an empty ND-range does nothing",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = counting();
  for (const std::vector<size_t> &global :
       {std::vector<size_t>{0}, std::vector<size_t>{4, 0}, std::vector<size_t>{0, 4, 4}}) {
    succeed(enqueue(kernel, global));
    succeed(enqueue(kernel, global, std::vector<size_t>(global.size(), 2)));
  }
  Handle<cl_event> event;
  succeed(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, nullptr, nullptr, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
  CHECK(counted()[0] == 0);
}

TEST_CASE_METHOD(RangeFixture,
                 "clEnqueueNDRangeKernel: a kernel that requires a number of sub-groups",
                 "[clEnqueueNDRangeKernel]") {
  const auto program = il_program(context, spirv_module("sub_group_counts"));
  succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  // Sub-groups of eight work-items; three are required.
  const auto three = kernel_of(program, "three");
  set_arguments(three, result);
  const auto count = [&](std::vector<size_t> global, std::vector<size_t> local) {
    succeed(enqueue(three, std::move(global), std::move(local)));
    return counted()[0];
  };
  CHECK(count({1, 24}, {1, 24}) == 3);
  CHECK(count({1, 3, 8}, {1, 3, 8}) == 3);
  CHECK(count({1, 17}, {1, 17}) == 3);
  CHECK(count({1, 48}, {}) == 3);
  CHECK(count({4, 6, 10}, {}) == 3);
  CHECK(count({1, 1, 7}, {}) != 0);
  for (const size_t wrong : {1, 8, 16, 32, 48}) {
    CAPTURE(wrong);
    expect(enqueue(three, {96}, {wrong}), CL_INVALID_WORK_GROUP_SIZE);
  }
  const auto too_many = kernel_of(program, "too_many");
  set_arguments(too_many, result);
  expect(enqueue(too_many, {96}), CL_INVALID_WORK_GROUP_SIZE);
  expect(enqueue(too_many, {96}, {96}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: a kernel that requires a local size",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = counting("-cl-std=CL3.0", "__attribute__((reqd_work_group_size(8,2,1)))");
  succeed(enqueue(kernel, {16, 4}, {8, 2}));
  CHECK(counted() == std::vector<cl_int>{64, 15, 3, 0, 8, 2, 2});
  succeed(enqueue(kernel, {16, 4}));
  CHECK(counted() == std::vector<cl_int>{64, 15, 3, 0, 8, 2, 2});
  expect(enqueue(kernel, {16, 4}, {4, 2}), CL_INVALID_WORK_GROUP_SIZE);
  expect(enqueue(kernel, {16}, {8}), CL_INVALID_WORK_GROUP_SIZE);
  const auto uniform = counting("", "__attribute__((reqd_work_group_size(8,2,1)))");
  expect(enqueue(uniform, {15, 4}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: rejects invalid ND-ranges",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = counting();
  size_t sizes[3] = {};
  succeed(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr));
  const auto greatest = info<size_t>(work_group_info_on(device), kernel, CL_KERNEL_WORK_GROUP_SIZE);
  expect(enqueue(kernel, {}), CL_INVALID_WORK_DIMENSION);
  expect(enqueue(kernel, {1, 1, 1, 1}), CL_INVALID_WORK_DIMENSION);
  expect(enqueue(kernel, {4}, {0}), CL_INVALID_WORK_GROUP_SIZE);
  expect(enqueue(kernel, {4, 4}, {4, 0}), CL_INVALID_WORK_GROUP_SIZE);
  expect(enqueue(kernel, {sizes[0] + 1}, {sizes[0] + 1}), CL_INVALID_WORK_ITEM_SIZE);
  expect(enqueue(kernel, {1, 1, sizes[2] + 1}, {1, 1, sizes[2] + 1}), CL_INVALID_WORK_ITEM_SIZE);
  expect(enqueue(kernel, {greatest, 2}, {greatest, 2}), CL_INVALID_WORK_GROUP_SIZE);
  expect(enqueue(kernel, {2}, {}, {SIZE_MAX - 1}), CL_INVALID_GLOBAL_OFFSET);
  expect(enqueue(kernel, {1, SIZE_MAX}, {}, {0, 1}), CL_INVALID_GLOBAL_OFFSET);
  succeed(enqueue(kernel, {greatest}, {greatest}));
  CHECK(counted()[0] == static_cast<cl_int>(greatest));
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: rejects invalid kernels",
                 "[clEnqueueNDRangeKernel]") {
  const size_t size = 1;
  expect(enqueue(nullptr, {1}), CL_INVALID_KERNEL);
  const auto kernel = kernel_of_source(context, "kernel void f(global int *a, int b) {}");
  expect(enqueue(kernel, {1}), CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, result);
  expect(enqueue(kernel, {1}), CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, result, cl_int{1});
  succeed(enqueue(kernel, {1}));
  expect(
      clEnqueueNDRangeKernel(other_queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
      CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(RangeFixture,
                 "clEnqueueNDRangeKernel: an argument that was released is CL_INVALID_KERNEL_ARGS",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = kernel_of_source(
      context, "kernel void f(global int *a, global int *b) { a[0] += 1; b[0] += 1; }");
  const auto lasting = buffer_of(numbers(1));
  auto released = buffer_of(numbers(1));
  set_arguments(kernel, released, lasting);
  succeed(enqueue(kernel, {1}));
  const auto clone = created([&](cl_int *code) { return clCloneKernel(kernel, code); });
  std::atomic<bool> destroyed = false;
  const auto notice = [](cl_mem, void *flag) {
    auto &set = *static_cast<std::atomic<bool> *>(flag);
    set = true;
    set.notify_all();
  };
  succeed(clSetMemObjectDestructorCallback(released, notice, &destroyed));
  released.reset();
  succeed(clFinish(queue));
  // The kernel does not retain it.
  destroyed.wait(false);
  // Another object may be at its address.
  const auto other = buffer_of(numbers(1));
  expect(enqueue(kernel, {1}), CL_INVALID_KERNEL_ARGS);
  expect(enqueue(clone, {1}), CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, other);
  succeed(enqueue(kernel, {1}));
  expect(enqueue(clone, {1}), CL_INVALID_KERNEL_ARGS);
  CHECK(contents<cl_int>(other) == numbers(1, 1));
  CHECK(contents<cl_int>(lasting) == numbers(1, 2));
}

TEST_CASE_METHOD(RangeFixture,
                 "clEnqueueNDRangeKernel: objects used by commands in flight can be used again",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = kernel_of_source(
      context, "kernel void f(global int *a, global int *b) { b[0] = a[0] += 1; }");
  const auto result_of = buffer_of(numbers(1));
  auto memory = buffer_of(numbers(1));
  set_arguments(kernel, memory, result_of);
  const auto user = user_event();
  const size_t one = 1;
  succeed(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, user.address(), nullptr));
  memory.reset();
  for (int round = 0; round < 200; ++round) {
    succeed(enqueue(kernel, {1}));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(contents<cl_int>(result_of) == numbers(1, 201));
}

TEST_CASE_METHOD(RangeFixture,
                 "clEnqueueNDRangeKernel: too much local memory is CL_OUT_OF_RESOURCES",
                 "[clEnqueueNDRangeKernel]") {
  const auto all = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE);
  const auto kernel_with = [&](cl_ulong declared) {
    return kernel_of_source(context,
                            "kernel void f(global int *a, local char *b) {\n"
                            "  local char memory[DECLARED];\n"
                            "  int i = get_global_id(0);\n"
                            "  memory[i] = b[0] = a[i]; memory[DECLARED - 1] = i;\n"
                            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  a[i] = memory[i] + 1;\n"
                            "}\n",
                            ("-DDECLARED=" + std::to_string(declared)).c_str());
  };
  const auto memory = buffer_of(std::vector<cl_int>{5});
  const auto run_with = [&](cl_kernel kernel, cl_ulong of_argument) {
    set_arguments(kernel, memory);
    succeed(clSetKernelArg(kernel, 1, of_argument, nullptr));
    return enqueue(kernel, {1});
  };
  const auto too_large = kernel_with(all + 1);
  // Programs can query this beforehand.
  CHECK(info<cl_ulong>(work_group_info_on(device), too_large, CL_KERNEL_LOCAL_MEM_SIZE) > all);
  expect(run_with(too_large, 1), CL_OUT_OF_RESOURCES);
  const auto half = kernel_with(all / 2);
  expect(run_with(half, all / 2 + 1), CL_OUT_OF_RESOURCES);
  expect(run_with(half, all), CL_OUT_OF_RESOURCES);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>{5});
  succeed(run_with(half, all / 2));
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>{6});
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: captures the arguments at the call",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a, int b, int c) { a[b] = c; }");
  const auto memory = buffer_of(std::vector<cl_int>(1000, -1));
  const auto user = user_event();
  const size_t one = 1;
  for (cl_int index = 0; index < 1000; ++index) {
    set_arguments(kernel, memory, index, index);
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, index == 0 ? 1 : 0,
                                   index == 0 ? user.address() : nullptr, nullptr));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(contents<cl_int>(memory) == numbers(1000));
}

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: from several threads",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = counting();
  const auto codes = run_in_threads(
      [&](unsigned thread) {
        FirstFailure failure;
        cl_int code = -1;
        const Handle<cl_command_queue> own(
            clCreateCommandQueueWithProperties(context, device, nullptr, &code));
        failure.note(code);
        for (size_t round = 0; round < 200; ++round) {
          const size_t size = 1 + (round + thread) % 5;
          failure.note(clEnqueueNDRangeKernel(thread % 2 == 0 ? own : queue, kernel, 1, nullptr,
                                              &size, nullptr, 0, nullptr, nullptr));
        }
        failure.note(clFinish(own));
        return failure.code();
      },
      4);
  succeeded(codes);
  CHECK(counted()[0] == 4 * 200 * 3);
}

TEST_CASE_METHOD(TwoDevicesFixture, "clEnqueueNDRangeKernel: on both devices at once",
                 "[clEnqueueNDRangeKernel]") {
  const auto kernel = kernel_of_source(context, "kernel void f(global int *a) { atomic_inc(a); }");
  const auto memory = created(
      [&](cl_int *code) { return clCreateBuffer(context, CL_MEM_READ_WRITE, 4, nullptr, code); });
  const cl_int zero = 0;
  succeed(clEnqueueWriteBuffer(queues[0], memory, CL_TRUE, 0, 4, &zero, 0, nullptr, nullptr));
  set_arguments(kernel, memory);
  const size_t size = 1000;
  for (int round = 0; round < 20; ++round) {
    for (const Handle<cl_command_queue> &queue : queues) {
      succeed(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    }
  }
  succeed(clFinish(queues[0]));
  succeed(clFinish(queues[1]));
  cl_int value = 0;
  succeed(clEnqueueReadBuffer(queues[1], memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  CHECK(value == 40000);
}

namespace {

/// Copies a block of planes to local memory, packed, and from there to other offsets; the fence
/// orders the second copy after the first.
constexpr const char *block_source = R"(
kernel void block(global const TYPE *in, global TYPE *out, local TYPE *l) {
  event_t event = async_work_group_copy_3D3D(l, 1, in, 7, sizeof(TYPE), 3, 2, 2, 10, 50, 3, 6, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy_3D3D(out, 2, l, 1, sizeof(TYPE), 3, 2, 2, 3, 6, 8, 40, event);
  event = async_work_group_copy_2D2D(out, 100, l, 4, sizeof(TYPE), 2, 2, 6, 5, event);
  wait_group_events(1, &event);
}
)";

/// The results of the kernel above for consecutive bytes.
std::vector<cl_uchar> expected_block(const std::vector<cl_uchar> &in, size_t element) {
  std::vector<cl_uchar> out(in.size(), 0xEE);
  std::vector<cl_uchar> local(13 * element);
  const auto copy = [element](cl_uchar *to, const cl_uchar *from, size_t elements) {
    std::copy(from, from + elements * element, to);
  };
  for (size_t plane = 0; plane < 2; ++plane) {
    for (size_t line = 0; line < 2; ++line) {
      copy(&local[(1 + plane * 6 + line * 3) * element],
           &in[(7 + plane * 50 + line * 10) * element], 3);
      copy(&out[(2 + plane * 40 + line * 8) * element],
           &local[(1 + plane * 6 + line * 3) * element], 3);
    }
  }
  for (size_t line = 0; line < 2; ++line) {
    copy(&out[(100 + line * 5) * element], &local[(4 + line * 6) * element], 2);
  }
  return out;
}

}  // namespace

TEST_CASE_METHOD(RangeFixture, "clEnqueueNDRangeKernel: work-groups copy 1D and 2D blocks") {
  const auto [type, element] = GENERATE(
      table<const char *, size_t>({{"uchar", 1}, {"ushort", 2}, {"int", 4}, {"double4", 32}}));
  const char *const version = GENERATE("-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL3.0");
  CAPTURE(type, version);
  const std::string options = std::string(version) + " -DTYPE=" + type;
  const auto kernel = kernel_of_source(context, block_source, options.c_str());
  std::vector<cl_uchar> in(128 * element);
  std::iota(in.begin(), in.end(), cl_uchar{1});
  const std::vector<cl_uchar> untouched(in.size(), 0xEE);
  for (const std::vector<size_t> &size : {std::vector<size_t>{1}, std::vector<size_t>{7},
                                          std::vector<size_t>{64}, std::vector<size_t>{5, 3, 2}}) {
    const auto from = buffer_of(in);
    const auto to = buffer_of(untouched);
    set_arguments(kernel, from, to);
    succeed(clSetKernelArg(kernel, 2, 13 * element, nullptr));
    succeed(enqueue(kernel, size, size));
    CHECK(contents<cl_uchar>(to) == expected_block(in, element));
  }
}

}  // namespace mux::test::cl_enqueue_nd_range_kernel
