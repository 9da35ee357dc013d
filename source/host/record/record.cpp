#include "host/record/record.h"

#include "host/support/error.h"

namespace mux::host {

bool check_bound(const Recording &recording, const char *name, const Buffer &buffer) {
  if (buffer.device() != recording.device()) {
    fail(mux_error_invalid_value, "%s belongs to another device", name);
    return false;
  }
  if (!buffer.bound()) {
    fail(mux_error_invalid_value, "%s is not bound to memory", name);
    return false;
  }
  return true;
}

mux_result_t fail_to_record() {
  return fail(mux_error_out_of_memory, "no memory for a command");
}

mux_result_t record_regions(Recording &recording, const Address &destination, const Address &source,
                            const mux_buffer_region_info_t *regions, uint64_t count,
                            mux_sync_point_t *sync_point) {
  const mux_buffer_region_info_t *copied = recording.arena().copy_array(regions, count);
  if (copied == nullptr) {
    return fail_to_record();
  }
  RecordedCommand command{};
  command.kind = CommandKind::copy_regions;
  command.regions = recording.arena().copy(RegionsRecord{destination, source, copied, count});
  return command.regions != nullptr ? recording.commit(command, sync_point) : fail_to_record();
}

mux_result_t record_copy(Recording &recording, const CopyRecord &record,
                         mux_sync_point_t *sync_point) {
  RecordedCommand command{};
  command.kind = CommandKind::copy;
  command.copy = recording.arena().copy(record);
  return command.copy != nullptr ? recording.commit(command, sync_point) : fail_to_record();
}

mux_result_t record_fill(Recording &recording, const Address &destination, uint64_t size,
                         const void *pattern, uint64_t pattern_size, mux_sync_point_t *sync_point) {
  const std::byte *copy =
      recording.arena().copy_bytes(pattern, pattern_size, alignof(std::max_align_t));
  if (copy == nullptr) {
    return fail_to_record();
  }
  RecordedCommand command{};
  command.kind = CommandKind::fill;
  command.fill = recording.arena().copy(FillRecord{destination, size, copy, pattern_size});
  return command.fill != nullptr ? recording.commit(command, sync_point) : fail_to_record();
}

}  // namespace mux::host
