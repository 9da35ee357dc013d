/// @file
/// Owning handles of the Gallium layer's objects.
#pragma once

#include <mux/gallium.h>

#include <utility>

namespace mux::vtest {

/// Owns one reference to an object of a screen.
template <class Type, mux_result_t (*release)(Type)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(Type handle) noexcept : handle_(handle) {}
  Handle(Handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() {
    if (handle_ != nullptr) {
      static_cast<void>(release(handle_));
    }
  }

  Type get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  Type handle_ = nullptr;
};

using ScreenHandle = Handle<mux_gallium_screen_t, muxGalliumDestroyScreen>;
using ContextHandle = Handle<mux_gallium_context_t, muxGalliumDestroyContext>;
using ResourceHandle = Handle<mux_gallium_resource_t, muxGalliumReleaseResource>;
using FenceHandle = Handle<mux_gallium_fence_t, muxGalliumReleaseFence>;

/// Owns an object of a context, which must outlive it.
template <class Type, mux_result_t (*destroy)(mux_gallium_context_t, Type)>
class ContextOwned {
 public:
  using HandleType = Type;

  ContextOwned() = default;
  ContextOwned(mux_gallium_context_t context, Type handle) noexcept
      : context_(context), handle_(handle) {}
  ContextOwned(ContextOwned &&other) noexcept
      : context_(other.context_), handle_(std::exchange(other.handle_, nullptr)) {}
  ContextOwned &operator=(ContextOwned &&other) noexcept {
    std::swap(context_, other.context_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~ContextOwned() {
    if (handle_ != nullptr) {
      static_cast<void>(destroy(context_, handle_));
    }
  }

  Type get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  mux_gallium_context_t context_ = nullptr;
  Type handle_ = nullptr;
};

using ComputeState = ContextOwned<mux_gallium_compute_state_t, muxGalliumDestroyComputeState>;
using SamplerState = ContextOwned<mux_gallium_sampler_state_t, muxGalliumDestroySamplerState>;
using SamplerView = ContextOwned<mux_gallium_sampler_view_t, muxGalliumSamplerViewDestroy>;
using Surface = ContextOwned<mux_gallium_surface_t, muxGalliumSurfaceDestroy>;
using QueryHandle = ContextOwned<mux_gallium_query_t, muxGalliumDestroyQuery>;
using BlendState = ContextOwned<mux_gallium_blend_state_t, muxGalliumDestroyBlendState>;
using RasterizerState =
    ContextOwned<mux_gallium_rasterizer_state_t, muxGalliumDestroyRasterizerState>;
using DepthStencilAlphaState =
    ContextOwned<mux_gallium_depth_stencil_alpha_state_t, muxGalliumDestroyDepthStencilAlphaState>;
using VertexElementsState =
    ContextOwned<mux_gallium_vertex_elements_state_t, muxGalliumDestroyVertexElementsState>;
using ShaderState = ContextOwned<mux_gallium_shader_state_t, muxGalliumDestroyShader>;
using StreamOutputTarget =
    ContextOwned<mux_gallium_stream_output_target_t, muxGalliumStreamOutputTargetDestroy>;

}  // namespace mux::vtest
