/// @file
/// Executes what one client sends: its screen, resources, sub-contexts and commands.
#pragma once

#include <mux/gallium.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vtest/server/caps.h"
#include "vtest/server/handles.h"
#include "vtest/server/log.h"
#include "vtest/server/resources.h"
#include "vtest/server/sub_context.h"
#include "vtest/stream/command.h"
#include "vtest/wire/message.h"

namespace mux::vtest {

/// The device that all clients share.
struct DeviceInfo {
  mux_device_t device = nullptr;
  mux_allocator_info_t allocator{};
  Level level = Level::opengl_4_3;
};

/// Everything of one client but its socket. Used by the client's thread alone.
///
/// The protocol has no error replies: whatever a client sends, wrong commands are logged and have
/// no effect. All functions may throw std::bad_alloc; the renderer stays usable.
class Renderer {
 public:
  /// Throws std::runtime_error if no screen can be made.
  Renderer(const DeviceInfo &device, ClientLog &log);
  Renderer(const Renderer &) = delete;
  Renderer &operator=(const Renderer &) = delete;

  const CapsV2 &caps() const noexcept { return caps_; }

  /// Creates a resource.
  ///
  /// @return the descriptor to send to the client, which the renderer owns until the next call; -1
  /// if there is none.
  int create_resource(const ResourceCreate &create);
  void release_resource(uint32_t handle);

  /// Executes the commands of a submission.
  void submit(std::span<const uint32_t> words);

  /// Copies a box from a resource to its shared memory, or back.
  void read_back(const Transfer &transfer);
  void write(const Transfer &transfer);

  /// Whether work on a resource is pending.
  ///
  /// @param wait waits for it, so that the result is false.
  bool is_busy(uint32_t handle, bool wait);

 private:
  /// Most sub-contexts of a client: a limit for clients that only create.
  static constexpr size_t max_sub_contexts = 4096;

  /// The sub-context that commands are for; that of number 0 if the client has selected none.
  SubContext &current();
  /// Returns the sub-context of a number, which is created if there is none; nullptr if there are
  /// too many.
  SubContext *obtain(uint32_t id);
  void select(uint32_t id);
  /// Finds a resource of the layer. nullptr if the handle is 0, or unknown, which is logged.
  std::shared_ptr<ResourceEntry> find_entry(uint32_t handle, const char *what);
  mux_gallium_resource_t find_resource(stream::Resource resource, const char *what);
  mux_gallium_resource_t find_buffer(stream::Resource resource, uint64_t offset, const char *what);

  /// Logs that something of draws has no effect, once.
  void warn_undrawn(const char *what);
  /// Number of slots of `count` from `start` on that the layer has.
  size_t limit_slots(uint32_t start, size_t count, uint32_t slots, const char *what);

  using BufferRanges = stream::Limited<stream::BufferRange, stream::max_slots>;
  using ShaderBuffers = std::array<mux_gallium_shader_buffer_t, stream::max_slots>;
  /// Finds the buffers for slots from `start` on, those that the layer has. Returns their number;
  /// ranges whose buffer does not exist are left as they are.
  size_t find_buffers(uint32_t start, const BufferRanges &ranges, uint32_t slots, const char *what,
                      ShaderBuffers &buffers);

  void write_box(const ResourceEntry &entry, uint32_t level, const mux_gallium_box_t &box,
                 const Placement &place);
  void read_box(const ResourceEntry &entry, uint32_t level, const mux_gallium_box_t &box,
                const Placement &place);

  /// Writes the result of a query to the client's memory. Whether it was available.
  bool deliver(const Query &query, bool wait);
  /// Delivers awaited results that go to a resource, or all of a sub-context. Whether all were
  /// available.
  bool deliver_all(const ResourceEntry *resource, const SubContext *context, bool wait);

  void compile(Shader &shader);

  /// Adds the index buffer, the indirect buffers, or the target of stream output whose vertices are
  /// drawn. False if they do not exist.
  bool add_indices(mux_gallium_draw_info_t &info);
  bool add_indirect(const stream::Draw &command, mux_gallium_draw_info_t &info);
  bool add_target(uint32_t size, mux_gallium_draw_info_t &info);

