// What the memory objects of a launch hold, to be put back before the launch is done again.
//
// Used by one thread at a time. Nothing throws but std::bad_alloc.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel_times/opencl.h"

namespace mux::kernel_times {

// Copies of memory objects, which live until the end of it.
class Contents {
 public:
  Contents(const cl_icd_dispatch &target, cl_command_queue queue);
  ~Contents();
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  // Copies an object, unless kernels only read it; false if that cannot be done: a pipe, too large,
  // or no memory.
  bool save(cl_mem object);
  // Puts all back and waits for it.
  bool restore();

 private:
  enum class Direction { save, restore };
  struct Copy {
    cl_mem object;
    cl_mem copy;
    // Bytes of a buffer; 0 for an image.
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
