/// @file
/// The kernel arguments that a user asks for, as the command line writes them:
///
///     buffer:TYPE:COUNT[:zero|iota|random[=SEED]|file=PATH]
///     scalar:TYPE:VALUE
///     local:BYTES
///     null

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "muxrun/element_type.h"

namespace mux::run {

/// Every byte is 0; also what a buffer gets when nothing is said.
struct Zeros {};
/// The components count up: 0, 1, 2 and so on.
struct Iota {};
/// Floating-point components between 0 and 1, integers of all values; the same seed, the same
/// values.
struct Random {
  uint64_t seed;
};
/// The bytes of a file.
struct FileContent {
  std::string path;
};
using Content = std::variant<Zeros, Iota, Random, FileContent>;

struct BufferArgument {
  ElementType type;
  uint64_t count;
  Content content;

  uint64_t size() const { return count * type.size(); }
};

struct ScalarArgument {
  ElementType type;
  std::vector<std::byte> value;
};

struct LocalArgument {
  uint64_t size;
};

struct NullArgument {};

struct Argument {
  /// As the user wrote it.
  std::string text;
  std::variant<BufferArgument, ScalarArgument, LocalArgument, NullArgument> value;
};

/// Reads an argument. Throws tools::UsageError with the argument and what is wrong with it.
Argument parse_argument(const std::string &text);

}  // namespace mux::run
