#include <pthread.h>

#include <chrono>
#include <thread>

#include "fixtures.h"
#include "programs.h"

namespace mux::test::cl_finish {

TEST_CASE_METHOD(QueueFixture, "clFinish: all commands before it have ended", "[clFinish]") {
  const auto memory = buffer(4);
  for (cl_uint round = 1; round <= 300; ++round) {
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 4, 0, nullptr, nullptr));
    if (round % 7 != 0) {
      continue;
    }
    cl_uint seen = 0;
    succeed(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, 4, &seen, 0, nullptr, nullptr));
    succeed(clFinish(queue));
    REQUIRE(seen == round);
  }
}

TEST_CASE_METHOD(QueueFixture, "clFinish: commands of a queue in order run in order, in any number",
                 "[clFinish]") {
  // Each copy reads the result of the previous one.
  constexpr cl_uint cells = 1000;
  const auto memory = buffer(4 * (cells + 1));
  const cl_uint zero = 0;
  for (cl_uint round = 1; round <= 3; ++round) {
    succeed(clEnqueueFillBuffer(queue, memory, &zero, 4, 0, 4 * (cells + 1), 0, nullptr, nullptr));
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 4, 0, nullptr, nullptr));
    for (cl_uint cell = 0; cell < cells; ++cell) {
      succeed(clEnqueueCopyBuffer(queue, memory, memory, 4 * cell, 4 * (cell + 1), 4, 0, nullptr,
                                  nullptr));
    }
    std::vector<cl_uint> seen(cells + 1);
    succeed(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, 4 * (cells + 1), seen.data(), 0,
                                nullptr, nullptr));
    succeed(clFinish(queue));
    CHECK(seen == std::vector<cl_uint>(cells + 1, round));
  }
}

TEST_CASE_METHOD(
    QueueFixture,
    "clFinish: short commands complete while the device is asleep, whichever thread waits",
    "[clFinish][clWaitForEvents][clReleaseCommandQueue]") {
  const auto memory = buffer(64);
  for (cl_uint round = 1; round <= 20; ++round) {
    auto second = created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, code);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    cl_uint seen[2] = {};
    Handle<cl_event> events[2];
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 32, 0, nullptr, events[0].out()));
    succeed(clEnqueueReadBuffer(second, memory, CL_FALSE, 0, 4, &seen[0], 1, events[0].address(),
                                events[1].out()));
    switch (round % 4) {
      case 0:
        succeed(clEnqueueReadBuffer(second, memory, CL_TRUE, 4, 4, &seen[1], 0, nullptr, nullptr));
        break;
      case 1: {
        const cl_event both[] = {events[0], events[1]};
        succeed(clWaitForEvents(2, both));
      } break;
      case 2:
        // The release flushes the queue.
        second.reset();
        succeed(clWaitForEvents(1, events[1].address()));
        break;
      default:
        succeed(clFinish(second));
    }
    CHECK(seen[0] == round);
    CHECK(seen[1] == (round % 4 == 0 ? round : 0));
  }
}

TEST_CASE_METHOD(QueueFixture,
                 "clFinish: a kernel that is short once and long the next time completes",
                 "[clFinish]") {
  constexpr size_t size = 4096;
  const auto memory = buffer_of(std::vector<cl_uint>(size, 1));
  const char *source = R"(
    kernel void power(global uint *a, uint rounds) {
      uint x = a[get_global_id(0)];
      for (uint i = 0; i < rounds; ++i) x = x * 3 + 1;
      a[get_global_id(0)] = x;
    })";
  const auto kernel = kernel_of_source(context, source);
  const cl_mem argument = memory;
  succeed(clSetKernelArg(kernel, 0, sizeof argument, &argument));
  cl_uint expected = 1;
  for (const cl_uint rounds : {1U, 2U, 1U, 3U, 20'000U, 1U, 1U, 30'000U, 2U}) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    succeed(clSetKernelArg(kernel, 1, sizeof rounds, &rounds));
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    for (cl_uint round = 0; round < rounds; ++round) {
      expected = expected * 3 + 1;
    }
    std::vector<cl_uint> seen(size);
    succeed(
        clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size * 4, seen.data(), 0, nullptr, nullptr));
    CHECK(seen == std::vector<cl_uint>(size, expected));
  }
}

TEST_CASE_METHOD(QueueFixture, "clFinish: eight threads enqueue and finish at once", "[clFinish]") {
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::atomic<int> wrong = 0;
  const auto memory = buffer(8 * 4);
  for (cl_uint thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (cl_uint round = 0; round < 200; ++round) {
        const cl_uint value = thread * 1000 + round;
        cl_uint seen = 0;
        cl_event event = nullptr;
        const bool worked = clEnqueueFillBuffer(queue, memory, &value, 4, 4 * thread, 4, 0, nullptr,
                                                &event) == CL_SUCCESS &&
                            clEnqueueReadBuffer(queue, memory, round % 3 == 0, 4 * thread, 4, &seen,
                                                1, &event, nullptr) == CL_SUCCESS &&
                            clReleaseEvent(event) == CL_SUCCESS && clFinish(queue) == CL_SUCCESS;
        wrong += worked && seen == value ? 0 : 1;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(QueueFixture, "clFinish: an invalid queue is CL_INVALID_COMMAND_QUEUE",
                 "[clFinish]") {
  expect(clFinish(nullptr), CL_INVALID_COMMAND_QUEUE);
  expect(clFlush(nullptr), CL_INVALID_COMMAND_QUEUE);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

TEST_CASE_METHOD(QueueFixture,
                 "clFinish: threads with small stacks run kernels with large private arrays",
                 "[clFinish]") {
  constexpr const char *source = R"(
kernel void k(global int *out, int n) {
  int a[1000];
  for (int i = 0; i < 1000; i++) a[i] = i * n + get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < 1000; i++) sum += a[(i * 7919) % 1000];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum + a[n];
})";
  constexpr size_t count = 256;
  constexpr size_t group = 64;
  const auto memory = buffer(count * sizeof(cl_int));
  const auto kernel = kernel_of_source(context, source);
  set_arguments(kernel, memory, cl_int{3});
  cl_int code = CL_SUCCESS;
  const auto wait = [&] {
    for (int round = 0; round < 20 && code == CL_SUCCESS; ++round) {
      code = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, &group, 0, nullptr, nullptr);
      code = code == CL_SUCCESS ? clFinish(queue) : code;
    }
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstacksize(&attributes, 128 * 1024) == 0);
  pthread_t thread;
  const auto call = [](void *argument) -> void * {
    (*static_cast<decltype(&wait)>(argument))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, call,
                         const_cast<void *>(static_cast<const void *>(&wait))) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  succeed(code);
  std::vector<cl_int> seen(count);
  succeed(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, count * sizeof(cl_int), seen.data(), 0,
                              nullptr, nullptr));
  for (size_t i = 0; i < count; ++i) {
    REQUIRE(seen[i] == 3 * 499'500 + 9 + 1001 * static_cast<cl_int>(i % group));
  }
}

#endif

}  // namespace mux::test::cl_finish
