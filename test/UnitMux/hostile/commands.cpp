// Memory commands and ND-ranges.

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

void HostileCalls::copy_host() {
  mux_sync_point_t made = nullptr;
  const bool reads = w.once_in(2);
  const mux_result_t result =
      reads
          ? muxCommandReadBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.any_host(),
                                 w.number(), w.wait_list_length(), w.any_wait_list(), out(made))
          : muxCommandWriteBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.any_host(),
                                  w.number(), w.wait_list_length(), w.any_wait_list(), out(made));
  recorded(reads ? "muxCommandReadBuffer" : "muxCommandWriteBuffer", result, made);
}

void HostileCalls::copy_host_regions() {
  mux_sync_point_t made = nullptr;
  const bool reads = w.once_in(2);
  std::vector<mux_buffer_region_info_t> regions = w.any_regions(!reads, reads);
  mux_buffer_region_info_t *const list = w.once_in(12) ? nullptr : regions.data();
  const uint64_t length = w.once_in(12) ? 0 : regions.size();
  const mux_result_t result =
      reads
          ? muxCommandReadBufferRegions(w.any_command_buffer(), w.any_buffer(), w.any_host(), list,
                                        length, w.wait_list_length(), w.any_wait_list(), out(made))
          : muxCommandWriteBufferRegions(w.any_command_buffer(), w.any_buffer(), w.any_host(), list,
                                         length, w.wait_list_length(), w.any_wait_list(),
                                         out(made));
  recorded(reads ? "muxCommandReadBufferRegions" : "muxCommandWriteBufferRegions", result, made);
}

void HostileCalls::copy_buffers() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandCopyBuffer",
           muxCommandCopyBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.any_buffer(),
                                w.number(), w.number(), w.wait_list_length(), w.any_wait_list(),
                                out(made)),
           made);
  made = nullptr;
  std::vector<mux_buffer_region_info_t> regions = w.any_regions(false, false);
  recorded("muxCommandCopyBufferRegions",
           muxCommandCopyBufferRegions(w.any_command_buffer(), w.any_buffer(), w.any_buffer(),
                                       w.once_in(12) ? nullptr : regions.data(),
                                       w.once_in(12) ? 0 : regions.size(), w.wait_list_length(),
                                       w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::fill_buffer() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandFillBuffer",
           muxCommandFillBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.number(),
                                w.any_host(), w.once_in(2) ? 4 : w.number(), w.wait_list_length(),
                                w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::copy_or_fill_memory() {
  mux_sync_point_t made = nullptr;
  const bool copies = w.once_in(2);
  const uint64_t size = w.number();
  const mux_result_t result =
      copies ? muxCommandCopyMemory(w.any_command_buffer(), w.any_host(), w.any_host(), size,
                                    w.wait_list_length(), w.any_wait_list(), out(made))
             : muxCommandFillMemory(w.any_command_buffer(), w.any_host(), size, w.any_host(),
                                    w.once_in(2) ? 4 : w.number(), w.wait_list_length(),
                                    w.any_wait_list(), out(made));
  // Whether an address is mapped is unknown.
  w.must_not_run |=
      recorded(copies ? "muxCommandCopyMemory" : "muxCommandFillMemory", result, made) &&
      size > HostileWorld::host_size;
}

void HostileCalls::copy_image_host() {
  mux_sync_point_t made = nullptr;
  const bool reads = w.once_in(2);
  // The extent of host pitches is unknown to the library, so commands with large ones do not run.
  const uint64_t row_size = w.once_in(2) ? 0 : w.once_in(4) ? w.number() : 4 * w.below(12);
  const uint64_t slice_size = w.once_in(2) ? 0 : w.once_in(4) ? w.number() : 4 * w.below(96);
  const mux_result_t result =
      reads ? muxCommandReadImage(w.any_command_buffer(), w.any_image(), w.any_offset(),
                                  w.any_extent(), row_size, slice_size, w.any_host(),
                                  w.wait_list_length(), w.any_wait_list(), out(made))
            : muxCommandWriteImage(w.any_command_buffer(), w.any_image(), w.any_offset(),
                                   w.any_extent(), row_size, slice_size, w.any_host(),
                                   w.wait_list_length(), w.any_wait_list(), out(made));
  if (recorded(reads ? "muxCommandReadImage" : "muxCommandWriteImage", result, made)) {
    w.must_not_run |= row_size > 1024 || slice_size > 4096;
  }
}

void HostileCalls::fill_image() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandFillImage",
           muxCommandFillImage(w.any_command_buffer(), w.any_image(), w.any_host(),
                               w.once_in(4) ? w.number32() : 16, w.any_offset(), w.any_extent(),
                               w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::copy_images() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandCopyImage",
           muxCommandCopyImage(w.any_command_buffer(), w.any_image(), w.any_image(), w.any_offset(),
                               w.any_offset(), w.any_extent(), w.wait_list_length(),
                               w.any_wait_list(), out(made)),
           made);
  made = nullptr;
  recorded("muxCommandCopyImageToBuffer",
           muxCommandCopyImageToBuffer(w.any_command_buffer(), w.any_image(), w.any_buffer(),
                                       w.any_offset(), w.number(), w.any_extent(),
                                       w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
  made = nullptr;
  recorded("muxCommandCopyBufferToImage",
           muxCommandCopyBufferToImage(w.any_command_buffer(), w.any_buffer(), w.any_image(),
                                       w.number32(), w.any_offset(), w.any_extent(),
                                       w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::ndrange() {
  std::vector<mux_descriptor_info_t> descriptors = w.any_descriptors();
  size_t global[3] = {1, 1, 1};
  size_t offset[3] = {0, 0, 0};
  mux_ndrange_options_t options{};
  uint64_t work_items = 1;
  options.dimensions = w.once_in(10) ? w.number() : 1 + w.below(3);
  for (size_t axis = 0; axis < 3; ++axis) {
    global[axis] = w.once_in(12) ? w.number() : 1 + w.below(8);
    offset[axis] = w.once_in(4) ? w.number() : 0;
    options.local_size[axis] = w.once_in(12) ? w.number() : 1 + w.below(2);
    work_items =
        global[axis] > 1000 || work_items > 100000 ? ~uint64_t{0} : work_items * global[axis];
  }
  options.descriptors = w.once_in(12) ? nullptr : descriptors.data();
  options.descriptors_length = w.once_in(12) ? 0 : descriptors.size();
  options.global_offset = w.once_in(3) ? nullptr : offset;
  options.global_size = w.once_in(12) ? nullptr : global;
  mux_sync_point_t made = nullptr;
  if (recorded("muxCommandNDRange",
               muxCommandNDRange(w.any_command_buffer(), w.any_kernel(), options,
                                 w.wait_list_length(), w.any_wait_list(), out(made)),
               made)) {
    w.must_not_run |= work_items > 100000;
  }
}

}  // namespace mux::test::hostile_calls
