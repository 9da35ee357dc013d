/// @file
/// A kernel with all that it takes to run it, and its form as a file: OpenCL C that begins with
/// comments, one fact a line.
///
///     // options: -cl-std=CL3.0
///     // argument: buffer int 4096 random 17     4096 ints, made of the seed 17
///     // argument: buffer int 1024 permutation 3 each of 0 to 1023 once
///     // argument: buffer uint 64 fill 0
///     // argument: buffer uint 38 scattered 0   0, 20736950, 7919468: no order, and none of the
///     edges
///     // argument: value float 0x3fc00000        the bits of the value
///     // argument: local 1024                    bytes of local memory
///     // range: global 37 5 local 8 2 offset 3 0
///     // groups: free
///
///     // result: 1 0 0 5                       what the buffer of argument 1 begins with then
///
/// A range has one to three dimensions; there may be several. "groups: free" says that the results
/// do not depend on how work-items are grouped. A kernel with a result has one range. The file's
/// first kernel is the one that runs.

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
  /// Elements of a buffer, bytes of local memory.
  size_t count = 0;
  Content content = Content::random;
  /// The seed of a buffer's content, what it is filled with, or the bits of a value.
  uint64_t number = 0;
};

struct Range {
  size_t dimensions = 1;
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {1, 1, 1};
  size_t offset[3] = {0, 0, 0};
};

/// What is known of a buffer after the kernel ran.
struct Result {
  size_t argument = 0;
  /// Its first elements.
  std::vector<uint64_t> elements;
};

struct Case {
  /// Without the comments above.
  std::string source;
  std::string options;
  std::vector<Argument> arguments;
  std::vector<Range> ranges;
  bool groups_matter = true;
  /// Without it, the first run is what others are compared with.
  std::optional<Result> result;
};

std::string print_range(const Range &range);
/// The text of the file.
std::string print_case(const Case &kernel);
/// Throws std::runtime_error with the line that it does not understand.
Case parse_case(std::string_view text);
/// Throws std::runtime_error also if the file cannot be read.
Case read_case(const std::string &path);

}  // namespace mux::random_kernels
