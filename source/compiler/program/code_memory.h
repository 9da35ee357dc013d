/// @file
/// Memory for the sections of an object, in three parts that follow each other: code, constants and
/// variables. Each begins on a page of its own. All can be written until protect() is called, and
/// none is ever written and run at once.

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

  /// Makes room, before allocate().
  /// @param alignment a power of two, a page at most.
  /// @return where it lies from the start of its part.
  uint64_t reserve(MemoryPart part, uint64_t size, uint64_t alignment);

  /// Called once. The memory is zeroed.
  /// @return whether there was memory.
  bool allocate();
  /// The start of a part.
  char *at(MemoryPart part) const;

  /// From now on code can be run, and of the rest only variables can be written.
  /// @return whether the system allows that.
  bool protect();

 private:
  static constexpr size_t part_count = 3;

  /// Whole pages.
  uint64_t size_of(MemoryPart part) const;

  std::array<uint64_t, part_count> used_{};
  char *memory_ = nullptr;
};

}  // namespace mux::compiler
