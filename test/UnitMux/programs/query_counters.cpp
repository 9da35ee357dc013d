// Query counters with different behaviors of the kernel's performance events. Each situation is a
// separate run, because the library probes the kernel once:
//
//   deadly    a seccomp filter ends the process at perf_event_open, as those of services do
//   denied    a seccomp filter refuses perf_event_open, as those of containers do; nevertheless it
//             is tried, because MUX_PERFORMANCE_EVENTS requests it
//   off       the processor with four counters, but MUX_PERFORMANCE_EVENTS disables it
//   limits    a processor with four counters: how many can be active at once
//   values    the same: what they count, and that nothing stays open
//   lost      the same, but when it comes to counting, the kernel has no file descriptors left
//
// The processor is simulated by replacing the functions of the C library that the library calls: an
// event counts 1000 each time it is read.

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <mux/extensions.h>
#include <mux/mux.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int most_descriptors = 1024;
constexpr int simulated_counters = 4;
constexpr uint64_t counts_per_read = 1000;

// By file descriptor: open events, number of reads, group size, and whether they are multiplexed.
std::atomic<bool> is_event[most_descriptors];
std::atomic<uint64_t> reads[most_descriptors];
std::atomic<int> group_size[most_descriptors];
std::atomic<bool> takes_turns[most_descriptors];
std::atomic<int> open_events;
std::atomic<bool> simulates;
std::atomic<bool> out_of_descriptors;

template <class Function>
Function *next_function(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

long open_simulated(const perf_event_attr &attributes, int group) {
  if (out_of_descriptors) {
    errno = EMFILE;
    return -1;
  }
  // A processor without this event.
  if (attributes.type == PERF_TYPE_HARDWARE &&
      attributes.config == PERF_COUNT_HW_STALLED_CYCLES_FRONTEND) {
    errno = ENOENT;
    return -1;
  }
  if (group >= 0 && ++group_size[group] > simulated_counters) {
    --group_size[group];
    errno = EINVAL;
    return -1;
  }
  const int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 || descriptor >= most_descriptors) {
    return -1;
  }
  reads[descriptor] = 0;
  group_size[descriptor] = 1;
  takes_turns[descriptor] =
      attributes.type == PERF_TYPE_HARDWARE && attributes.config == PERF_COUNT_HW_CACHE_MISSES;
  is_event[descriptor] = true;
  ++open_events;
  return descriptor;
}

}  // namespace

// Exported, so that the library uses them instead of the C library's.
#pragma GCC visibility push(default)
extern "C" {

long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long &argument : arguments) {
    argument = va_arg(list, long);
  }
  va_end(list);
  if (number == SYS_perf_event_open && simulates) {
    return open_simulated(*reinterpret_cast<const perf_event_attr *>(arguments[0]),
                          static_cast<int>(arguments[3]));
  }
  static auto *const next = next_function<long(long, ...)>("syscall");
  return next(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
              arguments[5]);
}

ssize_t read(int descriptor, void *data, size_t size) {
  if (descriptor >= 0 && descriptor < most_descriptors && is_event[descriptor]) {
    const uint64_t number = ++reads[descriptor];
    const uint64_t reading[3] = {number * counts_per_read, number * 100,
                                 number * (takes_turns[descriptor] ? 25 : 100)};
    std::memcpy(data, reading, sizeof(reading) < size ? sizeof(reading) : size);
    return sizeof(reading);
  }
  static auto *const next = next_function<ssize_t(int, void *, size_t)>("read");
  return next(descriptor, data, size);
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < most_descriptors && is_event[descriptor].exchange(false)) {
    --open_events;
  }
  static auto *const next = next_function<int(int)>("close");
  return next(descriptor);
}

}  // extern "C"
#pragma GCC visibility pop

