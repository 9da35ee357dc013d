#include "guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace mux::random_kernels {
namespace {

constexpr uint8_t untouched = 0xA5;

}  // namespace

GuardedMemory::GuardedMemory(size_t size, bool at_end) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t usable = (size + page - 1) / page * page;
  void *const address =
      mmap(nullptr, usable + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) {
    throw std::runtime_error("no memory for a kernel argument");
  }
  mapping_ = {static_cast<uint8_t *>(address), usable + 2 * page};
  pages_ = mapping_.subspan(page, usable);
  if (mprotect(pages_.data(), usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping_.data(), mapping_.size());
    throw std::runtime_error("no memory for a kernel argument");
  }
  std::memset(pages_.data(), untouched, usable);
  bytes_ = pages_.subspan(at_end ? usable - size : 0, size);
}

GuardedMemory::~GuardedMemory() {
  munmap(mapping_.data(), mapping_.size());
}

bool GuardedMemory::is_intact() const {
  const auto is_untouched = [](uint8_t byte) { return byte == untouched; };
  return std::all_of(pages_.data(), bytes_.data(), is_untouched) &&
         std::all_of(bytes_.data() + bytes_.size(), pages_.data() + pages_.size(), is_untouched);
}

}  // namespace mux::random_kernels
