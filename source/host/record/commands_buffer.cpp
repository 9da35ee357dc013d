// Recording reads, writes, copies and fills of buffers, and user callbacks.

#include "host/objects/buffer.h"
#include "host/objects/memory.h"
#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/record.h"
#include "host/support/error.h"

namespace mux::host {

namespace {

/// Whether two ranges of `size` bytes of bound buffers share a byte.
bool overlap(const Buffer &one, uint64_t one_offset, const Buffer &other, uint64_t other_offset,
             uint64_t size) {
  const uint64_t one_begin = one.memory_offset() + one_offset;
  const uint64_t other_begin = other.memory_offset() + other_offset;
  return one.memory() == other.memory() && one_begin < other_begin + size &&
         other_begin < one_begin + size;
}

}  // namespace

mux_result_t command_read_buffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                 uint64_t offset, void *host_pointer, uint64_t size,
                                 uint32_t wait_length, const mux_sync_point_t *wait_list,
                                 mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &source = *static_cast<Buffer *>(buffer);
  if (!recording.open() || !check_bound(recording, "buffer", source)) {
    return mux_error_invalid_value;
  }
  return record_copy(recording, {Address::of(host_pointer), {&source, offset}, size}, sync_point);
}

mux_result_t command_read_buffer_regions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         void *host_pointer, mux_buffer_region_info_t *regions,
                                         uint64_t regions_length, uint32_t wait_length,
                                         const mux_sync_point_t *wait_list,
                                         mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &source = *static_cast<Buffer *>(buffer);
  if (!recording.open() || !check_bound(recording, "buffer", source)) {
    return mux_error_invalid_value;
  }
  return record_regions(recording, Address::of(host_pointer), {&source, 0}, regions, regions_length,
                        sync_point);
}

mux_result_t command_write_buffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, const void *host_pointer, uint64_t size,
                                  uint32_t wait_length, const mux_sync_point_t *wait_list,
                                  mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &destination = *static_cast<Buffer *>(buffer);
  if (!recording.open() || !check_bound(recording, "buffer", destination)) {
    return mux_error_invalid_value;
  }
  return record_copy(recording, {{&destination, offset}, Address::of(host_pointer), size},
                     sync_point);
}

mux_result_t command_write_buffer_regions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                          const void *host_pointer,
                                          mux_buffer_region_info_t *regions,
                                          uint64_t regions_length, uint32_t wait_length,
                                          const mux_sync_point_t *wait_list,
                                          mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &destination = *static_cast<Buffer *>(buffer);
  if (!recording.open() || !check_bound(recording, "buffer", destination)) {
    return mux_error_invalid_value;
  }
  return record_regions(recording, {&destination, 0}, Address::of(host_pointer), regions,
                        regions_length, sync_point);
}

mux_result_t command_copy_buffer(mux_command_buffer_t command_buffer, mux_buffer_t src_buffer,
                                 uint64_t src_offset, mux_buffer_t dst_buffer, uint64_t dst_offset,
                                 uint64_t size, uint32_t wait_length,
                                 const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &source = *static_cast<Buffer *>(src_buffer);
  const auto &destination = *static_cast<Buffer *>(dst_buffer);
  if (!recording.open() || !check_bound(recording, "src_buffer", source) ||
      !check_bound(recording, "dst_buffer", destination)) {
    return mux_error_invalid_value;
  }
  if (overlap(source, src_offset, destination, dst_offset, size)) {
    return fail(mux_error_invalid_value,
                "source and destination overlap in one memory: %llu bytes from %llu to %llu",
                static_cast<unsigned long long>(size),
                static_cast<unsigned long long>(source.memory_offset() + src_offset),
                static_cast<unsigned long long>(destination.memory_offset() + dst_offset));
  }
  return record_copy(recording, {{&destination, dst_offset}, {&source, src_offset}, size},
                     sync_point);
}

mux_result_t command_copy_buffer_regions(mux_command_buffer_t command_buffer,
                                         mux_buffer_t src_buffer, mux_buffer_t dst_buffer,
                                         mux_buffer_region_info_t *regions, uint64_t regions_length,
                                         uint32_t wait_length, const mux_sync_point_t *wait_list,
                                         mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &source = *static_cast<Buffer *>(src_buffer);
  const auto &destination = *static_cast<Buffer *>(dst_buffer);
  if (!recording.open() || !check_bound(recording, "src_buffer", source) ||
      !check_bound(recording, "dst_buffer", destination)) {
    return mux_error_invalid_value;
  }
  return record_regions(recording, {&destination, 0}, {&source, 0}, regions, regions_length,
                        sync_point);
}

mux_result_t command_fill_buffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                 uint64_t offset, uint64_t size, const void *pattern_pointer,
                                 uint64_t pattern_size, uint32_t wait_length,
                                 const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &destination = *static_cast<Buffer *>(buffer);
  if (!recording.open() || !check_bound(recording, "buffer", destination)) {
    return mux_error_invalid_value;
  }
  return record_fill(recording, {&destination, offset}, size, pattern_pointer, pattern_size,
                     sync_point);
}

mux_result_t command_user_callback(mux_command_buffer_t command_buffer,
                                   mux_command_user_callback_t user_function, void *user_data,
                                   uint32_t wait_length, const mux_sync_point_t *wait_list,
                                   mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  if (!recording.open()) {
    return mux_error_invalid_value;
  }
  RecordedCommand command{};
  command.kind = CommandKind::user_callback;
  command.user_callback = recording.arena().copy(UserCallbackRecord{user_function, user_data});
  return command.user_callback != nullptr ? recording.commit(command, sync_point)
                                          : fail_to_record();
}

}  // namespace mux::host
