#include "semaphores.h"

namespace mux::test::cl_re_import_semaphore_sync_fd_khr {

namespace {

using ReImport = cl_int(CL_API_CALL *)(cl_semaphore_khr, cl_properties *, int);

/// A semaphore that was imported from a fence, which a wait has consumed.
class Fixture : public SemaphoreFixture {
 public:
  Fixture() {
    load("clReImportSemaphoreSyncFdKHR", reimport);
    imported = made({CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, cl_semaphore_properties_khr(-1)});
    succeed(wait(queue, 1, &imported, nullptr, 0, nullptr, nullptr));
    succeed(clFinish(queue));
  }
  ~Fixture() { release(imported); }

  ReImport reimport = nullptr;
  cl_semaphore_khr imported = nullptr;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clReImportSemaphoreSyncFdKHR: signals the semaphore again",
                 "[clReImportSemaphoreSyncFdKHR]") {
  cl_properties none = 0;
  for (cl_properties *properties : {static_cast<cl_properties *>(nullptr), &none}) {
    CHECK(payload(imported) == 0);
    succeed(reimport(imported, properties, -1));
    CHECK(payload(imported) == 1);
    succeed(wait(queue, 1, &imported, nullptr, 0, nullptr, nullptr));
    succeed(clFinish(queue));
  }
}

TEST_CASE_METHOD(Fixture, "clReImportSemaphoreSyncFdKHR: invalid arguments",
                 "[clReImportSemaphoreSyncFdKHR]") {
  expect(reimport(nullptr, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
  expect(reimport(semaphore, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
  cl_properties unknown[] = {1, 1, 0};
  expect(reimport(imported, unknown, -1), CL_INVALID_VALUE);
  const Descriptor null(open("/dev/null", O_RDWR));
  for (const int descriptor : {-2, 100000, static_cast<int>(null)}) {
    expect(reimport(imported, nullptr, descriptor), CL_INVALID_VALUE);
  }
  CHECK(payload(imported) == 0);
  CHECK(fcntl(null, F_GETFD) >= 0);
}

}  // namespace mux::test::cl_re_import_semaphore_sync_fd_khr
