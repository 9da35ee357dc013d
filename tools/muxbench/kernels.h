// The kernels of `muxbench kernels`, one for each class, as workloads that any runtime can run,
// with tolerances for their results.
//
// Workloads are plain data, created on demand; everything runs on the main thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "muxbench/host_memory.h"
#include "muxbench/kernels/by_hand.h"

namespace mux::bench {

// Sizes for measurements, or small sizes for the comparison of results.
enum class Scale { full, quick };

enum class Element { float32, uint32, uint8 };

// Tolerance of a comparison: |a - b| <= absolute + relative * max(|a|, |b|). All zero: exact.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  // The share of elements that may exceed the tolerance.
  double share = 0;
};

struct Array {
  Element element;
  // Contents before the first run.
  HostMemory initial;
  // For output arrays.
  std::optional<Tolerance> tolerance;
};

// Arguments of a kernel: the index of an array, or a value.
struct ArrayArgument {
  size_t index;
};
using KernelArgument = std::variant<ArrayArgument, uint32_t, float>;

struct Launch {
  std::vector<KernelArgument> arguments;
  // Both have the same number of dimensions, one or two.
  std::vector<size_t> global_size;
  std::vector<size_t> local_size;
};

struct Workload {
  std::vector<Array> arrays;
  // The launches of one run in order, all of the class's kernel.
  std::vector<Launch> launches;
  // One run of the hand-written kernel, on arrays in the same order.
  std::function<void(const ByHand &, std::span<std::byte *const>)> by_hand;
  // Whether a run overwrites its input, which then is restored before each run, untimed.
  bool restored = false;
  // For classes with a general form, kernels/NAME_general.cl, that works with any work-group size
  // and has int indices: the sizes in bytes of local memory passed as its last arguments.
  std::optional<std::vector<size_t>> general_local_memory;
  // For memory-bound classes: the size of a copy that transfers as many bytes as a run.
  size_t copied_bytes = 0;
};

struct KernelClass {
  // Also the name of the kernel.
  std::string name;
  // At full scale, for reports.
  std::string size;
  // The speedup over PoCL 3.1 to reach.
  double goal;
  Workload (*make)(Scale);
};

std::vector<KernelClass> memory_kernel_classes();
std::vector<KernelClass> matrix_kernel_classes();
std::vector<KernelClass> math_kernel_classes();
std::vector<KernelClass> group_kernel_classes();

// The OpenCL C source of a class, or of its general form. Throws std::logic_error for an unknown
// name.
const char *kernel_class_source(std::string_view name);

}  // namespace mux::bench
