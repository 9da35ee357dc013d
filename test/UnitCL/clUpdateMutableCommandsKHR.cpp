#include "command_buffers.h"

namespace mux::test::cl_update_mutable_commands_khr {

namespace {

constexpr size_t most = 64;

/// A mutable command buffer with a kernel that stores, for each work-item, a value plus numbers
/// derived from the ND-range.
class UpdateFixture : public CommandBufferFixture {
 public:
  UpdateFixture() {
    const cl_int value = 1'000'000;
    const size_t global = 16;
    const size_t local = 4;
    set_arguments(kernel, memory, value);
    succeed(functions.nd_range(target, nullptr, nullptr, kernel, 1, nullptr, &global, &local, 0,
                               nullptr, nullptr, &command));
  }

  cl_int update(const DispatchConfig &config) const { return update({&config}); }
  cl_int update(std::vector<const void *> configs) const {
    const std::vector<cl_uint> types(configs.size(), 0);
    return functions.update(target, static_cast<cl_uint>(configs.size()), types.data(),
                            configs.data());
  }
  DispatchConfig config() const {
    DispatchConfig made;
    made.command = command;
    return made;
  }
  /// The expected output of the kernel.
  static std::vector<cl_int> expected(cl_int value, size_t global, size_t local,
                                      size_t offset = 0) {
    std::vector<cl_int> values(most, -1);
    for (size_t item = 0; item < global; ++item) {
      values[item] = value + static_cast<cl_int>((item + offset) * 1000 + item % local);
    }
    return values;
  }
  /// Runs the command buffer, and returns the output.
  std::vector<cl_int> stored(cl_mem where) const {
    const cl_int empty = -1;
    succeed(clEnqueueFillBuffer(queue, where, &empty, 4, 0, most * 4, 0, nullptr, nullptr));
    run(target);
    return contents<cl_int>(where);
  }
  void expect_unchanged() const { CHECK(stored(memory) == expected(1'000'000, 16, 4)); }
  /// Checks that an update fails and changes nothing.
  void refuses(cl_int code, const DispatchConfig &wrong,
               std::source_location where = std::source_location::current()) const {
    const size_t global = 32;
    DispatchConfig good = config();
    good.global_work_size = &global;
    expect(update({&good, &wrong}), code, where);
    expect_unchanged();
  }

  OwnCommandBuffer target{functions, queue, mutable_properties};
  Handle<cl_kernel> kernel = kernel_of_source(context, R"(
kernel void tell(global int *a, int value) {
  a[get_global_id(0) - get_global_offset(0)] = value + get_global_id(0) * 1000 + get_local_id(0);
})",
                                              "-cl-std=CL3.0");
  Handle<cl_mem> memory = buffer(most * 4);
  Handle<cl_mem> second = buffer(most * 4);
  cl_mutable_command_khr command = nullptr;
};

}  // namespace

TEST_CASE_METHOD(UpdateFixture, "clUpdateMutableCommandsKHR: sizes and offsets") {
  succeed(functions.finalize(target));
  expect_unchanged();
  const size_t sizes[] = {32, 64, 8, 0, 16};
  DispatchConfig change = config();
  for (const size_t &global : sizes) {
    change = config();
    change.global_work_size = &global;
    succeed(update(change));
    CHECK(stored(memory) == expected(1'000'000, global, 4));
    expect_list(functions.get_command_info, command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR,
                std::vector<size_t>{global});
  }
  const size_t local = 8;
  change = config();
  change.work_dim = 1;
  change.local_work_size = &local;
  succeed(update(change));
  CHECK(stored(memory) == expected(1'000'000, 16, 8));
  const size_t offset = 5;
  change = config();
  change.global_work_offset = &offset;
  succeed(update(change));
  CHECK(stored(memory) == expected(1'000'000, 16, 8, 5));
  expect_list(functions.get_command_info, command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR,
              std::vector<size_t>{5});
  expect_list(functions.get_command_info, command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR,
              std::vector<size_t>{8});
}

