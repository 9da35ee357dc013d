/// @file
/// Runs a linearized work-item function one work-item at a time and as packets, and compares what
/// they leave in memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mux::test {

/// A work-item function, and the memory that a whole group of it may touch.
struct PacketKernel {
  /// The body of a function with the parameters `ptr addrspace(1) %a`, `ptr addrspace(1) %b`, `ptr
  /// addrspace(1) %c`, `i64 %n` and those of WorkItemContext, which are called %local_id.0,
  /// %local_size.0, %local_index, %scratch and so on.
  std::string body;
  /// What the module has besides.
  std::string declarations;
  /// Bytes of `a`, `b` and `c` for each work-item, and besides. They lie between pages that nobody
  /// may touch.
  size_t bytes_per_item[3] = {4, 4, 4};
  size_t more_bytes[3] = {0, 0, 0};
  /// What bytes of `c` are filled with; random ones if it is negative.
  int fill_c = -1;
  int64_t n = 3;
  /// Not to be compared.
  bool ignores_c = false;
};

/// With packets of 2, 4, 8 and 16 lanes and 1, 2 and 4 parts in both directions, with and without
/// LLVM's optimizations. Fails the current test where results differ.
void compare_packets(const PacketKernel &kernel);

/// The same with a few kinds of packets, for tests of many kernels.
void compare_some_packets(const PacketKernel &kernel);

/// The text of a packet function, as widen() leaves it.
std::string widened_text(const PacketKernel &kernel, unsigned lanes, unsigned parts);

}  // namespace mux::test
