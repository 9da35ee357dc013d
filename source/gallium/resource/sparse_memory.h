/// @file
/// Addresses of a sparse buffer, and which of its pages are committed. Thread-safe.
///
/// The addresses are a private mapping without reserved memory: all of them can be accessed, so
/// that shaders that touch pages that are not committed do not fault. Committing populates pages,
/// releasing gives their memory back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace mux::gallium {

class SparseMemory {
 public:
  explicit SparseMemory(uint64_t size);
  ~SparseMemory();
  SparseMemory(const SparseMemory &) = delete;
  SparseMemory &operator=(const SparseMemory &) = delete;

  std::byte *data() const { return data_; }
  /// Commits or releases whole pages, but for the last one. No pending command may use pages that
  /// are released. Fails with mux_error_out_of_memory, and has changed nothing then.
  void commit(uint64_t offset, uint64_t size, bool committed);
  /// Whether all pages of a range are committed.
  bool is_committed(uint64_t offset, uint64_t size) const;

 private:
  uint64_t mapped_size_;
  std::byte *data_;
  mutable std::mutex lock_;
  std::vector<bool> committed_;
};

}  // namespace mux::gallium
