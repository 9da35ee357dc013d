#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "command_buffer_fixture.h"
#include "object_checks.h"

namespace mux::test::mux_clone_command_buffer {

namespace {

constexpr EntryPoint entry_point("muxCloneCommandBuffer");

/// A finalized command buffer with a mark and the reporting kernel.
class CloneFixture : public TellingKernelFixture {
 public:
  CloneFixture() {
    arguments.buffer(first).value(7).local(local_items * sizeof(int)).buffer(pointee);
    record_mark(command_buffer);
    REQUIRE(record_telling(command_buffer, arguments) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  mux_command_buffer_t make_clone(mux_command_buffer_t original) {
    mux_command_buffer_t clone = nullptr;
    REQUIRE(muxCloneCommandBuffer(device, allocator, original, &clone) == mux_success);
    at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
    return clone;
  }

  /// Dispatches and returns the kernel's report.
  Report run_and_report(mux_command_buffer_t target) {
    clear(first);
    REQUIRE(dispatch_and_wait(target) == mux_success);
    return report(first);
  }

  static mux_result_t set_value(mux_command_buffer_t target, int number) {
    Update update{{value}, {}};
    update.arguments.value(number);
    return update.apply(target, 1);
  }

  TestBuffer first = make_report();
  TestBuffer pointee = make_pointee(100);
  Arguments arguments;

  Create<mux_command_buffer_t> create = [this](mux_device_t target, mux_allocator_info_t with,
                                               mux_command_buffer_t *out) {
    return muxCloneCommandBuffer(target, with, command_buffer, out);
  };
};

}  // namespace

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc02: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCloneCommandBuffer]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc03 and device: null, wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxCloneCommandBuffer]") {
  mux_command_buffer_t clone = nullptr;
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCloneCommandBuffer(device, allocator, invalid, &clone));
  }
  CHECK(clone == nullptr);
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc04: no out parameter is mux_error_null_out_parameter",
                 "[muxCloneCommandBuffer]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(CloneFixture, "muxCloneCommandBuffer.rc05: the clone does what the original does",
                 "[muxCloneCommandBuffer]") {
  check_success(*this, create, muxDestroyCommandBuffer);
  mux_command_buffer_t clone = make_clone(command_buffer);
  CHECK(clone != command_buffer);
  CHECK(clone->device == device);
  CHECK(run_and_report(clone) == Report{7, 100, 1, 0});
  CHECK(run_and_report(command_buffer) == Report{7, 100, 1, 0});
  CHECK(run_and_report(make_clone(clone)) == Report{7, 100, 1, 0});
  CHECK(marks_seen == 3);
}

