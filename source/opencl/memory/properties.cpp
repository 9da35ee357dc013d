#include "opencl/memory/properties.h"

#include <algorithm>

#include "opencl/memory/flags.h"

namespace mux::opencl {
namespace {

class MemReader {
 public:
  MemReader(const Context &context, const cl_mem_properties *next)
      : context_(context), next_(next) {}

  MemProperties read(bool of_buffer) {
    while (next_ != nullptr && *next_ != 0) {
      const cl_mem_properties name = take();
      require(std::ranges::find(names_, name) == names_.end(), CL_INVALID_PROPERTY,
              "a property is repeated");
      names_.push_back(name);
      require(read_external(name) || (of_buffer && read_address(name)), CL_INVALID_PROPERTY,
              "unknown property of this kind of memory object");
    }
    if (next_ != nullptr) {
      read_.list.push_back(0);
    }
    require_whole();
    return std::move(read_);
  }

 private:
  cl_mem_properties take() {
    read_.list.push_back(*next_);
    return *next_++;
  }

  bool read_external(cl_mem_properties name) {
    switch (name) {
      case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
      case CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR:
        require(!read_.external, CL_INVALID_PROPERTY, "more than one external memory handle");
        read_.external = {
            static_cast<cl_external_memory_handle_type_khr>(name), static_cast<int>(take()), {}};
        return true;
      case CL_MEM_DEVICE_HANDLE_LIST_KHR:
        read_devices();
        return true;
      default:
        return false;
    }
  }

  /// Reads a list with its own terminator.
  void read_devices() {
    has_devices_ = true;
    while (const cl_mem_properties value = take()) {
      const Device &device = checked<Device>(reinterpret_cast<cl_device_id>(value));
      require(context_.has(device), CL_INVALID_DEVICE, "a device is not in the context");
      devices_.push_back(&device);
    }
  }

  bool read_address(cl_mem_properties name) {
    if (name != CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) {
      return false;
    }
    const cl_mem_properties value = take();
    require(value == CL_TRUE || value == CL_FALSE, CL_INVALID_PROPERTY,
            "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT is not CL_TRUE or CL_FALSE");
    read_.addressed = value == CL_TRUE;
    return true;
  }

  void require_whole() {
    require(!has_devices_ || read_.external, CL_INVALID_PROPERTY,
            "CL_MEM_DEVICE_HANDLE_LIST_KHR without an external memory handle");
    require(!has_devices_ || !devices_.empty(), CL_INVALID_PROPERTY,
            "CL_MEM_DEVICE_HANDLE_LIST_KHR is empty");
    require(!read_.addressed || !read_.external, CL_INVALID_PROPERTY,
            "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT is not supported for imported memory");
    if (read_.external) {
      read_.external->devices = std::move(devices_);
    }
  }

  const Context &context_;
  const cl_mem_properties *next_;
  std::vector<cl_mem_properties> names_;
  std::vector<const Device *> devices_;
  bool has_devices_ = false;
  MemProperties read_;
};

}  // namespace

MemProperties checked_buffer_properties(const Context &context,
                                        const cl_mem_properties *properties) {
  return MemReader(context, properties).read(true);
}

MemProperties checked_image_properties(const Context &context,
                                       const cl_mem_properties *properties) {
  return MemReader(context, properties).read(false);
}

std::unique_ptr<ImportedMemory> import_memory(const MemProperties &properties, cl_mem_flags flags,
                                              const void *host, size_t size, cl_int too_small) {
  if (!properties.external) {
    return nullptr;
  }
  require((flags & flags::bytes) == 0, CL_INVALID_VALUE,
          "CL_MEM_*_HOST_PTR flags are invalid for imported memory");
  require(host == nullptr, CL_INVALID_HOST_PTR, "host_ptr is not NULL, but the memory is imported");
  return std::make_unique<ImportedMemory>(*properties.external, flags, size, too_small);
}

void close_imported(const MemProperties &properties) {
  if (properties.external) {
    const client::File closed(properties.external->descriptor);
  }
}

}  // namespace mux::opencl
