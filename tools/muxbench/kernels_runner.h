// Runners of a workload: on Mux, on another OpenCL implementation, or hand-written. Each runner has
// its own arrays. Used by the main thread.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "muxbench/kernels.h"
#include "muxbench/opencl.h"

namespace mux::bench {

class Runner {
 public:
  explicit Runner(std::string name) : name_(std::move(name)) {}
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;
  virtual ~Runner() = default;

  const std::string &name() const { return name_; }

  // Restores the initial contents of arrays that a run changes.
  virtual void restore() = 0;
  // Does one run, and waits for its end.
  virtual void run() = 0;
  virtual std::vector<std::byte> read(size_t array) = 0;
  // Called before other runners are measured: ends threads that spin while waiting for work.
  virtual void rest() {}

 private:
  std::string name_;
};

// The workload must outlive the runner. `source` is OpenCL C or SPIR-V, `name` the kernel in it,
// `version` as in -cl-std, `local_memory` the sizes in bytes of its last arguments. Throws
// mux::Error.
std::unique_ptr<Runner> make_mux_runner(std::string_view source, const char *version,
                                        const std::string &name, const Workload &workload,
                                        std::span<const size_t> local_memory = {});
// On another implementation; `name` is the kernel class. Throws OpenClError.
std::unique_ptr<Runner> make_opencl_runner(const std::string &name, const Workload &workload,
                                           const OpenClDevice &device);
// `by_hand` is one of by_hand_levels().
std::unique_ptr<Runner> make_by_hand_runner(const Workload &workload, const ByHand &by_hand);

// A copy of `size` bytes, for comparison with memory-bound runs. It has no arrays.
std::unique_ptr<Runner> make_copy_runner(size_t size);

// The instruction set levels of this machine for which the hand-written kernels are compiled, best
// first.
std::vector<const ByHand *> by_hand_levels();

}  // namespace mux::bench