TEST_CASE_METHOD(UpdateFixture, "clUpdateMutableCommandsKHR: arguments, of all kinds of memory") {
  succeed(functions.finalize(target));
  expect_unchanged();
  const cl_int value = 77;
  cl_mutable_dispatch_arg_khr arguments[] = {{1, sizeof value, &value},
                                             {0, sizeof(cl_mem), second.address()}};
  DispatchConfig change = config();
  change.num_args = 2;
  change.arg_list = arguments;
  succeed(update(change));
  CHECK(stored(second) == expected(77, 16, 4));
  // Host memory, by address; then a buffer again.
  std::vector<cl_int> host(most, -1);
  const cl_mutable_dispatch_arg_khr pointer = {0, 0, host.data()};
  DispatchConfig to_pointer = config();
  to_pointer.num_svm_args = 1;
  to_pointer.arg_svm_list = &pointer;
  succeed(update(to_pointer));
  run(target);
  CHECK(host == expected(77, 16, 4));
  change.num_args = 1;
  change.arg_list = &arguments[1];
  succeed(update(change));
  CHECK(stored(second) == expected(77, 16, 4));
  // The recorded kernel object is not changed.
  const size_t size = 16;
  const size_t local = 4;
  succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr));
  auto seen = contents<cl_int>(memory);
  seen.resize(16);
  auto wanted = expected(1'000'000, 16, 4);
  wanted.resize(16);
  CHECK(seen == wanted);
}

TEST_CASE_METHOD(UpdateFixture, "clUpdateMutableCommandsKHR: indirectly accessed memory") {
  succeed(functions.finalize(target));
  void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  const cl_bool yes = CL_TRUE;
  const cl_mutable_dispatch_exec_info_khr infos[] = {
      {CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof shared, static_cast<const void *>(&shared)},
      {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes}};
  DispatchConfig change = config();
  change.num_exec_infos = 2;
  change.exec_info_list = infos;
  succeed(update(change));
  expect_unchanged();
  const cl_mutable_dispatch_exec_info_khr wrong = {0, sizeof yes, &yes};
  change.num_exec_infos = 1;
  change.exec_info_list = &wrong;
  refuses(CL_INVALID_VALUE, change);
  clSVMFree(context, shared);
}

TEST_CASE_METHOD(UpdateFixture,
                 "clUpdateMutableCommandsKHR: several commands, and one of them twice") {
  cl_mutable_command_khr other = nullptr;
  const cl_int value = 5;
  set_arguments(kernel, second, value);
  const size_t global = 8;
  succeed(functions.nd_range(target, nullptr, nullptr, kernel, 1, nullptr, &global, nullptr, 0,
                             nullptr, nullptr, &other));
  succeed(functions.finalize(target));
  const size_t large = 64;
  const cl_int changed = 9;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof changed, &changed};
  DispatchConfig size = config();
  size.global_work_size = &large;
  DispatchConfig argument_of_other = config();
  argument_of_other.command = other;
  argument_of_other.num_args = 1;
  argument_of_other.arg_list = &argument;
  DispatchConfig argument_of_first = argument_of_other;
  argument_of_first.command = command;
  succeed(update({&size, &argument_of_other, &argument_of_first}));
  CHECK(stored(memory) == expected(9, 64, 4));
  auto seen = contents<cl_int>(second);
  CHECK(seen[7] / 1000 == 7);
  CHECK(seen[0] == 9);
  succeed(functions.update(target, 0, nullptr, nullptr));
}

