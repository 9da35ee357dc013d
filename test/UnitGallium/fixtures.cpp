#include "fixtures.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdlib>

namespace gallium_test {

mux_allocator_info_t allocator() {
  return {[](void *, size_t size, size_t alignment) {
            return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
          },
          [](void *, void *pointer) { std::free(pointer); }, nullptr};
}

mux_device_t device() {
  static mux_device_t const made = [] {
    mux_device_info_t info = nullptr;
    mux_device_t created = nullptr;
    succeed(muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr));
    succeed(muxCreateDevices(1, &info, allocator(), &created));
    return created;
  }();
  return made;
}

mux_gallium_screen_t screen() {
  static mux_gallium_screen_t const made = [] {
    mux_gallium_screen_t created = nullptr;
    succeed(muxGalliumCreateScreen(device(), allocator(), &created));
    return created;
  }();
  return made;
}

const mux_gallium_screen_info_t &limits() {
  static const mux_gallium_screen_info_t info = [] {
    mux_gallium_screen_info_t got{};
    succeed(muxGalliumGetScreenInfo(screen(), &got));
    return got;
  }();
  return info;
}

Resource::Resource(const mux_gallium_resource_template_t &description) {
  succeed(muxGalliumCreateResource(screen(), &description, &handle_));
}

Resource::~Resource() {
  if (handle_ != nullptr) {
    muxGalliumReleaseResource(handle_);
  }
}

mux_gallium_resource_template_t buffer_of(uint32_t size, uint32_t flags, uint32_t bind) {
  mux_gallium_resource_template_t made{};
  made.target = mux_gallium_target_buffer;
  made.width = size;
  made.flags = flags;
  made.bind = bind;
  return made;
}

mux_gallium_resource_template_t texture_of(mux_gallium_target_e target, mux_gallium_format_e format,
                                           uint32_t width, uint32_t height, uint32_t layers,
                                           uint32_t levels) {
  mux_gallium_resource_template_t made{};
  made.target = target;
  made.format = format;
  made.width = width;
  made.height = height;
  (target == mux_gallium_target_texture_3d ? made.depth : made.array_size) = layers;
  made.last_level = levels - 1;
  return made;
}

Context::Context() : Context(screen()) {}

Context::Context(mux_gallium_screen_t of) {
  succeed(muxGalliumCreateContext(of, 0, &handle_));
}

Context::~Context() {
  muxGalliumDestroyContext(handle_);
}

void Context::write(mux_gallium_resource_t buffer, int32_t offset, const void *data, int32_t size) {
  const Box box = bytes(offset, size);
  mux_gallium_transfer_t transfer = nullptr;
  void *mapped = nullptr;
  succeed(
      muxGalliumTransferMap(handle_, buffer, 0, mux_gallium_map_write, &box, &transfer, &mapped));
  std::memcpy(mapped, data, static_cast<size_t>(size));
  succeed(muxGalliumTransferUnmap(handle_, transfer));
}

std::vector<uint8_t> Context::read(mux_gallium_resource_t resource, uint32_t level,
                                   const Box &box) {
  mux_gallium_transfer_t transfer = nullptr;
  void *mapped = nullptr;
  succeed(muxGalliumTransferMap(handle_, resource, level, mux_gallium_map_read, &box, &transfer,
                                &mapped));
  mux_gallium_transfer_info_t info{};
  succeed(muxGalliumGetTransferInfo(transfer, &info));
  mux_gallium_resource_template_t description{};
  succeed(muxGalliumGetResourceInfo(resource, &description));
  mux_gallium_format_info_t format{};
  succeed(muxGalliumGetFormatInfo(static_cast<mux_gallium_format_e>(description.format), &format));
  const auto columns =
      (static_cast<uint32_t>(box.width) + format.block_width - 1) / format.block_width;
  const auto rows =
      (static_cast<uint32_t>(box.height) + format.block_height - 1) / format.block_height;
  std::vector<uint8_t> read;
  for (int32_t slice = 0; slice < box.depth; ++slice) {
    for (uint32_t row = 0; row < rows; ++row) {
      const auto *from = static_cast<const uint8_t *>(mapped) +
                         static_cast<uint64_t>(slice) * info.layer_stride + row * info.stride;
      read.insert(read.end(), from, from + columns * format.block_bytes);
    }
  }
  succeed(muxGalliumTransferUnmap(handle_, transfer));
  return read;
}

void Context::finish() {
  mux_gallium_fence_t fence = nullptr;
  bool signaled = false;
  succeed(muxGalliumFlush(handle_, 0, &fence));
  succeed(muxGalliumFenceFinish(screen(), handle_, fence, UINT64_MAX, &signaled));
  REQUIRE(signaled);
  succeed(muxGalliumReleaseFence(fence));
}

mux_gallium_compute_state_t compile(mux_gallium_context_t context, std::string_view source,
                                    uint32_t input_size, uint32_t shared) {
  mux_gallium_compute_template_t description{};
  description.language = mux_gallium_language_opencl_c;
  description.source = source.data();
  description.source_length = source.size();
  description.options = "-I" MUX_INCLUDES;
  description.input_size = input_size;
  description.static_shared_memory = shared;
  mux_gallium_compute_state_t made = nullptr;
  succeed(muxGalliumCreateComputeState(context, &description, &made));
  return made;
}

void run(mux_gallium_context_t context, mux_gallium_compute_state_t program, uint32_t groups,
         uint32_t block, const void *input) {
  succeed(muxGalliumBindComputeState(context, program));
  mux_gallium_grid_info_t info{};
  info.work_dim = 1;
  info.block[0] = block;
  info.grid[0] = groups;
  info.input = input;
  succeed(muxGalliumLaunchGrid(context, &info));
}

void bind_buffer(mux_gallium_context_t context, uint32_t slot, mux_gallium_resource_t buffer) {
  const mux_gallium_shader_buffer_t bound = {buffer, 0, UINT64_MAX};
  succeed(muxGalliumSetShaderBuffers(context, mux_gallium_stage_compute, slot, 1, &bound, 1));
}

Blockade::Blockade(mux_gallium_context_t context) : file_(eventfd(0, EFD_CLOEXEC)) {
  mux_gallium_fence_t fence = nullptr;
  succeed(muxGalliumCreateFenceFromFile(context, file_, mux_gallium_fence_type_one_time, &fence));
  succeed(muxGalliumFenceServerSync(context, fence));
  succeed(muxGalliumReleaseFence(fence));
}

Blockade::~Blockade() {
  release();
  close(file_);
}

void Blockade::release() {
  if (!std::exchange(released_, true)) {
    constexpr uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(file_, &one, sizeof one);
  }
}

}  // namespace gallium_test
