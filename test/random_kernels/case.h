/// @file
/// A kernel with its arguments, ranges and expected result, and its file format: OpenCL C that
/// begins with comments, one property per line.
///
///     // options: -cl-std=CL3.0
///     // argument: buffer int 4096 random 17     4096 ints, made of the seed 17
///     // argument: buffer int 1024 permutation 3 each of 0 to 1023 once
///     // argument: buffer uint 64 fill 0
///     // argument: buffer uint 38 scattered 0     0, 20736950, 7919468: unordered
///     // argument: value float 0x3fc00000        the bits of the value
///     // argument: local 1024                    bytes of local memory
///     // range: global 37 5 local 8 2 offset 3 0
///     // groups: free
///
///     // result: 1 0 0 5                       expected first elements of the buffer of argument 1
///
/// A range has one to three dimensions; there may be several ranges. "groups: free" means that
/// results do not depend on the work-group size. A kernel with a result has one range. The first
/// kernel of the file is run.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types.h"

namespace mux::random_kernels {

enum class ArgumentKind { buffer, value, local };
enum class Content { random, permutation, scattered, fill };

struct Argument {
  ArgumentKind kind = ArgumentKind::buffer;
  /// Of a buffer or a value.
  Element element = Element::i32;
  /// Elements of a buffer, or bytes of local memory.
  size_t count = 0;
  Content content = Content::random;
  /// The seed or fill value of a buffer's contents, or the bits of a value.
  uint64_t number = 0;
};

struct Range {
  size_t dimensions = 1;
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {1, 1, 1};
  size_t offset[3] = {0, 0, 0};
};

/// The expected contents of a buffer after the kernel.
struct Result {
  size_t argument = 0;
  /// Its first elements.
  std::vector<uint64_t> elements;
};

struct Case {
  /// Without the comments.
  std::string source;
  std::string options;
  std::vector<Argument> arguments;
  std::vector<Range> ranges;
  bool groups_matter = true;
  /// Without it, the first run is the reference.
  std::optional<Result> result;
};

std::string print_range(const Range &range);
/// Formats the file.
std::string print_case(const Case &kernel);
/// Throws std::runtime_error with the line that is invalid.
Case parse_case(std::string_view text);
/// Throws std::runtime_error also if the file cannot be read.
Case read_case(const std::string &path);

}  // namespace mux::random_kernels
