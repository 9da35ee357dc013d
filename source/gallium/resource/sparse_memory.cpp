#include "gallium/resource/sparse_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "gallium/format/format.h"
#include "gallium/screen/capabilities.h"
#include "gallium/support/failure.h"

namespace mux::gallium {
namespace {

/// Reserves addresses that start at a page of sparse buffers.
std::byte *reserve(uint64_t size) {
  const uint64_t padded = size + sparse_page_size;
  void *mapped = mmap(nullptr, padded, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  require(mapped != MAP_FAILED, mux_error_out_of_memory, "no addresses for a sparse buffer");
  const auto begin = reinterpret_cast<uintptr_t>(mapped);
  const uintptr_t aligned = blocks_of(begin, sparse_page_size) * sparse_page_size;
  if (aligned != begin) {
    munmap(mapped, aligned - begin);
  }
  auto *const end = reinterpret_cast<void *>(aligned + size);
  munmap(end, begin + padded - (aligned + size));
  return reinterpret_cast<std::byte *>(aligned);
}

/// Gives pages memory now. Older kernels cannot, and do it at the first access.
void populate(std::byte *first, uint64_t size) {
#ifdef MADV_POPULATE_WRITE
  while (madvise(first, size, MADV_POPULATE_WRITE) != 0) {
    if (errno == EINVAL) {
      return;
    }
    require(errno == EAGAIN || errno == EINTR, mux_error_out_of_memory,
            "no memory for pages of a sparse buffer");
  }
#else
  static_cast<void>(first);
  static_cast<void>(size);
#endif
}

}  // namespace

SparseMemory::SparseMemory(uint64_t size)
    : mapped_size_(blocks_of(size, sparse_page_size) * sparse_page_size),
      data_(nullptr),
      committed_(mapped_size_ / sparse_page_size, false) {
  data_ = reserve(mapped_size_);
}

SparseMemory::~SparseMemory() {
  munmap(data_, mapped_size_);
}

void SparseMemory::commit(uint64_t offset, uint64_t size, bool committed) {
  const uint64_t first = offset / sparse_page_size;
  const uint64_t last = blocks_of(offset + size, sparse_page_size);
  std::byte *const address = data_ + first * sparse_page_size;
  const uint64_t bytes = (last - first) * sparse_page_size;
  const std::lock_guard guard(lock_);
  if (committed) {
    populate(address, bytes);
  } else {
    madvise(address, bytes, MADV_DONTNEED);
  }
  std::fill(committed_.begin() + static_cast<std::ptrdiff_t>(first),
            committed_.begin() + static_cast<std::ptrdiff_t>(last), committed);
}

bool SparseMemory::is_committed(uint64_t offset, uint64_t size) const {
  const uint64_t first = offset / sparse_page_size;
  const uint64_t last = blocks_of(offset + size, sparse_page_size);
  const std::lock_guard guard(lock_);
  return std::all_of(committed_.begin() + static_cast<std::ptrdiff_t>(first),
                     committed_.begin() + static_cast<std::ptrdiff_t>(last),
                     [](bool committed) { return committed; });
}

}  // namespace mux::gallium
