/// @file
/// How many work-items a kernel is to run at once: the choice of whoever starts the program.

#pragma once

#include <string_view>

namespace mux::compiler {

struct VectorWidth {
  enum class Mode {
    /// What suits each kernel: estimated, and then tried.
    automatic,
    /// What suits each kernel, as far as an estimate can tell.
    estimate,
    /// One work-item at a time, without vectors.
    scalar,
    /// Loops over work-items, which LLVM may vectorize.
    loops,
    /// Packets wherever the kernel allows them, of as many work-items as suit it.
    packets,
    /// `lanes` work-items wherever the kernel allows it.
    lanes,
  };

  Mode mode = Mode::automatic;
  unsigned lanes = 0;

  /// Whether packets have to be faster than work-items alone, by an estimate.
  bool is_estimated() const { return mode == Mode::automatic || mode == Mode::estimate; }

  bool operator==(const VectorWidth &) const = default;
};

inline constexpr unsigned most_lanes = 64;

/// Reads `auto`, `estimate`, `scalar`, `loops`, `packets` or a power of two from 2 to `most_lanes`.
/// @return false if it is none of them; `width` is not changed then.
bool read_vector_width(std::string_view text, VectorWidth &width);

/// What the environment variable MUX_VECTOR_WIDTH says now. A value that cannot be read counts as
/// `auto`.
VectorWidth vector_width_of_environment();

}  // namespace mux::compiler
