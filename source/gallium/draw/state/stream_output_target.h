/// @file
/// Targets of stream output: a range of a buffer, and how much of it was written.
#pragma once

#include <mux/gallium/draw.h>

#include "gallium/resource/resource.h"

namespace mux::gallium {

class StreamOutputTarget final : public OfContext, public mux_gallium_stream_output_target_s {
 public:
  using HandleType = mux_gallium_stream_output_target_t;
  static constexpr const char *is_null = "the target is NULL";

  /// Fails if the range is not inside a buffer.
  StreamOutputTarget(const void *context, Resource &resource, uint64_t offset, uint64_t size);

  Resource &resource() const { return *resource_; }
  /// Of the resource's first byte that the next vertex is written to.
  uint64_t next_byte() const { return offset_ + filled_; }
  /// Bytes that are left.
  uint64_t free_bytes() const { return filled_ < size_ ? size_ - filled_ : 0; }
  /// Vertices that were written.
  uint32_t vertex_count() const;

  /// Where the next vertex is written, in bytes of the range.
  void seek(uint64_t filled) { filled_ = filled; }
  /// Notes that vertices are written.
  void advance(uint64_t vertices, uint32_t vertex_bytes);

 private:
  Ref<Resource> resource_;
  uint64_t offset_;
  uint64_t size_;
  uint64_t filled_ = 0;
  /// Of the vertices that were written last.
  uint32_t vertex_bytes_ = 0;
};

}  // namespace mux::gallium
