// Saved contents of the memory objects of a launch, to restore before it is repeated.
//
// Not thread-safe. Throws only std::bad_alloc.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel_times/opencl.h"

namespace mux::kernel_times {

// Copies of memory objects, which must outlive this.
class Contents {
 public:
  Contents(const cl_icd_dispatch &target, cl_command_queue queue);
  ~Contents();
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  // Saves an object, unless kernels only read it. Returns false if that is not possible: for pipes,
  // beyond the size limit, or without memory.
  bool save(cl_mem object);
  // Restores all objects, and waits for that.
  bool restore();

 private:
  enum class Direction { save, restore };
  struct Copy {
    cl_mem object;
    cl_mem copy;
    // Size in bytes of a buffer; 0 for an image.
    size_t size;
    size_t region[3];
  };

  bool copy(const Copy &copy, Direction direction);
  bool make_buffer(cl_context context, Copy &copy);
  bool make_image(cl_context context, cl_mem_object_type type, Copy &copy);

  const cl_icd_dispatch &target_;
  cl_command_queue queue_;
  std::vector<Copy> copies_;
  size_t total_ = 0;
};

}  // namespace mux::kernel_times
