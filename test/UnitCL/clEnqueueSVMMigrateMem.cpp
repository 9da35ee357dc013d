#include "shared.h"

namespace mux::test::cl_enqueue_svm_migrate_mem {

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMigrateMem: is ordered with other commands") {
  const void *pointers[] = {shared(16), shared(16) + 4};
  const bool with_sizes = GENERATE(false, true);
  // Size 0 is the whole allocation.
  const size_t sizes[] = {64, 0};
  check_enqueue(*this, CL_COMMAND_SVM_MIGRATE_MEM,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueSVMMigrateMem(on, 2, pointers, with_sizes ? sizes : nullptr,
                                                CL_MIGRATE_MEM_OBJECT_HOST, count, list, event);
                });
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMigrateMem: CL_INVALID_VALUE") {
  const void *pointers[] = {shared(16)};
  const auto migrate = [&](cl_uint count, const void **list, const size_t *sizes,
                           cl_mem_migration_flags flags) {
    return clEnqueueSVMMigrateMem(queue, count, list, sizes, flags, 0, nullptr, nullptr);
  };
  expect(migrate(0, pointers, nullptr, 0), CL_INVALID_VALUE);
  expect(migrate(1, nullptr, nullptr, 0), CL_INVALID_VALUE);
  expect(migrate(1, pointers, nullptr, 4), CL_INVALID_VALUE);
  for (const size_t size : {size_t{65}, SIZE_MAX}) {
    expect(migrate(1, pointers, &size, 0), CL_INVALID_VALUE);
  }
  int own = 0;
  const void *others[] = {&own};
  const size_t size = 4;
  expect(migrate(1, others, &size, 0), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_enqueue_svm_migrate_mem
