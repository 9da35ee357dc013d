/// @file
/// Host memory of an object, all of it from the mux_allocator_info_t that the object was created
/// with: single objects, growable arrays, and an arena for what a command buffer records.
///
/// An Allocator is a copy of the user's callbacks and may be used from any thread, as the
/// specification demands of the callbacks. Array and Arena belong to one owner, who serializes
/// access. Every allocation can fail: functions return NULL or false, and nothing has changed then.
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

  /// Constructs an object; NULL if there is no memory. The constructor must not throw.
  template <typename T, typename... Arguments>
  [[nodiscard]] T *create(Arguments &&...arguments) const {
    static_assert(std::is_nothrow_constructible_v<T, Arguments...>);
    void *memory = allocate(sizeof(T), alignof(T));
    return memory ? new (memory) T(std::forward<Arguments>(arguments)...) : nullptr;
  }

  /// Undoes create(). By value, for the allocator may live inside the object.
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

  /// Makes room for `capacity` elements in all.
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

  /// Never fails; reserve() made the room.
  void append(const T &element) { new (elements_ + size_++) T(element); }
  /// The same with an element without a value.
  T &append() { return *new (elements_ + size_++) T; }

  void clear() { size_ = 0; }

  /// Empties the array and gives its memory back.
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

/// Memory that grows in chunks and is given back as a whole. What it hands out never moves.
class Arena {
  struct Chunk;

 public:
  /// A point in time that rewind() goes back to.
  struct Mark {
    Chunk *chunk;
    size_t used;
  };

  explicit Arena(Allocator allocator) noexcept : allocator_(allocator) {}
  ~Arena() { rewind({nullptr, 0}); }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  [[nodiscard]] void *allocate(size_t size, size_t alignment);

  /// An uninitialized array.
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
  /// Frees everything handed out since the mark was taken.
  void rewind(Mark mark);
  /// Frees everything handed out, but keeps some memory for what comes next.
  void clear();

 private:
  Allocator allocator_;
  Chunk *last_ = nullptr;
  /// Bytes of the last chunk, its header included.
  size_t used_ = 0;
};

}  // namespace mux::host
