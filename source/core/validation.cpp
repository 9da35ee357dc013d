#include "core/validation.h"

#include <algorithm>
#include <cinttypes>

#include "core/registry.h"

namespace mux::core::check {

bool object_id(Call &call, const char *rule, const char *parameter, mux_id_t id, mux_id_t tag,
               const char *type) {
  constexpr mux_id_t tag_mask = mux_object_id_mask;
  if ((id & tag_mask) != tag) {
    return call.fail(rule, mux_error_invalid_value, "%s is not a %s: its id is 0x%08" PRIx32,
                     parameter, type, id);
  }
  const mux_target_id_t target_id = id & ~tag_mask;
  if (target_id == call.target_id() && call.target() != nullptr) {
    return true;
  }
  if (call.target() != nullptr) {
    return call.fail(rule, mux_error_invalid_value,
                     "%s belongs to target %" PRIu32 ", the objects before it to target %" PRIu32,
                     parameter, target_id, call.target_id());
  }
  const mux_target_hooks_t *const target = find_target(target_id);
  if (target == nullptr) {
    return call.fail(rule, mux_error_invalid_value,
                     "%s belongs to target %" PRIu32 ", which does not exist", parameter,
                     target_id);
  }
  call.set_target(target, target_id);
  return true;
}

bool same_device(Call &call, const char *rule, const char *parameter, mux_device_t device) {
  if (call.device() == nullptr) {
    call.set_device(device);
    return true;
  }
  return call.device() == device ||
         call.fail(rule, mux_error_invalid_value,
                   "%s belongs to another device than the objects before it", parameter);
}

bool allocator(Call &call, const char *rule, const mux_allocator_info_t &allocator_info) {
  if (allocator_info.alloc == nullptr) {
    return call.fail(rule, mux_error_null_allocator_callback, "allocator_info.alloc is NULL");
  }
  return allocator_info.free != nullptr ||
         call.fail(rule, mux_error_null_allocator_callback, "allocator_info.free is NULL");
}

bool equal(Call &call, const char *rule, const char *parameter, uint64_t value, uint64_t expected) {
  return value == expected ||
         call.fail(rule, mux_error_invalid_value, "%s is %" PRIu64 " but must be %" PRIu64,
                   parameter, value, expected);
}

bool at_most(Call &call, const char *rule, const char *parameter, uint64_t value,
             const char *limit_name, uint64_t limit) {
  return value <= limit ||
         call.fail(rule, mux_error_invalid_value, "%s is %" PRIu64 ", more than %s %" PRIu64,
                   parameter, value, limit_name, limit);
}

bool below(Call &call, const char *rule, const char *parameter, uint64_t value,
           const char *limit_name, uint64_t limit) {
  return value < limit ||
         call.fail(rule, mux_error_invalid_value, "%s is %" PRIu64 ", not below %s %" PRIu64,
                   parameter, value, limit_name, limit);
}

bool power_of_two(Call &call, const char *rule, const char *parameter, uint64_t value) {
  return (value != 0 && (value & (value - 1)) == 0) ||
         call.fail(rule, mux_error_invalid_value, "%s is %" PRIu64 ", not a power of two",
                   parameter, value);
}

bool multiple_of(Call &call, const char *rule, const char *parameter, uint64_t value,
                 uint64_t factor) {
  return factor == 0 || value % factor == 0 ||
         call.fail(rule, mux_error_invalid_value, "%s is %" PRIu64 ", not a multiple of %" PRIu64,
                   parameter, value, factor);
}

bool enumerator_value(Call &call, const char *rule, const char *parameter, uint32_t value,
                      uint32_t last) {
  return value <= last ||
         call.fail(rule, mux_error_invalid_value, "%s is %" PRIu32 ", which is not an enumerator",
                   parameter, value);
}

bool offset_within(Call &call, const char *rule, const Range &range) {
  return range.offset <= range.limit ||
         call.fail(rule, mux_error_invalid_value, "%s %" PRIu64 " is beyond %s %" PRIu64 " %s",
                   range.offset_name, range.offset, range.whole, range.limit, range.unit);
}

bool size_within(Call &call, const char *rule, const Range &range) {
  return range.size <= range.limit ||
         call.fail(rule, mux_error_invalid_value, "%s %" PRIu64 " exceeds %s %" PRIu64 " %s",
                   range.size_name, range.size, range.whole, range.limit, range.unit);
}

bool end_within(Call &call, const char *rule, const Range &range) {
  return (range.offset <= range.limit && range.size <= range.limit - range.offset) ||
         call.fail(rule, mux_error_invalid_value,
                   "%s %" PRIu64 " plus %s %" PRIu64 " exceeds %s %" PRIu64 " %s",
                   range.offset_name, range.offset, range.size_name, range.size, range.whole,
                   range.limit, range.unit);
}

bool wait_list(Call &call, const WaitListRules &rules, uint32_t length,
               const mux_sync_point_t *list) {
  if (length == 0) {
    return list == nullptr ||
           call.fail(rules.list_without_length, mux_error_invalid_value,
                     "sync_point_wait_list is not NULL but num_sync_points_in_wait_list "
                     "is 0");
  }
  return list != nullptr ||
         call.fail(rules.length_without_list, mux_error_invalid_value,
                   "num_sync_points_in_wait_list is %" PRIu32 " but sync_point_wait_list is NULL",
                   length);
}

bool semaphore_list(Call &call, const SemaphoreListRules &rules, const char *parameter,
                    const mux_semaphore_t *list, uint32_t length) {
  if (list == nullptr) {
    return length == 0 ||
           call.fail(rules.length_without_list, mux_error_invalid_value,
                     "%s is NULL but %s_length is %" PRIu32, parameter, parameter, length);
  }
  if (length == 0) {
    return call.fail(rules.list_without_length, mux_error_invalid_value,
                     "%s is not NULL but %s_length is 0", parameter, parameter);
  }
  return std::all_of(list, list + length, [&](mux_semaphore_t semaphore) {
    return object(call, rules.semaphore, parameter, semaphore);
  });
}

}  // namespace mux::core::check
