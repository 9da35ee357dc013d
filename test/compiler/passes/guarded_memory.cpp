#include "guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace mux::test {

GuardedMemory::GuardedMemory(size_t size, Side side) : size_(size) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t inside = (size + page - 1) / page * page;
  mapped_ = inside + 2 * page;
  mapping_ = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) {
    throw std::bad_alloc();
  }
  uint8_t *start = static_cast<uint8_t *>(mapping_) + page;
  if (inside != 0 && mprotect(start, inside, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping_, mapped_);
    throw std::bad_alloc();
  }
  data_ = side == Side::at_start ? start : start + (inside - size);
}

GuardedMemory::~GuardedMemory() {
  munmap(mapping_, mapped_);
}

void GuardedMemory::fill(const std::vector<uint8_t> &bytes) {
  std::copy(bytes.begin(), bytes.end(), data_);
}

}  // namespace mux::test
