/// @file
/// What tests of the Gallium layer share: a screen, contexts, buffers, textures and programs.
#pragma once

#include <mux/extensions.h>
#include <mux/gallium.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gallium_test {

/// Requires that a call succeeded; shows the reason if it did not.
inline void succeed(mux_result_t result) {
  INFO(muxGetLastErrorMessage());
  REQUIRE(result == mux_success);
}

/// Requires that a call failed with a result and a text.
inline void refuse(mux_result_t result, mux_result_t expected, std::string_view text) {
  INFO(muxGetLastErrorMessage());
  REQUIRE(result == expected);
  CHECK(std::string_view(muxGetLastErrorMessage()).find(text) != std::string_view::npos);
}

mux_allocator_info_t allocator();
/// The device and the screen of all tests, made once.
mux_device_t device();
mux_gallium_screen_t screen();
const mux_gallium_screen_info_t &limits();

using Box = mux_gallium_box_t;

/// The box of bytes of a buffer.
inline Box bytes(int32_t offset, int32_t size) {
  return {offset, 0, 0, size, 1, 1};
}

/// A resource with one reference.
class Resource {
 public:
  Resource() = default;
  explicit Resource(const mux_gallium_resource_template_t &description);
  ~Resource();
  Resource(const Resource &) = delete;
  Resource &operator=(const Resource &) = delete;
  Resource(Resource &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Resource &operator=(Resource &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  operator mux_gallium_resource_t() const { return handle_; }
  mux_gallium_resource_t release() { return std::exchange(handle_, nullptr); }

 private:
  mux_gallium_resource_t handle_ = nullptr;
};

mux_gallium_resource_template_t buffer_of(uint32_t size, uint32_t flags = 0, uint32_t bind = 0);
mux_gallium_resource_template_t texture_of(mux_gallium_target_e target, mux_gallium_format_e format,
                                           uint32_t width, uint32_t height = 1, uint32_t layers = 1,
                                           uint32_t levels = 1);

/// A context of the screen.
class Context {
 public:
  Context();
  explicit Context(mux_gallium_screen_t of);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  operator mux_gallium_context_t() const { return handle_; }

  /// Writes or reads bytes of a buffer by a mapping.
  void write(mux_gallium_resource_t buffer, int32_t offset, const void *data, int32_t size);
  std::vector<uint8_t> read(mux_gallium_resource_t resource, uint32_t level, const Box &box);
  template <typename T>
  std::vector<T> read_as(mux_gallium_resource_t resource, int32_t offset, int32_t count) {
    const std::vector<uint8_t> raw =
        read(resource, 0, bytes(offset, count * static_cast<int32_t>(sizeof(T))));
    std::vector<T> values(static_cast<size_t>(count));
    std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }
  template <typename T>
  void write_all(mux_gallium_resource_t buffer, const std::vector<T> &values) {
    write(buffer, 0, values.data(), static_cast<int32_t>(values.size() * sizeof(T)));
  }
  /// Waits for all commands.
  void finish();

 private:
  mux_gallium_context_t handle_ = nullptr;
};

/// Creates a program of OpenCL C, which may include the headers of programs.
mux_gallium_compute_state_t compile(mux_gallium_context_t context, std::string_view source,
                                    uint32_t input_size = 0, uint32_t shared = 0);
/// Binds it, and runs a grid of one dimension.
void run(mux_gallium_context_t context, mux_gallium_compute_state_t program, uint32_t groups,
         uint32_t block = 1, const void *input = nullptr);
/// Binds a whole buffer as a shader buffer of the compute stage.
void bind_buffer(mux_gallium_context_t context, uint32_t slot, mux_gallium_resource_t buffer);

/// Commands of a context that do not end until release(): they wait for a fence.
class Blockade {
 public:
  explicit Blockade(mux_gallium_context_t context);
  ~Blockade();
  Blockade(const Blockade &) = delete;
  Blockade &operator=(const Blockade &) = delete;
  void release();

 private:
  int file_;
  bool released_ = false;
};

}  // namespace gallium_test
