#include "allocations.h"

#ifndef MUX_TEST_COUNTS_ALLOCATIONS

// Sanitizers have an allocator of their own, which must not be replaced.
bool mux::test::counts_allocations() {
  return false;
}

mux::test::AllocationCounts mux::test::allocation_counts() {
  return {};
}

std::string mux::test::latest_allocations() {
  return {};
}

#else

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tbb/cache_aligned_allocator.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<uint64_t> process_count{0};
std::atomic<uint64_t> onetbb_count{0};

// Return addresses of the latest calls, in a ring buffer.
std::array<std::atomic<const void *>, 32> callers{};
std::atomic<uint64_t> caller_count{0};

const char *file_name(const link_map &object) {
  if (object.l_name[0] == '\0') {
    return "executable";
  }
  const char *slash = std::strrchr(object.l_name, '/');
  return slash ? slash + 1 : object.l_name;
}

// Takes no lock and allocates nothing.
void count(const void *caller) {
  dl_find_object found;
  const bool known = _dl_find_object(const_cast<void *>(caller), &found) == 0;
  constexpr const char onetbb[] = "libtbb";
  if (known && std::strncmp(file_name(*found.dlfo_link_map), onetbb, sizeof(onetbb) - 1) == 0) {
    onetbb_count.fetch_add(1, std::memory_order_relaxed);
  } else {
    process_count.fetch_add(1, std::memory_order_relaxed);
  }
  const uint64_t place = caller_count.fetch_add(1, std::memory_order_relaxed);
  callers[place % callers.size()].store(caller, std::memory_order_relaxed);
}

void *map(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  return reinterpret_cast<void *>(
      syscall(SYS_mmap, address, length, protection, flags, file, offset));
}

}  // namespace

// glibc's own allocator functions.
extern "C" void *__libc_malloc(size_t size);
extern "C" void *__libc_calloc(size_t number, size_t size);
extern "C" void *__libc_realloc(void *memory, size_t size);
extern "C" void *__libc_memalign(size_t alignment, size_t size);
extern "C" void *__libc_valloc(size_t size);
extern "C" void *__libc_pvalloc(size_t size);

// These replace glibc's functions for the whole process. Allocations of glibc inside of one are not
// counted again.
#define MUX_TEST_REPLACEMENT extern "C" [[gnu::visibility("default"), gnu::noinline]]

MUX_TEST_REPLACEMENT void *malloc(size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_malloc(size);
}

MUX_TEST_REPLACEMENT void *calloc(size_t number, size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

MUX_TEST_REPLACEMENT void *realloc(void *memory, size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_realloc(memory, size);
}

MUX_TEST_REPLACEMENT void *reallocarray(void *memory, size_t number, size_t size) noexcept {
  count(__builtin_return_address(0));
  size_t total = 0;
  if (__builtin_mul_overflow(number, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_realloc(memory, total);
}

MUX_TEST_REPLACEMENT void *memalign(size_t alignment, size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

MUX_TEST_REPLACEMENT void *aligned_alloc(size_t alignment, size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

MUX_TEST_REPLACEMENT int posix_memalign(void **memory, size_t alignment, size_t size) noexcept {
  count(__builtin_return_address(0));
  if (!std::has_single_bit(alignment) || alignment % sizeof(void *) != 0) {
    return EINVAL;
  }
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) {
    return ENOMEM;
  }
  *memory = allocated;
  return 0;
}

MUX_TEST_REPLACEMENT void *valloc(size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_valloc(size);
}

MUX_TEST_REPLACEMENT void *pvalloc(size_t size) noexcept {
  count(__builtin_return_address(0));
  return __libc_pvalloc(size);
}

MUX_TEST_REPLACEMENT void *mmap(void *address, size_t length, int protection, int flags, int file,
                                off_t offset) noexcept {
  count(__builtin_return_address(0));
  return map(address, length, protection, flags, file, offset);
}

MUX_TEST_REPLACEMENT void *mmap64(void *address, size_t length, int protection, int flags, int file,
                                  off64_t offset) noexcept {
  count(__builtin_return_address(0));
  return map(address, length, protection, flags, file, offset);
}

MUX_TEST_REPLACEMENT void *mremap(void *address, size_t length, size_t new_length, int flags,
                                  ...) noexcept {
  count(__builtin_return_address(0));
  va_list rest;
  va_start(rest, flags);
  void *new_address = flags & MREMAP_FIXED ? va_arg(rest, void *) : nullptr;
  va_end(rest);
  return reinterpret_cast<void *>(
      syscall(SYS_mremap, address, length, new_length, flags, new_address));
}

// oneTBB's allocators serve most calls from their pools. To count those as well, calls from this
// executable, which contains the scheduler, are intercepted here.
namespace tbb::detail::r1 {

[[gnu::noinline]] void *cache_aligned_allocate(std::size_t size) {
  count(__builtin_return_address(0));
  // From here on it is the process's own memory, and is freed through oneTBB.
  using Function = void *(std::size_t);
  static auto *const next =
      reinterpret_cast<Function *>(dlsym(RTLD_NEXT, "_ZN3tbb6detail2r122cache_aligned_allocateEm"));
  return next(size);
}

[[gnu::noinline]] void *allocate_memory(std::size_t size) {
  count(__builtin_return_address(0));
  using Function = void *(std::size_t);
  static auto *const next =
      reinterpret_cast<Function *>(dlsym(RTLD_NEXT, "_ZN3tbb6detail2r115allocate_memoryEm"));
  return next(size);
}

}  // namespace tbb::detail::r1

bool mux::test::counts_allocations() {
  return true;
}

mux::test::AllocationCounts mux::test::allocation_counts() {
  return {process_count.load(std::memory_order_relaxed),
          onetbb_count.load(std::memory_order_relaxed)};
}

std::string mux::test::latest_allocations() {
  std::array<const void *, callers.size()> latest{};
  const uint64_t last = caller_count.load(std::memory_order_relaxed);
  for (uint64_t i = 0; i < latest.size() && i < last; ++i) {
    latest[i] = callers[(last - 1 - i) % callers.size()].load(std::memory_order_relaxed);
  }
  std::string text;
  for (const void *caller : latest) {
    dl_find_object found;
    if (caller && _dl_find_object(const_cast<void *>(caller), &found) == 0) {
      char place[300];
      const auto offset = reinterpret_cast<uintptr_t>(caller) - found.dlfo_link_map->l_addr;
      std::snprintf(place, sizeof(place), " %.200s+0x%zx", file_name(*found.dlfo_link_map),
                    static_cast<size_t>(offset));
      text += place;
    }
  }
  return text;
}

#endif
