#include "fixtures.h"

namespace mux::test::cl_enqueue_migrate_mem_objects {

TEST_CASE_METHOD(QueueFixture, "clEnqueueMigrateMemObjects: is ordered with other commands") {
  const Handle<cl_mem> one = buffer_of(numbers(4));
  const Handle<cl_mem> other = buffer(64);
  const cl_mem list[] = {one, other};
  const cl_mem_migration_flags flags =
      GENERATE(0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
               CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
  check_enqueue(*this, CL_COMMAND_MIGRATE_MEM_OBJECTS,
                [&](cl_command_queue on, cl_uint count, const cl_event *waits, cl_event *event) {
                  return clEnqueueMigrateMemObjects(on, 2, list, flags, count, waits, event);
                });
  CHECK(contents<cl_int>(one) == numbers(4));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMigrateMemObjects: invalid arguments") {
  const Handle<cl_mem> memory = buffer(64);
  const cl_mem list[] = {memory, nullptr};
  const auto migrate = [&](cl_command_queue on, cl_uint count, const cl_mem *objects,
                           cl_mem_migration_flags flags) {
    return clEnqueueMigrateMemObjects(on, count, objects, flags, 0, nullptr, nullptr);
  };
  expect(migrate(queue, 0, list, 0), CL_INVALID_VALUE);
  expect(migrate(queue, 1, nullptr, 0), CL_INVALID_VALUE);
  expect(migrate(queue, 1, list, 4), CL_INVALID_VALUE);
  expect(migrate(queue, 2, list, 0), CL_INVALID_MEM_OBJECT);
  expect(migrate(other_queue, 1, list, 0), CL_INVALID_CONTEXT);
}

}  // namespace mux::test::cl_enqueue_migrate_mem_objects
