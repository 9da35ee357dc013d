/// @file
/// Handles of textures and images: structures of shader_abi.h at a fixed address, which programs
/// use directly. A handle holds the resource, and pins its memory.
#pragma once

#include "gallium/state/sampler_state.h"
#include "gallium/state/view.h"
#include "gallium/stream/uses.h"

namespace mux::gallium {

/// What both kinds share. For the context's thread.
class Handle : public RefCounted {
 public:
  explicit Handle(Resource &resource);
  ~Handle() override;

  Resource &resource() const { return *resource_; }
  bool is_resident() const { return resident_; }
  /// The access of programs while it is resident.
  Access access() const { return access_; }
  void make_resident(Access access) {
    resident_ = true;
    access_ = access;
  }
  void make_nonresident() { resident_ = false; }

 private:
  Ref<Resource> resource_;
  bool resident_ = false;
  Access access_{};
};

class TextureHandle final : public Handle {
 public:
  static constexpr const char *is_unknown = "the context has no texture handle of this number";

  /// @param state NULL for none.
  TextureHandle(SamplerView &view, const SamplerState *state);

  /// What programs use: the address of the structure.
  uint64_t number() const { return reinterpret_cast<uintptr_t>(&target_); }

 private:
  Ref<SamplerView> view_;
  mux_gallium_texture_handle_t target_{};
};

class ImageHandle final : public Handle {
 public:
  static constexpr const char *is_unknown = "the context has no image handle of this number";

  explicit ImageHandle(ImageView &view);

  /// What programs use: the address of the structure.
  uint64_t number() const { return reinterpret_cast<uintptr_t>(&target_); }

 private:
  Ref<ImageView> view_;
  mux_gallium_image_handle_t target_{};
};

}  // namespace mux::gallium
