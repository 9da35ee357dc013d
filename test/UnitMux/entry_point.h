/// @file
/// Common code of tests of all entry points: checks of rejected calls, and invalid objects. For the
/// test's thread only.

#pragma once

#include <mux/mux.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <string_view>
#include <vector>

namespace mux::test {

/// The name of an entry point, for checks of its error messages.
class EntryPoint {
 public:
  explicit constexpr EntryPoint(const char *name) : name_(name) {}

  /// Checks that a call returned `expected`, and that muxGetLastErrorMessage() names the entry
  /// point.
  void fails(mux_result_t expected, mux_result_t result,
             std::source_location where = std::source_location::current()) const;
  /// For calls that several rules reject with the same code: the message must contain `reason`, the
  /// words of the expected rule.
  void fails_because(std::string_view reason, mux_result_t expected, mux_result_t result,
                     std::source_location where = std::source_location::current()) const;

  const char *name() const { return name_; }

 private:
  const char *name_;
};

/// A value as a C program might pass it; pass it on directly, because reading it in C++ is
/// undefined.
template <class Enumeration>
__attribute__((no_sanitize("undefined"))) Enumeration enumerator_of(uint32_t number) {
  Enumeration value;
  static_assert(sizeof(value) == sizeof(number));
  std::memcpy(&value, &number, sizeof(value));
  return value;
}

/// An allocator info without functions.
inline constexpr mux_allocator_info_t no_allocator = {nullptr, nullptr, nullptr};

/// The allocator infos that are invalid: without alloc, without free, without both.
std::array<mux_allocator_info_t, 3> invalid_allocators(mux_allocator_info_t valid);

/// The bits that say which target an object belongs to.
constexpr mux_id_t target_of(mux_id_t id) {
  return id & ~mux_id_t{mux_object_id_mask};
}

/// The tag that each type of object carries in its id.
template <class Handle>
inline constexpr mux_id_t object_tag = 0;
template <>
inline constexpr mux_id_t object_tag<mux_buffer_t> = mux_object_id_buffer;
template <>
inline constexpr mux_id_t object_tag<mux_command_buffer_t> = mux_object_id_command_buffer;
template <>
inline constexpr mux_id_t object_tag<mux_device_t> = mux_object_id_device;
template <>
inline constexpr mux_id_t object_tag<mux_device_info_t> = mux_object_id_device;
template <>
inline constexpr mux_id_t object_tag<mux_executable_t> = mux_object_id_executable;
template <>
inline constexpr mux_id_t object_tag<mux_image_t> = mux_object_id_image;
template <>
inline constexpr mux_id_t object_tag<mux_kernel_t> = mux_object_id_kernel;
template <>
inline constexpr mux_id_t object_tag<mux_memory_t> = mux_object_id_memory;
template <>
inline constexpr mux_id_t object_tag<mux_queue_t> = mux_object_id_queue;
template <>
inline constexpr mux_id_t object_tag<mux_semaphore_t> = mux_object_id_semaphore;
template <>
inline constexpr mux_id_t object_tag<mux_query_pool_t> = mux_object_id_query_pool;
template <>
inline constexpr mux_id_t object_tag<mux_sync_point_t> = mux_object_id_sync_point;
template <>
inline constexpr mux_id_t object_tag<mux_fence_t> = mux_object_id_fence;

/// Objects that must be rejected where a `Handle` of `valid_id`'s target is expected: NULL, without
/// an id, of another type, and of an unknown target.
template <class Handle>
class InvalidObjects {
 public:
  using Object = std::remove_pointer_t<Handle>;

  /// @param like the objects, except for their ids.
  explicit InvalidObjects(mux_id_t valid_id, const Object &like = {}) {
    objects_.fill(like);
    objects_[0].id = 0;
    const mux_id_t target = target_of(valid_id);
    const mux_id_t other_tag =
        object_tag<Handle> == mux_object_id_fence ? mux_object_id_buffer : mux_object_id_fence;
    objects_[1].id = other_tag | target;
    objects_[2].id = object_tag<Handle> | 0xfffe;
    handles_ = {nullptr, &objects_[0], &objects_[1], &objects_[2]};
  }
  InvalidObjects(const InvalidObjects &) = delete;
  InvalidObjects &operator=(const InvalidObjects &) = delete;

  auto begin() const { return handles_.begin(); }
  auto end() const { return handles_.end(); }

  /// The objects that are not NULL.
  std::vector<Handle> not_null() const { return {handles_.begin() + 1, handles_.end()}; }

 private:
  std::array<Object, 3> objects_{};
  std::array<Handle, 4> handles_{};
};

}  // namespace mux::test
