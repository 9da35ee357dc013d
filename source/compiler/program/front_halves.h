/// @file
/// Keeps the front halves of a program's kernels (compiler/interface/front_half.h) in memory for
/// the code that is compiled of them later.
///
/// The process keeps a limited number of bytes for all programs together; what was used the longest
/// time ago is evicted. A kernel whose front half is not kept is compiled from its bitcode.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>

#include "compiler/interface/front_half.h"

namespace mux::compiler {

/// Bytes of front halves that a process keeps. Measured: 1,988 kernels of the tests and of 131
/// files of public programs take 4.3 KB in the mean and 193 KB at most, so this is enough for some
/// 3,000 kernels. Making one again takes 1 to 5 ms.
inline constexpr uint64_t max_front_half_bytes = uint64_t{16} << 20;

/// The front halves of one program. Thread-safe, and usable in a forked child. Throws nothing:
/// where memory runs out, nothing is kept.
class FrontHalves {
 public:
  /// What happened in this process.
  struct Counts {
    /// Compilations that began with a kept front half.
    uint64_t used = 0;
    uint64_t kept = 0;
    uint64_t evicted = 0;
    /// The sizes of all that are kept now, together.
    uint64_t bytes = 0;
  };

  FrontHalves() = default;
  /// Drops those of this program. Compilations that use one share its ownership.
  ~FrontHalves();
  FrontHalves(const FrontHalves &) = delete;
  FrontHalves &operator=(const FrontHalves &) = delete;

  /// Returns the front half of a kernel; null if it is not kept.
  SharedFrontHalf find(const std::string &kernel) noexcept;
  /// Keeps the front half of a kernel, unless one is kept already or it is larger than the limit.
  void keep(const std::string &kernel, SharedFrontHalf front_half) noexcept;

  static Counts counts() noexcept;

 private:
  friend class FrontHalfStore;

  struct Kept {
    FrontHalves *owner = nullptr;
    std::string kernel;
    SharedFrontHalf front_half;
  };
  using KeptList = std::list<Kept>;

  /// Guarded by the lock of the process's store.
  std::unordered_map<std::string, KeptList::iterator> kept_;
};

}  // namespace mux::compiler
