#include "fixtures.h"

#include <random>

namespace gallium_test::random_commands {

namespace {

constexpr int32_t size = 256;
constexpr size_t buffer_count = 3;

/// Buffers, and what they should contain.
class Model {
 public:
  explicit Model(uint32_t seed) : random_(seed) {
    for (size_t index = 0; index < buffer_count; ++index) {
      buffers_.emplace_back(buffer_of(size));
      expected_.emplace_back(size, 0);
      succeed(
          muxGalliumBufferSubdata(context_, buffers_[index], 0, 0, size, expected_[index].data()));
    }
    add_ = compile(context_,
                   "kernel void add(global uchar *buffer_0, global const uchar *buffer_1) {"
                   "  size_t i = get_global_id(0); buffer_0[i] = buffer_0[i] + buffer_1[i]; }");
  }

  void step() {
    switch (number(8)) {
      case 0:
        return write();
      case 1:
        return clear();
      case 2:
        return copy();
      case 3:
        return map();
      case 4:
        return run_kernel();
      case 5:
        // Commands gather behind it, so that mappings meet busy buffers.
        return blockades_.push_back(std::make_unique<Blockade>(context_));
      case 6:
        return succeed(muxGalliumFlush(context_, 0, nullptr));
      default:
        blockades_.clear();
        return;
    }
  }
  void check() {
    blockades_.clear();
    for (size_t index = 0; index < buffer_count; ++index) {
      CHECK(context_.read(buffers_[index], 0, bytes(0, size)) == expected_[index]);
    }
  }

 private:
  uint32_t number(uint32_t end) { return static_cast<uint32_t>(random_() % end); }
  uint8_t byte() { return static_cast<uint8_t>(random_()); }
  Box range() {
    const auto offset = static_cast<int32_t>(number(size - 1));
    return bytes(offset, 1 + static_cast<int32_t>(number(static_cast<uint32_t>(size - offset))));
  }
  void set(size_t index, const Box &box, uint8_t value) {
    std::fill_n(expected_[index].begin() + box.x, box.width, value);
  }

  void write() {
    const size_t index = number(buffer_count);
    const Box box = range();
    const uint8_t value = byte();
    const std::vector<uint8_t> data(static_cast<size_t>(box.width), value);
    succeed(muxGalliumBufferSubdata(context_, buffers_[index], 0, static_cast<uint64_t>(box.x),
                                    data.size(), data.data()));
    set(index, box, value);
  }
  void clear() {
    const size_t index = number(buffer_count);
    const Box box = range();
    const uint8_t value = byte();
    succeed(muxGalliumClearBuffer(context_, buffers_[index], static_cast<uint64_t>(box.x),
                                  static_cast<uint64_t>(box.width), &value, 1));
    set(index, box, value);
  }
  void copy() {
    const size_t from = number(buffer_count);
    const size_t to = (from + 1) % buffer_count;
    const Box box = range();
    const uint32_t x = number(static_cast<uint32_t>(size - box.width) + 1);
    succeed(
        muxGalliumResourceCopyRegion(context_, buffers_[to], 0, x, 0, 0, buffers_[from], 0, &box));
    std::copy_n(expected_[from].begin() + box.x, box.width, expected_[to].begin() + x);
  }
  void map() {
    const size_t index = number(buffer_count);
    const Box box = number(3) == 0 ? bytes(0, size) : range();
    uint32_t usage = mux_gallium_map_write | mux_gallium_map_discard_range;
    if (box.width == size) {
      usage |= mux_gallium_map_discard_whole_resource;
    }
    const bool flushes = number(2) == 0;
    if (flushes) {
      usage |= mux_gallium_map_flush_explicit;
    }
    mux_gallium_transfer_t transfer = nullptr;
    void *data = nullptr;
    succeed(muxGalliumTransferMap(context_, buffers_[index], 0, usage, &box, &transfer, &data));
    const uint8_t value = byte();
    std::memset(data, value, static_cast<size_t>(box.width));
    if (flushes) {
      const Box all = bytes(0, box.width);
      succeed(muxGalliumTransferFlushRegion(context_, transfer, &all));
    }
    succeed(muxGalliumTransferUnmap(context_, transfer));
    set(index, box, value);
  }
  void run_kernel() {
    const size_t to = number(buffer_count);
    const size_t from = (to + 1) % buffer_count;
    bind_buffer(context_, 0, buffers_[to]);
    bind_buffer(context_, 1, buffers_[from]);
    run(context_, add_, size / 16, 16);
    for (size_t at = 0; at < size; ++at) {
      expected_[to][at] = static_cast<uint8_t>(expected_[to][at] + expected_[from][at]);
    }
  }

  std::mt19937 random_;
  Context context_;
  mux_gallium_compute_state_t add_ = nullptr;
  std::vector<Resource> buffers_;
  std::vector<std::vector<uint8_t>> expected_;
  /// Before the context, which waits for all commands.
  std::vector<std::unique_ptr<Blockade>> blockades_;
};

}  // namespace

TEST_CASE("random_commands: buffers contain what the order of the calls says") {
  std::random_device entropy;
  for (int round = 0; round < 20; ++round) {
    const uint32_t seed = entropy();
    INFO("seed " << seed);
    Model model(seed);
    for (int step = 0; step < 200; ++step) {
      model.step();
    }
    model.check();
  }
}

}  // namespace gallium_test::random_commands
