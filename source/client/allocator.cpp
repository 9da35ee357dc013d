#include "client/allocator.h"

#include <cstdlib>

namespace mux::client {

mux_allocator_info_t allocator() {
  return {[](void *, size_t size, size_t alignment) -> void * {
            // aligned_alloc() requires alignments of at least a pointer, and sizes that are
            // multiples of it.
            const size_t step = alignment < sizeof(void *) ? sizeof(void *) : alignment;
            return size > SIZE_MAX - step
                       ? nullptr
                       : std::aligned_alloc(step, (size + step - 1) / step * step);
          },
          [](void *, void *pointer) { std::free(pointer); }, nullptr};
}

}  // namespace mux::client
