/// @file
/// The kernel arguments that a user asks for, as the command line writes them:
///
///     buffer:TYPE:COUNT[:zero|iota|random[=SEED]|file=PATH]
///     scalar:TYPE:VALUE
///     local:BYTES
///     image:FORMAT:W[xH[xD]][:zero|random[=SEED]|file=PATH]
///     sampler:ADDRESS:FILTER:normalized|pixel
///     null

#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "muxrun/element_type.h"
#include "muxrun/pixel_format.h"

namespace mux::run {

/// Every byte is 0; also what a buffer or an image gets when nothing is said.
struct Zeros {};
/// The components count up: 0, 1, 2 and so on.
struct Iota {};
/// Floating-point components between 0 and 1, integers (and the integers that an image stores
/// fractions as) of all values; the same seed, the same values.
struct Random {
  uint64_t seed;
};
/// The bytes of a file; for an image also the picture in a PNG file.
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

/// The kernel's type says whether the last size counts layers of an array.
struct ImageArgument {
  PixelFormat format;
  /// Width first; 1 where the user gave none.
  std::array<uint32_t, 3> sizes;
  size_t dimensions;
  Content content;

  uint64_t pixels() const { return uint64_t{sizes[0]} * sizes[1] * sizes[2]; }
  /// "640x480".
  std::string size_text() const;
};

struct SamplerArgument {
  mux_sampler_t sampler;
};

struct NullArgument {};

struct Argument {
  /// As the user wrote it.
  std::string text;
  std::variant<BufferArgument, ScalarArgument, LocalArgument, ImageArgument, SamplerArgument,
               NullArgument>
      value;
};

/// Reads an argument. Throws tools::UsageError with the argument and what is wrong with it.
Argument parse_argument(const std::string &text);

}  // namespace mux::run