namespace {

int failures;

void check(bool condition, const char *text, int line) {
  if (!condition) {
    std::fprintf(stderr, "query_counters.cpp:%d: %s (%s)\n", line, text, muxGetLastErrorMessage());
    ++failures;
  }
}
#define CHECK(condition) check((condition), #condition, __LINE__)

void require(bool condition, const char *text, int line) {
  check(condition, text, line);
  if (!condition) {
    std::_Exit(2);
  }
}
#define REQUIRE(condition) require((condition), #condition, __LINE__)

// Installs a seccomp filter with `action` for perf_event_open that allows everything else.
void filter_performance_events(uint32_t action) {
  sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {4, instructions};
  REQUIRE(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  REQUIRE(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

class Device {
 public:
  Device() {
    mux_device_info_t info = nullptr;
    REQUIRE(muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr) == mux_success);
    REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
    REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
    REQUIRE(muxCreateBuffer(device, buffer_size, allocator, &buffer) == mux_success);
    REQUIRE(
        muxAllocateMemory(device, buffer_size, 1, mux_memory_property_host_visible,
                          mux_allocation_type_alloc_host, 0, allocator, &memory) == mux_success ||
        muxAllocateMemory(device, buffer_size, 1,
                          mux_memory_property_host_visible | mux_memory_property_host_coherent,
                          mux_allocation_type_alloc_host, 0, allocator, &memory) == mux_success);
    REQUIRE(muxBindBufferMemory(device, memory, buffer, 0) == mux_success);
    uint32_t count = 0;
    REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr, nullptr,
                                         &count) == mux_success);
    counters.resize(count);
    descriptions.resize(count);
    REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, count, counters.data(),
                                         descriptions.data(), nullptr) == mux_success);
  }
  ~Device() {
    muxDestroyBuffer(device, buffer, allocator);
    muxFreeMemory(device, memory, allocator);
    muxDestroyFence(device, fence, allocator);
    muxDestroyDevice(device, allocator);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  uint32_t limit() const { return device->info->max_hardware_counters; }

  const mux_query_counter_t *find(const std::string &name) const {
    for (size_t i = 0; i < counters.size(); ++i) {
      if (name == descriptions[i].name) {
        return &counters[i];
      }
    }
    return nullptr;
  }

  std::vector<mux_query_counter_config_t> configs(const std::vector<std::string> &names) const {
    std::vector<mux_query_counter_config_t> result;
    for (const std::string &name : names) {
      const mux_query_counter_t *counter = find(name);
      require(counter != nullptr, name.c_str(), __LINE__);
      result.push_back({counter->uuid, nullptr});
    }
    return result;
  }

  mux_result_t create_pool(const std::vector<std::string> &names, mux_query_pool_t *pool) const {
    const auto chosen = configs(names);
    return muxCreateQueryPool(queue, mux_query_type_counter, static_cast<uint32_t>(chosen.size()),
                              chosen.data(), allocator, pool);
  }

  void destroy_pool(mux_query_pool_t pool) const { muxDestroyQueryPool(queue, pool, allocator); }

  uint32_t passes(const std::vector<std::string> &names) const {
    const auto chosen = configs(names);
    uint32_t passes = 0;
    CHECK(muxGetQueryCounterRequiredPasses(queue, static_cast<uint32_t>(chosen.size()),
                                           chosen.data(), &passes) == mux_success);
    return passes;
  }

  // Fills the buffer in a query of all slots of the pool. The waiting thread does not help if
  // `alone`, so the device's own worker does it all.
  std::vector<mux_query_counter_result_s> measure(mux_query_pool_t pool, bool alone = false) const {
    mux_command_buffer_t commands = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &commands) == mux_success);
    const uint32_t pattern = 0x01020304;
    REQUIRE(muxCommandBeginQuery(commands, pool, 0, pool->count, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxCommandFillBuffer(commands, buffer, 0, buffer_size, &pattern, sizeof(pattern), 0,
                                 nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandEndQuery(commands, pool, 0, pool->count, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    run(commands, alone);
    muxDestroyCommandBuffer(device, commands, allocator);
    std::vector<mux_query_counter_result_s> results(pool->count);
    REQUIRE(muxGetQueryPoolResults(queue, pool, 0, pool->count, results.size() * sizeof(results[0]),
                                   results.data(), sizeof(results[0])) == mux_success);
    return results;
  }

  void run(mux_command_buffer_t commands, bool alone) const {
    REQUIRE(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    mux_result_t result = mux_fence_not_ready;
    while (result == mux_fence_not_ready) {
      constexpr uint64_t second = 1000000000;
      result = muxTryWait(queue, alone ? second : UINT64_MAX, fence);
    }
    REQUIRE(result == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
  }

  static constexpr size_t buffer_size = size_t{8} << 20;
  mux_allocator_info_t allocator = {
      [](void *, size_t size, size_t alignment) {
        return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
      },
      [](void *, void *pointer) { std::free(pointer); }, nullptr};
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
  mux_fence_t fence = nullptr;
  mux_buffer_t buffer = nullptr;
  mux_memory_t memory = nullptr;
  std::vector<mux_query_counter_t> counters;
  std::vector<mux_query_counter_description_t> descriptions;
};

const std::vector<std::string> everywhere = {"commands",
                                             "tiles",
                                             "work-groups",
                                             "work-items",
                                             "transferred bytes",
                                             "transfer rate",
                                             "busy time",
                                             "utilization",
                                             "CPU time",
                                             "page faults",
                                             "major page faults",
                                             "voluntary context switches",
                                             "involuntary context switches"};

void test_without_events() {
  const Device device;
  CHECK(device.device->info->query_counter_support);
  CHECK(device.limit() == 0);
  for (size_t i = 0; i < device.counters.size(); ++i) {
    CHECK(device.counters[i].hardware_counters == 0);
    CHECK(std::strcmp(device.descriptions[i].category, "processor") != 0);
  }
  CHECK(device.find("migrations") == nullptr);
  CHECK(device.passes(everywhere) == 1);
  mux_query_pool_t pool = nullptr;
  REQUIRE(device.create_pool(everywhere, &pool) == mux_success);
  const auto results = device.measure(pool);
  CHECK(results[0].uint32 == 1);
  CHECK(results[1].uint64 == 32);
  CHECK(results[4].uint64 == Device::buffer_size);
  CHECK(results[5].float64 > 0);
  CHECK(results[6].uint64 > 0);
  CHECK(results[7].float32 > 0);
  CHECK(results[8].uint64 > 0);
  device.destroy_pool(pool);
}

void test_limits() {
  simulates = true;
  const Device device;
  CHECK(device.limit() == simulated_counters);
  CHECK(device.find("front-end stalls") == nullptr);
  CHECK(device.find("instructions per cycle")->hardware_counters == 2);
  CHECK(device.find("cycles")->hardware_counters == 1);
  CHECK(device.find("cycles")->unit == mux_query_counter_unit_cycles);
  CHECK(device.find("migrations")->hardware_counters == 0);

  // Pools use up the device's counters; a pool that does not fit is rejected, and changes nothing.
  mux_query_pool_t first = nullptr;
  mux_query_pool_t second = nullptr;
  mux_query_pool_t refused = nullptr;
  REQUIRE(device.create_pool({"instructions per cycle", "cycles", "tiles"}, &first) == mux_success);
  CHECK(device.create_pool({"branches", "branch misses"}, &refused) == mux_error_invalid_value);
  CHECK(std::strstr(muxGetLastErrorMessage(), "muxCreateQueryPool") != nullptr);
  CHECK(refused == nullptr);
  REQUIRE(device.create_pool({"branches"}, &second) == mux_success);
  CHECK(device.create_pool({"branch misses"}, &refused) == mux_error_invalid_value);
  // A counter that is already active needs no other, nor do software counters.
  mux_query_pool_t third = nullptr;
  REQUIRE(device.create_pool({"cycles", "branches", "cycles", "migrations", "commands"}, &third) ==
          mux_success);
  // It is active until its last pool is destroyed.
  device.destroy_pool(second);
  CHECK(device.create_pool({"branch misses"}, &refused) == mux_error_invalid_value);
  device.destroy_pool(third);
  REQUIRE(device.create_pool({"branch misses"}, &second) == mux_success);
  // Each device has its own limit.
  {
    const Device other;
    REQUIRE(other.create_pool({"cycles", "instructions", "branches", "branch misses"}, &third) ==
            mux_success);
    other.destroy_pool(third);
  }
  device.destroy_pool(first);
  device.destroy_pool(second);
  // More in one pool than the device has.
  CHECK(device.create_pool({"cycles", "instructions", "branches", "branch misses", "cache misses"},
                           &refused) == mux_error_invalid_value);
  CHECK(refused == nullptr);

  CHECK(device.passes({"commands", "tiles"}) == 1);
  CHECK(device.passes({"cycles", "instructions", "branches", "branch misses"}) == 1);
  CHECK(device.passes({"cycles", "cycles", "cycles", "cycles", "cycles"}) == 1);
  CHECK(device.passes({"cycles", "instructions", "branches", "branch misses", "cache misses"}) ==
        2);
  CHECK(device.passes({"instructions per cycle", "cycles", "instructions"}) == 1);
  CHECK(device.passes({"instructions per cycle", "cycles", "branches", "tiles"}) == 1);
  CHECK(device.passes({"cycles", "reference cycles", "instructions", "instructions per cycle",
                       "cache references", "cache misses", "branches", "branch misses",
                       "back-end stalls"}) == 3);
}

void test_values() {
  // One worker, so that the counting threads are known.
  setenv("MUX_COMPUTE_UNITS", "1", 1);
  simulates = true;
  {
    const Device device;
    CHECK(open_events == 0);
    mux_query_pool_t pool = nullptr;
    REQUIRE(device.create_pool(
                {"cycles", "cache misses", "instructions per cycle", "migrations", "tiles"},
                &pool) == mux_success);
    for (const bool alone : {true, false, true}) {
      const auto results = device.measure(pool, alone);
      const uint64_t tiles = results[4].uint64;
      CHECK(tiles == 32);
      // Every event is read right before and right after each tile.
      CHECK(results[0].uint64 == tiles * counts_per_read);
      // An event that was active for a quarter of the time is extrapolated.
      CHECK(results[1].uint64 == 4 * tiles * counts_per_read);
      CHECK(results[2].float64 == 1.0);
      CHECK(results[3].uint64 == tiles * counts_per_read);
    }
    // Cycles, instructions, cache misses and migrations, on one thread or two.
    CHECK(open_events >= 4);
    CHECK(open_events <= 8);
    // Commands outside of queries do not read events, nor does a pool without such counters.
    device.destroy_pool(pool);
    REQUIRE(device.create_pool({"tiles"}, &pool) == mux_success);
    CHECK(device.measure(pool, true)[0].uint64 == 32);
    // This thread closes its events when it helps again, for which it may be too late.
    for (int i = 0; open_events != 0 && i < 1000; ++i) {
      CHECK(device.measure(pool, false)[0].uint64 == 32);
    }
    device.destroy_pool(pool);
  }
  // The events are unused, so the threads have closed them.
  CHECK(open_events == 0);
}

void test_lost() {
  simulates = true;
  const Device device;
  mux_query_pool_t pool = nullptr;
  REQUIRE(device.create_pool({"cycles", "tiles", "instructions per cycle"}, &pool) == mux_success);
  out_of_descriptors = true;
  auto results = device.measure(pool);
  CHECK(results[0].uint64 == 0);
  CHECK(results[1].uint64 == 32);
  CHECK(results[2].float64 == 0);
  // The thread has become idle since, and tries again.
  out_of_descriptors = false;
  device.destroy_pool(pool);
  REQUIRE(device.create_pool({"cycles", "tiles"}, &pool) == mux_success);
  results = device.measure(pool);
  CHECK(results[1].uint64 == 32);
  device.destroy_pool(pool);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string situation = argc > 1 ? argv[1] : "";
  // As many as oneTBB creates threads for on every test machine.
  setenv("MUX_COMPUTE_UNITS", "2", 1);
  // The test may run in a container; the simulated processor is not affected.
  setenv("MUX_PERFORMANCE_EVENTS", "1", 1);
  if (situation == "deadly") {
    unsetenv("MUX_PERFORMANCE_EVENTS");
    filter_performance_events(SECCOMP_RET_KILL_PROCESS);
    test_without_events();
  } else if (situation == "denied") {
    filter_performance_events(SECCOMP_RET_ERRNO | EPERM);
    test_without_events();
  } else if (situation == "off") {
    setenv("MUX_PERFORMANCE_EVENTS", "0", 1);
    simulates = true;
    test_without_events();
  } else if (situation == "limits") {
    test_limits();
  } else if (situation == "values") {
    test_values();
  } else if (situation == "lost") {
    test_lost();
  } else {
    std::fprintf(stderr, "usage: query_counters deadly|denied|off|limits|values|lost\n");
    return 2;
  }
  return failures == 0 ? 0 : 1;
}
