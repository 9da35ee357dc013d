#include "opencl/semaphore/properties.h"

#include <algorithm>

#include "opencl/platform/external_types.h"

namespace mux::opencl {
namespace {

class SemaphoreReader {
 public:
  SemaphoreReader(const Context &context, const cl_semaphore_properties_khr *next)
      : context_(context), next_(next) {}

  SemaphoreProperties read() {
    while (*next_ != 0) {
      const cl_semaphore_properties_khr name = take();
      require(std::ranges::find(names_, name) == names_.end(), CL_INVALID_PROPERTY,
              "a property is repeated");
      names_.push_back(name);
      read_value(name);
    }
    read_.list.push_back(0);
    require_whole();
    return std::move(read_);
  }

 private:
  cl_semaphore_properties_khr take() {
    read_.list.push_back(*next_);
    return *next_++;
  }

  void read_value(cl_semaphore_properties_khr name) {
    switch (name) {
      case CL_SEMAPHORE_TYPE_KHR:
        require(take() == CL_SEMAPHORE_TYPE_BINARY_KHR, CL_INVALID_PROPERTY,
                "CL_SEMAPHORE_TYPE_KHR is not CL_SEMAPHORE_TYPE_BINARY_KHR");
        typed_ = true;
        break;
      case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
        read_devices();
        break;
      case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
        read_exported();
        break;
      case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR:
      case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
        require(!read_.imported, CL_INVALID_PROPERTY, "more than one external handle");
        read_.imported = static_cast<cl_external_semaphore_handle_type_khr>(name);
        read_.descriptor = static_cast<int>(take());
        break;
      default:
        fail(CL_INVALID_PROPERTY, "unknown semaphore property");
    }
  }

  /// Reads a list with its own terminator.
  void read_devices() {
    while (const cl_semaphore_properties_khr value = take()) {
      require(read_.device == nullptr, CL_INVALID_DEVICE,
              "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR has more than one device");
      read_.device = &checked<Device>(reinterpret_cast<cl_device_id>(value));
      require(context_.has(*read_.device), CL_INVALID_DEVICE, "the device is not in the context");
    }
    require(read_.device != nullptr, CL_INVALID_DEVICE,
            "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is empty");
  }

  void read_exported() {
    while (const cl_semaphore_properties_khr value = take()) {
      require(!read_.exported, CL_INVALID_VALUE, "more than one export handle type");
      read_.exported = static_cast<cl_external_semaphore_handle_type_khr>(value);
      require(std::ranges::find(external::semaphore_handle_types, value) !=
                  std::end(external::semaphore_handle_types),
              CL_INVALID_PROPERTY, "unsupported export handle type");
    }
  }

  void require_whole() const {
    require(typed_, CL_INVALID_VALUE, "CL_SEMAPHORE_TYPE_KHR is missing");
    require(read_.device != nullptr || context_.devices().size() == 1, CL_INVALID_PROPERTY,
            "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is missing, and the context has several devices");
    require(!read_.exported || !read_.imported, CL_INVALID_OPERATION,
            "an imported semaphore cannot be exported");
  }

  const Context &context_;
  const cl_semaphore_properties_khr *next_;
  std::vector<cl_semaphore_properties_khr> names_;
  bool typed_ = false;
  SemaphoreProperties read_;
};

}  // namespace

SemaphoreProperties checked_semaphore_properties(const Context &context,
                                                 const cl_semaphore_properties_khr *properties) {
  require(properties != nullptr, CL_INVALID_VALUE, "sema_props is NULL");
  return SemaphoreReader(context, properties).read();
}

}  // namespace mux::opencl
