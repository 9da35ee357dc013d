// Contexts and their objects are released in any order with commands in flight.

#include <array>
#include <random>
#include <variant>

#include "threads/program.h"

namespace mux::test::teardown {

namespace {

using AnyHandle = std::variant<Handle<cl_context>, Handle<cl_command_queue>, Handle<cl_mem>,
                               Handle<cl_program>, Handle<cl_kernel>, Handle<cl_event>>;

/// All objects of a small program, with commands in flight. Two numbers of `results` get the final
/// contents of its buffer.
class SmallProgram {
 public:
  SmallProgram(cl_device_id device, std::mt19937 &random, cl_int *results) : results_(results) {
    cl_context context = keep(created([&](cl_int *code) {
      return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code);
    }));
    auto program = thread_program(context);
    cl_kernel kernel = keep(kernel_of(program, "increment"));
    keep(std::move(program));
    cl_mem memory = keep(created([&](cl_int *code) {
      return clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 2 * sizeof(cl_int), results, code);
    }));
    succeed(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    const bool waits = random() % 2 == 0;
    if (waits) {
      user_ = created([&](cl_int *code) { return clCreateUserEvent(context, code); });
    }
    cl_event last = user_;
    for (int index = 0; index < 2; ++index) {
      const cl_queue_properties properties[] = {
          CL_QUEUE_PROPERTIES, random() % 2 == 0 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0U, 0};
      cl_command_queue queue = keep(created([&](cl_int *code) {
        return clCreateCommandQueueWithProperties(context, device, properties, code);
      }));
      for (int command = 0; command < 4; ++command) {
        Handle<cl_event> next;
        const std::vector<cl_event> list =
            last != nullptr ? std::vector<cl_event>{last} : std::vector<cl_event>();
        succeed(enqueue_increment(queue, kernel, 2, list, next.out()));
        last = keep(std::move(next));
      }
      succeed(clFlush(queue));
    }
    succeed(clRetainEvent(last));
    last_ = Handle(last);
    std::shuffle(objects_.begin(), objects_.end(), random);
    releases_before_ = random() % (objects_.size() + 1);
  }

  /// Releases everything, some of it before the commands may start. Thread-safe.
  /// @return whether all enqueued commands were executed.
  bool tear_down() {
    FirstFailure failure;
    for (size_t index = 0; index < objects_.size(); ++index) {
      if (index == releases_before_) {
        begin(failure);
      }
      objects_[index] = {};
    }
    begin(failure);
    failure.note(clWaitForEvents(1, last_.address()));
    last_.reset();
    return failure.code() == CL_SUCCESS && results_[0] == 8 && results_[1] == 8;
  }

 private:
  template <typename T>
  T keep(Handle<T> object) {
    T handle = object;
    objects_.emplace_back(std::move(object));
    return handle;
  }
  void begin(FirstFailure &failure) {
    if (user_ != nullptr) {
      failure.note(clSetUserEventStatus(user_, CL_COMPLETE));
      user_.reset();
    }
  }

  cl_int *results_;
  std::vector<AnyHandle> objects_;
  Handle<cl_event> user_;
  Handle<cl_event> last_;
  size_t releases_before_ = 0;
};

}  // namespace

TEST_CASE_METHOD(PlatformFixture, "clReleaseContext: objects are released in any order",
                 "[clReleaseContext][threads][random_test]") {
  const uint32_t seed = seed_of_test();
  INFO("MUX_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 4; ++round) {
    std::vector<std::array<cl_int, 2>> results(thread_count);
    std::vector<SmallProgram> programs;
    for (unsigned thread = 0; thread < thread_count; ++thread) {
      programs.emplace_back(device, random, results[thread].data());
    }
    const auto ended =
        run_in_threads([&](unsigned thread) { return programs[thread].tear_down() ? 1 : 0; });
    CHECK(ended == std::vector<int>(thread_count, 1));
  }
}

}  // namespace mux::test::teardown
