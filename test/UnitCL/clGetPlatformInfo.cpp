#include "fixtures.h"

namespace mux::test::cl_get_platform_info {

TEST_CASE_METHOD(PlatformFixture, "clGetPlatformInfo: queries of the platform") {
  CHECK(info_text(clGetPlatformInfo, platform, CL_PLATFORM_PROFILE) == "FULL_PROFILE");
  CHECK(info_text(clGetPlatformInfo, platform, CL_PLATFORM_VERSION).starts_with("OpenCL 3.1 "));
  CHECK(info_text(clGetPlatformInfo, platform, CL_PLATFORM_NAME) == "Mux");
  CHECK(info_text(clGetPlatformInfo, platform, CL_PLATFORM_VENDOR) == "Mux");
  CHECK(info_text(clGetPlatformInfo, platform, CL_PLATFORM_ICD_SUFFIX_KHR) == "MUX");
  expect_info(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION,
              cl_version{CL_MAKE_VERSION(3, 1, 0)});
  CHECK(info<cl_ulong>(clGetPlatformInfo, platform, CL_PLATFORM_HOST_TIMER_RESOLUTION) != 0);
}

TEST_CASE_METHOD(PlatformFixture, "clGetPlatformInfo: both lists of extensions are the same") {
  size_t size = 0;
  succeed(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0, nullptr, &size));
  std::vector<cl_name_version> extensions(size / sizeof(cl_name_version));
  succeed(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, size, extensions.data(),
                            nullptr));
  std::string names;
  for (const cl_name_version &extension : extensions) {
    CHECK(extension.version >= CL_MAKE_VERSION(0, 0, 1));
    names += (names.empty() ? "" : " ") + std::string(extension.name);
  }
  CHECK(names == info_text(clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS));
  CHECK((" " + names + " ").find(" cl_khr_icd ") != std::string::npos);
}

TEST_CASE_METHOD(PlatformFixture, "clGetPlatformInfo: CL_INVALID_VALUE") {
  cl_ulong value = 0;
  expect(clGetPlatformInfo(platform, CL_DEVICE_TYPE, sizeof value, &value, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_platform_info