TEST_CASE_METHOD(UpdateFixture,
                 "clUpdateMutableCommandsKHR: dispatches in flight keep their state, also with "
                 "released objects") {
  succeed(functions.finalize(target));
  const auto user = user_event();
  std::vector<Handle<cl_event>> events(20);
  std::vector<std::vector<cl_int>> results(events.size(), std::vector<cl_int>(most, -1));
  for (size_t round = 0; round < events.size(); ++round) {
    // The buffer of each iteration is released as soon as the next one has replaced it.
    const auto own = buffer(most * 4, CL_MEM_USE_HOST_PTR, results[round].data());
    const auto value = static_cast<cl_int>(round);
    const cl_mutable_dispatch_arg_khr arguments[] = {{0, sizeof(cl_mem), own.address()},
                                                     {1, sizeof value, &value}};
    const size_t global = 4 * (round % 10 + 1);
    DispatchConfig change = config();
    change.num_args = 2;
    change.arg_list = arguments;
    change.global_work_size = &global;
    succeed(update(change));
    succeed(functions.enqueue(0, nullptr, target, round == 0 ? 1 : 0,
                              round == 0 ? user.address() : nullptr, events[round].out()));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  for (size_t round = 0; round < events.size(); ++round) {
    succeed(clWaitForEvents(1, events[round].address()));
    CHECK(results[round] == expected(static_cast<cl_int>(round), 4 * (round % 10 + 1), 4));
  }
}

TEST_CASE_METHOD(UpdateFixture,
                 "clUpdateMutableCommandsKHR: setting missing arguments makes it executable") {
  const auto open = kernel_of_source(context, R"(
kernel void open(global int *a, int value, local int *scratch, read_only image2d_t image) {
  scratch[get_local_id(0)] = value;
  a[get_global_id(0)] = scratch[get_local_id(0)] + read_imagei(image, (int2)(0, 0)).x;
})");
  const cl_command_properties later[] = {
      CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
      CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  const OwnCommandBuffer late(functions, queue, mutable_properties);
  const size_t global = 16;
  cl_mutable_command_khr handle = nullptr;
  succeed(functions.nd_range(late, nullptr, later, open, 1, nullptr, &global, nullptr, 0, nullptr,
                             nullptr, &handle));
  succeed(functions.finalize(late));
  CHECK(state_of(late) == CL_COMMAND_BUFFER_STATE_FINALIZED_KHR);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 1;
  std::vector<cl_int> pixel = {100, 0, 0, 0};
  const auto picture = image({CL_RGBA, CL_SIGNED_INT32}, description,
                             CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, pixel.data());
  const cl_int value = 7;
  const cl_mutable_dispatch_arg_khr arguments[] = {{0, sizeof(cl_mem), memory.address()},
                                                   {1, sizeof value, &value},
                                                   {2, 256, nullptr},
                                                   {3, sizeof(cl_mem), picture.address()}};
  for (const cl_mutable_dispatch_arg_khr &argument : arguments) {
    expect(functions.enqueue(0, nullptr, late, 0, nullptr, nullptr), CL_INVALID_OPERATION);
    DispatchConfig change;
    change.command = handle;
    change.num_args = 1;
    change.arg_list = &argument;
    const void *configs[] = {&change};
    const cl_uint type = 0;
    succeed(functions.update(late, 1, &type, configs));
  }
  CHECK(state_of(late) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
  run(late);
  auto seen = contents<cl_int>(memory);
  seen.resize(16);
  CHECK(seen == std::vector<cl_int>(16, 107));
}

TEST_CASE_METHOD(UpdateFixture,
                 "clUpdateMutableCommandsKHR: CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_OPERATION, "
                 "CL_INVALID_VALUE") {
  DispatchConfig change = config();
  const void *configs[] = {&change};
  const cl_uint type = 0;
  expect(functions.update(nullptr, 1, &type, configs), CL_INVALID_COMMAND_BUFFER_KHR);
  expect(functions.update(target, 1, &type, configs), CL_INVALID_OPERATION);
  succeed(functions.finalize(command_buffer));
  expect(functions.update(command_buffer, 1, &type, configs), CL_INVALID_OPERATION);
  succeed(functions.finalize(target));
  expect(functions.update(target, 1, nullptr, configs), CL_INVALID_VALUE);
  expect(functions.update(target, 0, &type, nullptr), CL_INVALID_VALUE);
  expect(functions.update(target, 1, &type, nullptr), CL_INVALID_VALUE);
  expect(functions.update(target, 0, nullptr, configs), CL_INVALID_VALUE);
  const cl_uint wrong = 1;
  expect(functions.update(target, 1, &wrong, configs), CL_INVALID_VALUE);
  const void *none[] = {nullptr};
  expect(functions.update(target, 1, &type, none), CL_INVALID_VALUE);
  succeed(functions.update(target, 1, &type, configs));
  expect_unchanged();
}

TEST_CASE_METHOD(UpdateFixture,
                 "clUpdateMutableCommandsKHR: CL_INVALID_MUTABLE_COMMAND_KHR, and lists "
                 "inconsistent with their lengths") {
  const OwnCommandBuffer other(functions, queue, mutable_properties);
  cl_mutable_command_khr foreign = nullptr;
  const size_t size = 4;
  succeed(functions.nd_range(other, nullptr, nullptr, kernel, 1, nullptr, &size, nullptr, 0,
                             nullptr, nullptr, &foreign));
  succeed(functions.finalize(target));
  DispatchConfig wrong = config();
  for (cl_mutable_command_khr invalid : {static_cast<cl_mutable_command_khr>(nullptr), foreign}) {
    wrong.command = invalid;
    refuses(CL_INVALID_MUTABLE_COMMAND_KHR, wrong);
  }
  const cl_int value = 1;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof value, &value};
  const cl_mutable_dispatch_exec_info_khr info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr};
  wrong = config();
  wrong.num_args = 1;
  refuses(CL_INVALID_VALUE, wrong);
  wrong.num_args = 0;
  wrong.arg_list = &argument;
  refuses(CL_INVALID_VALUE, wrong);
  wrong = config();
  wrong.num_svm_args = 1;
  refuses(CL_INVALID_VALUE, wrong);
  wrong.num_svm_args = 0;
  wrong.arg_svm_list = &argument;
  refuses(CL_INVALID_VALUE, wrong);
  wrong = config();
  wrong.num_exec_infos = 1;
  refuses(CL_INVALID_VALUE, wrong);
  wrong.num_exec_infos = 0;
  wrong.exec_info_list = &info;
  refuses(CL_INVALID_VALUE, wrong);
}

TEST_CASE_METHOD(
    UpdateFixture,
    "clUpdateMutableCommandsKHR: CL_INVALID_OPERATION for fields that are not updatable") {
  const cl_command_properties nothing[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, 0};
  cl_mutable_command_khr fixed = nullptr;
  const size_t sizes[3] = {4, 4, 4};
  succeed(functions.nd_range(target, nullptr, nothing, kernel, 1, nullptr, sizes, sizes, 0, nullptr,
                             nullptr, &fixed));
  succeed(functions.finalize(target));
  const cl_int value = 1;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof value, &value};
  const cl_mutable_dispatch_arg_khr pointer = {0, 0, &value};
  const cl_mutable_dispatch_exec_info_khr info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr};
  std::vector<DispatchConfig> wrong(6, config());
  for (DispatchConfig &each : wrong) {
    each.command = fixed;
  }
  wrong[0].global_work_offset = sizes;
  wrong[1].global_work_size = sizes;
  wrong[2].local_work_size = sizes;
  wrong[3].num_args = 1;
  wrong[3].arg_list = &argument;
  wrong[4].num_svm_args = 1;
  wrong[4].arg_svm_list = &pointer;
  wrong[5].num_exec_infos = 1;
  wrong[5].exec_info_list = &info;
  for (const DispatchConfig &each : wrong) {
    expect(update(each), CL_INVALID_OPERATION);
  }
  DispatchConfig dimensions = config();
  dimensions.work_dim = 2;
  dimensions.global_work_size = sizes;
  expect(update(dimensions), CL_INVALID_OPERATION);
  const size_t uneven = 18;
  DispatchConfig uniformity = config();
  uniformity.global_work_size = &uneven;
  expect(update(uniformity), CL_INVALID_OPERATION);
}

