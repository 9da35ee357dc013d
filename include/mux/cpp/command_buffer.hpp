/// @file
/// Command buffers, kernel arguments and ND-ranges. Part of <mux/mux.hpp>, which documents
/// ownership, threads and errors.

#ifndef MUX_CPP_COMMAND_BUFFER_HPP
#define MUX_CPP_COMMAND_BUFFER_HPP

#include <mux/extensions.h>
#include <mux/mux.h>
#include <mux/cpp/device.hpp>
#include <mux/cpp/error.hpp>
#include <mux/cpp/image.hpp>
#include <mux/cpp/memory.hpp>
#include <mux/cpp/program.hpp>
#include <mux/cpp/query_pool.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace mux {

/// The size of an ND-range.
struct NdRange {
  /// Dimensions used, 1 to 3.
  size_t dimensions = 1;
  /// Work-items in each dimension.
  size_t global_size[3] = {1, 1, 1};
  /// Work-items of a work-group in each dimension.
  size_t local_size[3] = {1, 1, 1};
  /// Offset of get_global_id() in each dimension.
  size_t global_offset[3] = {0, 0, 0};

  /// One work-item.
  NdRange() = default;

  /// @param global 1 to 3 sizes, x first.
  /// @param local as many sizes of a work-group or fewer; the missing ones are 1.
  /// @param offset as many offsets or fewer; the missing ones are 0.
  NdRange(std::initializer_list<size_t> global, std::initializer_list<size_t> local,
          std::initializer_list<size_t> offset = {})
      : dimensions(global.size()) {
    if (global.size() < 1 || global.size() > 3 || local.size() > global.size() ||
        offset.size() > global.size()) {
      throw Error(mux_error_invalid_value, "an ND-range has 1 to 3 dimensions");
    }
    assign(global, global_size);
    assign(local, local_size);
    assign(offset, global_offset);
  }

 private:
  static void assign(std::initializer_list<size_t> values, size_t (&out)[3]) {
    size_t dimension = 0;
    for (const size_t value : values) {
      out[dimension++] = value;
    }
  }
};

/// A kernel argument: a buffer with an offset.
inline mux_descriptor_info_t argument(const Buffer &buffer, uint64_t offset = 0) noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_buffer;
  descriptor.buffer_descriptor.buffer = buffer.get();
  descriptor.buffer_descriptor.offset = offset;
  return descriptor;
}

/// A kernel argument: an image.
inline mux_descriptor_info_t argument(const Image &image) noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_image;
  descriptor.image_descriptor.image = image.get();
  return descriptor;
}

/// A kernel argument: a sampler, which is copied.
inline mux_descriptor_info_t argument(const mux_sampler_t &sampler) noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_sampler;
  descriptor.sampler_descriptor.sampler = sampler;
  return descriptor;
}

/// A kernel argument: the bytes of a value. They are copied when the command is recorded, so
/// `value` may be a temporary of the expression that calls CommandBuffer::nd_range().
template <class Value>
  requires std::is_trivially_copyable_v<Value> && (!std::is_pointer_v<Value>)
inline mux_descriptor_info_t argument(const Value &value) noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_plain_old_data;
  descriptor.plain_old_data_descriptor.data = &value;
  descriptor.plain_old_data_descriptor.length = sizeof(Value);
  return descriptor;
}

/// A kernel argument: bytes of local memory that each work-group gets.
inline mux_descriptor_info_t local_argument(size_t size) noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_shared_local_buffer;
  descriptor.shared_local_buffer_descriptor.size = size;
  return descriptor;
}

/// A kernel argument: a null pointer where the kernel expects a buffer, no bytes where it expects
/// local memory.
inline mux_descriptor_info_t null_argument() noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_null_buffer;
  return descriptor;
}

/// A kernel argument: memory of the program where the kernel expects a buffer. It is owned by the
/// program and must be valid until the command has run for the last time.
inline mux_descriptor_info_t host_argument(void *data, size_t size) noexcept {
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_custom_buffer;
  descriptor.custom_buffer_descriptor.data = data;
  descriptor.custom_buffer_descriptor.size = size;
  return descriptor;
}

/// A list of commands: record, finalize, dispatch any number of times.
///
/// The commands take effect as if executed in the order recorded. Each function that records takes
/// a list of sync-points that the command waits for, and can return a sync-point for it.
class CommandBuffer : public detail::Owner<mux_command_buffer_t, muxDestroyCommandBuffer> {
 public:
  /// The sync-points that a command waits for.
  using WaitList = std::span<const mux_sync_point_t>;

  /// @param device the device.
  /// @param callback receives messages about failed commands, on any thread; may be NULL.
  explicit CommandBuffer(const Device &device, mux_callback_info_t callback = nullptr)
      : Owner(device.get(), device.allocator()) {
    check(muxCreateCommandBuffer(device.get(), callback, allocator(), out()),
          "muxCreateCommandBuffer");
  }

