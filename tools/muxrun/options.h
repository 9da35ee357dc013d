/// @file
/// The command line of muxrun.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mux/mux.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "muxrun/argument.h"

namespace mux::run {

/// One to three numbers, x first.
struct Sizes {
  std::array<size_t, 3> values;
  size_t dimensions;
};

struct SaveRequest {
  size_t argument;
  std::string path;

  /// Whether an image is saved as PNG, not as its bytes.
  bool as_picture() const { return path.ends_with(".png"); }
};

struct PrintRequest {
  size_t argument;
  /// All elements or pixels if not given.
  std::optional<uint64_t> count;
};

struct Options {
  std::string file;
  std::string kernel;
  Sizes global_size;
  std::optional<Sizes> local_size;
  std::optional<Sizes> global_offset;
  std::vector<Argument> arguments;
  std::vector<SaveRequest> saves;
  std::vector<PrintRequest> prints;
  std::optional<uint64_t> repeat;
  std::vector<ConstantValue> constants;
  std::vector<std::string> defines;
  std::string build_options;
};

/// Parses the command line, with all checks that do not need the kernel.
///
/// @return the options, or the exit code after --help.
/// Throws tools::UsageError with one line if the command line is invalid.
std::variant<Options, int> parse_options(int argc, const char *const *argv);

}  // namespace mux::run
