#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "images.h"
#include "object_checks.h"

// "The objects of one call belong to the same device": all calls with several objects, on two
// devices of one target. Destruction is tested with the objects.

namespace mux::test::objects_of_two_devices {

namespace {

/// A call with one object of another device.
struct Mixture {
  const char *entry_point;
  const char *what;
  std::function<mux_result_t()> call;
};

/// A bound buffer and image, memory for both, a command buffer, a fence and a semaphore.
struct Objects {
  explicit Objects(ImageFixture &fixture)
      : device(fixture.device),
        queue(fixture.queue),
        buffer(fixture.make_buffer(256)),
        image(fixture.image),
        memory(fixture.make_memory(fixture.image->memory_requirements.size)),
        command_buffer(fixture.make_command_buffer()),
        finalized(fixture.make_command_buffer()),
        fence(fixture.make_fence()),
        semaphore(fixture.make_semaphore()) {
    REQUIRE(muxFinalizeCommandBuffer(finalized) == mux_success);
  }

  mux_device_t device;
  mux_queue_t queue;
  TestBuffer buffer;
  mux_image_t image;
  mux_memory_t memory;
  mux_command_buffer_t command_buffer;
  mux_command_buffer_t finalized;
  mux_fence_t fence;
  mux_semaphore_t semaphore;
};

class TwoDevicesFixture : public ImageFixture {
 public:
  std::vector<Mixture> memory_calls() {
    return {
        {"muxBindBufferMemory", "memory",
         [this] { return muxBindBufferMemory(own.device, other.memory, own.buffer.buffer, 0); }},
        {"muxBindBufferMemory", "buffer",
         [this] { return muxBindBufferMemory(own.device, own.memory, other.buffer.buffer, 0); }},
        {"muxBindBufferMemory", "device",
         [this] { return muxBindBufferMemory(other.device, own.memory, own.buffer.buffer, 0); }},
        {"muxBindImageMemory", "memory",
         [this] { return muxBindImageMemory(own.device, other.memory, own.image, 0); }},
        {"muxBindImageMemory", "image",
         [this] { return muxBindImageMemory(own.device, own.memory, other.image, 0); }},
        {"muxBindImageMemory", "device",
         [this] { return muxBindImageMemory(other.device, own.memory, own.image, 0); }},
        {"muxMapMemory", "memory",
         [this] {
           void *data = nullptr;
           return muxMapMemory(own.device, other.memory, 0, 16, &data);
         }},
        {"muxUnmapMemory", "memory",
         [this] { return muxUnmapMemory(own.device, other.buffer.memory); }},
        {"muxFlushMappedMemoryToDevice", "memory",
         [this] { return muxFlushMappedMemoryToDevice(own.device, other.buffer.memory, 0, 16); }},
        {"muxFlushMappedMemoryFromDevice", "memory",
         [this] { return muxFlushMappedMemoryFromDevice(own.device, other.buffer.memory, 0, 16); }},
    };
  }

  /// Nothing is recorded.
  std::vector<Mixture> commands() {
    mux_command_buffer_t into = own.command_buffer;
    mux_buffer_t mine = own.buffer.buffer;
    mux_buffer_t foreign = other.buffer.buffer;
    return {
        {"muxCommandReadBuffer", "buffer",
         [=, this] {
           return muxCommandReadBuffer(into, foreign, 0, bytes, 16, 0, nullptr, nullptr);
         }},
        {"muxCommandWriteBuffer", "buffer",
         [=, this] {
           return muxCommandWriteBuffer(into, foreign, 0, bytes, 16, 0, nullptr, nullptr);
         }},
        {"muxCommandFillBuffer", "buffer",
         [=, this] {
           return muxCommandFillBuffer(into, foreign, 0, 16, bytes, 4, 0, nullptr, nullptr);
         }},
        {"muxCommandCopyBuffer", "src_buffer",
         [=] { return muxCommandCopyBuffer(into, foreign, 0, mine, 0, 16, 0, nullptr, nullptr); }},
        {"muxCommandCopyBuffer", "dst_buffer",
         [=] { return muxCommandCopyBuffer(into, mine, 0, foreign, 0, 16, 0, nullptr, nullptr); }},
        {"muxCommandReadBufferRegions", "buffer",
         [=, this] {
           return muxCommandReadBufferRegions(into, foreign, bytes, &region, 1, 0, nullptr,
                                              nullptr);
         }},
        {"muxCommandWriteBufferRegions", "buffer",
         [=, this] {
           return muxCommandWriteBufferRegions(into, foreign, bytes, &region, 1, 0, nullptr,
                                               nullptr);
         }},
        {"muxCommandCopyBufferRegions", "src_buffer",
         [=, this] {
           return muxCommandCopyBufferRegions(into, foreign, mine, &region, 1, 0, nullptr, nullptr);
         }},
        {"muxCommandCopyBufferRegions", "dst_buffer",
         [=, this] {
           return muxCommandCopyBufferRegions(into, mine, foreign, &region, 1, 0, nullptr, nullptr);
         }},
    };
  }