  /// Records a copy from a buffer to the host, which must stay valid until it has run.
  void read(const Buffer &buffer, uint64_t offset, void *host_pointer, uint64_t size,
            WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandReadBuffer(get(), buffer.get(), offset, host_pointer, size, count(wait_list),
                               data(wait_list), sync_point),
          "muxCommandReadBuffer");
  }

  /// Records a copy from the host, which must stay valid until it has run, to a buffer.
  void write(const Buffer &buffer, uint64_t offset, const void *host_pointer, uint64_t size,
             WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandWriteBuffer(get(), buffer.get(), offset, host_pointer, size, count(wait_list),
                                data(wait_list), sync_point),
          "muxCommandWriteBuffer");
  }

  /// Records a copy from one buffer to another, or to another offset of the same.
  void copy(const Buffer &source, uint64_t source_offset, const Buffer &destination,
            uint64_t destination_offset, uint64_t size, WaitList wait_list = {},
            mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandCopyBuffer(get(), source.get(), source_offset, destination.get(),
                               destination_offset, size, count(wait_list), data(wait_list),
                               sync_point),
          "muxCommandCopyBuffer");
  }

  /// Records a fill of a range of a buffer with a repeated value, which is copied.
  template <class Value>
  void fill(const Buffer &buffer, uint64_t offset, uint64_t size, const Value &pattern,
            WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    static_assert(std::is_trivially_copyable_v<Value>);
    check(muxCommandFillBuffer(get(), buffer.get(), offset, size, &pattern, sizeof(Value),
                               count(wait_list), data(wait_list), sync_point),
          "muxCommandFillBuffer");
  }

  /// Records a copy from address to address, which must stay valid until it has run. They may
  /// overlap.
  void copy_memory(const void *source, void *destination, uint64_t size, WaitList wait_list = {},
                   mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandCopyMemory(get(), source, destination, size, count(wait_list), data(wait_list),
                               sync_point),
          "muxCommandCopyMemory");
  }

  /// Records a fill of memory at an address, which must stay valid until it has run, with a
  /// repeated value, which is copied.
  template <class Value>
  void fill_memory(void *destination, uint64_t size, const Value &pattern, WaitList wait_list = {},
                   mux_sync_point_t *sync_point = nullptr) {
    static_assert(std::is_trivially_copyable_v<Value>);
    check(muxCommandFillMemory(get(), destination, size, &pattern, sizeof(Value), count(wait_list),
                               data(wait_list), sync_point),
          "muxCommandFillMemory");
  }

  /// Records a copy of a box of pixels to the host, tightly packed unless a pitch is given; the
  /// memory must stay valid until it has run. Array layers are the last axis.
  void read(const Image &image, mux_offset_3d_t offset, mux_extent_3d_t extent, void *host_pointer,
            uint64_t row_size = 0, uint64_t slice_size = 0, WaitList wait_list = {},
            mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandReadImage(get(), image.get(), offset, extent, row_size, slice_size,
                              host_pointer, count(wait_list), data(wait_list), sync_point),
          "muxCommandReadImage");
  }

  /// Records a copy of a box of pixels from the host, which must stay valid until it has run.
  void write(const Image &image, mux_offset_3d_t offset, mux_extent_3d_t extent,
             const void *host_pointer, uint64_t row_size = 0, uint64_t slice_size = 0,
             WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandWriteImage(get(), image.get(), offset, extent, row_size, slice_size,
                               host_pointer, count(wait_list), data(wait_list), sync_point),
          "muxCommandWriteImage");
  }

  /// Records a fill of a box of pixels with a color, which is copied: four components of 32 bits,
  /// or a pixel in the image's own format.
  template <class Color>
  void fill(const Image &image, mux_offset_3d_t offset, mux_extent_3d_t extent, const Color &color,
            WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    static_assert(std::is_trivially_copyable_v<Color>);
    check(muxCommandFillImage(get(), image.get(), &color, sizeof(Color), offset, extent,
                              count(wait_list), data(wait_list), sync_point),
          "muxCommandFillImage");
  }

  /// Records a copy of a box of pixels from one image to another, or to another offset of the same.
  void copy(const Image &source, mux_offset_3d_t source_offset, const Image &destination,
            mux_offset_3d_t destination_offset, mux_extent_3d_t extent, WaitList wait_list = {},
            mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandCopyImage(get(), source.get(), destination.get(), source_offset,
                              destination_offset, extent, count(wait_list), data(wait_list),
                              sync_point),
          "muxCommandCopyImage");
  }

  /// Records a copy of a box of pixels to a buffer, tightly packed.
  void copy(const Image &source, mux_offset_3d_t source_offset, const Buffer &destination,
            uint64_t destination_offset, mux_extent_3d_t extent, WaitList wait_list = {},
            mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandCopyImageToBuffer(get(), source.get(), destination.get(), source_offset,
                                      destination_offset, extent, count(wait_list), data(wait_list),
                                      sync_point),
          "muxCommandCopyImageToBuffer");
  }

  /// Records a copy of tightly packed pixels from a buffer to a box of an image.
  void copy(const Buffer &source, uint32_t source_offset, const Image &destination,
            mux_offset_3d_t destination_offset, mux_extent_3d_t extent, WaitList wait_list = {},
            mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandCopyBufferToImage(get(), source.get(), destination.get(), source_offset,
                                      destination_offset, extent, count(wait_list), data(wait_list),
                                      sync_point),
          "muxCommandCopyBufferToImage");
  }

  /// Records the execution of a kernel.
  ///
  /// @param kernel must live as long as the command buffer, or until that is reset.
  /// @param arguments one descriptor for each argument of the kernel, in order; copied now.
  /// @param range how many work-items.
  /// @param wait_list sync-points of commands to run before.
  /// @param sync_point receives the sync-point of this command; may be NULL.
  void nd_range(const Kernel &kernel, std::span<const mux_descriptor_info_t> arguments,
                const NdRange &range, WaitList wait_list = {},
                mux_sync_point_t *sync_point = nullptr) {
    const mux_ndrange_options_t options = options_of(arguments, range);
    check(muxCommandNDRange(get(), kernel.get(), options, count(wait_list), data(wait_list),
                            sync_point),
          "muxCommandNDRange");
  }

  /// The same with an initializer list of arguments.
  void nd_range(const Kernel &kernel, std::initializer_list<mux_descriptor_info_t> arguments,
                const NdRange &range, WaitList wait_list = {},
                mux_sync_point_t *sync_point = nullptr) {
    nd_range(kernel, std::span(arguments.begin(), arguments.size()), range, wait_list, sync_point);
  }

  /// Records a call of a host function. It must not throw, nor wait for this command buffer.
  void callback(mux_command_user_callback_t function, void *user_data, WaitList wait_list = {},
                mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandUserCallback(get(), function, user_data, count(wait_list), data(wait_list),
                                 sync_point),
          "muxCommandUserCallback");
  }

  /// Records a command that only orders others: all earlier ones before all later ones or, with a
  /// wait list, its sync-points before the commands that wait for this one.
  void barrier(WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandBarrier(get(), count(wait_list), data(wait_list), sync_point),
          "muxCommandBarrier");
  }

  /// Sets a function that is called each time a recorded command has ended; NULL for none. It must
  /// be short, and must neither throw nor wait.
  ///
  /// @param command which one: 0 for the first recorded.
  /// @param function the function, or NULL.
  /// @param user_data passed to it.
  void set_completion(mux_command_id_t command, mux_command_completion_function_t function,
                      void *user_data) {
    check(muxSetCommandCompletion(get(), command, function, user_data), "muxSetCommandCompletion");
  }

  /// Records the begin of queries in some slots: commands recorded between begin and end are
  /// measured. Only one pool of durations may be active at a time.
  void begin_query(const QueryPool &pool, uint32_t first_slot, uint32_t slots,
                   WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandBeginQuery(get(), pool.get(), first_slot, slots, count(wait_list),
                               data(wait_list), sync_point),
          "muxCommandBeginQuery");
  }

  /// Records the begin of a query of all slots.
  void begin_query(const QueryPool &pool) { begin_query(pool, 0, pool.size()); }

  /// Records the end of queries in some slots, which then receive their results.
  void end_query(const QueryPool &pool, uint32_t first_slot, uint32_t slots,
                 WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandEndQuery(get(), pool.get(), first_slot, slots, count(wait_list),
                             data(wait_list), sync_point),
          "muxCommandEndQuery");
  }

  /// Records the end of a query of all slots.
  void end_query(const QueryPool &pool) { end_query(pool, 0, pool.size()); }

  /// Records setting the results of some slots to zero.
  void reset_query_pool(const QueryPool &pool, uint32_t first_slot, uint32_t slots,
                        WaitList wait_list = {}, mux_sync_point_t *sync_point = nullptr) {
    check(muxCommandResetQueryPool(get(), pool.get(), first_slot, slots, count(wait_list),
                                   data(wait_list), sync_point),
          "muxCommandResetQueryPool");
  }

  /// Records setting the results of all slots to zero.
  void reset_query_pool(const QueryPool &pool) { reset_query_pool(pool, 0, pool.size()); }

  /// Ends the recording, so that the command buffer can be dispatched.
  void finalize() { check(muxFinalizeCommandBuffer(get()), "muxFinalizeCommandBuffer"); }

  /// Returns a copy of a finalized command buffer, finalized too. Updates of one do not change the
  /// other, and either may be destroyed first. Objects used by the commands must outlive the copy.
  CommandBuffer clone() const {
    CommandBuffer copy(device(), allocator());
    check(muxCloneCommandBuffer(device(), allocator(), get(), copy.out()), "muxCloneCommandBuffer");
    return copy;
  }

  /// Changes one kernel argument in a finalized command buffer, for later dispatches.
  ///
  /// @param command index of the command: 0 for the first one recorded; each recording call counts.
  /// @param index index of the argument.
  /// @param argument of the same kind as before; copied.
  void update(mux_command_id_t command, uint64_t index, const mux_descriptor_info_t &argument) {
    update(command, std::span<const uint64_t>(&index, 1), std::span(&argument, 1));
  }

  /// Changes several arguments, all of them or, if one is invalid, none: `arguments[i]` is for the
  /// argument `indices[i]` of the kernel.
  void update(mux_command_id_t command, std::span<const uint64_t> indices,
              std::span<const mux_descriptor_info_t> arguments) {
    if (indices.size() != arguments.size()) {
      throw Error(mux_error_invalid_value, "an update needs as many indices as arguments");
    }
    // The C API takes non-const pointers, but only reads them.
    check(
        muxUpdateDescriptors(get(), command, indices.size(), const_cast<uint64_t *>(indices.data()),
                             const_cast<mux_descriptor_info_t *>(arguments.data())),
        "muxUpdateDescriptors");
  }

  /// Replaces an ND-range in a finalized command buffer, for later dispatches.
  ///
  /// @param command index of the command: 0 for the first one recorded; each recording call counts.
  /// @param kernel the one that was recorded, or one with the same kinds of arguments.
  /// @param arguments one descriptor for each argument of the kernel, in order; copied.
  /// @param range global size, local size and offset.
  void update(mux_command_id_t command, const Kernel &kernel,
              std::span<const mux_descriptor_info_t> arguments, const NdRange &range) {
    const mux_ndrange_update_t update = {command, kernel.get(), options_of(arguments, range)};
    check(muxUpdateNDRanges(get(), 1, &update), "muxUpdateNDRanges");
  }

  /// Resets the command buffer to the recording state. It must not be in flight.
  void reset() { check(muxResetCommandBuffer(get()), "muxResetCommandBuffer"); }

 private:
  /// Without an object, which clone() creates.
  CommandBuffer(mux_device_t device, const mux_allocator_info_t &allocator) noexcept
      : Owner(device, allocator) {}

  /// Converts to the C API's options, which point to the arguments and the range.
  static mux_ndrange_options_t options_of(std::span<const mux_descriptor_info_t> arguments,
                                          const NdRange &range) noexcept {
    mux_ndrange_options_t options = {};
    // The C API takes a non-const pointer, but only reads the descriptors.
    options.descriptors =
        arguments.empty() ? nullptr : const_cast<mux_descriptor_info_t *>(arguments.data());
    options.descriptors_length = arguments.size();
    std::memcpy(options.local_size, range.local_size, sizeof(options.local_size));
    options.global_offset = range.global_offset;
    options.global_size = range.global_size;
    options.dimensions = range.dimensions;
    return options;
  }

  static uint32_t count(WaitList list) noexcept { return static_cast<uint32_t>(list.size()); }
  static const mux_sync_point_t *data(WaitList list) noexcept {
    return list.empty() ? nullptr : list.data();
  }
};

inline void Queue::dispatch(const CommandBuffer &commands, mux_fence_t fence,
                            std::span<mux_semaphore_t> wait_semaphores,
                            std::span<mux_semaphore_t> signal_semaphores) const {
  check(muxDispatch(queue_, commands.get(), fence,
                    wait_semaphores.empty() ? nullptr : wait_semaphores.data(),
                    static_cast<uint32_t>(wait_semaphores.size()),
                    signal_semaphores.empty() ? nullptr : signal_semaphores.data(),
                    static_cast<uint32_t>(signal_semaphores.size()), nullptr, nullptr),
        "muxDispatch");
}

inline void Queue::run(const CommandBuffer &commands) const {
  mux_fence_t fence = nullptr;
  check(muxCreateFence(commands.device(), commands.allocator(), &fence), "muxCreateFence");
  mux_result_t result =
      muxDispatch(queue_, commands.get(), fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
  const char *entry_point = "muxDispatch";
  if (result == mux_success) {
    result = muxWait(queue_, fence);
    entry_point = "muxWait";
  }
  muxDestroyFence(commands.device(), fence, commands.allocator());
  check(result, entry_point);
}

}  // namespace mux

#endif  // MUX_CPP_COMMAND_BUFFER_HPP
