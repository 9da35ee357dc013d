#include "compiler/program/code_memory.h"

#include <sys/mman.h>
#include <unistd.h>

namespace mux::compiler {
namespace {

constexpr MemoryPart parts[] = {MemoryPart::code, MemoryPart::constants, MemoryPart::variables};

constexpr uint64_t round_up(uint64_t size, uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

uint64_t page_size() {
  static const auto size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

size_t index_of(MemoryPart part) {
  return static_cast<size_t>(part);
}

}  // namespace

CodeMemory::~CodeMemory() {
  if (memory_ != nullptr) {
    munmap(memory_, static_cast<size_t>(at(MemoryPart::variables) - memory_) +
                        size_of(MemoryPart::variables));
  }
}

uint64_t CodeMemory::reserve(MemoryPart part, uint64_t size, uint64_t alignment) {
  uint64_t &used = used_[index_of(part)];
  const uint64_t offset = round_up(used, alignment);
  used = offset + size;
  return offset;
}

uint64_t CodeMemory::size_of(MemoryPart part) const {
  return round_up(used_[index_of(part)], page_size());
}

bool CodeMemory::allocate() {
  uint64_t size = 0;
  for (const MemoryPart part : parts) {
    size += size_of(part);
  }
  if (size == 0) {
    return true;
  }
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  memory_ = static_cast<char *>(memory);
  return true;
}

char *CodeMemory::at(MemoryPart part) const {
  char *start = memory_;
  for (const MemoryPart before : parts) {
    if (before == part) {
      break;
    }
    start += size_of(before);
  }
  return start;
}

bool CodeMemory::protect() {
  const auto protect_part = [this](MemoryPart part, int protection) {
    const uint64_t size = size_of(part);
    return size == 0 || mprotect(at(part), size, protection) == 0;
  };
  return protect_part(MemoryPart::code, PROT_READ | PROT_EXEC) &&
         protect_part(MemoryPart::constants, PROT_READ);
}

}  // namespace mux::compiler
