#include <condition_variable>
#include <mutex>
#include <thread>

#include "fixtures.h"

namespace mux::test::cl_set_event_callback {

namespace {

/// Counts calls, and waits for a number of them.
class Calls {
 public:
  static void CL_CALLBACK note(cl_event event, cl_int status, void *user_data) {
    auto &calls = *static_cast<Calls *>(user_data);
    const std::lock_guard guard(calls.lock_);
    calls.events_.push_back(event);
    calls.statuses_.push_back(status);
    calls.changed_.notify_all();
  }

  std::vector<cl_int> wait_for(size_t count) {
    std::unique_lock guard(lock_);
    changed_.wait_for(guard, std::chrono::seconds(20), [&] { return statuses_.size() >= count; });
    return statuses_;
  }
  size_t count() {
    const std::lock_guard guard(lock_);
    return statuses_.size();
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  std::vector<cl_event> events_;
  std::vector<cl_int> statuses_;
};

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: is called once for each registered status",
                 "[clSetEventCallback]") {
  Calls calls;
  const auto user = user_event();
  Handle<cl_event> marker;
  succeed(clEnqueueMarkerWithWaitList(queue, 1, user.address(), marker.out()));
  for (const cl_int status : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) {
    succeed(clSetEventCallback(marker, status, Calls::note, &calls));
  }
  succeed(clFlush(queue));
  CHECK(calls.wait_for(1) == std::vector<cl_int>{CL_SUBMITTED});
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(calls.wait_for(3) == std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE});
  succeed(clFinish(queue));
}

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: is called immediately for a completed event",
                 "[clSetEventCallback]") {
  Calls calls;
  Handle<cl_event> marker;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()));
  succeed(clWaitForEvents(1, marker.address()));
  succeed(clSetEventCallback(marker, CL_COMPLETE, Calls::note, &calls));
  CHECK(calls.wait_for(1) == std::vector<cl_int>{CL_COMPLETE});
}

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: gets the error of a failed event",
                 "[clSetEventCallback]") {
  Calls calls;
  const auto user = user_event();
  Handle<cl_event> marker;
  succeed(clEnqueueMarkerWithWaitList(queue, 1, user.address(), marker.out()));
  succeed(clSetEventCallback(marker, CL_COMPLETE, Calls::note, &calls));
  succeed(clSetUserEventStatus(user, -7));
  CHECK(calls.wait_for(1) == std::vector<cl_int>{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
  succeed(clFinish(queue));
}

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: may call OpenCL, and wait for the queue",
                 "[clSetEventCallback]") {
  struct Chain {
    cl_command_queue queue;
    std::atomic<int> left;
    std::atomic<bool> failed;

    static void CL_CALLBACK go_on(cl_event event, cl_int, void *user_data) {
      auto &chain = *static_cast<Chain *>(user_data);
      cl_event next = nullptr;
      if (--chain.left == 0) {
        clReleaseEvent(event);
        return;
      }
      const bool worked =
          clEnqueueMarkerWithWaitList(chain.queue, 0, nullptr, &next) == CL_SUCCESS &&
          clFinish(chain.queue) == CL_SUCCESS &&
          clSetEventCallback(next, CL_COMPLETE, go_on, user_data) == CL_SUCCESS;
      clReleaseEvent(event);
      if (!worked) {
        chain.failed = true;
        chain.left = 0;
      }
    }
  };
  Chain chain{queue, 50, false};
  cl_event first = nullptr;
  succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &first));
  succeed(clSetEventCallback(first, CL_COMPLETE, Chain::go_on, &chain));
  succeed(clFlush(queue));
  for (int waits = 0; chain.left > 0 && waits < 20000; ++waits) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(chain.left == 0);
  CHECK_FALSE(chain.failed);
}

TEST_CASE_METHOD(QueueFixture,
                 "clSetEventCallback: the program may release the event before the call",
                 "[clSetEventCallback]") {
  Calls calls;
  for (int round = 0; round < 100; ++round) {
    cl_event marker = nullptr;
    succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker));
    succeed(clSetEventCallback(marker, CL_COMPLETE, Calls::note, &calls));
    succeed(clReleaseEvent(marker));
  }
  succeed(clFinish(queue));
  CHECK(calls.wait_for(100).size() == 100);
}

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: may release a completed event",
                 "[clSetEventCallback]") {
  // Static, because callbacks may be called after the wait has timed out.
  static std::atomic<int> releases;
  releases = 0;
  const auto release = [](cl_event event, cl_int, void *user_data) {
    if (clReleaseEvent(event) == CL_SUCCESS) {
      ++*static_cast<std::atomic<int> *>(user_data);
    }
  };
  // The callback may return before clSetEventCallback(), and before the completing call.
  const int rounds = 10000;
  for (int round = 0; round < rounds; ++round) {
    cl_event before = nullptr;
    succeed(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &before));
    succeed(clWaitForEvents(1, &before));
    succeed(clSetEventCallback(before, CL_COMPLETE, release, &releases));
    cl_int result = CL_SUCCESS;
    cl_event after = clCreateUserEvent(context, &result);
    succeed(result);
    succeed(clSetEventCallback(after, CL_COMPLETE, release, &releases));
    succeed(clSetUserEventStatus(after, CL_COMPLETE));
  }
  for (int waits = 0; releases < 2 * rounds && waits < 20000; ++waits) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(releases == 2 * rounds);
}

TEST_CASE_METHOD(QueueFixture, "clSetEventCallback: invalid arguments", "[clSetEventCallback]") {
  Calls calls;
  const auto event = user_event();
  expect(clSetEventCallback(nullptr, CL_COMPLETE, Calls::note, &calls), CL_INVALID_EVENT);
  expect(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  expect(clSetEventCallback(event, CL_QUEUED, Calls::note, &calls), CL_INVALID_VALUE);
  expect(clSetEventCallback(event, -1, Calls::note, &calls), CL_INVALID_VALUE);
  succeed(clSetUserEventStatus(event, CL_COMPLETE));
  CHECK(calls.count() == 0);
}

TEST_CASE_METHOD(QueueFixture,
                 "clSetEventCallback: is called for a short command, without a flush and while the "
                 "device is asleep",
                 "[clSetEventCallback]") {
  Calls calls;
  const auto memory = buffer(16);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const cl_uint value = 7;
  Handle<cl_event> event;
  succeed(clEnqueueFillBuffer(queue, memory, &value, 4, 0, 16, 0, nullptr, event.out()));
  succeed(clSetEventCallback(event, CL_COMPLETE, Calls::note, &calls));
  CHECK(calls.wait_for(1) == std::vector<cl_int>{CL_COMPLETE});
}

}  // namespace mux::test::cl_set_event_callback
