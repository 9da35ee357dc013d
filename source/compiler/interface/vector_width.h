/// @file
/// The vectorization of kernels, as selected by the user.

#pragma once

#include <string_view>

namespace mux::compiler {

struct VectorWidth {
  enum class Mode {
    /// Selected for each kernel by a cost model, then by measurements at run time.
    automatic,
    /// Selected for each kernel by the cost model only.
    estimate,
    /// Scalar code, one work-item at a time.
    scalar,
    /// Loops over work-items, which LLVM may vectorize.
    loops,
    /// Packets in every kernel that allows them, with a number of lanes from the cost model.
    packets,
    /// Packets of `lanes` work-items in every kernel that allows them.
    lanes,
  };

  Mode mode = Mode::automatic;
  unsigned lanes = 0;

  /// Whether packets are used only if the cost model finds them faster than scalar code.
  bool is_estimated() const { return mode == Mode::automatic || mode == Mode::estimate; }

  bool operator==(const VectorWidth &) const = default;
};

inline constexpr unsigned max_lanes = 64;

/// Parses `auto`, `estimate`, `scalar`, `loops`, `packets` or a power of two from 2 to
/// `max_lanes`.
/// @return false if it is none of them; `width` is not changed then.
bool read_vector_width(std::string_view text, VectorWidth &width);

/// The current value of the environment variable MUX_VECTOR_WIDTH. An invalid value counts as
/// `auto`.
VectorWidth vector_width_of_environment();

}  // namespace mux::compiler
