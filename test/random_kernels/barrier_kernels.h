/// @file
/// Random kernels with barriers whose results are known: statements, divergent branches, uniform
/// loops and branches, and exchanges through local memory, nested at random. A small interpreter
/// runs the same statements for all work-items of a group in step; control flow around barriers is
/// uniform, so that is what OpenCL means.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "case.h"
#include "runner.h"

namespace mux::random_kernels {

class BarrierKernel {
 public:
  struct Statement;
  static constexpr int usual_depth = 3;
  static constexpr int small_depth = 2;

  /// @param depth how deep statements may lie in others.
  explicit BarrierKernel(uint32_t seed, int depth = usual_depth);

  /// The kernel `test(in, out, s, zero, memory)` with what it writes to `out`.
  Case to_case() const;

  /// Leaves out statements and parts of expressions as long as it still fails.
  ///
  /// @param attempts how often `still_fails` may be asked.
  void reduce(const std::function<bool(const BarrierKernel &)> &still_fails, unsigned attempts);

 private:
  size_t local_size() const;
  size_t work_items() const;
  std::string source() const;
  std::vector<uint32_t> run(const std::vector<uint32_t> &in) const;

  uint32_t seed_;
  std::shared_ptr<const std::vector<Statement>> statements_;
};

/// One way to run it for each seed, one work-item at a time among them: its results are known.
std::vector<Variant> barrier_variant(uint64_t seed);

}  // namespace mux::random_kernels
