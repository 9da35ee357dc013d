// The kernels of `muxbench plain`: small kernels of many kinds, each with one input and one output
// array.
//
// Their OpenCL C is in plain/, one file for each kind.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "muxbench/kernels.h"

namespace mux::bench {

enum class Content {
  // Random bits, as integers.
  bits,
  // Floating-point numbers from 0.5 to 1.5.
  floats,
  doubles,
};

struct PlainKernel {
  // The name of its file.
  const char *kind;
  const char *name;
  Content content;
  // Global and local size in x, then in y.
  size_t width;
  size_t local_width = 64;
  size_t height = 1;
  size_t local_height = 1;

  // The name of its source for kernel_class_source().
  std::string source() const { return std::string("plain_") + kind; }
};

std::span<const PlainKernel> plain_kernels();

// One launch of the kernel; with Scale::quick only a few work-groups.
Workload plain_workload(const PlainKernel &kernel, Scale scale);

}  // namespace mux::bench
