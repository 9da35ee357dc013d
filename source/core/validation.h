/// @file
/// The rules that entry points check before a target sees a call, each written once.
///
/// Who validates what: these checks cover everything that the return codes of the specification
/// name and that can be decided from the arguments, the public members of the objects and the
/// device info. What needs a target's own knowledge (the state of a command buffer, the arguments
/// of a kernel, the kinds of query) is the target's.
///
/// Every check takes the call, the id of the rule it enforces, and what to look at. Ids are those
/// of the specification's statements ("muxCreateBuffer.rc01"); a rule that no statement numbers has
/// the entry point's name and a word of its own ("muxCreateBuffer.device"). A broken rule sets the
/// call's result and the text of the error, and the check returns false, so checks are chained with
/// &&. Objects come first in a chain: the checks after them look into the objects, and learn the
/// target and the device from the call.
///
/// The checks read what they are given and nothing else; they take no lock, allocate nothing, and
/// may run on any thread. A check that holds costs a few comparisons.
#pragma once

#include <mux/target.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/call.h"

namespace mux::core {

/// What the checks know about each type of object.
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

/// A stretch that must lie inside a whole, and the words to name them with: "offset" 200 plus
/// "size" 100 exceeds "the buffer's" 256 "bytes".
struct Range {
  const char *offset_name;
  uint64_t offset;
  const char *size_name;
  uint64_t size;
  const char *whole;
  uint64_t limit;
  const char *unit = "bytes";
};

/// The rules about the list of sync-points that a command waits for.
struct WaitListRules {
  const char *list_without_length;
  const char *length_without_list;
};

/// The rules about a list of semaphores of muxDispatch().
struct SemaphoreListRules {
  const char *length_without_list;
  const char *list_without_length;
  const char *semaphore;
};

/// Parts of object(), out of line; they look only at the id.
bool object_id(Call &call, const char *rule, const char *parameter, mux_id_t id, mux_id_t tag,
               const char *type);
bool same_device(Call &call, const char *rule, const char *parameter, mux_device_t device);

/// `object` is not null, is of the type the parameter has, belongs to a target that is known and is
/// the target of the objects before it, and, where its type tells, to the same device.
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

/// Both callbacks of the allocator are there.
bool allocator(Call &call, const char *rule, const mux_allocator_info_t &allocator_info);

/// An out parameter is not null.
template <typename T>
bool out(Call &call, const char *rule, const char *parameter, T *pointer) {
  return pointer != nullptr ||
         call.fail(rule, mux_error_null_out_parameter, "%s is NULL", parameter);
}

/// Any other pointer is not null.
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

/// Part of enumerator(), out of line.
bool enumerator_value(Call &call, const char *rule, const char *parameter, uint32_t value,
                      uint32_t last);

/// `value` is one of the enumerators from 0 to `last`. A C program can hand over any number, and
/// C++ leaves undefined what becomes of one that the type cannot hold; so the bytes are looked at,
/// and nobody may touch the value itself before this check.
template <typename Enumeration>
bool enumerator(Call &call, const char *rule, const char *parameter, const Enumeration &value,
                Enumeration last) {
  static_assert(sizeof(Enumeration) == sizeof(uint32_t));
  uint32_t bytes = 0;
  std::memcpy(&bytes, &value, sizeof(bytes));
  return enumerator_value(call, rule, parameter, bytes, last);
}

/// A range lies in its whole: the offset alone, the size alone, and both together without overflow.
bool offset_within(Call &call, const char *rule, const Range &range);
bool size_within(Call &call, const char *rule, const Range &range);
bool end_within(Call &call, const char *rule, const Range &range);

/// A condition that has no shape of its own; `message` says what is wrong when it does not hold.
inline bool holds(Call &call, const char *rule, bool condition, const char *message) {
  return condition || call.fail(rule, mux_error_invalid_value, "%s", message);
}

/// The device has what the entry point needs. Last in a chain: bad arguments are told first.
inline bool feature(Call &call, const char *rule, bool supported, const char *what) {
  return supported ||
         call.fail(rule, mux_error_feature_unsupported, "the device does not support %s", what);
}

/// The list is there if and only if its length is not 0. What stands in it is the target's to look
/// at: a sync-point may be one of before a reset, so only who made it can tell what it is.
bool wait_list(Call &call, const WaitListRules &rules, uint32_t length,
               const mux_sync_point_t *list);

/// The list is there if and only if its length is not 0, and all its semaphores are valid.
bool semaphore_list(Call &call, const SemaphoreListRules &rules, const char *parameter,
                    const mux_semaphore_t *list, uint32_t length);

}  // namespace mux::core::check