TEST_CASE_METHOD(CloneFixture, "muxCloneCommandBuffer.rc05: every kind of command is cloned",
                 "[muxCloneCommandBuffer]") {
  const TestBuffer source = make_buffer(64);
  const TestBuffer target = make_buffer(64);
  std::vector<uint8_t> written(64);
  for (size_t i = 0; i < written.size(); ++i) {
    written[i] = static_cast<uint8_t>(i + 1);
  }
  std::vector<uint8_t> read(64);
  mux_command_buffer_t original = make_command_buffer();
  {
    // All arguments are destroyed before the clone is created.
    mux_buffer_region_info_t regions[2] = {{{8, 2, 1}, {0, 0, 0}, {0, 0, 0}, {16, 32}, {16, 32}},
                                           {{4, 1, 1}, {8, 0, 0}, {40, 0, 0}, {64, 64}, {64, 64}}};
    const uint16_t pattern = 0x1234;
    REQUIRE(muxCommandWriteBuffer(original, source.buffer, 0, written.data(), 64, 0, nullptr,
                                  nullptr) == mux_success);
    REQUIRE(muxCommandFillBuffer(original, target.buffer, 0, 64, &pattern, 2, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandCopyBuffer(original, source.buffer, 60, target.buffer, 60, 4, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandCopyBufferRegions(original, source.buffer, target.buffer, regions, 2, 0,
                                        nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandReadBuffer(original, target.buffer, 0, read.data(), 64, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(record(original, kernel, arguments, Range::linear(0, 1)) == mux_success);
    record_mark(original);
    std::fill(std::begin(regions), std::end(regions), mux_buffer_region_info_t{});
  }
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = make_clone(original);
  REQUIRE(muxResetCommandBuffer(original) == mux_success);

  std::vector<uint8_t> expected(64);
  for (size_t i = 0; i < expected.size(); ++i) {
    expected[i] = i % 2 == 0 ? 0x34 : 0x12;
  }
  std::copy_n(written.begin() + 60, 4, expected.begin() + 60);
  std::copy_n(written.begin(), 8, expected.begin());
  std::copy_n(written.begin() + 16, 8, expected.begin() + 16);
  std::copy_n(written.begin() + 8, 4, expected.begin() + 40);
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(read == expected);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc05: updates of the clone do not change the original, nor "
                 "the other way round",
                 "[muxCloneCommandBuffer]") {
  REQUIRE(set_value(command_buffer, 8) == mux_success);
  mux_command_buffer_t clone = make_clone(command_buffer);
  CHECK(run_and_report(clone).value == 8);
  REQUIRE(set_value(clone, 9) == mux_success);
  CHECK(run_and_report(command_buffer).value == 8);
  CHECK(run_and_report(clone).value == 9);
  REQUIRE(set_value(command_buffer, 10) == mux_success);
  CHECK(run_and_report(command_buffer).value == 10);
  CHECK(run_and_report(clone).value == 9);
}

TEST_CASE_METHOD(CloneFixture, "muxCloneCommandBuffer.rc05: the clone outlives the original",
                 "[muxCloneCommandBuffer]") {
  mux_command_buffer_t original = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &original) == mux_success);
  record_mark(original);
  REQUIRE(record_telling(original, arguments) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = make_clone(original);
  muxDestroyCommandBuffer(device, original, allocator);
  CHECK(run_and_report(clone) == Report{7, 100, 1, 0});
  REQUIRE(set_value(clone, 1) == mux_success);
  CHECK(run_and_report(clone) == Report{1, 100, 1, 0});
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc05: all of the clone's memory comes from its allocator",
                 "[muxCloneCommandBuffer]") {
  CountingAllocator other;
  REQUIRE(run_and_report(command_buffer) == Report{7, 100, 1, 0});
  const int64_t live = counter.live();
  const uint64_t total = counter.total();
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, other.info(), command_buffer, &clone) == mux_success);
  CHECK(other.live() > 0);
  CHECK(counter.total() == total);
  REQUIRE(set_value(clone, 3) == mux_success);
  mux_fence_t fence = make_fence();
  const uint64_t with_fence = counter.total();
  REQUIRE(muxDispatch(queue, clone, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(set_value(clone, 4) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(counter.total() == with_fence);
  muxDestroyCommandBuffer(device, clone, other.info());
  CHECK(other.live() == 0);
  CHECK(other.misuses() == 0);
  CHECK(counter.live() == live + 1);
}

TEST_CASE_METHOD(CloneFixture, "muxCloneCommandBuffer.rc05: of one that is in flight",
                 "[muxCloneCommandBuffer][scheduling]") {
  Gate gate;
  mux_command_buffer_t original = make_command_buffer();
  REQUIRE(gate.record(original) == mux_success);
  REQUIRE(record_telling(original, arguments) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, original, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  while (gate.arrived == 0) {
    std::this_thread::yield();
  }
  mux_command_buffer_t before = make_clone(original);
  REQUIRE(set_value(original, 70) == mux_success);
  mux_command_buffer_t after = make_clone(original);
  gate.open();
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(report(first).value == 7);
  CHECK(run_and_report(before).value == 7);
  CHECK(run_and_report(after).value == 70);
}

TEST_CASE_METHOD(CloneFixture, "muxCloneCommandBuffer.vu02: only a finalized one can be cloned",
                 "[muxCloneCommandBuffer]") {
  mux_command_buffer_t open = make_command_buffer();
  record_mark(open);
  mux_command_buffer_t clone = nullptr;
  entry_point.fails_because("not finalized", mux_error_invalid_value,
                            muxCloneCommandBuffer(device, allocator, open, &clone));
  CHECK(clone == nullptr);
  REQUIRE(run(open) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.vu03: another device is mux_error_invalid_value",
                 "[muxCloneCommandBuffer]") {
  const DeviceFixture other;
  mux_command_buffer_t clone = nullptr;
  entry_point.fails(mux_error_invalid_value, create(other.device, allocator, &clone));
  CHECK(clone == nullptr);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.vr01: the clone takes commands only after a reset",
                 "[muxCloneCommandBuffer]") {
  constexpr EntryPoint fill("muxCommandFillBuffer");
  mux_command_buffer_t clone = make_clone(command_buffer);
  const TestBuffer buffer = make_buffer(4);
  const uint32_t pattern = 5;
  const auto record_fill = [&] {
    return muxCommandFillBuffer(clone, buffer.buffer, 0, 4, &pattern, 4, 0, nullptr, nullptr);
  };
  fill.fails(mux_error_invalid_value, record_fill());
  CHECK(run_and_report(clone) == Report{7, 100, 1, 0});
  REQUIRE(muxFinalizeCommandBuffer(clone) == mux_success);
  REQUIRE(muxResetCommandBuffer(clone) == mux_success);
  REQUIRE(record_fill() == mux_success);
  clear(first);
  REQUIRE(run(clone) == mux_success);
  CHECK(buffer.as<uint32_t>()[0] == 5);
  CHECK(report(first) == Report{0, 0, 0, 0});
  CHECK(run_and_report(command_buffer) == Report{7, 100, 1, 0});
}

TEST_CASE("muxCloneCommandBuffer: clones destroyed before their device leak nothing",
          "[muxCloneCommandBuffer]") {
  CountingAllocator counter;
  CountingAllocator of_clone;
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  mux_command_buffer_t original = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, nullptr, counter.info(), &original) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, of_clone.info(), original, &clone) == mux_success);
  muxDestroyCommandBuffer(device, original, counter.info());
  muxDestroyCommandBuffer(device, clone, of_clone.info());
  muxDestroyDevice(device, counter.info());
  CHECK(counter.live() == 0);
  CHECK(of_clone.live() == 0);
}

}  // namespace mux::test::mux_clone_command_buffer
