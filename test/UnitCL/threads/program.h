/// @file
/// The program that the threads run.
#pragma once

#include "../../run_in_threads.h"
#include "../first_failure.h"
#include "../programs.h"

namespace mux::test {

/// A built program. The stand-in for the kernel compiler returns this kernel for any source.
inline Handle<cl_program> thread_program(cl_context context) {
  return built_program(context,
                       "kernel void increment(global int *a) { a[get_global_id(0)] += 1; }");
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
