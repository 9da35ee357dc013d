/// @file
/// Parsing of kernel arguments on the command line:
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

/// Zeros, the default content of buffers and images.
struct Zeros {};
/// The components count up: 0, 1, 2, ...
struct Iota {};
/// Random values: floating-point components between 0 and 1, integers (also those that an image
/// stores fractions as) over their whole range; reproducible for a seed.
struct Random {
  uint64_t seed;
};
/// The bytes of a file; for an image also a PNG picture.
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

/// The image type of the kernel determines whether the last size is the number of layers.
struct ImageArgument {
  PixelFormat format;
  /// Width first; 1 for missing sizes.
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
  /// As on the command line.
  std::string text;
  std::variant<BufferArgument, ScalarArgument, LocalArgument, ImageArgument, SamplerArgument,
               NullArgument>
      value;
};

/// Parses an argument. Throws tools::UsageError with the argument and the error.
Argument parse_argument(const std::string &text);

}  // namespace mux::run
