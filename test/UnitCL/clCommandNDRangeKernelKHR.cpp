#include "command_buffers.h"

namespace mux::test::cl_command_nd_range_kernel_khr {

namespace {

class NdRangeFixture : public CommandBufferFixture {
 public:
  cl_int record(cl_command_buffer_khr target, const cl_command_properties *properties = nullptr,
                cl_mutable_command_khr *handle = nullptr, const size_t *local = nullptr) const {
    const size_t size = 16;
    return functions.nd_range(target, nullptr, properties, kernel, 1, nullptr, &size, local, 0,
                              nullptr, nullptr, handle);
  }

  Handle<cl_kernel> kernel = kernel_of_source(
      context, "kernel void add(global int *a, int b) { a[get_global_id(0)] += b; }");
  Handle<cl_mem> memory = buffer_of(std::vector<cl_int>(16, 0));
};

}  // namespace

TEST_CASE_METHOD(NdRangeFixture,
                 "clCommandNDRangeKernelKHR: captures the arguments, and preserves the order") {
  for (const cl_int value : {1, 10, 100}) {
    set_arguments(kernel, memory, value);
    succeed(record(command_buffer));
  }
  set_arguments(kernel, memory, cl_int{1000});
  const size_t none = 0;
  succeed(functions.nd_range(command_buffer, nullptr, nullptr, kernel, 1, nullptr, &none, nullptr,
                             0, nullptr, nullptr, nullptr));
  finalize_and_run(command_buffer);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(16, 111));
  run(command_buffer);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(16, 222));
}

TEST_CASE_METHOD(NdRangeFixture,
                 "clCommandNDRangeKernelKHR: sync-points order commands without common memory") {
  const auto out_of_order = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto step = kernel_of_source(context,
                                     "kernel void step(ulong at, int expected) {\n"
                                     "  global int *cell = (global int *)at;\n"
                                     "  for (volatile int wait = 0; wait < 1000; ++wait);\n"
                                     "  if (*cell == expected) *cell = expected + 1;\n"
                                     "}");
  const OwnCommandBuffer target(functions, out_of_order);
  cl_int cell = 0;
  const size_t size = 1;
  cl_sync_point_khr last = 0;
  for (cl_int index = 0; index < 100; ++index) {
    set_arguments(step, reinterpret_cast<cl_ulong>(&cell), index);
    succeed(functions.nd_range(target, nullptr, nullptr, step, 1, nullptr, &size, nullptr,
                               index == 0 ? 0 : 1, index == 0 ? nullptr : &last, &last, nullptr));
  }
  succeed(functions.finalize(target));
  for (int round = 0; round < 5; ++round) {
    cell = 0;
    run(target);
    CHECK(cell == 100);
  }
}

TEST_CASE_METHOD(NdRangeFixture,
                 "clCommandNDRangeKernelKHR: queue, sync-point and handle arguments") {
  set_arguments(kernel, memory, cl_int{1});
  const size_t size = 16;
  for (const bool wants_handle : {false, true}) {
    cl_mutable_command_khr handle = nullptr;
    check_recording(
        *this, true,
        [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto) {
          return functions.nd_range(target, on, properties, kernel, 1, nullptr, &size, nullptr,
                                    count, list, point, wants_handle ? &handle : nullptr);
        });
    CHECK((handle != nullptr) == wants_handle);
  }
}

