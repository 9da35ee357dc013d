// Entry points that enqueue SVM commands.

#include <memory>

#include "client/destruction.h"
#include "opencl/commands/arguments.h"
#include "opencl/commands/shared_memory.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

using FreeFunction = void(CL_CALLBACK *)(cl_command_queue queue, cl_uint num_svm_pointers,
                                         void *svm_pointers[], void *user_data);

/// Frees the allocations of clEnqueueSVMFree() when the command executes.
class FreeCall final : public Object {
 public:
  FreeCall(Queue &queue, std::vector<void *> pointers, FreeFunction function, void *user_data)
      : queue_(queue), pointers_(std::move(pointers)), function_(function), user_data_(user_data) {}

  static void run(mux_queue_t, mux_command_buffer_t, void *call) {
    const mux::client::DeferDestruction defer;
    static_cast<FreeCall *>(call)->free();
  }

 private:
  void free() {
    if (function_ != nullptr) {
      function_(&queue_, static_cast<cl_uint>(pointers_.size()), pointers_.data(), user_data_);
      return;
    }
    for (void *pointer : pointers_) {
      queue_.context().shared_allocations().free(pointer, SharedKind::virtual_memory);
    }
  }

  /// Retained by its batches.
  Queue &queue_;
  std::vector<void *> pointers_;
  FreeFunction function_;
  void *user_data_;
};

/// Retains the SVM allocation of an address until the command has ended, since the program may free
/// it before.
void retain_shared(Recording &recording, Context &context, const void *pointer) {
  if (const Ref<SharedAllocation> shared = context.shared_allocations().find(pointer)) {
    recording.keep(*shared);
  }
}

bool ranges_overlap(const void *one, const void *other, size_t size) {
  const auto begin = reinterpret_cast<uintptr_t>(one);
  const auto other_begin = reinterpret_cast<uintptr_t>(other);
  return (begin <= other_begin ? other_begin - begin : begin - other_begin) < size;
}

void require_migratable(Context &context, const void *pointer, size_t size) {
  const Ref<SharedAllocation> shared = context.shared_allocations().find(pointer);
  require(size == 0 || (shared && shared->has(pointer, size)), CL_INVALID_VALUE,
          "a range is not inside an SVM allocation");
}

}  // namespace

namespace mux::opencl {

void enqueue_empty_svm_command(Queue &queue, const Enqueue &info, const void *pointer) {
  queue.enqueue(info, [&](Recording &recording) {
    retain_shared(recording, queue.context(), pointer);
    return recording.nothing();
  });
}

void copy_memory(Recorder &recorder, void *to, const void *from, size_t size) {
  require(to != nullptr && from != nullptr, CL_INVALID_VALUE, "dst_ptr or src_ptr is NULL");
  require(!ranges_overlap(to, from, size), CL_MEM_COPY_OVERLAP, "source and destination overlap");
  recorder.record([&](Recording &recording) {
    if (size == 0) {
      return recording.nothing();
    }
    retain_shared(recording, recorder.context(), from);
    retain_shared(recording, recorder.context(), to);
    return muxCommandCopyMemory(recording.commands, from, to, size, recording.wait_count,
                                recording.waits, recording.sync_point);
  });
}

void fill_memory(Recorder &recorder, void *to, const Pattern &pattern, size_t size) {
  require(to != nullptr, CL_INVALID_VALUE, "the pointer to the memory to fill is NULL");
  require_pattern(pattern, size);
  require(reinterpret_cast<uintptr_t>(to) % pattern.size == 0, CL_INVALID_VALUE,
          "the pointer to the memory to fill is not aligned to pattern_size");
  recorder.record([&](Recording &recording) {
    if (size == 0) {
      return recording.nothing();
    }
    retain_shared(recording, recorder.context(), to);
    return muxCommandFillMemory(recording.commands, to, size, pattern.bytes, pattern.size,
                                recording.wait_count, recording.waits, recording.sync_point);
  });
}

}  // namespace mux::opencl

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
                        void *svm_pointers[], FreeFunction pfn_free_func, void *user_data,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                        cl_event *event) {
  return call<Queue>("clEnqueueSVMFree", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require((num_svm_pointers == 0) == (svm_pointers == nullptr), CL_INVALID_VALUE,
            "num_svm_pointers and svm_pointers are inconsistent");
    const New<FreeCall> free_call(
        queue, std::vector<void *>(svm_pointers, svm_pointers + num_svm_pointers), pfn_free_func,
        user_data);
    queue.enqueue({CL_COMMAND_SVM_FREE, num_events_in_wait_list, event_wait_list, event},
                  [&](Recording &recording) {
                    recording.keep(*free_call);
                    return muxCommandUserCallback(recording.commands, FreeCall::run,
                                                  free_call.get(), recording.wait_count,
                                                  recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                          const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueSVMMemcpy", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_SVM_MEMCPY, num_events_in_wait_list, event_wait_list, event,
                       blocking_copy != CL_FALSE});
    copy_memory(enqueuer, dst_ptr, src_ptr, size);
  });
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                           size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueSVMMemFill", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_SVM_MEMFILL, num_events_in_wait_list, event_wait_list, event});
    fill_memory(enqueuer, svm_ptr, {pattern, pattern_size}, size);
  });
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                       void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueSVMMap", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require(svm_ptr != nullptr && size != 0, CL_INVALID_VALUE, "svm_ptr is NULL or size is 0");
    require_map_flags(flags);
    enqueue_empty_svm_command(queue,
                              {CL_COMMAND_SVM_MAP, num_events_in_wait_list, event_wait_list, event,
                               blocking_map != CL_FALSE},
                              svm_ptr);
  });
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event) {
  return call<Queue>("clEnqueueSVMUnmap", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require(svm_ptr != nullptr, CL_INVALID_VALUE, "svm_ptr is NULL");
    enqueue_empty_svm_command(
        queue, {CL_COMMAND_SVM_UNMAP, num_events_in_wait_list, event_wait_list, event}, svm_ptr);
  });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                              const void **svm_pointers, const size_t *sizes,
                              cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueSVMMigrateMem", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require(num_svm_pointers != 0 && svm_pointers != nullptr, CL_INVALID_VALUE,
            "num_svm_pointers is 0 or svm_pointers is NULL");
    require_migration_flags(flags);
    for (cl_uint index = 0; index < num_svm_pointers; ++index) {
      require_migratable(queue.context(), svm_pointers[index], sizes != nullptr ? sizes[index] : 0);
    }
    queue.enqueue({CL_COMMAND_SVM_MIGRATE_MEM, num_events_in_wait_list, event_wait_list, event},
                  [](Recording &recording) { return recording.nothing(); });
  });
}
