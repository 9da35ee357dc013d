/// @file
/// Runs a kernel with different strategies and compares its output, byte for byte.

#pragma once

#include <mux/mux.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "case.h"

namespace mux::random_kernels {

/// A strategy to run a kernel.
struct Variant {
  /// The value of MUX_VECTOR_WIDTH.
  std::string width = "scalar";
  /// Compiled with -cl-opt-disable.
  bool unoptimized = false;
  /// Dispatched repeatedly, until it is specialized for its local size.
  bool repeated = false;
  /// Specialized for its local size and argument values by the first dispatches.
  bool specialized = false;
  /// Compiled without specialization.
  bool generic = false;

  bool operator==(const Variant &) const = default;
};

std::string print_variant(const Variant &variant);
/// All widths, optimized and unoptimized, specialized and general; without the first width, which
/// is the reference.
std::vector<Variant> all_variants();

/// One variant for each seed, to save compile time: often the default, rarely the widest.
std::vector<Variant> one_variant(uint64_t seed);

struct Failure {
  enum class Kind {
    /// An error in the source: of the generator, not of the library.
    not_compiled,
    /// Creating an executable failed.
    refused,
    /// It could not be run, or reported an error.
    not_run,
    /// The output differs from the reference.
    different,
    /// Out-of-bounds write.
    out_of_bounds,
    /// The process was killed.
    crashed,
    /// No progress within the time limit.
    hung,
  };

  Kind kind = Kind::different;
  /// The variant that failed.
  Variant variant;
  std::string text;
};

const char *kind_name(Failure::Kind kind);

/// Owns a device. Not thread-safe; changes the environment of the process.
class Runner {
 public:
  /// Runs the kernel one work-item at a time and then with each variant, until one fails. A kernel
  /// with a known result is only run with the variants, if there are any.
  ///
  /// @param before is called before each step with its description.
  std::optional<Failure> run(const Case &kernel, const std::vector<Variant> &variants,
                             const std::function<void(const Variant &)> &before);

  /// How the kernel is executed, as readable text. Throws mux::Error.
  std::string explain(const Case &kernel, const Variant &variant);

 private:
  mux::Device device_;
};

}  // namespace mux::random_kernels
