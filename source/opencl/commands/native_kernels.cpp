// clEnqueueNativeKernel().

#include <cstring>
#include <memory>

#include "opencl/commands/arguments.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

using NativeFunction = void(CL_CALLBACK *)(void *arguments);

/// A native kernel with a copy of its arguments.
class NativeCall final : public Object {
 public:
  NativeCall(NativeFunction function, const void *arguments, size_t size)
      : function_(function), size_(size), arguments_(new std::byte[size]) {
    if (size != 0) {
      std::memcpy(arguments_.get(), arguments, size);
    }
  }

  /// Stores the address of a buffer's memory, or NULL without a buffer, in the arguments.
  void set(size_t offset, Buffer *buffer) {
    void *address = buffer != nullptr ? buffer->data() : nullptr;
    std::memcpy(arguments_.get() + offset, static_cast<const void *>(&address), sizeof address);
    buffers_.emplace_back(buffer);
  }

  static void run(mux_queue_t, mux_command_buffer_t, void *call) {
    const NativeCall &native = *static_cast<NativeCall *>(call);
    native.function_(native.size_ != 0 ? native.arguments_.get() : nullptr);
  }

 private:
  NativeFunction function_;
  size_t size_;
  std::unique_ptr<std::byte[]> arguments_;
  std::vector<Ref<Buffer>> buffers_;
};

/// The offset in the arguments of an address that the program passes.
size_t place_in(const void *arguments, size_t size, const void *place) {
  const uintptr_t offset =
      reinterpret_cast<uintptr_t>(place) - reinterpret_cast<uintptr_t>(arguments);
  require(offset <= size && sizeof(cl_mem) <= size - offset, CL_INVALID_VALUE,
          "an element of args_mem_loc does not point into args");
  return offset;
}

}  // namespace

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, NativeFunction user_func, void *args,
                             size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list,
                             const void **args_mem_loc, cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueNativeKernel", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require(user_func != nullptr, CL_INVALID_VALUE, "user_func is NULL");
    require((args == nullptr) == (cb_args == 0), CL_INVALID_VALUE,
            "args and cb_args are inconsistent");
    require(args != nullptr || num_mem_objects == 0, CL_INVALID_VALUE,
            "num_mem_objects is not 0, but args is NULL");
    require((num_mem_objects == 0) == (mem_list == nullptr) &&
                (num_mem_objects == 0) == (args_mem_loc == nullptr),
            CL_INVALID_VALUE, "num_mem_objects, mem_list and args_mem_loc are inconsistent");
    const New<NativeCall> native(user_func, args, cb_args);
    for (cl_uint index = 0; index < num_mem_objects; ++index) {
      Buffer *buffer = mem_list[index] != nullptr ? &buffer_of(queue, mem_list[index]) : nullptr;
      native->set(place_in(args, cb_args, args_mem_loc[index]), buffer);
    }
    queue.enqueue({CL_COMMAND_NATIVE_KERNEL, num_events_in_wait_list, event_wait_list, event},
                  [&](Recording &recording) {
                    recording.keep(*native);
                    return muxCommandUserCallback(recording.commands, NativeCall::run, native.get(),
                                                  recording.wait_count, recording.waits,
                                                  recording.sync_point);
                  });
  });
}
