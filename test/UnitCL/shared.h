/// @file
/// SVM allocations for tests.
#pragma once

#include "fixtures.h"

namespace mux::test {

class SharedFixture : public QueueFixture {
 public:
  ~SharedFixture() {
    clFinish(queue);
    for (void *pointer : pointers_) {
      clSVMFree(context, pointer);
    }
  }

  /// Consecutive numbers in an allocation that is freed at the end of the test case.
  cl_int *shared(size_t count, cl_int first = 0) {
    auto *values =
        static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, count * sizeof(cl_int), 0));
    REQUIRE(values != nullptr);
    pointers_.push_back(values);
    std::iota(values, values + count, first);
    return values;
  }

 private:
  std::vector<void *> pointers_;
};

}  // namespace mux::test
