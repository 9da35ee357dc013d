// Entry points that create buffers.

#include <algorithm>

#include "opencl/memory/buffer.h"
#include "opencl/memory/flags.h"
#include "opencl/memory/properties.h"
#include "opencl/platform/limits.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

constexpr cl_mem_flags known_buffer_flags = flags::access | flags::host_access | flags::bytes;

void require_size(Context &context, size_t size, const void *host_ptr) {
  require(size != 0, CL_INVALID_BUFFER_SIZE, "the size of a buffer cannot be 0");
  require(std::ranges::any_of(
              context.devices(),
              [&](const Ref<Device> &device) { return size <= device->info()->allocation_size; }),
          CL_INVALID_BUFFER_SIZE, "the size is more than CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  if (const Ref<SharedAllocation> shared = context.shared_allocations().find(host_ptr)) {
    require(shared->has(host_ptr, size), CL_INVALID_BUFFER_SIZE,
            "the shared memory at host_ptr is smaller than that");
  }
}

cl_mem create_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                     size_t size, void *host_ptr) {
  Context &object = checked<Context>(context);
  std::vector<cl_mem_properties> copy = copy_mem_properties(properties);
  flags::check(flags, known_buffer_flags);
  require_size(object, size, host_ptr);
  flags::check_host_pointer(flags, host_ptr);
  return New<Buffer>(object, flags, std::move(copy), size, host_ptr).give();
}

cl_mem create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info) {
  Buffer &whole = checked_buffer(buffer);
  require(whole.parent() == nullptr, CL_INVALID_MEM_OBJECT, "the buffer is a sub-buffer itself");
  flags::check(flags, known_buffer_flags);
  const cl_mem_flags inherited = flags::inherit(flags, whole.flags());
  require(type == CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE,
          "there is no such type of sub-buffer");
  require(info != nullptr, CL_INVALID_VALUE, "buffer_create_info is NULL");
  const auto &region = *static_cast<const cl_buffer_region *>(info);
  require(region.size != 0, CL_INVALID_BUFFER_SIZE, "the size of a sub-buffer cannot be 0");
  require(region.origin <= whole.size() && region.size <= whole.size() - region.origin,
          CL_INVALID_VALUE, "the region reaches beyond the buffer");
  // All devices have the same alignment: what one cannot use, none can.
  require(region.origin % limits::base_alignment == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "the origin is no multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN");
  return New<Buffer>(whole, inherited, region.origin, region.size).give();
}

}  // namespace

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                      cl_int *errcode_ret) {
  return create("clCreateBuffer", errcode_ret,
                [&] { return create_buffer(context, nullptr, flags, size, host_ptr); });
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host_ptr,
                                    cl_int *errcode_ret) {
  return create("clCreateBufferWithProperties", errcode_ret,
                [&] { return create_buffer(context, properties, flags, size, host_ptr); });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type, const void *buffer_create_info,
                         cl_int *errcode_ret) {
  return create("clCreateSubBuffer", errcode_ret, [&] {
    return create_sub_buffer(buffer, flags, buffer_create_type, buffer_create_info);
  });
}
