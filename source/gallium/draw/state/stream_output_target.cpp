#include "gallium/draw/state/stream_output_target.h"

#include <algorithm>

namespace mux::gallium {

StreamOutputTarget::StreamOutputTarget(const void *context, Resource &resource, uint64_t offset,
                                       uint64_t size)
    : OfContext(context), resource_(resource), offset_(offset), size_(size) {
  require_valid(resource.is_buffer(), "the resource is not a buffer");
  require_valid(offset % sizeof(uint32_t) == 0, "the offset is not a multiple of 4");
  require_valid(offset <= resource.size() && size <= resource.size() - offset,
                "the range is not inside the buffer");
}

uint32_t StreamOutputTarget::vertex_count() const {
  const uint64_t count = vertex_bytes_ != 0 ? filled_ / vertex_bytes_ : 0;
  return static_cast<uint32_t>(std::min<uint64_t>(count, UINT32_MAX));
}

void StreamOutputTarget::advance(uint64_t vertices, uint32_t vertex_bytes) {
  filled_ += vertices * vertex_bytes;
  vertex_bytes_ = vertex_bytes;
}

}  // namespace mux::gallium
