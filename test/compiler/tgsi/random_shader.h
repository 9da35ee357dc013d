/// @file
/// Random compute shaders with accesses that may be out of range, and an interpreter that checks
/// each access.

#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "shader_run.h"

namespace mux::test {

/// Work-items of a group and groups, in x.
inline constexpr uint32_t random_group_size = 32;
inline constexpr uint32_t random_group_count = 5;

/// Memory of a shader, whose words may be more than the size in bytes that is passed.
struct ShaderMemory {
  Words words;
  uint32_t size = 0;
};

/// BUFFER[0] is read, BUFFER[1] and MEMORY are updated by atomic operations, which give the same
/// sums in any order, and BUFFER[2] gets a word from each work-item.
struct ShaderMemories {
  ShaderMemory read;
  ShaderMemory updated;
  ShaderMemory results;
  ShaderMemory shared;
  /// CONST[0][0..3], of which only `size` bytes are bound.
  ShaderMemory constants;
};

struct Statement;
using Statements = std::vector<std::unique_ptr<Statement>>;

class RandomShader {
 public:
  explicit RandomShader(std::mt19937 &random);
  ~RandomShader();
  RandomShader(const RandomShader &) = delete;
  RandomShader &operator=(const RandomShader &) = delete;

  std::string text() const;
  /// Runs all groups.
  void interpret(ShaderMemories &memories) const;

 private:
  Statements before_barrier_;
  Statements after_barrier_;
  uint32_t registers_ = 0;
};

}  // namespace mux::test
