/// @file
/// Memory, mappings and buffers. Part of <mux/mux.hpp>, which documents ownership, threads and
/// errors.

#ifndef MUX_CPP_MEMORY_HPP
#define MUX_CPP_MEMORY_HPP

#include <mux/mux.h>
#include <mux/cpp/device.hpp>
#include <mux/cpp/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

namespace mux {

/// Memory of a device.
class Memory : public detail::Owner<mux_memory_t, muxFreeMemory> {
 public:
  /// Allocates memory that the host can map.
  ///
  /// @param device the device.
  /// @param size in bytes, not 0.
  /// @param alignment a power of two, or 0 for the device's choice.
  /// @param heap one set bit of mux_memory_requirements_s::supported_heaps.
  Memory(const Device &device, size_t size, uint32_t alignment = 0, uint32_t heap = 1)
      : Owner(device.get(), device.allocator()) {
    const bool coherent =
        (device.info().allocation_capabilities & mux_allocation_capabilities_coherent_host) != 0;
    const uint32_t properties =
        mux_memory_property_host_visible |
        (coherent ? mux_memory_property_host_coherent : mux_memory_property_host_cached);
    check(muxAllocateMemory(
              device.get(), size, heap, properties,
              coherent ? mux_allocation_type_alloc_host : mux_allocation_type_alloc_device,
              alignment, allocator(), out()),
          "muxAllocateMemory");
  }

  /// Imports memory of the host, which must outlive this object.
  ///
  /// @param device must report #mux_allocation_capabilities_cached_host.
  /// @param host_pointer the first byte, aligned to `info().buffer_alignment`.
  /// @param size in bytes, not 0.
  Memory(const Device &device, void *host_pointer, size_t size)
      : Owner(device.get(), device.allocator()) {
    check(muxCreateMemoryFromHost(device.get(), size, host_pointer, allocator(), out()),
          "muxCreateMemoryFromHost");
  }

  /// Bytes of the memory.
  uint64_t size() const noexcept { return get()->size; }
};

/// A mapping of memory to a host address, unmapped by the destructor. A memory can have one mapping
/// at a time.
class Mapping {
 public:
  /// Maps a range, and makes writes of completed commands visible.
  ///
  /// @param memory must outlive the mapping.
  /// @param offset first byte.
  /// @param size bytes, not 0.
  Mapping(const Memory &memory, uint64_t offset, uint64_t size)
      : device_(memory.device()), memory_(memory.get()), offset_(offset), size_(size) {
    check(muxMapMemory(device_, memory_, offset, size, &data_), "muxMapMemory");
    const mux_result_t result = muxFlushMappedMemoryFromDevice(device_, memory_, offset, size);
    if (result != mux_success) {
      muxUnmapMemory(device_, memory_);
    }
    check(result, "muxFlushMappedMemoryFromDevice");
  }

  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  /// Unmaps. Writes that were not flushed may be lost.
  ~Mapping() { muxUnmapMemory(device_, memory_); }

  /// The mapped bytes.
  std::span<std::byte> bytes() const noexcept { return {static_cast<std::byte *>(data_), size_}; }

  /// The mapped bytes as values, without a partial last value.
  template <class Value>
  std::span<Value> as() const noexcept {
    static_assert(std::is_trivially_copyable_v<Value>);
    return {static_cast<Value *>(data_), size_ / sizeof(Value)};
  }

  /// Makes writes visible to the device.
  void flush() {
    check(muxFlushMappedMemoryToDevice(device_, memory_, offset_, size_),
          "muxFlushMappedMemoryToDevice");
  }

