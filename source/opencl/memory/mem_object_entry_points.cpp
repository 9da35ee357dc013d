// Entry points common to all memory objects.

#include "opencl/memory/mem_object.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

bool is_sub_buffer(const MemObject &object) {
  return object.type() == CL_MEM_OBJECT_BUFFER && object.parent() != nullptr;
}

/// The pointer of CL_MEM_USE_HOST_PTR; for a sub-buffer with its offset.
void *host_pointer(const MemObject &object) {
  const bool used = (object.flags() & CL_MEM_USE_HOST_PTR) != 0 &&
                    (object.parent() == nullptr || is_sub_buffer(object));
  return used ? object.data() : nullptr;
}

/// Device addresses are host addresses.
std::vector<cl_mem_device_address_ext> device_addresses(const MemObject &object) {
  require(object.addressed() && object.type() == CL_MEM_OBJECT_BUFFER, CL_INVALID_OPERATION,
          "the memory object was not created with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT");
  const auto address =
      static_cast<cl_mem_device_address_ext>(reinterpret_cast<uintptr_t>(object.data()));
  return std::vector(object.context().devices().size(), address);
}

void mem_object_info(const MemObject &object, cl_mem_info name, const InfoOut &out) {
  switch (name) {
    case CL_MEM_TYPE:
      return out.of(object.type());
    case CL_MEM_FLAGS:
      return out.of(object.flags());
    case CL_MEM_SIZE:
      return out.of(object.size());
    case CL_MEM_HOST_PTR:
      return out.of(host_pointer(object));
    case CL_MEM_MAP_COUNT:
      return out.of(object.mappings());
    case CL_MEM_REFERENCE_COUNT:
      return out.of(object.references());
    case CL_MEM_CONTEXT:
      return out.of<cl_context>(&object.context());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return out.of<cl_mem>(object.parent());
    case CL_MEM_OFFSET:
      return out.of(is_sub_buffer(object) ? object.offset() : size_t{0});
    case CL_MEM_USES_SVM_POINTER:
      return out.of(cl_bool{object.uses_shared_virtual_memory()});
    case CL_MEM_PROPERTIES:
      return out.array(object.properties());
    case CL_MEM_DEVICE_ADDRESS_EXT:
      return out.array(std::span<const cl_mem_device_address_ext>(device_addresses(object)));
    default:
      fail_unknown_info("a memory object", name);
  }
}

}  // namespace

cl_int clRetainMemObject(cl_mem memobj) {
  return call("clRetainMemObject", [&] { retain<MemObject>(memobj); });
}

cl_int clReleaseMemObject(cl_mem memobj) {
  return call("clReleaseMemObject", [&] { release<MemObject>(memobj); });
}

cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret) {
  return call("clGetMemObjectInfo", [&] {
    mem_object_info(checked<MemObject>(memobj), param_name,
                    {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clSetMemObjectDestructorCallback(
    cl_mem memobj, void(CL_CALLBACK *pfn_notify)(cl_mem memobj, void *user_data), void *user_data) {
  return call("clSetMemObjectDestructorCallback", [&] {
    MemObject &object = checked<MemObject>(memobj);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    object.on_destruction([=] { pfn_notify(memobj, user_data); });
  });
}
