// Memory of the host for the arrays of kernels, with large pages where the system has them, as
// buffers of Mux have. The pages exist from the start. Throws std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace mux::bench {

class HostMemory {
 public:
  // Zeros.
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

// Whether so many bytes are more than the last cache holds for this machine: such an output goes
// past the caches.
bool exceeds_caches(size_t bytes);

}  // namespace mux::bench
