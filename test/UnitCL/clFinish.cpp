#include "fixtures.h"

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
  // Each copy takes what the one before it left.
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

TEST_CASE_METHOD(QueueFixture, "clFinish: eight threads enqueue and finish at once", "[clFinish]") {
  std::vector<std::thread> threads;
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

}  // namespace mux::test::cl_finish
