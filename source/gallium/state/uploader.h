/// @file
/// Uploaders: hand out parts of buffers that are mapped as long as they live. No part is handed out
/// twice, so that commands may use earlier ones.
#pragma once

#include "gallium/resource/resource.h"

namespace mux::gallium {

class Uploader final : public RefCounted, public mux_gallium_uploader_s {
 public:
  using HandleType = mux_gallium_uploader_t;
  static constexpr const char *is_null = "the uploader is NULL";

  /// @param bind bitfield of mux_gallium_bind_e of its buffers.
  Uploader(Screen &screen, uint32_t bind);

  struct Part {
    Resource *resource;
    uint64_t offset;
    std::byte *data;
  };
  /// @param alignment a power of two.
  Part allocate(uint64_t min_offset, uint64_t size, uint64_t alignment);

 private:
  Ref<Resource> make_buffer(uint64_t size) const;

  Ref<Screen> screen_;
  uint32_t bind_;
  Ref<Resource> buffer_;
  uint64_t used_ = 0;
};

}  // namespace mux::gallium
