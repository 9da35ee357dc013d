#include "host/support/machine.h"

#include <cpuid.h>
#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace mux::host::machine {
namespace {

/// A file closed at the end of its scope. Unreadable files count as empty.
class File {
 public:
  explicit File(const char *path) : file_(std::fopen(path, "re")) {}
  ~File() {
    if (file_ != nullptr) {
      std::fclose(file_);
    }
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  bool read_line(char *line, int size) {
    return file_ != nullptr && std::fgets(line, size, file_) != nullptr;
  }

  /// Returns the number in the first line, or `otherwise`.
  uint64_t read_number(uint64_t otherwise) {
    uint64_t number = 0;
    return file_ != nullptr && std::fscanf(file_, "%" SCNu64, &number) == 1 ? number : otherwise;
  }

 private:
  std::FILE *file_;
};

/// Returns the value of a line "key : value" of /proc/cpuinfo; NULL for another key.
const char *value_of(const char *line, const char *key) {
  const size_t length = std::strlen(key);
  if (std::strncmp(line, key, length) != 0) {
    return nullptr;
  }
  const char *colon = std::strchr(line + length, ':');
  return colon != nullptr ? colon + 1 + std::strspn(colon + 1, " \t") : nullptr;
}

/// hwloc's topology of processors, caches and memory.
class Topology {
 public:
  Topology() : bound_(hwloc_bitmap_alloc()) {
    // By default, hwloc binds the thread to each processor in turn to read CPUID, which is slow on
    // a busy machine: with one busy thread, listing devices took 8 ms instead of 6. So this is only
    // the fallback if the system does not describe its caches.
    if (bound_ != nullptr && !load(HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING)) {
      load(0);
    }
    if (loaded_ && hwloc_get_cpubind(topology_, bound_, HWLOC_CPUBIND_PROCESS) != 0) {
      hwloc_bitmap_copy(bound_, hwloc_topology_get_topology_cpuset(topology_));
    }
  }
  ~Topology() {
    destroy();
    hwloc_bitmap_free(bound_);
  }
  Topology(const Topology &) = delete;
  Topology &operator=(const Topology &) = delete;

  bool loaded() const { return loaded_; }
  hwloc_topology_t get() const { return topology_; }
  /// Number of processors that the process may use.
  uint32_t processor_count() const {
    return static_cast<uint32_t>(std::max(hwloc_bitmap_weight(bound_), 1));
  }
  bool may_use(unsigned processor) const { return hwloc_bitmap_isset(bound_, processor) != 0; }

 private:
  /// @return whether caches are known.
  bool load(unsigned long flags) {
    destroy();
    if (hwloc_topology_init(&topology_) != 0) {
      topology_ = nullptr;
      return false;
    }
    // I/O devices would take much longer to discover.
    hwloc_topology_set_io_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_flags(topology_, flags);
    loaded_ = hwloc_topology_load(topology_) == 0;
    return loaded_ && hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_L1CACHE) > 0;
  }

  void destroy() {
    if (topology_ != nullptr) {
      hwloc_topology_destroy(topology_);
    }
    topology_ = nullptr;
    loaded_ = false;
  }

  hwloc_bitmap_t bound_;
  hwloc_topology_t topology_ = nullptr;
  bool loaded_ = false;
};

uint32_t numa_node_of(hwloc_topology_t topology, unsigned processor) {
  for (hwloc_obj_t node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, nullptr);
       node != nullptr; node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) {
    if (hwloc_bitmap_isset(node->cpuset, processor)) {
      return node->logical_index;
    }
  }
  return MUX_NO_PROCESSOR_DOMAIN;
}

mux_processor_info_t describe(hwloc_topology_t topology, hwloc_obj_t processor) {
  mux_processor_info_t info{};
  info.number = processor->os_index;
  info.numa_node = numa_node_of(topology, processor->os_index);
  std::fill(std::begin(info.caches), std::end(info.caches), MUX_NO_PROCESSOR_DOMAIN);
  for (hwloc_obj_t object = processor->parent; object != nullptr; object = object->parent) {
    if (hwloc_obj_type_is_dcache(object->type) && object->attr->cache.depth >= 1 &&
        object->attr->cache.depth <= std::size(info.caches)) {
      info.caches[object->attr->cache.depth - 1] = object->logical_index;
    }
  }
  return info;
}

}  // namespace

uint32_t processing_units(Cache &cache) {
  const Topology topology;
  if (!topology.loaded()) {
    return 1;
  }
  for (hwloc_obj_t object = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_L2CACHE, nullptr);
       object != nullptr;
       object = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_L2CACHE, object)) {
    cache.second_level_size += object->attr->cache.size;
  }
  for (hwloc_obj_t object = hwloc_get_obj_by_type(topology.get(), HWLOC_OBJ_PU, 0);
       object != nullptr; object = object->parent) {
    if (hwloc_obj_type_is_dcache(object->type)) {
      cache.size = object->attr->cache.size;
      cache.line_size = object->attr->cache.linesize;
    }
  }
  return topology.processor_count();
}

uint64_t processors(mux_processor_info_t *infos, uint64_t length) {
  const Topology topology;
  if (!topology.loaded()) {
    return 0;
  }
  uint64_t count = 0;
  for (hwloc_obj_t object = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_PU, nullptr);
       object != nullptr;
       object = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_PU, object)) {
    if (topology.may_use(object->os_index)) {
      if (count < length) {
        infos[count] = describe(topology.get(), object);
      }
      ++count;
    }
  }
  return count;
}

uint64_t memory_size() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_size > 0
             ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_size)
             : 0;
}

uint32_t clock_frequency() {
  const uint64_t kilohertz =
      File("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq").read_number(0);
  if (kilohertz != 0) {
    return static_cast<uint32_t>(kilohertz / 1000);
  }
  double highest = 0;
  File file("/proc/cpuinfo");
  char line[4096];
  while (file.read_line(line, sizeof line)) {
    if (const char *value = value_of(line, "cpu MHz")) {
      highest = std::max(highest, std::strtod(value, nullptr));
    }
  }
  return static_cast<uint32_t>(std::lround(highest));
}

void processor_name(char *name, uint64_t size) {
  std::snprintf(name, size, "unknown CPU");
  File file("/proc/cpuinfo");
  char line[4096];
  while (file.read_line(line, sizeof line)) {
    if (const char *value = value_of(line, "model name")) {
      const int length = static_cast<int>(std::strcspn(value, "\n"));
      std::snprintf(name, size, "%.*s", length, value);
      return;
    }
  }
}

uint32_t vendor_id() {
  struct Maker {
    // As returned by CPUID.
    char name[12 + 1];
    uint32_t id;
  };
  constexpr Maker makers[] = {
      {"GenuineIntel", 0x8086}, {"AuthenticAMD", 0x1022}, {"HygonGenuine", 0x1d94},
      {"CentaurHauls", 0x1106}, {"  Shanghai  ", 0x1d17},
  };
  // Order of the registers that hold the name.
  unsigned highest = 0;
  unsigned parts[3] = {};
  if (__get_cpuid(0, &highest, &parts[0], &parts[2], &parts[1]) == 0) {
    return 0;
  }
  const auto *found = std::find_if(std::begin(makers), std::end(makers), [&](const Maker &maker) {
    return std::memcmp(maker.name, parts, sizeof parts) == 0;
  });
  return found == std::end(makers) ? 0 : found->id;
}

uint32_t vector_width() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) {
    return 64;
  }
  // AVX2, because AVX alone has no 256-bit integer operations.
  return __builtin_cpu_supports("avx2") ? 32 : 16;
}

}  // namespace mux::host::machine
