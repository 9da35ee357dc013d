// Runs a workload one way: on Mux, on another OpenCL implementation, or by hand. Each runner has
// arrays of its own. Used by the main thread.
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

  // Gives the arrays that a run changes what is in them before the first.
  virtual void restore() = 0;
  // One run, to its end.
  virtual void run() = 0;
  virtual std::vector<std::byte> read(size_t array) = 0;
  // Called when others are about to be measured: threads that wait for work by spinning shall end.
  virtual void rest() {}

 private:
  std::string name_;
};

// The workload must outlive the runner. `source` is OpenCL C or SPIR-V, `name` the kernel in it,
// `version` as in -cl-std, `local_memory` what it takes as its last arguments, in bytes. Throws
// mux::Error.
std::unique_ptr<Runner> make_mux_runner(std::string_view source, const char *version,
                                        const std::string &name, const Workload &workload,
                                        std::span<const size_t> local_memory = {});
// The same; `name` is the kernel class. Throws OpenClError.
std::unique_ptr<Runner> make_opencl_runner(const std::string &name, const Workload &workload,
                                           const OpenClDevice &device);
// `by_hand` is one of by_hand_levels().
std::unique_ptr<Runner> make_by_hand_runner(const Workload &workload, const ByHand &by_hand);

// A copy of so many bytes, which is what memory-bound runs are compared with. It has no arrays.
std::unique_ptr<Runner> make_copy_runner(size_t size);

// The levels of the instruction set that this machine has and the kernels by hand are compiled for,
// the best first.
std::vector<const ByHand *> by_hand_levels();

}  // namespace mux::bench
