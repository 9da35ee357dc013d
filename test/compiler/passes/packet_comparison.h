/// @file
/// Runs a linearized work-item function one work-item at a time and as packets, and compares the
/// resulting memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace mux::compiler {
class AccessPlan;
}

namespace mux::test {

/// A work-item function, and the memory that a group may access.
struct PacketKernel {
  /// The body of a function with the parameters `ptr addrspace(1) %a`, `ptr addrspace(1) %b`, `ptr
  /// addrspace(1) %c`, `i64 %n` and those of WorkItemContext, which are called %local_id.0,
  /// %local_size.0, %local_index, %scratch and so on.
  std::string body;
  /// Other declarations of the module.
  std::string declarations;
  /// Bytes of `a`, `b` and `c` for each work-item, and additional bytes. They are enclosed by
  /// inaccessible pages.
  size_t bytes_per_item[3] = {4, 4, 4};
  size_t more_bytes[3] = {0, 0, 0};
  /// The fill value of bytes of `c`; random if negative.
  int fill_c = -1;
  int64_t n = 3;
  /// Whether `c` is not compared.
  bool ignores_c = false;
};

/// Compares packets of 2, 4, 8 and 16 lanes and 1, 2 and 4 parts in both directions, with and
/// without LLVM's optimizations. Fails the test if results differ.
void compare_packets(const PacketKernel &kernel);

/// Compares a few kinds of packets, for tests of many kernels.
void compare_some_packets(const PacketKernel &kernel);

/// The text of a packet function after widen().
std::string widened_text(const PacketKernel &kernel, unsigned lanes, unsigned parts);
/// The same with an access plan that `change` may inspect and change before.
std::string widened_text(const PacketKernel &kernel, unsigned lanes, unsigned parts,
                         const std::function<void(compiler::AccessPlan &)> &change);

/// Whether a text has a part, and how often.
bool contains(const std::string &text, const std::string &part);
size_t count(const std::string &text, const std::string &part);

}  // namespace mux::test
