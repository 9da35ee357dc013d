// Command buffers: creation, cloning, updates and completions.

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

void HostileCalls::create_command_buffer() {
  mux_callback_info_s without_function = {nullptr, nullptr};
  mux_callback_info_t callback = w.once_in(2) ? nullptr : no_callback();
  if (w.once_in(4)) {
    callback = &without_function;
  }
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_command_buffer_t made = nullptr;
  const mux_result_t result = muxCreateCommandBuffer(device, callback, allocator, out(made));
  judge_made("muxCreateCommandBuffer", result, made, [&](mux_command_buffer_t command_buffer) {
    muxDestroyCommandBuffer(device, command_buffer, allocator);
  });
}

void HostileCalls::clone_command_buffer() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_command_buffer_t made = nullptr;
  const mux_result_t result =
      muxCloneCommandBuffer(device, allocator, w.any_command_buffer(), out(made));
  judge_made("muxCloneCommandBuffer", result, made, [&](mux_command_buffer_t command_buffer) {
    muxDestroyCommandBuffer(device, command_buffer, allocator);
  });
}

void HostileCalls::change_command_buffer() {
  // Only invalid ones, not those in use here.
  judge("muxFinalizeCommandBuffer", muxFinalizeCommandBuffer(w.invalid<mux_command_buffer_t>()));
  judge("muxResetCommandBuffer", muxResetCommandBuffer(w.invalid<mux_command_buffer_t>()));
  const auto output = w.enumerator(mux_kernel_output_callback);
  judge("muxSetKernelOutput", muxSetKernelOutput(w.any_command_buffer(), output));
}

void HostileCalls::barrier() {
  mux_sync_point_t made = nullptr;
  recorded(
      "muxCommandBarrier",
      muxCommandBarrier(w.any_command_buffer(), w.wait_list_length(), w.any_wait_list(), out(made)),
      made);
}

void HostileCalls::set_command_completion() {
  const mux_command_completion_function_t function = [](const mux_command_completion_t *, void *) {
  };
  judge("muxSetCommandCompletion",
        muxSetCommandCompletion(w.any_command_buffer(), w.once_in(4) ? w.number32() : w.below(8),
                                w.once_in(4) ? nullptr : function, w.any_host()));
}

void HostileCalls::update_descriptors() {
  std::vector<mux_descriptor_info_t> descriptors = w.any_descriptors();
  descriptors.resize(HostileWorld::list_length, w.any_descriptor());
  uint64_t indices[HostileWorld::list_length] = {0, 1, 2, 0};
  if (w.once_in(3)) {
    indices[w.below(HostileWorld::list_length)] = w.number();
  }
  // Of the finalized command buffer, and of the recording one, where it is an error.
  judge("muxUpdateDescriptors",
        muxUpdateDescriptors(w.once_in(2) ? w.command_buffers[1] : w.any_command_buffer(),
                             w.once_in(2) ? 0 : w.number32(), w.length(),
                             w.once_in(8) ? nullptr : indices,
                             w.once_in(8) ? nullptr : descriptors.data()));
}

void HostileCalls::update_nd_ranges() {
  std::vector<mux_descriptor_info_t> descriptors = w.any_descriptors();
  const size_t global[3] = {w.below(9), w.once_in(4) ? w.number() % 100 : 1, 1};
  const size_t offset[3] = {w.once_in(4) ? w.number() : 0, 0, 0};
  mux_ndrange_update_t updates[HostileWorld::list_length] = {};
  for (mux_ndrange_update_t &update : updates) {
    update.command_id = w.once_in(4) ? w.number32() : w.below(4);
    update.kernel = w.any_kernel();
    update.options.descriptors = w.once_in(12) ? nullptr : descriptors.data();
    update.options.descriptors_length = w.once_in(12) ? 0 : descriptors.size();
    for (size_t &size : update.options.local_size) {
      size = w.once_in(12) ? w.number() : 1 + w.below(2);
    }
    update.options.global_offset = w.once_in(12) ? nullptr : offset;
    update.options.global_size = w.once_in(12) ? nullptr : global;
    update.options.dimensions = w.once_in(10) ? w.number() : 1 + w.below(3);
  }
  judge("muxUpdateNDRanges",
        muxUpdateNDRanges(w.once_in(2) ? w.command_buffers[1] : w.any_command_buffer(), w.length(),
                          w.once_in(8) ? nullptr : updates));
}

void HostileCalls::user_callback() {
  mux_sync_point_t made = nullptr;
  const mux_command_user_callback_t function = [](mux_queue_t, mux_command_buffer_t, void *const) {
  };
  recorded("muxCommandUserCallback",
           muxCommandUserCallback(w.any_command_buffer(), w.once_in(4) ? nullptr : function,
                                  w.any_host(), w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::record_query() {
  using Record = decltype(&muxCommandBeginQuery);
  const std::pair<const char *, Record> commands[] = {
      {"muxCommandBeginQuery", muxCommandBeginQuery},
      {"muxCommandEndQuery", muxCommandEndQuery},
      {"muxCommandResetQueryPool", muxCommandResetQueryPool}};
  const auto &[name, command] = commands[w.below(3)];
  mux_sync_point_t made = nullptr;
  recorded(
      name,
      command(w.any_command_buffer(), w.any_query_pool(), w.once_in(3) ? w.number32() : 0,
              w.once_in(3) ? w.number32() : 1, w.wait_list_length(), w.any_wait_list(), out(made)),
      made);
}

}  // namespace mux::test::hostile_calls
