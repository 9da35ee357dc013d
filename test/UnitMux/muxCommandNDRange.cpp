#include <catch2/catch.hpp>
#include <numeric>

#include "recording_checks.h"

namespace mux::test::mux_command_nd_range {

namespace {

constexpr EntryPoint entry_point("muxCommandNDRange");

/// `out[i] = in[i] * factor + scratch`, where scratch is 1 through local memory.
constexpr const char *source = R"(
kernel void scale(global const int *in, global int *out, int factor, local int *scratch) {
  size_t i = get_global_id(0) - get_global_offset(0);
  scratch[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = in[i] * factor + scratch[get_local_size(0) - 1 - get_local_id(0)];
}
kernel void nothing() {}
)";

class CommandNDRangeFixture : public KernelFixture {
 public:
  CommandNDRangeFixture() {
    std::iota(in.as<int>().begin(), in.as<int>().end(), 0);
    arguments.buffer(in).buffer(out).value(3).local(8 * sizeof(int));
    options.descriptors = arguments.descriptors.data();
    options.descriptors_length = arguments.descriptors.size();
    options.local_size[0] = 8;
    options.local_size[1] = 1;
    options.local_size[2] = 1;
    options.global_offset = offset;
    options.global_size = global;
    options.dimensions = 1;
  }

  mux_result_t record_options(const mux_ndrange_options_t &changed) {
    return muxCommandNDRange(command_buffer, kernel, changed, 0, nullptr, nullptr);
  }

  /// Checks that a call is rejected and recorded nothing.
  void rejects(const mux_ndrange_options_t &changed,
               std::source_location where = std::source_location::current()) {
    entry_point.fails(mux_error_invalid_value, record_options(changed), where);
  }
  void rejects(const std::vector<mux_descriptor_info_t> &descriptors,
               std::source_location where = std::source_location::current()) {
    std::vector<mux_descriptor_info_t> copy = descriptors;
    mux_ndrange_options_t changed = options;
    changed.descriptors = copy.data();
    changed.descriptors_length = copy.size();
    rejects(changed, where);
  }