TEST_CASE_METHOD(UpdateFixture,
                 "clUpdateMutableCommandsKHR: the codes of clSetKernelArg and "
                 "clEnqueueNDRangeKernel") {
  succeed(functions.finalize(target));
  const cl_int value = 1;
  const auto other =
      created([&](cl_int *code) { return clCreateBuffer(other_context, 0, 64, nullptr, code); });
  const cl_mem no_memory = reinterpret_cast<cl_mem>(static_cast<cl_command_queue>(queue));
  const std::pair<cl_mutable_dispatch_arg_khr, cl_int> wrong_arguments[] = {
      {{2, sizeof value, &value}, CL_INVALID_ARG_INDEX},
      {{1, 1, &value}, CL_INVALID_ARG_SIZE},
      {{1, sizeof value, nullptr}, CL_INVALID_ARG_VALUE},
      {{0, 4, memory.address()}, CL_INVALID_ARG_SIZE},
      {{0, sizeof(cl_mem), &no_memory}, CL_INVALID_MEM_OBJECT},
      {{0, sizeof(cl_mem), other.address()}, CL_INVALID_CONTEXT},
  };
  for (const auto &[argument, code] : wrong_arguments) {
    DispatchConfig wrong = config();
    wrong.num_args = 1;
    wrong.arg_list = &argument;
    refuses(code, wrong);
  }
  const cl_mutable_dispatch_arg_khr pointer = {1, 0, &value};
  DispatchConfig wrong = config();
  wrong.num_svm_args = 1;
  wrong.arg_svm_list = &pointer;
  refuses(CL_INVALID_ARG_VALUE, wrong);
  const size_t zero = 0;
  wrong = config();
  wrong.local_work_size = &zero;
  refuses(CL_INVALID_WORK_GROUP_SIZE, wrong);
  const size_t large = size_t{1} << 40;
  wrong.local_work_size = &large;
  refuses(CL_INVALID_WORK_ITEM_SIZE, wrong);
  wrong = config();
  wrong.global_work_offset = &large;
  const size_t far = SIZE_MAX - 1;
  wrong.global_work_offset = &far;
  refuses(CL_INVALID_GLOBAL_OFFSET, wrong);
}

}  // namespace mux::test::cl_update_mutable_commands_khr
