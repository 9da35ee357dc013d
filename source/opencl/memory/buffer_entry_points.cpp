// Entry points that create buffers.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "opencl/memory/buffer.h"
#include "opencl/memory/flags.h"
#include "opencl/platform/limits.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

constexpr cl_mem_flags known_buffer_flags = flags::access | flags::host_access | flags::bytes;

void require_size(Context &context, size_t size, const void *host_ptr) {
  require(size != 0, CL_INVALID_BUFFER_SIZE, "size is 0");
  require(std::ranges::any_of(
              context.devices(),
              [&](const Ref<Device> &device) { return size <= device->info()->allocation_size; }),
          CL_INVALID_BUFFER_SIZE, "size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  if (const Ref<SharedAllocation> shared = context.shared_allocations().find(host_ptr)) {
    require(shared->has(host_ptr, size), CL_INVALID_BUFFER_SIZE,
            "the SVM allocation at host_ptr is smaller than size");
  }
}

cl_mem create_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                     size_t size, void *host_ptr) {
  Context &object = checked<Context>(context);
  const MemProperties copy = checked_buffer_properties(object, properties);
  flags::check(flags, known_buffer_flags);
  require_size(object, size, host_ptr);
  std::unique_ptr<ImportedMemory> foreign =
      import_memory(copy, flags, host_ptr, size, CL_INVALID_BUFFER_SIZE);
  flags::check_host_pointer(flags, host_ptr);
  New<Buffer> buffer(object, flags, copy, size, host_ptr, std::move(foreign));
  close_imported(copy);
  return buffer.give();
}

/// Only host memory can be imported.
void require_host_import(const cl_import_properties_arm *properties) {
  if (properties == nullptr || properties[0] == 0) {
    return;
  }
  require(properties[0] == CL_IMPORT_TYPE_ARM && properties[1] == CL_IMPORT_TYPE_HOST_ARM &&
              properties[2] == 0,
          CL_INVALID_PROPERTY, "only CL_IMPORT_TYPE_HOST_ARM is supported");
}

/// Whether all pages are mapped: msync() with MS_ASYNC fails for unmapped pages, and writes nothing
/// back.
bool is_mapped(void *memory, size_t size) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t in_page = reinterpret_cast<uintptr_t>(memory) % page;
  return size <= UINTPTR_MAX - reinterpret_cast<uintptr_t>(memory) &&
         msync(static_cast<std::byte *>(memory) - in_page, size + in_page, MS_ASYNC) == 0;
}

/// Creates a buffer as CL_MEM_USE_HOST_PTR does.
cl_mem import_buffer(cl_context context, cl_mem_flags flags,
                     const cl_import_properties_arm *properties, void *memory, size_t size) {
  Context &object = checked<Context>(context);
  flags::check(flags, flags::access | flags::host_access | CL_MEM_USE_HOST_PTR);
  require_host_import(properties);
  require(memory != nullptr, CL_INVALID_VALUE, "memory is NULL");
  require_size(object, size, memory);
  require(is_mapped(memory, size), CL_INVALID_OPERATION,
          "some of the pages at memory are not mapped");
  return New<Buffer>(object, flags | CL_MEM_USE_HOST_PTR, MemProperties(), size, memory).give();
}

cl_mem create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info) {
  Buffer &whole = checked_buffer(buffer);
  require(whole.parent() == nullptr, CL_INVALID_MEM_OBJECT, "the buffer is a sub-buffer");
  flags::check(flags, known_buffer_flags);
  const cl_mem_flags inherited = flags::inherit(flags, whole.flags());
  require(type == CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE,
          "buffer_create_type is not CL_BUFFER_CREATE_TYPE_REGION");
  require(info != nullptr, CL_INVALID_VALUE, "buffer_create_info is NULL");
  const auto &region = *static_cast<const cl_buffer_region *>(info);
  require(region.size != 0, CL_INVALID_BUFFER_SIZE, "the size of the sub-buffer is 0");
  require(region.origin <= whole.size() && region.size <= whole.size() - region.origin,
          CL_INVALID_VALUE, "the region is not inside the buffer");
  // All devices have the same alignment.
  require(region.origin % limits::base_alignment == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "the origin is not a multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN");
  return New<Buffer>(whole, inherited, region.origin, region.size).give();
}

}  // namespace

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                      cl_int *errcode_ret) {
  return create<Context>("clCreateBuffer", context, errcode_ret,
                         [&] { return create_buffer(context, nullptr, flags, size, host_ptr); });
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host_ptr,
                                    cl_int *errcode_ret) {
  return create<Context>("clCreateBufferWithProperties", context, errcode_ret,
                         [&] { return create_buffer(context, properties, flags, size, host_ptr); });
}

cl_mem clImportMemoryARM(cl_context context, cl_mem_flags flags,
                         const cl_import_properties_arm *properties, void *memory, size_t size,
                         cl_int *errcode_ret) {
  return create<Context>("clImportMemoryARM", context, errcode_ret,
                         [&] { return import_buffer(context, flags, properties, memory, size); });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type, const void *buffer_create_info,
                         cl_int *errcode_ret) {
  return create("clCreateSubBuffer", errcode_ret, [&] {
    return create_sub_buffer(buffer, flags, buffer_create_type, buffer_create_info);
  });
}
