// Recording copies and fills of memory that is given by its address.

#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/record.h"
#include "host/support/error.h"

namespace mux::host {

mux_result_t command_copy_memory(mux_command_buffer_t command_buffer, const void *source,
                                 void *destination, uint64_t size, uint32_t wait_length,
                                 const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  if (!recording.open()) {
    return mux_error_invalid_value;
  }
  return record_copy(recording, {Address::of(destination), Address::of(source), size}, sync_point);
}

mux_result_t command_fill_memory(mux_command_buffer_t command_buffer, void *destination,
                                 uint64_t size, const void *pattern, uint64_t pattern_size,
                                 uint32_t wait_length, const mux_sync_point_t *wait_list,
                                 mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  if (!recording.open()) {
    return mux_error_invalid_value;
  }
  return record_fill(recording, Address::of(destination), size, pattern, pattern_size, sync_point);
}

}  // namespace mux::host
