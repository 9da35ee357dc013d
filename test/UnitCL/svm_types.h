/// @file
/// SVM types (cl_khr_unified_svm) for tests: the entry points, which loaders do not export, and
/// constants that installed headers lack.
#pragma once

#include "fixtures.h"

namespace mux::test {

namespace svm {

using Capabilities = cl_bitfield;

constexpr cl_platform_info platform_types = 0x0909;
constexpr cl_device_info device_types = 0x1077;
constexpr cl_kernel_exec_info indirect_access = 0x11BB;

constexpr Capabilities single_address_space = 1 << 0;
constexpr Capabilities system_allocated = 1 << 1;
constexpr Capabilities device_owned = 1 << 2;
constexpr Capabilities device_unassociated = 1 << 3;
constexpr Capabilities context_access = 1 << 4;
constexpr Capabilities host_owned = 1 << 5;
/// Read, write and map by the host; read, write and atomics by devices; concurrent access; and
/// indirect access.
constexpr Capabilities all_access = 0x7FC0;
constexpr Capabilities no_such_capability = 1 << 15;

constexpr cl_properties associated_device = 0x2078;
constexpr cl_properties access_flags = 0x2079;
constexpr cl_properties alignment = 0x207A;

constexpr cl_uint info_type = 0x2088;
constexpr cl_uint info_capabilities = 0x2089;
constexpr cl_uint info_properties = 0x208A;
constexpr cl_uint info_access_flags = 0x208B;
constexpr cl_uint info_base = 0x419B;
constexpr cl_uint info_size = 0x419C;
constexpr cl_uint info_device = 0x419D;

}  // namespace svm

/// Adds the entry points to a fixture.
template <typename Fixture>
class WithSvmTypes : public Fixture {
 public:
  WithSvmTypes() {
    load("clSVMAllocWithPropertiesKHR", allocate);
    load("clSVMFreeWithPropertiesKHR", free);
    load("clGetSVMPointerInfoKHR", pointer_info);
    load("clGetSVMSuggestedTypeIndexKHR", suggest);
    size_t size = 0;
    succeed(clGetPlatformInfo(this->platform, svm::platform_types, 0, nullptr, &size));
    types.resize(size / sizeof(svm::Capabilities));
    succeed(clGetPlatformInfo(this->platform, svm::platform_types, size, types.data(), nullptr));
  }

  /// Allocates memory without properties; the test must free it.
  cl_int *memory_of_type(cl_uint type, size_t count = 64) const {
    cl_int code = -1;
    void *memory = allocate(this->context, nullptr, type, count * sizeof(cl_int), &code);
    succeed(code);
    REQUIRE(memory != nullptr);
    return static_cast<cl_int *>(memory);
  }
  /// clGetSVMPointerInfoKHR() with the parameters of other clGet*Info().
  auto info_about(const void *pointer, cl_device_id device = nullptr) const {
    return [=, this](cl_context context, cl_uint name, size_t size, void *value, size_t *out_size) {
      return pointer_info(context, device, pointer, name, size, value, out_size);
    };
  }
  cl_properties handle_of_device() const { return reinterpret_cast<cl_properties>(this->device); }

  std::vector<svm::Capabilities> types;

  void *(CL_API_CALL *allocate)(cl_context, const cl_properties *, cl_uint, size_t,
                                cl_int *) = nullptr;
  cl_int(CL_API_CALL *free)(cl_context, const cl_properties *, cl_bitfield, void *) = nullptr;
  cl_int(CL_API_CALL *pointer_info)(cl_context, cl_device_id, const void *, cl_uint, size_t, void *,
                                    size_t *) = nullptr;
  cl_int(CL_API_CALL *suggest)(cl_context, svm::Capabilities, svm::Capabilities,
                               const cl_properties *, size_t, cl_uint *) = nullptr;

 private:
  template <typename Function>
  void load(const char *name, Function &function) const {
    function =
        reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(this->platform, name));
    REQUIRE(function != nullptr);
  }
};

}  // namespace mux::test
