#include "shared.h"

#include <thread>

namespace mux::test::cl_svm_free {

TEST_CASE_METHOD(ContextFixture, "clSVMFree: ignores unknown addresses") {
  clSVMFree(context, nullptr);
  int value = 0;
  clSVMFree(context, &value);
  auto *bytes = static_cast<std::byte *>(clSVMAlloc(context, 0, 100, 0));
  clSVMFree(nullptr, bytes);
  clSVMFree(context, bytes + 4);
  bytes[4] = std::byte{1};
  clSVMFree(context, bytes);
}

TEST_CASE_METHOD(QueueFixture, "clSVMFree: commands retain the allocations they use") {
  auto *values = static_cast<cl_int *>(clSVMAlloc(context, 0, 400, 0));
  std::iota(values, values + 100, 0);
  std::vector<cl_int> host(100);
  const Handle<cl_event> user = user_event();
  succeed(
      clEnqueueSVMMemcpy(queue, CL_FALSE, host.data(), values, 400, 1, user.address(), nullptr));
  clSVMFree(context, values);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(queue));
  CHECK(host == numbers(100));
}

TEST_CASE_METHOD(ContextFixture, "clSVMFree: the context may be released first") {
  CHECK(clSVMAlloc(context, 0, 400, 0) != nullptr);
  context.reset();
}

TEST_CASE_METHOD(QueueFixture, "clSVMFree: from several threads at once") {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        auto *values = static_cast<cl_int *>(clSVMAlloc(context, 0, 400, 0));
        clEnqueueSVMMemFill(queue, values, &round, 4, 400, 0, nullptr, nullptr);
        clSVMFree(context, values);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  succeed(clFinish(queue));
}

}  // namespace mux::test::cl_svm_free
