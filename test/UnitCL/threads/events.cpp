// Eight threads wait for events, query them, add callbacks to them and complete them.

#include "threads/program.h"

namespace mux::test::events {

namespace {

constexpr int rounds = 100;

/// Counts callbacks; wakes threads that wait for a number of calls.
struct Notices {
  std::atomic<int> calls{0};
  std::atomic<int> failures{0};

  static void CL_CALLBACK notify(cl_event, cl_int status, void *user_data) {
    auto &self = *static_cast<Notices *>(user_data);
    self.failures += status == CL_COMPLETE ? 0 : 1;
    ++self.calls;
    self.calls.notify_all();
  }
  void wait_for(int number) const {
    for (int seen = calls; seen < number; seen = calls) {
      calls.wait(seen);
    }
  }
};

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: by eight threads while the event completes",
                 "[clSetEventCallback][threads]") {
  Notices notices;
  int expected = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto user = user_event();
    Handle<cl_event> command;
    succeed(clEnqueueMarkerWithWaitList(queue, 1, user.address(), command.out()));
    succeeded(run_in_threads([&](unsigned thread) {
      FirstFailure failure;
      failure.note(clSetEventCallback(command, CL_COMPLETE, Notices::notify, &notices));
      if (thread == static_cast<unsigned>(round) % thread_count) {
        failure.note(clSetUserEventStatus(user, CL_COMPLETE));
      }
      failure.note(clWaitForEvents(1, command.address()));
      return failure.code();
    }));
    expected += static_cast<int>(thread_count);
  }
  notices.wait_for(expected);
  CHECK(notices.calls == expected);
  CHECK(notices.failures == 0);
}

TEST_CASE_METHOD(QueueFixture, "clSetUserEventStatus: one of eight threads completes the event",
                 "[clSetUserEventStatus][threads]") {
  for (int round = 0; round < rounds; ++round) {
    const auto user = user_event();
    const auto codes = run_in_threads([&](unsigned thread) {
      return clSetUserEventStatus(user, thread % 2 == 0 ? CL_COMPLETE : -5);
    });
    CHECK(std::count(codes.begin(), codes.end(), CL_SUCCESS) == 1);
    CHECK(std::count(codes.begin(), codes.end(), CL_INVALID_OPERATION) == thread_count - 1);
    const auto status = info<cl_int>(clGetEventInfo, user, CL_EVENT_COMMAND_EXECUTION_STATUS);
    CHECK((status == CL_COMPLETE || status == -5));
  }
}

TEST_CASE_METHOD(QueueFixture, "clWaitForEvents: eight threads wait for the same events",
                 "[clWaitForEvents][threads]") {
  const auto kernel = kernel_of(thread_program(context), "increment");
  const auto memory = buffer_of(std::vector<cl_int>(16));
  set_arguments(kernel, memory);
  for (int round = 0; round < rounds; ++round) {
    const auto user = user_event();
    Handle<cl_event> first;
    Handle<cl_event> second;
    succeed(enqueue_increment(queue, kernel, 16, {user}, first.out()));
    succeed(clEnqueueMarkerWithWaitList(queue, 1, first.address(), second.out()));
    const cl_event both[] = {first, second};
    succeeded(run_in_threads([&](unsigned thread) {
      FirstFailure failure;
      if (thread == 0) {
        failure.note(clSetUserEventStatus(user, CL_COMPLETE));
      }
      failure.note(clWaitForEvents(2, both));
      cl_int status = -1;
      failure.note(clGetEventInfo(second, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                  nullptr));
      failure.note(status == CL_COMPLETE ? CL_SUCCESS : CL_INVALID_EVENT);
      return failure.code();
    }));
  }
  CHECK(contents<cl_int>(memory) == std::vector<cl_int>(16, rounds));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMarkerWithWaitList: eight threads wait for one user event",
                 "[clEnqueueMarkerWithWaitList][threads]") {
  // Threads enqueue commands that wait for an event while another thread completes it.
  std::vector<Handle<cl_command_queue>> queues;
  for (unsigned thread = 0; thread < thread_count; ++thread) {
    queues.push_back(created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, code);
    }));
  }
  for (int round = 0; round < rounds; ++round) {
    const auto user = user_event();
    succeeded(run_in_threads([&](unsigned thread) {
      FirstFailure failure;
      if (thread == static_cast<unsigned>(round) % thread_count) {
        failure.note(clSetUserEventStatus(user, CL_COMPLETE));
      }
      Handle<cl_event> own;
      failure.note(clEnqueueMarkerWithWaitList(queues[thread], 1, user.address(), own.out()));
      failure.note(clEnqueueMarkerWithWaitList(queues[(thread + 1) % thread_count], 1,
                                               own.address(), nullptr));
      failure.note(clFinish(queues[thread]));
      return failure.code();
    }));
  }
}

}  // namespace mux::test::events