 private:
  mux_device_t device_;
  mux_memory_t memory_;
  uint64_t offset_;
  size_t size_;
  void *data_ = nullptr;
};

namespace detail {

/// Creates memory that meets requirements; imports it from `host_pointer` if that is not NULL.
inline Memory memory_for(const Device &device, const mux_memory_requirements_s &requirements,
                         void *host_pointer) {
  if (host_pointer != nullptr) {
    return Memory(device, host_pointer, requirements.size);
  }
  // The lowest supported heap.
  const uint32_t heap = requirements.supported_heaps & (~requirements.supported_heaps + 1);
  return Memory(device, requirements.size, requirements.alignment, heap);
}

/// A buffer that is not bound to memory.
class UnboundBuffer : public Owner<mux_buffer_t, muxDestroyBuffer> {
 public:
  /// Creates the buffer.
  UnboundBuffer(const Device &device, size_t size) : Owner(device.get(), device.allocator()) {
    check(muxCreateBuffer(device.get(), size, allocator(), out()), "muxCreateBuffer");
  }
};

}  // namespace detail

/// A buffer and the memory it is bound to.
class Buffer {
 public:
  /// Creates a buffer with memory of its own; its content is unspecified.
  ///
  /// @param device the device.
  /// @param size in bytes, not 0.
  Buffer(const Device &device, size_t size)
      : Buffer(device, size, detail::UnboundBuffer(device, size), nullptr) {}

  /// Creates a buffer over memory of the host, which must outlive it.
  ///
  /// @param device must report #mux_allocation_capabilities_cached_host.
  /// @param host_pointer the first byte, aligned to `info().buffer_alignment`.
  /// @param size in bytes, not 0.
  Buffer(const Device &device, void *host_pointer, size_t size)
      : Buffer(device, size, detail::UnboundBuffer(device, size), host_pointer) {}

  /// Leaves the other handle empty.
  Buffer(Buffer &&) noexcept = default;
  /// Destroys the owned buffer, then its memory, and leaves `other` empty.
  Buffer &operator=(Buffer &&other) noexcept {
    buffer_ = std::move(other.buffer_);
    memory_ = std::move(other.memory_);
    size_ = other.size_;
    return *this;
  }

  /// Returns the buffer of the C API, owned by this handle.
  mux_buffer_t get() const noexcept { return buffer_.get(); }
  /// Bytes of the buffer.
  size_t size() const noexcept { return size_; }
  /// The memory it is bound to.
  const Memory &memory() const noexcept { return memory_; }

  /// Maps the whole buffer.
  Mapping map() const { return Mapping(memory_, 0, size_); }

  /// Copies values from the host to the buffer immediately. No command that uses the buffer may be
  /// in flight.
  ///
  /// @param values at least one; they must fit after `offset`.
  /// @param offset in bytes.
  template <class Value, size_t extent>
  void write(std::span<Value, extent> values, size_t offset = 0) {
    static_assert(std::is_trivially_copyable_v<Value>);
    Mapping mapping(memory_, offset, values.size_bytes());
    std::memcpy(mapping.bytes().data(), values.data(), values.size_bytes());
    mapping.flush();
  }

  /// Copies values from the buffer to the host immediately. No command that writes the buffer may
  /// be in flight.
  ///
  /// @param values the destination; at least one.
  /// @param offset in bytes.
  template <class Value, size_t extent>
  void read(std::span<Value, extent> values, size_t offset = 0) const {
    static_assert(std::is_trivially_copyable_v<Value>);
    const Mapping mapping(memory_, offset, values.size_bytes());
    std::memcpy(values.data(), mapping.bytes().data(), values.size_bytes());
  }

 private:
  Buffer(const Device &device, size_t size, detail::UnboundBuffer buffer, void *host_pointer)
      : memory_(detail::memory_for(device, buffer.get()->memory_requirements, host_pointer)),
        buffer_(std::move(buffer)),
        size_(size) {
    check(muxBindBufferMemory(device.get(), memory_.get(), get(), 0), "muxBindBufferMemory");
  }

  /// Declared before the buffer, so that the buffer is destroyed first.
  Memory memory_;
  detail::UnboundBuffer buffer_;
  size_t size_;
};

}  // namespace mux

#endif  // MUX_CPP_MEMORY_HPP
