/// @file
/// The program whose kernels the threads run, and what they have in common.
#pragma once

#include "../../run_in_threads.h"
#include "../programs.h"

namespace mux::test {

/// A built program. The stand-in for the kernel compiler has this kernel, whatever is compiled.
inline Handle<cl_program> thread_program(cl_context context) {
  return built_program(context,
                       "kernel void increment(global int *a) { a[get_global_id(0)] += 1; }");
}

/// Keeps the first code that is none of success. For threads, where nothing may be asserted.
class FirstFailure {
 public:
  /// @return whether the call succeeded.
  bool note(cl_int code) {
    if (code_ == CL_SUCCESS) {
      code_ = code;
    }
    return code == CL_SUCCESS;
  }
  cl_int code() const { return code_; }

 private:
  cl_int code_ = CL_SUCCESS;
};

/// Requires that no thread failed.
inline void succeeded(const std::vector<cl_int> &codes,
                      std::source_location where = std::source_location::current()) {
  for (const cl_int code : codes) {
    expect(code, CL_SUCCESS, where);
  }
}

/// Adds one to the first `count` numbers of a buffer.
inline cl_int enqueue_increment(cl_command_queue queue, cl_kernel kernel, size_t count,
                                const std::vector<cl_event> &waits = {},
                                cl_event *event = nullptr) {
  return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr,
                                static_cast<cl_uint>(waits.size()),
                                waits.empty() ? nullptr : waits.data(), event);
}

}  // namespace mux::test
