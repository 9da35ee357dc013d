// clMemFreeINTEL() and clMemBlockingFreeINTEL().

#include <chrono>

#include "programs.h"
#include "unified.h"

namespace mux::test::cl_mem_free_intel {

namespace {

using Fixture = WithUnifiedMemory<QueueFixture>;

}  // namespace

TEST_CASE_METHOD(Fixture, "clMemFreeINTEL: frees only base addresses of allocations",
                 "[clMemFreeINTEL]") {
  for (const auto release : {free, blocking_free}) {
    cl_int *values = unified(10);
    void *virtual_memory = clSVMAlloc(context, 0, 100, 0);
    int value = 0;
    expect(release(nullptr, values), CL_INVALID_CONTEXT);
    expect(release(context, values + 1), CL_INVALID_VALUE);
    expect(release(context, &value), CL_INVALID_VALUE);
    expect(release(context, virtual_memory), CL_INVALID_VALUE);
    expect(release(other_context, values), CL_INVALID_VALUE);
    succeed(release(context, nullptr));
    clSVMFree(context, values);
    values[9] = 1;
    succeed(release(context, values));
    expect(release(context, values), CL_INVALID_VALUE);
    clSVMFree(context, virtual_memory);
  }
}

TEST_CASE_METHOD(Fixture, "clMemFreeINTEL: commands retain the allocations they use",
                 "[clMemFreeINTEL]") {
  cl_int *values = unified(100);
  std::vector<cl_int> host(100);
  const Handle<cl_event> user = user_event();
  succeed(copy(queue, CL_FALSE, host.data(), values, 400, 1, user.address(), nullptr));
  succeed(free(context, values));
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(queue));
  CHECK(host == numbers(100));
}

TEST_CASE_METHOD(Fixture, "clMemFreeINTEL: the context may be released first", "[clMemFreeINTEL]") {
  CHECK(unified(100) != nullptr);
  context.reset();
}

TEST_CASE_METHOD(Fixture, "clMemBlockingFreeINTEL: waits for the commands of all queues",
                 "[clMemFreeINTEL]") {
  const cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, out_of_order, code);
  });
  cl_int *values = unified(100);
  cl_int host[2][100] = {};
  const Handle<cl_event> user = user_event();
  Handle<cl_event> events[2];
  succeed(copy(queue, CL_FALSE, host[0], values, 400, 1, user.address(), events[0].out()));
  succeed(copy(second, CL_FALSE, host[1], values, 400, 1, user.address(), events[1].out()));
  cl_int status[2] = {-1, -1};
  cl_int code = -1;
  std::thread thread([&] {
    code = blocking_free(context, values);
    for (int index = 0; index < 2; ++index) {
      clGetEventInfo(events[index], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(cl_int),
                     &status[index], nullptr);
    }
  });
  // Long enough for a call that does not wait to return.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  thread.join();
  succeed(code);
  CHECK(status[0] == CL_COMPLETE);
  CHECK(status[1] == CL_COMPLETE);
  CHECK(host[0][99] == 99);
  CHECK(host[1][99] == 99);
}

TEST_CASE_METHOD(Fixture, "clMemBlockingFreeINTEL: commands wait for those of another queue",
                 "[clMemFreeINTEL]") {
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  cl_int *values = unified(100);
  cl_int host[100] = {};
  const Handle<cl_event> user = user_event();
  Handle<cl_event> first;
  const cl_int seven = 7;
  succeed(fill(second, values, &seven, 4, 400, 1, user.address(), first.out()));
  succeed(copy(queue, CL_FALSE, host, values, 400, 1, first.address(), nullptr));
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(blocking_free(context, values));
  CHECK(host[99] == 7);
}

TEST_CASE_METHOD(Fixture, "clMemBlockingFreeINTEL: while other threads create and release queues",
                 "[clMemFreeINTEL]") {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (cl_int round = 0; round < 100; ++round) {
        cl_int code = 0;
        cl_command_queue own = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
        auto *values = static_cast<cl_int *>(host_alloc(context, nullptr, 400, 0, &code));
        failures += fill(own, values, &round, 4, 400, 0, nullptr, nullptr) != CL_SUCCESS ? 1 : 0;
        clReleaseCommandQueue(own);
        failures += blocking_free(context, values) != CL_SUCCESS ? 1 : 0;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
}

TEST_CASE_METHOD(Fixture, "clMemBlockingFreeINTEL: waits for kernels with indirect access",
                 "[clMemFreeINTEL]") {
  const auto kernel =
      kernel_of_source(context,
                       "kernel void f(global int *global *from, global int *to) {"
                       "  for (int i = 0; i < 100000; ++i) to[0] += from[0][i % 100]; }",
                       "-cl-std=CL3.0");
  const cl_bool yes = CL_TRUE;
  succeed(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL, sizeof yes,
                              &yes));
  cl_int *values = unified(100);
  cl_int *sum = unified(1);
  auto **table = static_cast<cl_int **>(host_alloc(context, nullptr, sizeof(cl_int *), 0, nullptr));
  *table = values;
  succeed(set_argument(kernel, 0, table));
  succeed(set_argument(kernel, 1, sum));
  const size_t one = 1;
  succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr));
  succeed(blocking_free(context, values));
  CHECK(*sum == 4950 * 1000);
  succeed(free(context, sum));
  succeed(free(context, table));
}

}  // namespace mux::test::cl_mem_free_intel
