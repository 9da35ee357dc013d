// Entry points that map, unmap and migrate memory objects. Device memory is host memory, so these
// commands only take part in the order of commands.

#include "opencl/commands/image_box.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

constexpr cl_map_flags map_writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

void require_map_access(const MemObject &object, cl_map_flags flags) {
  if ((flags & CL_MAP_READ) != 0) {
    require_host_reads(object);
  }
  if ((flags & map_writes) != 0) {
    require_host_writes(object);
  }
}

/// Enqueues an empty command that retains the object.
void enqueue_empty_command(Queue &queue, const Enqueue &info, MemObject &object) {
  queue.enqueue(info, [&](Recording &recording) {
    recording.keep(object);
    return recording.nothing();
  });
}

/// Enqueues a map command. Returns the mapped address.
void *enqueue_map(Queue &queue, const Enqueue &info, MemObject &object, size_t offset,
                  Mapping mapping) {
  void *pointer = static_cast<std::byte *>(object.data()) + offset;
  mapping.pointer = pointer;
  object.add_mapping(mapping);
  try {
    enqueue_empty_command(queue, info, object);
  } catch (...) {
    object.remove_mapping(pointer);
    throw;
  }
  return pointer;
}

}  // namespace

void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                         cl_map_flags map_flags, size_t offset, size_t size,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event, cl_int *errcode_ret) {
  return create<Queue>("clEnqueueMapBuffer", command_queue, errcode_ret, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &mapped = buffer_of(queue, buffer);
    require_range(mapped, offset, size);
    require(size != 0, CL_INVALID_VALUE, "size is 0");
    require_map_flags(map_flags);
    require_map_access(mapped, map_flags);
    return enqueue_map(
        queue,
        {CL_COMMAND_MAP_BUFFER, num_events_in_wait_list, event_wait_list, event,
         blocking_map != CL_FALSE},
        mapped, offset,
        {nullptr, size, {offset, 0, 0}, {size, 1, 1}, (map_flags & map_writes) != 0});
  });
}

void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                        cl_map_flags map_flags, const size_t *origin, const size_t *region,
                        size_t *image_row_pitch, size_t *image_slice_pitch,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                        cl_event *event, cl_int *errcode_ret) {
  return create<Queue>("clEnqueueMapImage", command_queue, errcode_ret, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Image &mapped = image_of(queue, image);
    const ImageShape &shape = mapped.shape();
    const ImageBox box = checked_box(mapped, origin, region);
    require_map_flags(map_flags);
    require(image_row_pitch != nullptr, CL_INVALID_VALUE, "image_row_pitch is NULL");
    require(image_slice_pitch != nullptr || shape.slice_pitch == 0, CL_INVALID_VALUE,
            "image_slice_pitch is NULL");
    require_map_access(mapped, map_flags);
    const size_t offset = offset_in(mapped, box);
    const ImageBox last = {{static_cast<uint32_t>(box.offset.x + box.extent.x - 1),
                            static_cast<uint32_t>(box.offset.y + box.extent.y - 1),
                            static_cast<uint32_t>(box.offset.z + box.extent.z - 1)},
                           {1, 1, 1}};
    void *pointer = enqueue_map(queue,
                                {CL_COMMAND_MAP_IMAGE, num_events_in_wait_list, event_wait_list,
                                 event, blocking_map != CL_FALSE},
                                mapped, offset,
                                {nullptr,
                                 offset_in(mapped, last) + shape.pixel_size - offset,
                                 {box.offset.x, box.offset.y, box.offset.z},
                                 box.extent,
                                 (map_flags & map_writes) != 0});
    *image_row_pitch = shape.row_pitch;
    if (image_slice_pitch != nullptr) {
      *image_slice_pitch = shape.slice_pitch;
    }
    return pointer;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event) {
  return call<Queue>("clEnqueueUnmapMemObject", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    MemObject &object = checked<MemObject>(memobj);
    require(object.as_pipe() == nullptr, CL_INVALID_MEM_OBJECT, "a pipe cannot be mapped");
    require_same(object.context(), queue.context());
    const std::optional<Mapping> mapping = object.remove_mapping(mapped_ptr);
    require(mapping.has_value(), CL_INVALID_VALUE,
            "mapped_ptr is not the address of a mapping of the memory object");
    try {
      enqueue_empty_command(
          queue, {CL_COMMAND_UNMAP_MEM_OBJECT, num_events_in_wait_list, event_wait_list, event},
          object);
    } catch (...) {
      object.add_mapping(*mapping);
      throw;
    }
  });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                  const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                  cl_event *event) {
  return call<Queue>("clEnqueueMigrateMemObjects", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    require(num_mem_objects != 0 && mem_objects != nullptr, CL_INVALID_VALUE,
            "num_mem_objects is 0 or mem_objects is NULL");
    for (cl_uint index = 0; index < num_mem_objects; ++index) {
      require_same(checked<MemObject>(mem_objects[index]).context(), queue.context());
    }
    require_migration_flags(flags);
    queue.enqueue({CL_COMMAND_MIGRATE_MEM_OBJECTS, num_events_in_wait_list, event_wait_list, event},
                  [](Recording &recording) { return recording.nothing(); });
  });
}
