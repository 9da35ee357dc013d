/// @file
/// Validation of arguments that many commands share: memory objects, regions, patterns and flags.
#pragma once

#include "opencl/memory/buffer.h"
#include "opencl/memory/image.h"
#include "opencl/queue/queue.h"

namespace mux::opencl {

/// Returns a buffer in the context of a queue or recorder.
template <typename Owner>
Buffer &buffer_of(const Owner &owner, cl_mem handle) {
  Buffer &buffer = checked_buffer(handle);
  require_same(buffer.context(), owner.context());
  return buffer;
}

/// Returns an image in the context of a queue or recorder.
template <typename Owner>
Image &image_of(const Owner &owner, cl_mem handle) {
  Image &image = checked_image(handle);
  require_same(image.context(), owner.context());
  return image;
}

inline void require_range(const Buffer &buffer, size_t offset, size_t size) {
  require(offset <= buffer.size() && size <= buffer.size() - offset, CL_INVALID_VALUE,
          "the region is not inside the buffer");
}

inline void require_pointer(const void *ptr) {
  require(ptr != nullptr, CL_INVALID_VALUE, "ptr is NULL");
}

/// Fails if the host must not read the object.
inline void require_host_reads(const MemObject &object) {
  require((object.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0,
          CL_INVALID_OPERATION,
          "the memory object is CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS");
}

/// Fails if the host must not write the object.
inline void require_host_writes(const MemObject &object) {
  require((object.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0,
          CL_INVALID_OPERATION,
          "the memory object is CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS");
}

/// The pattern of a fill command.
struct Pattern {
  const void *bytes;
  size_t size;
};

inline void require_pattern(const Pattern &pattern, size_t size) {
  constexpr size_t most = 128;
  require(pattern.bytes != nullptr, CL_INVALID_VALUE, "pattern is NULL");
  require(pattern.size != 0 && pattern.size <= most && (pattern.size & (pattern.size - 1)) == 0,
          CL_INVALID_VALUE, "pattern_size is not a power of two between 1 and 128");
  require(size % pattern.size == 0, CL_INVALID_VALUE, "size is not a multiple of pattern_size");
}

inline void require_map_flags(cl_map_flags flags) {
  constexpr cl_map_flags keep = CL_MAP_READ | CL_MAP_WRITE;
  require((flags & ~(keep | CL_MAP_WRITE_INVALIDATE_REGION)) == 0 &&
              ((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0 || (flags & keep) == 0),
          CL_INVALID_VALUE, "map_flags are unknown or mutually exclusive");
}

inline void require_migration_flags(cl_mem_migration_flags flags) {
  require((flags & ~cl_mem_migration_flags{CL_MIGRATE_MEM_OBJECT_HOST |
                                           CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED}) == 0,
          CL_INVALID_VALUE, "unknown migration flags");
}

/// Whether ranges of two memory objects overlap.
inline bool share_bytes(const MemObject &one, size_t offset, size_t size, const MemObject &other,
                        size_t other_offset, size_t other_size) {
  const size_t begin = one.offset() + offset;
  const size_t other_begin = other.offset() + other_offset;
  return &one.storage() == &other.storage() && begin < other_begin + other_size &&
         other_begin < begin + size;
}

}  // namespace mux::opencl
