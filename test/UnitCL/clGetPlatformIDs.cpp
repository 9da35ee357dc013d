#include "fixtures.h"

namespace mux::test::cl_get_platform_ids {

TEST_CASE("clGetPlatformIDs: returns the platform") {
  cl_uint count = 0;
  succeed(clGetPlatformIDs(0, nullptr, &count));
  REQUIRE(count == 1);
  std::vector<cl_platform_id> platforms(2);
  succeed(clGetPlatformIDs(2, platforms.data(), &count));
  CHECK(count == 1);
  CHECK(platforms[0] != nullptr);
  CHECK(platforms[1] == nullptr);
  cl_platform_id again = nullptr;
  succeed(clGetPlatformIDs(1, &again, nullptr));
  CHECK(again == platforms[0]);
}

TEST_CASE("clGetPlatformIDs: CL_INVALID_VALUE without output arguments") {
  cl_platform_id platform = nullptr;
  expect(clGetPlatformIDs(0, &platform, nullptr), CL_INVALID_VALUE);
  expect(clGetPlatformIDs(1, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_platform_ids
