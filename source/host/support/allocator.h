/// @file
/// Allocation of host memory through the mux_allocator_info_t that an object was created with:
/// single objects, growable arrays, and an arena for recorded commands.
///
/// An Allocator is a copy of the program's callbacks and thread-safe, as the specification requires
/// of the callbacks. Array and Arena have one owner, which serializes access. Functions whose
/// allocation fails return NULL or false and change nothing.
#pragma once

#include <mux/mux.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace mux::host {

class Allocator {
 public:
  explicit Allocator(const mux_allocator_info_t &info) : info_(info) {}

  [[nodiscard]] void *allocate(size_t size, size_t alignment) const {
    return info_.alloc(info_.user_data, size, std::max(alignment, alignof(void *)));
  }

  void release(void *memory) const {
    if (memory != nullptr) {
      info_.free(info_.user_data, memory);
    }
  }

  /// Constructs an object; NULL if the allocation fails. The constructor must not throw.
  template <typename T, typename... Arguments>
  [[nodiscard]] T *create(Arguments &&...arguments) const {
    static_assert(std::is_nothrow_constructible_v<T, Arguments...>);
    void *memory = allocate(sizeof(T), alignof(T));
    return memory ? new (memory) T(std::forward<Arguments>(arguments)...) : nullptr;
  }

  /// Undoes create(). Takes the allocator by value, since it may be a member of the object.
  template <typename T>
  static void destroy(Allocator allocator, T *object) {
    std::destroy_at(object);
    allocator.release(object);
  }

 private:
  mux_allocator_info_t info_;
};

/// A growable array of trivially copyable elements.
template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit Array(Allocator allocator) noexcept : allocator_(allocator) {}
  ~Array() { allocator_.release(elements_); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  /// Grows the capacity to at least `capacity` elements.
  [[nodiscard]] bool reserve(size_t capacity) {
    if (capacity <= capacity_) {
      return true;
    }
    const size_t grown = std::max(capacity, capacity_ * 2);
    if (grown > SIZE_MAX / sizeof(T)) {
      return false;
    }
    auto *elements = static_cast<T *>(allocator_.allocate(grown * sizeof(T), alignof(T)));
    if (elements == nullptr) {
      return false;
    }
    if (size_ != 0) {
      std::memcpy(static_cast<void *>(elements), elements_, size_ * sizeof(T));
    }
    allocator_.release(elements_);
    elements_ = elements;
    capacity_ = grown;
    return true;
  }

  /// Appends an element. Cannot fail after reserve().
  void append(const T &element) { new (elements_ + size_++) T(element); }
  /// Appends an uninitialized element.
  T &append() { return *new (elements_ + size_++) T; }

  void clear() { size_ = 0; }

  /// Clears the array and frees its memory.
  void reset() {
    allocator_.release(elements_);
    elements_ = nullptr;
    size_ = capacity_ = 0;
  }

  size_t size() const { return size_; }
  T &operator[](size_t index) { return elements_[index]; }
  const T &operator[](size_t index) const { return elements_[index]; }
  T *begin() { return elements_; }
  T *end() { return elements_ + size_; }
  const T *begin() const { return elements_; }
  const T *end() const { return elements_ + size_; }

 private:
  Allocator allocator_;
  T *elements_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

/// Memory that grows in chunks and is freed as a whole. Allocations never move.
class Arena {
  struct Chunk;

 public:
  /// A position to which rewind() returns.
  struct Mark {
    Chunk *chunk;
    size_t used;
  };

  explicit Arena(Allocator allocator) noexcept : allocator_(allocator) {}
  ~Arena() { rewind({nullptr, 0}); }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  [[nodiscard]] void *allocate(size_t size, size_t alignment);

  /// Allocates an uninitialized array; NULL if the allocation fails.
  template <typename T>
  [[nodiscard]] T *allocate_array(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return count > SIZE_MAX / sizeof(T)
               ? nullptr
               : static_cast<T *>(allocate(std::max<size_t>(count, 1) * sizeof(T), alignof(T)));
  }

  template <typename T>
  [[nodiscard]] T *copy(const T &value) {
    static_assert(std::is_trivially_destructible_v<T>);
    void *memory = allocate(sizeof(T), alignof(T));
    return memory ? new (memory) T(value) : nullptr;
  }

  template <typename T>
  [[nodiscard]] T *copy_array(const T *elements, size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    T *copied = allocate_array<T>(count);
    if (copied != nullptr) {
      std::uninitialized_copy_n(elements, count, copied);
    }
    return copied;
  }

  [[nodiscard]] std::byte *copy_bytes(const void *bytes, size_t size, size_t alignment);

  Mark mark() const { return {last_, used_}; }
  /// Frees everything allocated since the mark was taken.
  void rewind(Mark mark);
  /// Frees all allocations, but keeps some memory for later ones.
  void clear();

 private:
  Allocator allocator_;
  Chunk *last_ = nullptr;
  /// Bytes used of the last chunk, including its header.
  size_t used_ = 0;
};

}  // namespace mux::host
