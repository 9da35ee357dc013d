#include "opencl/support/allocator.h"

#include <cstdlib>

namespace mux::opencl {

mux_allocator_info_t allocator() {
  return {[](void *, size_t size, size_t alignment) -> void * {
            // Sizes have to be multiples of the alignment, and alignments those of a pointer.
            const size_t step = alignment < sizeof(void *) ? sizeof(void *) : alignment;
            return size > SIZE_MAX - step
                       ? nullptr
                       : std::aligned_alloc(step, (size + step - 1) / step * step);
          },
          [](void *, void *pointer) { std::free(pointer); }, nullptr};
}

}  // namespace mux::opencl
