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
              "a property is given twice");
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
                "the type is not binary");
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
        require(!read_.imported, CL_INVALID_PROPERTY, "there are two handles");
        read_.imported = static_cast<cl_external_semaphore_handle_type_khr>(name);
        read_.descriptor = static_cast<int>(take());
        break;
      default:
        fail(CL_INVALID_PROPERTY, "there is no such property of a semaphore");
    }
  }

  /// A list that ends with its own 0, as the next one does.
  void read_devices() {
    while (const cl_semaphore_properties_khr value = take()) {
      require(read_.device == nullptr, CL_INVALID_DEVICE,
              "a semaphore is for one device, or for all");
      read_.device = &checked<Device>(reinterpret_cast<cl_device_id>(value));
      require(context_.has(*read_.device), CL_INVALID_DEVICE,
              "the device is not one of the context's");
    }
    require(read_.device != nullptr, CL_INVALID_DEVICE, "the list of devices is empty");
  }

  void read_exported() {
    while (const cl_semaphore_properties_khr value = take()) {
      require(!read_.exported, CL_INVALID_VALUE, "a semaphore is exported to one type of handle");
      read_.exported = static_cast<cl_external_semaphore_handle_type_khr>(value);
      require(std::ranges::find(external::semaphore_handle_types, value) !=
                  std::end(external::semaphore_handle_types),
              CL_INVALID_PROPERTY, "semaphores are not exported to such handles");
    }
  }

  void require_whole() const {
    require(typed_, CL_INVALID_VALUE, "the type of the semaphore is not given");
    require(read_.device != nullptr || context_.devices().size() == 1, CL_INVALID_PROPERTY,
            "the context has several devices, and the semaphore is for none of them");
    require(!read_.exported || !read_.imported, CL_INVALID_OPERATION,
            "a semaphore that was imported cannot be exported");
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
