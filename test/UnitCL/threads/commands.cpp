// Eight threads enqueue commands at once, into their own queues and into a shared one.

#include <array>
#include <barrier>

#include "threads/program.h"

namespace mux::test::commands {

namespace {

constexpr int rounds = 100;

class CommandsFixture : public QueueFixture {
 public:
  CommandsFixture() : program(thread_program(context)) {
    for (unsigned thread = 0; thread < thread_count; ++thread) {
      memory.push_back(buffer_of(numbers(64)));
      kernels.push_back(kernel_of(program, "increment"));
      set_arguments(kernels.back(), memory.back());
    }
  }

  Handle<cl_command_queue> out_of_order_queue() const {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
    return created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, properties, code);
    });
  }

  void check_contents() const {
    for (const auto &each : memory) {
      CHECK(contents<cl_int>(each) == numbers(64, rounds));
    }
  }

  Handle<cl_program> program;
  /// One buffer for each thread.
  std::vector<Handle<cl_mem>> memory;
  std::vector<Handle<cl_kernel>> kernels;
};

}  // namespace

TEST_CASE_METHOD(CommandsFixture, "clEnqueueNDRangeKernel: eight threads share an in-order queue",
                 "[clEnqueueNDRangeKernel][threads]") {
  succeeded(run_in_threads([&](unsigned thread) {
    FirstFailure failure;
    for (int round = 0; round < rounds; ++round) {
      failure.note(enqueue_increment(queue, kernels[thread], 64));
      if (round % 16 == static_cast<int>(thread)) {
        failure.note(clFlush(queue));
      } else if (round % 32 == static_cast<int>(thread)) {
        failure.note(clFinish(queue));
      }
    }
    return failure.code();
  }));
  check_contents();
}

TEST_CASE_METHOD(CommandsFixture,
                 "clEnqueueNDRangeKernel: eight threads share an out-of-order queue",
                 "[clEnqueueNDRangeKernel][threads]") {
  const auto shared = out_of_order_queue();
  succeeded(run_in_threads([&](unsigned thread) {
    FirstFailure failure;
    Handle<cl_event> last;
    for (int round = 0; round < rounds; ++round) {
      Handle<cl_event> next;
      const std::vector<cl_event> waits =
          round == 0 ? std::vector<cl_event>() : std::vector<cl_event>{last};
      failure.note(enqueue_increment(shared, kernels[thread], 64, waits, next.out()));
      last = std::move(next);
      if (round % 24 == static_cast<int>(thread)) {
        failure.note(clEnqueueBarrierWithWaitList(shared, 0, nullptr, nullptr));
      }
    }
    failure.note(clWaitForEvents(1, last.address()));
    return failure.code();
  }));
  check_contents();
}

TEST_CASE_METHOD(CommandsFixture, "clEnqueueNDRangeKernel: threads pass events to each other",
                 "[clEnqueueNDRangeKernel][threads]") {
  // In each iteration every thread uses another buffer, and waits for the command that another
  // thread enqueued for it in the previous iteration.
  std::vector<Handle<cl_command_queue>> queues;
  for (unsigned thread = 0; thread < thread_count; ++thread) {
    queues.push_back(out_of_order_queue());
  }
  std::array<std::array<cl_event, thread_count>, 2> events{};
  std::barrier together(thread_count);
  succeeded(run_in_threads([&](unsigned thread) {
    FirstFailure failure;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned turn = (thread + round) % thread_count;
      const Handle<cl_event> before(events[(round + 1) % 2][turn]);
      const std::vector<cl_event> waits =
          before != nullptr ? std::vector<cl_event>{before} : std::vector<cl_event>();
      failure.note(
          enqueue_increment(queues[thread], kernels[turn], 64, waits, &events[round % 2][turn]));
      together.arrive_and_wait();
    }
    const Handle<cl_event> last(events[(rounds + 1) % 2][thread]);
    failure.note(clWaitForEvents(1, last.address()));
    return failure.code();
  }));
  check_contents();
}

TEST_CASE_METHOD(CommandsFixture, "clEnqueueMapBuffer: of one buffer, by eight threads",
                 "[clEnqueueMapBuffer][threads]") {
  const auto shared = buffer_of(std::vector<cl_int>(thread_count));
  succeeded(run_in_threads([&](unsigned thread) {
    FirstFailure failure;
    for (int round = 0; round < rounds; ++round) {
      cl_int code = -1;
      auto *const number = static_cast<cl_int *>(
          clEnqueueMapBuffer(queue, shared, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                             thread * sizeof(cl_int), sizeof(cl_int), 0, nullptr, nullptr, &code));
      if (failure.note(code)) {
        ++*number;
        failure.note(clEnqueueUnmapMemObject(queue, shared, number, 0, nullptr, nullptr));
      }
    }
    return failure.code();
  }));
  CHECK(contents<cl_int>(shared) == std::vector<cl_int>(thread_count, rounds));
  expect_info(clGetMemObjectInfo, shared, CL_MEM_MAP_COUNT, cl_uint{0});
}

TEST_CASE_METHOD(CommandsFixture, "clEnqueueReadBuffer: of one buffer, by eight threads",
                 "[clEnqueueReadBuffer][clEnqueueWriteBuffer][threads]") {
  const auto shared = buffer_of(std::vector<cl_int>(thread_count));
  succeeded(run_in_threads([&](unsigned thread) {
    FirstFailure failure;
    const size_t offset = thread * sizeof(cl_int);
    for (cl_int round = 0; round < rounds; ++round) {
      cl_int number = -1;
      failure.note(clEnqueueReadBuffer(queue, shared, CL_TRUE, offset, sizeof number, &number, 0,
                                       nullptr, nullptr));
      failure.note(number == round ? CL_SUCCESS : CL_INVALID_VALUE);
      ++number;
      failure.note(clEnqueueWriteBuffer(queue, shared, CL_TRUE, offset, sizeof number, &number, 0,
                                        nullptr, nullptr));
    }
    return failure.code();
  }));
}

}  // namespace mux::test::commands