TEST_CASE_METHOD(NdRangeFixture,
                 "clCommandNDRangeKernelKHR: CL_INVALID_KERNEL, CL_INVALID_CONTEXT, "
                 "CL_INVALID_KERNEL_ARGS and the codes of ND-ranges") {
  const size_t size = 16;
  const auto nd_range = [&](cl_kernel run, cl_uint dimensions, const size_t *offset,
                            const size_t *global, const size_t *local) {
    return functions.nd_range(command_buffer, nullptr, nullptr, run, dimensions, offset, global,
                              local, 0, nullptr, nullptr, nullptr);
  };
  expect(nd_range(nullptr, 1, nullptr, &size, nullptr), CL_INVALID_KERNEL);
  expect(nd_range(kernel, 1, nullptr, &size, nullptr), CL_INVALID_KERNEL_ARGS);
  const auto other = kernel_of_source(other_context, "kernel void nothing(void) {}");
  expect(nd_range(other, 1, nullptr, &size, nullptr), CL_INVALID_CONTEXT);
  set_arguments(kernel, memory, cl_int{1});
  const size_t sizes[4] = {1, 1, 1, 1};
  expect(nd_range(kernel, 0, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  expect(nd_range(kernel, 4, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  const size_t far = SIZE_MAX;
  expect(nd_range(kernel, 1, &far, &size, nullptr), CL_INVALID_GLOBAL_OFFSET);
  const size_t zero = 0;
  expect(nd_range(kernel, 1, nullptr, &size, &zero), CL_INVALID_WORK_GROUP_SIZE);
  const size_t large = size_t{1} << 40;
  expect(nd_range(kernel, 1, nullptr, &large, &large), CL_INVALID_WORK_ITEM_SIZE);
  finalize_and_run(command_buffer);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(16, 0));
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCommandNDRangeKernelKHR: CL_INVALID_PROGRAM_EXECUTABLE") {
  const CommandBufferFunctions functions(platform);
  const auto program = program_of(context, "kernel void nothing(void) {}");
  succeed(clBuildProgram(program, 1, devices[0].address(), nullptr, nullptr, nullptr));
  const auto kernel = kernel_of(program, "nothing");
  const OwnCommandBuffer target(functions, queues[1]);
  const size_t size = 1;
  expect(functions.nd_range(target, nullptr, nullptr, kernel, 1, nullptr, &size, nullptr, 0,
                            nullptr, nullptr, nullptr),
         CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE_METHOD(NdRangeFixture, "clCommandNDRangeKernelKHR: properties, CL_INVALID_VALUE") {
  set_arguments(kernel, memory, cl_int{1});
  const std::vector<cl_command_properties> wrong[] = {
      {1, 2, 0},
      {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0},
      {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 0, CL_MUTABLE_DISPATCH_ASSERTS_KHR, 0, 0},
  };
  for (const auto &properties : wrong) {
    expect(record(command_buffer, properties.data()), CL_INVALID_VALUE);
  }
  const cl_command_properties unknown[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1 << 10, 0};
  expect(record(command_buffer, unknown), CL_INVALID_VALUE);
  const cl_command_properties asserts[] = {
      CL_MUTABLE_DISPATCH_ASSERTS_KHR, CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  const size_t local = 4;
  expect(record(command_buffer, asserts), CL_INVALID_VALUE);
  succeed(record(command_buffer, asserts, nullptr, &local));
  const cl_command_buffer_properties_khr all_assert[] = {
      CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
      CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  const OwnCommandBuffer asserting(functions, queue, all_assert);
  expect(record(asserting), CL_INVALID_VALUE);
  succeed(record(asserting, nullptr, nullptr, &local));
  finalize_and_run(asserting);
  finalize_and_run(command_buffer);
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(16, 2));
}

TEST_CASE_METHOD(NdRangeFixture,
                 "clCommandNDRangeKernelKHR: arguments may be unset if updates can set them") {
  const cl_command_properties later[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                         CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  const cl_command_properties never[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                         CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  cl_mutable_command_khr handle = nullptr;
  expect(record(command_buffer, later, &handle), CL_INVALID_KERNEL_ARGS);
  const OwnCommandBuffer target(functions, queue, mutable_properties);
  expect(record(target, nullptr, &handle), CL_INVALID_KERNEL_ARGS);
  expect(record(target, never, &handle), CL_INVALID_KERNEL_ARGS);
  CHECK(handle == nullptr);
  succeed(record(target, later, &handle));
  succeed(functions.finalize(target));
  CHECK(state_of(target) == CL_COMMAND_BUFFER_STATE_FINALIZED_KHR);
  expect(functions.enqueue(0, nullptr, target, 0, nullptr, nullptr), CL_INVALID_OPERATION);
}

}  // namespace mux::test::cl_command_nd_range_kernel_khr
