#include "command_buffers.h"

namespace mux::test::cl_command_barrier_with_wait_list_khr {

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandBarrierWithWaitListKHR: queue, sync-point and handle arguments") {
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.barrier(target, on, properties, count, list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandBarrierWithWaitListKHR: later commands wait for all earlier ones or for "
                 "the wait list") {
  // The kernels access their memory through addresses in other memory, so only sync-points order
  // them.
  const auto out_of_order = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto program = built_program(context,
                                     "kernel void put(ulong at, int value) {\n"
                                     "  for (volatile int wait = 0; wait < 20000; ++wait);\n"
                                     "  *(global int *)at = value;\n"
                                     "}\n"
                                     "kernel void get(ulong at, global int *to) {\n"
                                     "  *to = *(global int *)at;\n"
                                     "}\n");
  const auto put = kernel_of(program, "put");
  const auto get = kernel_of(program, "get");
  cl_int cell = 0;
  const bool listed = GENERATE(false, true);
  const OwnCommandBuffer target(functions, out_of_order);
  const size_t size = 1;
  constexpr cl_int rounds = 20;
  std::vector<Handle<cl_mem>> seen;
  for (cl_int round = 1; round <= rounds; ++round) {
    cl_sync_point_khr point = 0;
    cl_sync_point_khr barrier = 0;
    set_arguments(put, reinterpret_cast<cl_ulong>(&cell), round);
    succeed(functions.nd_range(target, nullptr, nullptr, put, 1, nullptr, &size, nullptr, 0,
                               nullptr, &point, nullptr));
    succeed(functions.barrier(target, nullptr, nullptr, listed ? 1 : 0, listed ? &point : nullptr,
                              &barrier, nullptr));
    seen.push_back(buffer(4));
    set_arguments(get, reinterpret_cast<cl_ulong>(&cell), seen.back());
    succeed(functions.nd_range(target, nullptr, nullptr, get, 1, nullptr, &size, nullptr, 0,
                               nullptr, nullptr, nullptr));
    succeed(functions.barrier(target, nullptr, nullptr, 0, nullptr, nullptr, nullptr));
    CHECK(barrier != point);
  }
  succeed(functions.finalize(target));
  for (int repeat = 0; repeat < 3; ++repeat) {
    run(target);
    for (cl_int round = 1; round <= rounds; ++round) {
      CHECK(contents<cl_int>(seen[static_cast<size_t>(round - 1)]) == std::vector<cl_int>{round});
    }
  }
}

}  // namespace mux::test::cl_command_barrier_with_wait_list_khr
