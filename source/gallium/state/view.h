/// @file
/// Sampler views, and image views as they are bound. Immutable.
#pragma once

#include <mux/gallium/shader_abi.h>
#include <mux/gallium/state.h>

#include <memory>
#include <optional>

#include "gallium/resource/resource.h"

namespace mux::gallium {

/// A part of a resource as kernels see it: the layout's offsets count from `offset`.
struct ViewRange {
  uint64_t offset = 0;
  mux_gallium_view_layout_t layout{};
};

/// The texels of a view of a compressed format, decoded for programs that sample it. For the
/// context's thread.
struct DecodedView {
  Ref<Resource> resource;
  ViewRange range;
  /// Of the compressed texture when it was decoded; nothing if it was not, or may have changed
  /// since.
  std::optional<uint64_t> version;
};

class SamplerView final : public OfContext, public mux_gallium_sampler_view_s {
 public:
  using HandleType = mux_gallium_sampler_view_t;
  static constexpr const char *is_null = "the sampler view is NULL";

  /// Fails if the description does not fit the resource.
  SamplerView(const void *context, Resource &resource,
              const mux_gallium_sampler_view_template_t &description);

  Resource &resource() const { return *resource_; }
  const ViewRange &range() const { return range_; }
  const mux_gallium_sampler_view_template_t &description() const { return description_; }
  /// NULL unless the format is compressed and can be decoded.
  DecodedView *decoded() const { return decoded_.get(); }
  /// What programs sample: the decoded texels of compressed formats.
  Resource &sampled_resource() const { return decoded_ ? *decoded_->resource : *resource_; }
  const ViewRange &sampled_range() const { return decoded_ ? decoded_->range : range_; }

 private:
  Ref<Resource> resource_;
  mux_gallium_sampler_view_template_t description_;
  ViewRange range_;
  std::unique_ptr<DecodedView> decoded_;
};

/// An image view, shared by the slots that it is bound to.
class ImageView final : public RefCounted {
 public:
  /// Fails if the description does not fit the resource.
  ImageView(Resource &resource, const mux_gallium_image_view_t &description);

  Resource &resource() const { return *resource_; }
  /// Bytes of the resource before its first texel.
  uint64_t offset() const { return offset_; }
  const mux_gallium_image_layout_t &layout() const { return layout_; }
  bool is_empty() const { return layout_.width == 0; }

 private:
  Ref<Resource> resource_;
  uint64_t offset_ = 0;
  mux_gallium_image_layout_t layout_{};
};

}  // namespace mux::gallium
