#include "gallium/state/uploader.h"

#include <algorithm>

namespace mux::gallium {
namespace {

/// Bytes of a buffer, unless a part needs more: the vertices of some hundred small draws.
constexpr uint64_t buffer_size = uint64_t{1} << 20U;

uint64_t aligned(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) & ~(alignment - 1);
}

}  // namespace

Uploader::Uploader(Screen &screen, uint32_t bind) : screen_(screen), bind_(bind) {}

Ref<Resource> Uploader::make_buffer(uint64_t size) const {
  require_valid(size <= UINT32_MAX, "the upload is too large");
  ResourceTemplate description{};
  description.target = mux_gallium_target_buffer;
  description.width = static_cast<uint32_t>(size);
  description.usage = mux_gallium_usage_stream;
  description.bind = bind_;
  description.flags =
      mux_gallium_resource_flag_map_persistent | mux_gallium_resource_flag_map_coherent;
  Ref<Resource> made =
      make_unreferenced<Resource>(*screen_, checked_template(screen_->info(), description));
  // The addresses of its parts are in the program's hands.
  made->pin_storage();
  return made;
}

Uploader::Part Uploader::allocate(uint64_t min_offset, uint64_t size, uint64_t alignment) {
  require_valid(size != 0, "the size is 0");
  require_valid(alignment != 0 && (alignment & (alignment - 1)) == 0,
                "the alignment is not a power of two");
  require_valid(min_offset <= UINT32_MAX && size <= UINT32_MAX && alignment <= UINT32_MAX,
                "the upload is too large");
  uint64_t offset = aligned(std::max(used_, min_offset), alignment);
  if (!buffer_ || offset + size > buffer_->size()) {
    offset = aligned(min_offset, alignment);
    buffer_ = make_buffer(std::max(buffer_size, offset + size));
  }
  used_ = offset + size;
  return {buffer_.get(), offset, buffer_->storage()->data() + offset};
}

}  // namespace mux::gallium
