// Host memory for arrays of kernels, with huge pages where available, as Mux's buffers have. All
// pages are touched. Throws std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace mux::bench {

class HostMemory {
 public:
  // Zero-initialized.
  explicit HostMemory(size_t size);

  std::span<std::byte> bytes() { return {data_.get(), size_}; }
  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }
  template <class Value>
  std::span<Value> as() {
    return {reinterpret_cast<Value *>(data_.get()), size_ / sizeof(Value)};
  }
  template <class Value>
  std::span<const Value> as() const {
    return {reinterpret_cast<const Value *>(data_.get()), size_ / sizeof(Value)};
  }

 private:
  struct Free {
    void operator()(std::byte *data) const;
  };

  std::unique_ptr<std::byte, Free> data_;
  size_t size_;
};

// Whether an output is larger than this machine's share of the last-level cache, so that it is
// written with non-temporal stores.
bool exceeds_caches(size_t bytes);

}  // namespace mux::bench