  mux_executable_t executable = load(compile(source));
  mux_kernel_t kernel = make_kernel(executable, "scale");
  TestBuffer in = make_buffer(32 * sizeof(int));
  TestBuffer out = make_buffer(32 * sizeof(int));
  Arguments arguments;
  size_t offset[3] = {0, 0, 0};
  size_t global[3] = {32, 1, 1};
  mux_ndrange_options_t options{};

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandNDRange(target, kernel, options, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.rc01, rc02: descriptors and their length go together",
                 "[muxCommandNDRange]") {
  mux_ndrange_options_t changed = options;
  changed.descriptors_length = 0;
  entry_point.fails_because(
      "options.descriptors is not NULL", mux_error_invalid_value,
      muxCommandNDRange(command_buffer, kernel, changed, 0, nullptr, nullptr));
  changed = options;
  changed.descriptors = nullptr;
  rejects(changed);
  expect_still_runs();
  CHECK(out.as<int>()[1] == 0);
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.rc03: a local size of 0 is mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  for (size_t axis = 0; axis < 3; ++axis) {
    mux_ndrange_options_t changed = options;
    changed.local_size[axis] = 0;
    rejects(changed);
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.rc04: no global offset is mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  mux_ndrange_options_t changed = options;
  changed.global_offset = nullptr;
  rejects(changed);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.rc05: no global size is mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  mux_ndrange_options_t changed = options;
  changed.global_size = nullptr;
  rejects(changed);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.rc06: 0 or more than 3 dimensions are mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  for (const size_t dimensions : {size_t{0}, size_t{4}, ~size_t{0}}) {
    mux_ndrange_options_t changed = options;
    changed.dimensions = dimensions;
    rejects(changed);
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.rc08, rc09: a wait list and its length go together",
                 "[muxCommandNDRange]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandNDRangeFixture,
    "muxCommandNDRange.rc10, vu03, vu04 and command_buffer: records into command buffers",
    "[muxCommandNDRange]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandNDRangeFixture,
    "muxCommandNDRange.vu02 and kernel: null, wrong-type and foreign kernels, and kernels of "
    "another device, are mux_error_invalid_value",
    "[muxCommandNDRange]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCommandNDRange(command_buffer, invalid, options, 0, nullptr, nullptr));
  }
  KernelFixture other;
  mux_kernel_t elsewhere = other.build(source, "scale");
  entry_point.fails(mux_error_invalid_value,
                    muxCommandNDRange(command_buffer, elsewhere, options, 0, nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange: a wrong number of descriptors is mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  std::vector<mux_descriptor_info_t> descriptors = arguments.descriptors;
  descriptors.pop_back();
  rejects(descriptors);
  descriptors = arguments.descriptors;
  descriptors.push_back(descriptors.back());
  rejects(descriptors);
  mux_ndrange_options_t none = options;
  none.descriptors = nullptr;
  none.descriptors_length = 0;
  rejects(none);
  entry_point.fails(mux_error_invalid_value,
                    muxCommandNDRange(command_buffer, make_kernel(executable, "nothing"), options,
                                      0, nullptr, nullptr));
  expect_still_runs();
  CHECK(out.as<int>()[1] == 0);
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange.local_size: work-groups larger than the device allows are "
                 "mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  const uint32_t limits[] = {device->info->max_work_group_size_x,
                             device->info->max_work_group_size_y,
                             device->info->max_work_group_size_z};
  for (size_t axis = 0; axis < 3; ++axis) {
    mux_ndrange_options_t changed = options;
    changed.local_size[axis] = size_t{limits[axis]} + 1;
    rejects(changed);
    changed.local_size[axis] = ~size_t{0};
    rejects(changed);
  }
  mux_ndrange_options_t changed = options;
  changed.dimensions = 3;
  size_t large[3] = {1 << 20, 1 << 20, 1 << 20};
  changed.global_size = large;
  for (size_t axis = 0; axis < 3; ++axis) {
    changed.local_size[axis] = limits[axis];
  }
  if (uint64_t{limits[0]} * limits[1] * limits[2] > device->info->max_concurrent_work_items) {
    rejects(changed);
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange: more local memory than the device has is "
                 "mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  std::vector<mux_descriptor_info_t> descriptors = arguments.descriptors;
  for (const uint64_t size : {device->info->shared_local_memory_size + 1, uint64_t{1} << 62}) {
    descriptors[3].shared_local_buffer_descriptor.size = size;
    rejects(descriptors);
  }
  descriptors[3].shared_local_buffer_descriptor.size = 0;
  rejects(descriptors);
  // Each fits separately, both together do not.
  mux_kernel_t two = build("kernel void k(local int *a, local int *b) { a[0] = b[0]; }", "k");
  Arguments large;
  large.local(device->info->shared_local_memory_size).local(device->info->shared_local_memory_size);
  entry_point.fails(mux_error_invalid_value,
                    record(command_buffer, two, large, Range::linear(1, 1)));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange: ranges that exceed 64 bits are mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  options.dimensions = 3;
  size_t huge[3] = {size_t{1} << 32, size_t{1} << 32, size_t{1} << 32};
  options.global_size = huge;
  std::fill(std::begin(options.local_size), std::end(options.local_size), size_t{1});
  rejects(options);
  options.global_size = global;
  offset[0] = ~size_t{0} - 5;
  rejects(options);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandNDRangeFixture, "muxCommandNDRange: runs the kernel on its arguments",
                 "[muxCommandNDRange]") {
  REQUIRE(record_options(options) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (int i = 0; i < 32; ++i) {
    CHECK(out.as<int>()[i] == i * 3 + 1);
  }
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange: arguments may change as soon as the call has returned",
                 "[muxCommandNDRange]") {
  int factor = 5;
  std::vector<mux_descriptor_info_t> descriptors = arguments.descriptors;
  descriptors[2].plain_old_data_descriptor.data = &factor;
  options.descriptors = descriptors.data();
  REQUIRE(record_options(options) == mux_success);
  factor = 0;
  descriptors.assign(descriptors.size(), {});
  offset[0] = 1000;
  global[0] = 0;
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(out.as<int>()[31] == 31 * 5 + 1);
}

TEST_CASE_METHOD(CommandNDRangeFixture, "muxCommandNDRange: unused dimensions are ignored",
                 "[muxCommandNDRange]") {
  // Arrays of as many elements as there are dimensions are enough.
  const size_t single_offset = 7;
  const size_t single_size = 32;
  options.global_offset = &single_offset;
  options.global_size = &single_size;
  REQUIRE(record_options(options) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(out.as<int>()[31] == 31 * 3 + 1);
}

TEST_CASE_METHOD(CommandNDRangeFixture, "muxCommandNDRange: buffers are passed with their offset",
                 "[muxCommandNDRange]") {
  Arguments shifted;
  shifted.buffer(in, 16 * sizeof(int)).buffer(out, 8 * sizeof(int)).value(1).local(32);
  options.descriptors = shifted.descriptors.data();
  global[0] = 16;
  REQUIRE(record_options(options) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (int i = 0; i < 32; ++i) {
    CHECK(out.as<int>()[i] == (i >= 8 && i < 24 ? i - 8 + 16 + 1 : 0));
  }
}

TEST_CASE_METHOD(KernelFixture, "muxCommandNDRange: a null buffer is a null pointer",
                 "[muxCommandNDRange]") {
  mux_kernel_t kernel = build(
      "kernel void k(global int *out, global int *maybe, constant int *also) {\n"
      "  out[get_global_id(0)] = (maybe == 0 ? 1 : 2) + (also == 0 ? 10 : 20);\n"
      "}\n",
      "k");
  const TestBuffer out = make_buffer(4 * sizeof(int));
  launch(kernel, Arguments().buffer(out).null_buffer().null_buffer(), Range::linear(4, 4));
  CHECK(out.as<int>()[3] == 11);
}

TEST_CASE_METHOD(CommandNDRangeFixture, "muxCommandNDRange: a kernel without arguments",
                 "[muxCommandNDRange]") {
  Arguments none;
  launch(make_kernel(executable, "nothing"), none, Range::linear(100, 7));
}

TEST_CASE_METHOD(CommandNDRangeFixture,
                 "muxCommandNDRange: the kernel and its executable stay in use until the command "
                 "buffer is reset or destroyed",
                 "[muxCommandNDRange]") {
  REQUIRE(record_options(options) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int i = 0; i < 10; ++i) {
    std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0});
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(out.as<int>()[31] == 31 * 3 + 1);
  }
}

}  // namespace mux::test::mux_command_nd_range
