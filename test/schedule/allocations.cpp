#include "allocations.h"

#include <atomic>
#include <cstddef>

namespace {

std::atomic<uint64_t> count{0};

}  // namespace

#ifndef MUX_TEST_COUNTS_ALLOCATIONS

// Sanitizers have an allocator of their own, which must not be replaced.
bool mux::test::counts_allocations() {
  return false;
}

#else

// What glibc calls its own allocator.
extern "C" void *__libc_malloc(size_t size);
extern "C" void *__libc_calloc(size_t number, size_t size);
extern "C" void *__libc_realloc(void *memory, size_t size);

// These stand before glibc's for the whole process, operator new and oneTBB included.
extern "C" [[gnu::visibility("default")]] void *malloc(size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

extern "C" [[gnu::visibility("default")]] void *calloc(size_t number, size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(number, size);
}

extern "C" [[gnu::visibility("default")]] void *realloc(void *memory, size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(memory, size);
}

bool mux::test::counts_allocations() {
  return true;
}

#endif

uint64_t mux::test::allocation_count() {
  return count.load(std::memory_order_relaxed);
}
