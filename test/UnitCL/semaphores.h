/// @file
/// Semaphores of tests, and file descriptors for sharing.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include "fixtures.h"

namespace mux::test {

/// Missing in older headers.
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#endif

/// An owned file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) { REQUIRE(number >= 0); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { close(number_); }
  operator int() const { return number_; }

 private:
  int number_;
};

/// The entry points of cl_khr_semaphore, which loaders do not export.
class SemaphoreFixture : public QueueFixture {
 public:
  template <typename Function>
  void load(const char *name, Function &function) const {
    function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
    REQUIRE(function != nullptr);
  }

  SemaphoreFixture() {
    load("clCreateSemaphoreWithPropertiesKHR", create);
    load("clEnqueueWaitSemaphoresKHR", wait);
    load("clEnqueueSignalSemaphoresKHR", signal);
    load("clGetSemaphoreInfoKHR", get_info);
    load("clRetainSemaphoreKHR", retain);
    load("clReleaseSemaphoreKHR", release);
    load("clGetSemaphoreHandleForTypeKHR", get_handle);
    semaphore = made({});
  }
  ~SemaphoreFixture() { release(semaphore); }
  SemaphoreFixture(const SemaphoreFixture &) = delete;
  SemaphoreFixture &operator=(const SemaphoreFixture &) = delete;

  /// Creates a binary semaphore with additional properties.
  cl_semaphore_khr made(std::vector<cl_semaphore_properties_khr> properties) const {
    properties.insert(properties.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
    properties.push_back(0);
    cl_int code = -1;
    cl_semaphore_khr result = create(context, properties.data(), &code);
    succeed(code);
    return result;
  }

  cl_semaphore_payload_khr payload(cl_semaphore_khr of) const {
    return info<cl_semaphore_payload_khr>(get_info, of, CL_SEMAPHORE_PAYLOAD_KHR);
  }
  cl_semaphore_payload_khr payload() const { return payload(semaphore); }

  static constexpr cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                           CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  clCreateSemaphoreWithPropertiesKHR_fn create = nullptr;
  clEnqueueWaitSemaphoresKHR_fn wait = nullptr;
  clEnqueueSignalSemaphoresKHR_fn signal = nullptr;
  clGetSemaphoreInfoKHR_fn get_info = nullptr;
  clRetainSemaphoreKHR_fn retain = nullptr;
  clReleaseSemaphoreKHR_fn release = nullptr;
  clGetSemaphoreHandleForTypeKHR_fn get_handle = nullptr;
  cl_semaphore_khr semaphore = nullptr;
};

}  // namespace mux::test
