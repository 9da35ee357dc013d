/// @file
/// Memory for the sections of an object, in three consecutive parts: code, constants and variables.
/// Each begins on a page of its own. All are writable until protect() is called; no page is ever
/// writable and executable at once.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mux::compiler {

enum class MemoryPart : uint8_t { code, constants, variables };

class CodeMemory {
 public:
  CodeMemory() = default;
  ~CodeMemory();
  CodeMemory(const CodeMemory &) = delete;
  CodeMemory &operator=(const CodeMemory &) = delete;

  /// Reserves space. Must be called before allocate().
  /// @param alignment a power of two, a page at most.
  /// @return the offset from the start of the part.
  uint64_t reserve(MemoryPart part, uint64_t size, uint64_t alignment);

  /// Allocates zeroed memory. Must be called once.
  /// @return false if out of memory.
  bool allocate();
  /// The start of a part.
  char *at(MemoryPart part) const;

  /// Makes the code executable, and everything but the variables read-only.
  /// @return whether the system allows that.
  bool protect();

 private:
  static constexpr size_t part_count = 3;

  /// The size of a part, a multiple of the page size.
  uint64_t size_of(MemoryPart part) const;

  std::array<uint64_t, part_count> used_{};
  char *memory_ = nullptr;
};

}  // namespace mux::compiler
