#include "opencl/support/process.h"

#include <pthread.h>

#include <new>

namespace mux::opencl {

void call_in_forked_children(void (*function)()) {
  if (pthread_atfork(nullptr, nullptr, function) != 0) {
    throw std::bad_alloc();
  }
}

}  // namespace mux::opencl
