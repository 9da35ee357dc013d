// The kernels of `muxbench kernels`, one of each class: what one run is, so that any runtime can do
// it, and how to tell that the results are right.
//
// Workloads are plain data, made when they are wanted; everything runs on the main thread.
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

// The sizes of the figures to reach, or small ones that only show that results are right.
enum class Scale { full, quick };

enum class Element { float32, uint32, uint8 };

// How far two results may be apart: |a - b| <= absolute + relative * max(|a|, |b|). All zero: not
// at all.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  // The share of the elements that may be farther apart nevertheless.
  double share = 0;
};

struct Array {
  Element element;
  // What is in it before the first run.
  HostMemory initial;
  // For arrays with results.
  std::optional<Tolerance> tolerance;
};

// Arguments of a kernel: the index of an array, or a value.
struct ArrayArgument {
  size_t index;
};
using KernelArgument = std::variant<ArrayArgument, uint32_t, float>;

struct Launch {
  std::vector<KernelArgument> arguments;
  // As many dimensions in both, one or two.
  std::vector<size_t> global_size;
  std::vector<size_t> local_size;
};

struct Workload {
  std::vector<Array> arrays;
  // One run: all of the class's kernel, one after the other.
  std::vector<Launch> launches;
  // One run by hand, on arrays in the same order.
  std::function<void(const ByHand &, std::span<std::byte *const>)> by_hand;
  // A run changes what it starts from and the next needs it anew: it is restored, which is not
  // timed.
  bool restored = false;
  // For classes with a second form, kernels/NAME_general.cl, that leaves the size of groups open
  // and has indices of int: what it takes as its last arguments, local memory in bytes.
  std::optional<std::vector<size_t>> general_local_memory;
  // Where memory is the bound: a copy of so many bytes moves as much as a run.
  size_t copied_bytes = 0;
};

struct KernelClass {
  // The kernel has the same name.
  std::string name;
  // At full scale, for the reader.
  std::string size;
  // How many times faster than PoCL 3.1 it should be.
  double goal;
  Workload (*make)(Scale);
};

std::vector<KernelClass> memory_kernel_classes();
std::vector<KernelClass> matrix_kernel_classes();
std::vector<KernelClass> math_kernel_classes();
std::vector<KernelClass> group_kernel_classes();

// The OpenCL C of a class, or of its second form. Throws std::logic_error if there is none of that
// name.
const char *kernel_class_source(std::string_view name);

}  // namespace mux::bench