  std::vector<Mixture> dispatches() {
    const auto dispatch = [this](mux_command_buffer_t commands, mux_fence_t fence,
                                 mux_semaphore_t wait, mux_semaphore_t signal) {
      return muxDispatch(own.queue, commands, fence, wait == nullptr ? nullptr : &wait,
                         wait == nullptr ? 0 : 1, signal == nullptr ? nullptr : &signal,
                         signal == nullptr ? 0 : 1, nullptr, nullptr);
    };
    return {
        {"muxDispatch", "command_buffer",
         [=, this] { return dispatch(other.finalized, nullptr, nullptr, nullptr); }},
        {"muxDispatch", "fence",
         [=, this] { return dispatch(own.finalized, other.fence, nullptr, nullptr); }},
        {"muxDispatch", "wait_semaphores",
         [=, this] { return dispatch(own.finalized, nullptr, other.semaphore, nullptr); }},
        {"muxDispatch", "signal_semaphores",
         [=, this] { return dispatch(own.finalized, nullptr, nullptr, other.semaphore); }},
        {"muxTryWait", "fence", [this] { return muxTryWait(own.queue, 0, other.fence); }},
        {"muxWait", "fence", [this] { return muxWait(own.queue, other.fence); }},
    };
  }

  void check(const std::vector<Mixture> &mixtures) {
    for (const Mixture &mixture : mixtures) {
      CAPTURE(mixture.entry_point, mixture.what);
      EntryPoint(mixture.entry_point)
          .fails_because("another device", mux_error_invalid_value, mixture.call());
    }
  }

  ImageFixture second;
  Objects own{*this};
  Objects other{second};
  unsigned char bytes[256] = {};
  mux_buffer_region_info_t region = {{4, 1, 1}, {0, 0, 0}, {0, 0, 0}, {16, 16}, {16, 16}};
};

}  // namespace

TEST_CASE_METHOD(TwoDevicesFixture,
                 "muxBindBufferMemory.rc04, muxBindImageMemory.rc04: memory, buffers and images of "
                 "another device are mux_error_invalid_value, for mapping and flushing too",
                 "[objects_of_two_devices]") {
  check(memory_calls());
  // The memory is unchanged: mappings are as before.
  void *data = nullptr;
  CHECK(muxMapMemory(other.device, other.buffer.memory, 0, 16, &data) == mux_error_invalid_value);
  REQUIRE(muxMapMemory(other.device, other.memory, 0, 16, &data) == mux_success);
  CHECK(muxUnmapMemory(other.device, other.memory) == mux_success);
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "muxCommandReadBuffer.vu02 and others: buffers of another device are "
                 "mux_error_invalid_value in commands",
                 "[objects_of_two_devices]") {
  check(commands());
  REQUIRE(run(own.command_buffer) == mux_success);
}

TEST_CASE_METHOD(TwoDevicesFixture,
                 "muxDispatch: command buffers, fences and semaphores of another device are "
                 "mux_error_invalid_value, and so they are when waiting",
                 "[objects_of_two_devices]") {
  check(dispatches());
}

}  // namespace mux::test::objects_of_two_devices
