#include "client/process.h"

#include <pthread.h>

#include <new>

namespace mux::client {

void call_in_forked_children(void (*function)()) {
  if (pthread_atfork(nullptr, nullptr, function) != 0) {
    throw std::bad_alloc();
  }
}

}  // namespace mux::client
