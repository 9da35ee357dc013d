/// @file
/// Random kernels with barriers whose results are known: statements, divergent branches, uniform
/// loops and branches, and exchanges through local memory, randomly nested. An interpreter executes
/// the statements for all work-items of a group in lockstep; control flow around barriers is
/// uniform, so that this is the semantics of OpenCL.

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

  /// @param depth maximum nesting of statements.
  explicit BarrierKernel(uint32_t seed, int depth = usual_depth);

  /// The kernel `test(in, out, s, zero, memory)` with its expected output.
  Case to_case() const;

  /// Removes statements and parts of expressions while the kernel still fails.
  ///
  /// @param attempts maximum calls of `still_fails`.
  void reduce(const std::function<bool(const BarrierKernel &)> &still_fails, unsigned attempts);

 private:
  size_t local_size() const;
  size_t work_items() const;
  std::string source() const;
  std::vector<uint32_t> run(const std::vector<uint32_t> &in) const;

  uint32_t seed_;
  std::shared_ptr<const std::vector<Statement>> statements_;
};

/// One variant for each seed, including the scalar one, since results are known.
std::vector<Variant> barrier_variant(uint64_t seed);

}  // namespace mux::random_kernels
