/// @file
/// Validation rules that entry points check before they call a target, each written once.
///
/// These checks cover every return code of the specification that can be decided from the
/// arguments, the public members of objects and the device info. Rules that need a target's own
/// knowledge (the state of a command buffer, the arguments of a kernel, the kinds of query) are
/// checked by the target.
///
/// A check takes the call, the id of its rule, and the values to check. Ids are those of the
/// specification's statements ("muxCreateBuffer.rc01"); a rule without a statement has the entry
/// point's name and a word of its own ("muxCreateBuffer.device"). A failed check sets the call's
/// result and the error text and returns false, so checks are chained with &&. Objects are checked
/// first in a chain: later checks access the objects, and get the target and the device from the
/// call.
///
/// Checks read only their arguments, take no lock, allocate nothing, and are thread-safe. A check
/// that passes costs a few comparisons.
#pragma once

#include <mux/target.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/call.h"

namespace mux::core {

/// Properties of each type of object.
template <typename Object>
struct ObjectTraits;

template <>
struct ObjectTraits<mux_device_t> {
  static constexpr mux_id_t tag = mux_object_id_device;
  static constexpr const char *name = "device";
};
template <>
struct ObjectTraits<mux_device_info_t> {
  static constexpr mux_id_t tag = mux_object_id_device;
  static constexpr const char *name = "device info";
};
template <>
struct ObjectTraits<mux_memory_t> {
  static constexpr mux_id_t tag = mux_object_id_memory;
  static constexpr const char *name = "memory";
};
template <>
struct ObjectTraits<mux_buffer_t> {
  static constexpr mux_id_t tag = mux_object_id_buffer;
  static constexpr const char *name = "buffer";
};
template <>
struct ObjectTraits<mux_image_t> {
  static constexpr mux_id_t tag = mux_object_id_image;
  static constexpr const char *name = "image";
};
template <>
struct ObjectTraits<mux_queue_t> {
  static constexpr mux_id_t tag = mux_object_id_queue;
  static constexpr const char *name = "queue";
};
template <>
struct ObjectTraits<mux_command_buffer_t> {
  static constexpr mux_id_t tag = mux_object_id_command_buffer;
  static constexpr const char *name = "command buffer";
};
template <>
struct ObjectTraits<mux_semaphore_t> {
  static constexpr mux_id_t tag = mux_object_id_semaphore;
  static constexpr const char *name = "semaphore";
};
template <>
struct ObjectTraits<mux_fence_t> {
  static constexpr mux_id_t tag = mux_object_id_fence;
  static constexpr const char *name = "fence";
};
template <>
struct ObjectTraits<mux_executable_t> {
  static constexpr mux_id_t tag = mux_object_id_executable;
  static constexpr const char *name = "executable";
};
template <>
struct ObjectTraits<mux_kernel_t> {
  static constexpr mux_id_t tag = mux_object_id_kernel;
  static constexpr const char *name = "kernel";
};
template <>
struct ObjectTraits<mux_query_pool_t> {
  static constexpr mux_id_t tag = mux_object_id_query_pool;
  static constexpr const char *name = "query pool";
};

template <typename Object>
concept HasDevice = requires(Object object) {
  { object->device } -> std::convertible_to<mux_device_t>;
};

}  // namespace mux::core

