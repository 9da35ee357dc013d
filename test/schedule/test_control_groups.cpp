// Limits of control groups, read from generated file system trees.

#include "host/support/control_groups.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <system_error>

#include "support.h"

namespace mux::test::control_groups {

namespace {

using mux::host::ControlGroupLimits;
using mux::host::read_control_group_limits;

constexpr const char *mount_2 =
    "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char *mounts_1 =
    "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw\n"
    "31 22 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:10 - cgroup cgroup rw,cpu,cpuacct\n"
    "33 31 0:30 / /sys/fs/cgroup/cpuset rw,relatime shared:11 - cgroup cgroup rw,cpuset\n"
    "34 31 0:31 / /sys/fs/cgroup/memory rw,relatime shared:12 - cgroup cgroup rw,memory\n";

/// A directory used as the root of the file system, removed with the object.
class Root {
 public:
  Root() {
    std::string pattern = std::filesystem::temp_directory_path() / "mux-control-groups-XXXXXX";
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Root() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Root(const Root &) = delete;
  Root &operator=(const Root &) = delete;

  Root &with(const std::string &file, const std::string &text) {
    const std::filesystem::path path = path_ + file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return *this;
  }
  Root &in_group_2(const std::string &group) {
    return with("/proc/self/cgroup", "0::" + group + "\n").with("/proc/self/mountinfo", mount_2);
  }
  Root &in_group_1(const std::string &group) {
    return with("/proc/self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:" + group + "\n3:memory:" + group +
                                         "\n1:name=systemd:/init\n")
        .with("/proc/self/mountinfo", mounts_1);
  }
  Root &quota_1(const std::string &group, const std::string &quota, const std::string &period) {
    const std::string directory = "/sys/fs/cgroup/cpu,cpuacct" + group;
    return with(directory + "/cpu.cfs_quota_us", quota)
        .with(directory + "/cpu.cfs_period_us", period);
  }

  ControlGroupLimits limits() const { return read_control_group_limits(path_.c_str()); }
  uint32_t processors() const { return limits().processors; }

 private:
  std::string path_;
};

constexpr uint32_t unlimited = UINT32_MAX;

}  // namespace

TEST_CASE("Control groups: no limit without control groups") {
  CHECK(Root().processors() == unlimited);
  CHECK(Root().limits().memory == UINT64_MAX);
  Root root;
  root.in_group_2("/").with("/sys/fs/cgroup/cpu.max", "max 100000\n");
  CHECK(root.processors() == unlimited);
  CHECK(read_control_group_limits("/nowhere/at/all").processors == unlimited);
}

TEST_CASE("Control groups: the quota of version 2 in processors, rounded up") {
  const auto processors = [](const char *text) {
    Root root;
    return root.in_group_2("/box").with("/sys/fs/cgroup/box/cpu.max", text).processors();
  };
  CHECK(processors("200000 100000\n") == 2);
  CHECK(processors("250000 100000\n") == 3);
  CHECK(processors("200001 100000\n") == 3);
  CHECK(processors("6400000 100000\n") == 64);
  CHECK(processors("1000 100000\n") == 1);
  CHECK(processors("30000 20000\n") == 2);
  CHECK(processors("max 100000\n") == unlimited);
  CHECK(processors("max\n") == unlimited);
}

TEST_CASE("Control groups: the quota of version 1 in processors, rounded up") {
  const auto processors = [](const char *quota, const char *period) {
    Root root;
    return root.in_group_1("/docker/box").quota_1("/docker/box", quota, period).processors();
  };
  CHECK(processors("200000\n", "100000\n") == 2);
  CHECK(processors("150000\n", "100000\n") == 2);
  CHECK(processors("1000\n", "1000000\n") == 1);
  CHECK(processors("-1\n", "100000\n") == unlimited);
}

TEST_CASE("Control groups: the smallest limit up to the root applies") {
  Root root;
  root.in_group_2("/slice/box/inner")
      .with("/sys/fs/cgroup/slice/cpu.max", "300000 100000\n")
      .with("/sys/fs/cgroup/slice/box/cpu.max", "1000000 100000\n")
      .with("/sys/fs/cgroup/slice/box/inner/cpu.max", "max 100000\n");
  CHECK(root.processors() == 3);
  root.with("/sys/fs/cgroup/slice/box/cpu.max", "200000 100000\n");
  CHECK(root.processors() == 2);
  root.with("/sys/fs/cgroup/slice/box/inner/cpu.max", "100000 100000\n");
  CHECK(root.processors() == 1);
  // Siblings and descendants have no effect.
  root.with("/sys/fs/cgroup/slice/box/inner/cpu.max", "max 100000\n")
      .with("/sys/fs/cgroup/slice/box/other/cpu.max", "100000 100000\n")
      .with("/sys/fs/cgroup/slice/box/inner/below/cpu.max", "100000 100000\n");
  CHECK(root.processors() == 2);

  Root first;
  first.in_group_1("/a/b").quota_1("/a/b", "-1", "100000").quota_1("/a", "400000", "100000");
  CHECK(first.processors() == 4);
  first.quota_1("", "100000", "50000");
  CHECK(first.processors() == 2);
}

TEST_CASE("Control groups: a group without files is skipped") {
  Root root;
  root.in_group_2("/slice/gone (deleted)").with("/sys/fs/cgroup/slice/cpu.max", "300000 100000\n");
  CHECK(root.processors() == 3);
}

TEST_CASE("Control groups: a container sees its own group where it is mounted") {
  Root root;
  root.with("/proc/self/cgroup", "4:memory:/docker/box\n3:cpu,cpuacct:/docker/box/inner\n")
      .with("/proc/self/mountinfo",
            "7 6 0:29 /docker/box /sys/fs/cgroup/cpu ro master:3 - cgroup cgroup rw,cpu,cpuacct\n"
            "8 6 0:31 /docker/box /sys/fs/cgroup/memory ro master:3 - cgroup cgroup rw,memory\n")
      .with("/sys/fs/cgroup/cpu/inner/cpu.cfs_quota_us", "-1\n")
      .with("/sys/fs/cgroup/cpu/inner/cpu.cfs_period_us", "100000\n")
      .with("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n")
      .with("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
      .with("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
  CHECK(root.processors() == 2);
  CHECK(root.limits().memory == 1073741824);
}

TEST_CASE("Control groups: other groups have no effect") {
  const auto processors = [](const char *group, const char *mounted) {
    Root root;
    return root.with("/proc/self/cgroup", std::string("0::") + group + "\n")
        .with("/proc/self/mountinfo",
              std::string("31 23 0:28 ") + mounted + " /mnt rw - cgroup2 cgroup2 rw\n")
        .with("/mnt/cpu.max", "100000 100000\n")
        .processors();
  };
  CHECK(processors("/box", "/box") == 1);
  CHECK(processors("/box/inner", "/box") == 1);
  CHECK(processors("/boxes", "/box") == unlimited);
  CHECK(processors("/other", "/box") == unlimited);
  CHECK(processors("/", "/box") == unlimited);
  // Outside of the process's namespace.
  CHECK(processors("/../other", "/") == unlimited);
  CHECK(processors("/..", "/") == unlimited);
  CHECK(processors("/../other", "/..") == 1);
}

TEST_CASE("Control groups: both versions at once") {
  Root root;
  root.in_group_1("/box").quota_1("/box", "300000", "100000");
  root.with("/proc/self/cgroup", "4:cpu,cpuacct:/box\n0::/unified\n")
      .with("/proc/self/mountinfo",
            std::string(mounts_1) +
                "40 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n");
  CHECK(root.processors() == 3);
  root.with("/sys/fs/cgroup/unified/unified/memory.max", "8192000\n");
  CHECK(root.processors() == 3);
  CHECK(root.limits().memory == 8192000);
}

TEST_CASE("Control groups: names with spaces, colons and commas") {
  Root root;
  root.with("/proc/self/cgroup", "0::/a:b,c d\n")
      .with("/proc/self/mountinfo", "31 23 0:28 / /my\\040groups\\134x rw - cgroup2 cgroup2 rw\n")
      .with("/my groups\\x/a:b,c d/cpu.max", "200000 100000\n");
  CHECK(root.processors() == 2);
}

TEST_CASE("Control groups: a controller's name is compared in full") {
  Root root;
  root.with("/proc/self/cgroup", "4:cpuset:/box\n3:name=cpu:/box\n")
      .with("/proc/self/mountinfo",
            "7 6 0:29 / /cpuset rw - cgroup cgroup rw,cpuset\n"
            "8 6 0:30 / /named rw - cgroup cgroup rw,name=cpu\n");
  for (const char *directory : {"/cpuset/box", "/named/box"}) {
    root.with(std::string(directory) + "/cpu.cfs_quota_us", "100000\n")
        .with(std::string(directory) + "/cpu.cfs_period_us", "100000\n");
  }
  CHECK(root.processors() == unlimited);
}

TEST_CASE("Control groups: the memory of version 2, the smallest limit") {
  Root root;
  root.in_group_2("/slice/box")
      .with("/sys/fs/cgroup/slice/memory.max", "4294967296\n")
      .with("/sys/fs/cgroup/slice/box/memory.max", "max\n");
  CHECK(root.limits().memory == 4294967296);
  root.with("/sys/fs/cgroup/slice/box/memory.max", "1048576\n");
  CHECK(root.limits().memory == 1048576);
  for (const char *text : {"", "\n", "0\n", "12\n", "-1\n", "1e9\n", "99999999999999999999\n"}) {
    CAPTURE(text);
    root.with("/sys/fs/cgroup/slice/box/memory.max", text);
    CHECK(root.limits().memory == 4294967296);
  }
}

TEST_CASE("Control groups: invalid files are no limit") {
  Root second;
  second.in_group_2("/box");
  for (const char *text :
       {"", "\n", " ", "200000", "200000\n", "200000 ", "200000 0\n", "200000 max\n", "-1 100000\n",
        "max", "maximum 100000\n", "2e5 100000\n", "200000,100000\n", "200000 100000 7\n",
        "200000  100000\n", "0x30d40 100000\n", "99999999999999999999999 100000\n"}) {
    CAPTURE(text);
    second.with("/sys/fs/cgroup/box/cpu.max", text);
    CHECK(second.processors() == unlimited);
  }
  // The largest numbers, and a directory in place of a file.
  CHECK(second.with("/sys/fs/cgroup/box/cpu.max", "18446744073709551615 1\n").processors() ==
        unlimited);
  CHECK(second.with("/sys/fs/cgroup/box/cpu.max", "18446744073709551615 18446744073709551615\n")
            .processors() == 1);
  CHECK(second.with("/sys/fs/cgroup/box/cpu.max", "0 100000\n").processors() == 1);
  Root directory;
  CHECK(directory.in_group_2("/").with("/sys/fs/cgroup/cpu.max/file", "").processors() ==
        unlimited);

  Root first;
  first.in_group_1("/box");
  for (const auto &[quota, period] : {std::pair("", "100000"),
                                      {"200000", ""},
                                      {"200000", "0"},
                                      {"200000", "-1"},
                                      {"x", "100000"},
                                      {"200000", "x"},
                                      {"-9223372036854775808", "100000"},
                                      {"9223372036854775808", "1"}}) {
    CAPTURE(quota, period);
    CHECK(first.quota_1("/box", quota, period).processors() == unlimited);
  }
}

TEST_CASE("Control groups: truncated files and random bytes") {
  const std::string groups = "4:cpu,cpuacct:/box\n0::/box\n";
  const std::string mounts =
      std::string(mounts_1) + "40 31 0:38 / /unified rw - cgroup2 cgroup2 rw\n";
  Root root;
  root.in_group_1("/box").quota_1("/box", "200000", "100000");
  root.with("/unified/box/cpu.max", "300000 100000\n");
  const auto is_a_limit = [](uint32_t processors) {
    return processors == 2 || processors == 3 || processors == unlimited;
  };
  for (size_t length = 0; length <= groups.size(); ++length) {
    root.with("/proc/self/cgroup", groups.substr(0, length)).with("/proc/self/mountinfo", mounts);
    REQUIRE(is_a_limit(root.processors()));
  }
  CHECK(root.processors() == 2);
  for (size_t length = 0; length <= mounts.size(); ++length) {
    root.with("/proc/self/mountinfo", mounts.substr(0, length));
    REQUIRE(is_a_limit(root.processors()));
  }
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int repeat = 0; repeat < 300; ++repeat) {
    std::string text = random() % 2 == 0 ? groups : mounts;
    const bool is_groups = text == groups;
    for (int change = 0; change < 4; ++change) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    root.with("/proc/self/cgroup", is_groups ? text : groups)
        .with("/proc/self/mountinfo", is_groups ? mounts : text);
    REQUIRE(is_a_limit(root.processors()));
  }
  // A thousand mounts, and a list beyond the size limit.
  std::string many;
  for (int line = 0; line < 1000; ++line) {
    many += "9 8 0:7 / /overlay rw - overlay overlay rw,lowerdir=" + std::string(300, 'x') + "\n";
  }
  root.with("/proc/self/cgroup", groups).with("/proc/self/mountinfo", many + mounts);
  CHECK(root.processors() == 2);
  root.with("/proc/self/mountinfo", std::string(size_t{20} << 20, ' '));
  CHECK(root.processors() == unlimited);
}

}  // namespace mux::test::control_groups