  // contexts.cpp
  void execute(const stream::Unknown &command);
  void execute(const stream::Malformed &command);
  void execute(const stream::Nop & /*command*/) {}
  void execute(const stream::SetSubContext &command);
  void execute(const stream::CreateSubContext &command);
  void execute(const stream::DestroySubContext &command);
  // Hints, and what is not offered.
  void execute(const stream::SetDebugFlags & /*command*/) {}
  void execute(const stream::SetTweak & /*command*/) {}
  void execute(const stream::EmitStringMarker & /*command*/) {}
  void execute(const stream::LinkShaders & /*command*/) {}
  void execute(const stream::EndTransfers & /*command*/) {}
  void execute(const stream::GetMemoryInfo &command);

  // objects.cpp
  void execute(const stream::CreateSamplerView &command);
  void execute(const stream::CreateSamplerState &command);
  void execute(const stream::CreateSurface &command);
  void execute(const stream::CreateQuery &command);
  void execute(const stream::CreateMsaaSurface &command);
  void execute(const stream::DestroyObject &command);

  // draw_states.cpp
  void execute(const stream::CreateBlend &command);
  void execute(const stream::CreateRasterizer &command);
  void execute(const stream::CreateDepthStencilAlpha &command);
  void execute(const stream::CreateVertexElements &command);
  void execute(const stream::BindObject &command);

  // shaders.cpp
  void execute(const stream::CreateShader &command);
  void execute(const stream::BindShader &command);

  // bindings.cpp
  void execute(const stream::SetFramebuffer &command);
  void execute(const stream::SetSamplerViews &command);
  void execute(const stream::BindSamplerStates &command);
  void execute(const stream::SetConstants &command);
  void execute(const stream::SetUniformBuffer &command);
  void execute(const stream::SetShaderBuffers &command);
  void execute(const stream::SetAtomicBuffers &command);
  void execute(const stream::SetShaderImages &command);

  // draw_values.cpp
  void execute(const stream::SetViewports &command);
  void execute(const stream::SetScissors &command);
  void execute(const stream::SetStencilReference &command);
  void execute(const stream::SetBlendColor &command);
  void execute(const stream::SetPolygonStipple &command);
  void execute(const stream::SetClipPlanes &command);
  void execute(const stream::SetSampleMask &command);
  void execute(const stream::SetMinSamples &command);
  void execute(const stream::SetFramebufferSize &command);
  void execute(const stream::SetVertexBuffers &command);
  void execute(const stream::SetIndexBuffer &command);
  void execute(const stream::CreateStreamoutTarget &command);
  void execute(const stream::SetStreamoutTargets &command);
  /// Only of draws with patches, which the layer refuses.
  void execute(const stream::SetTessellation & /*command*/) {}

  // draw.cpp
  void execute(const stream::Draw &command);

  // work.cpp
  void execute(const stream::Clear &command);
  void execute(const stream::LaunchGrid &command);
  void execute(const stream::MemoryBarrier &command);
  void execute(const stream::TextureBarrier &command);

  // transfers.cpp
  void execute(const stream::InlineWrite &command);
  void execute(const stream::Transfer3d &command);
  void execute(const stream::CopyTransfer3d &command);
  void execute(const stream::Blit &command);
  void execute(const stream::CopyRegion &command);
  void execute(const stream::ClearTexture &command);

  // queries.cpp
  void execute(const stream::BeginQuery &command);
  void execute(const stream::EndQuery &command);
  void execute(const stream::GetQueryResult &command);
  void execute(const stream::GetQueryResultBuffer &command);
  void execute(const stream::SetRenderCondition &command);

  ClientLog &log_;
  ScreenHandle screen_;
  mux_gallium_screen_info_t info_{};
  CapsV2 caps_{};
  Resources resources_;
  std::map<uint32_t, std::unique_ptr<SubContext>> contexts_;
  SubContext *current_ = nullptr;
  /// Queries whose results the client is to get. Destroyed before their contexts.
  std::vector<std::shared_ptr<Query>> awaited_;
  /// The descriptor that create_resource() returned last.
  Descriptor file_;
  /// Reused for each command.
  stream::Command command_;
};

/// Converts a box of the stream.
mux_gallium_box_t to_box(const stream::Box &box) noexcept;

}  // namespace mux::vtest