namespace mux::core::check {

/// A range that must be inside a whole, with the words for the error text: "offset" 200 plus "size"
/// 100 exceeds "the buffer's" 256 "bytes".
struct Range {
  const char *offset_name;
  uint64_t offset;
  const char *size_name;
  uint64_t size;
  const char *whole;
  uint64_t limit;
  const char *unit = "bytes";
};

/// Rules for the wait list of sync-points of a command.
struct WaitListRules {
  const char *list_without_length;
  const char *length_without_list;
};

/// Rules for a list of semaphores of muxDispatch().
struct SemaphoreListRules {
  const char *length_without_list;
  const char *list_without_length;
  const char *semaphore;
};

/// Out-of-line parts of object().
bool object_id(Call &call, const char *rule, const char *parameter, mux_id_t id, mux_id_t tag,
               const char *type);
bool same_device(Call &call, const char *rule, const char *parameter, mux_device_t device);

/// Checks that `object` is not NULL, has the parameter's type, and belongs to a known target, the
/// same as previous objects, and if its type has a device, to the same device.
template <typename Object>
bool object(Call &call, const char *rule, const char *parameter, Object object) {
  using Traits = ObjectTraits<Object>;
  if (object == nullptr) {
    return call.fail(rule, mux_error_invalid_value, "%s is NULL", parameter);
  }
  if (!object_id(call, rule, parameter, object->id, Traits::tag, Traits::name)) {
    return false;
  }
  if constexpr (std::is_same_v<Object, mux_device_t>) {
    return same_device(call, rule, parameter, object);
  } else if constexpr (HasDevice<Object>) {
    return same_device(call, rule, parameter, object->device);
  } else {
    return true;
  }
}

/// Checks that both callbacks of the allocator are set.
bool allocator(Call &call, const char *rule, const mux_allocator_info_t &allocator_info);

/// Checks that an out parameter is not NULL.
template <typename T>
bool out(Call &call, const char *rule, const char *parameter, T *pointer) {
  return pointer != nullptr ||
         call.fail(rule, mux_error_null_out_parameter, "%s is NULL", parameter);
}

/// Checks that any other pointer is not NULL.
template <typename T>
bool not_null(Call &call, const char *rule, const char *parameter, T *pointer) {
  return pointer != nullptr || call.fail(rule, mux_error_invalid_value, "%s is NULL", parameter);
}

inline bool not_zero(Call &call, const char *rule, const char *parameter, uint64_t value) {
  return value != 0 || call.fail(rule, mux_error_invalid_value, "%s is 0", parameter);
}

bool equal(Call &call, const char *rule, const char *parameter, uint64_t value, uint64_t expected);
bool at_most(Call &call, const char *rule, const char *parameter, uint64_t value,
             const char *limit_name, uint64_t limit);
bool below(Call &call, const char *rule, const char *parameter, uint64_t value,
           const char *limit_name, uint64_t limit);
bool power_of_two(Call &call, const char *rule, const char *parameter, uint64_t value);
bool multiple_of(Call &call, const char *rule, const char *parameter, uint64_t value,
                 uint64_t factor);

/// Out-of-line part of enumerator().
bool enumerator_value(Call &call, const char *rule, const char *parameter, uint32_t value,
                      uint32_t last);

/// Checks that `value` is an enumerator from 0 to `last`. Inspects its bytes, because a C program
/// may pass any number, and reading one that the type cannot represent is undefined in C++. The
/// value must not be read before this check.
template <typename Enumeration>
bool enumerator(Call &call, const char *rule, const char *parameter, const Enumeration &value,
                Enumeration last) {
  static_assert(sizeof(Enumeration) == sizeof(uint32_t));
  uint32_t bytes = 0;
  std::memcpy(&bytes, &value, sizeof(bytes));
  return enumerator_value(call, rule, parameter, bytes, last);
}

/// Check that a range is within its whole: offset alone, size alone, and their sum without
/// overflow.
bool offset_within(Call &call, const char *rule, const Range &range);
bool size_within(Call &call, const char *rule, const Range &range);
bool end_within(Call &call, const char *rule, const Range &range);

/// Checks any other condition; `message` is the error text.
inline bool holds(Call &call, const char *rule, bool condition, const char *message) {
  return condition || call.fail(rule, mux_error_invalid_value, "%s", message);
}

/// Checks that the device supports a feature. Last in a chain, so that invalid arguments are
/// reported first.
inline bool feature(Call &call, const char *rule, bool supported, const char *what) {
  return supported ||
         call.fail(rule, mux_error_feature_unsupported, "the device does not support %s", what);
}

/// Checks that the list is NULL if and only if its length is 0. Its elements are checked by the
/// target, since sync-points from before a reset must not be dereferenced.
bool wait_list(Call &call, const WaitListRules &rules, uint32_t length,
               const mux_sync_point_t *list);

/// Checks that the list is NULL if and only if its length is 0, and that its semaphores are valid.
bool semaphore_list(Call &call, const SemaphoreListRules &rules, const char *parameter,
                    const mux_semaphore_t *list, uint32_t length);

}  // namespace mux::core::check
