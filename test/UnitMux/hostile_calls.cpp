/// @file
/// Calls of every entry point with what a program should not hand over: null, foreign and wrong
/// objects among valid ones, enumerators that are none, sizes at the edge of every range, lists
/// without lengths. Whatever comes, a call returns one of the codes that its statements name, a
/// failing one makes nothing, nothing crashes and nothing leaks; and what was recorded by the calls
/// that succeeded runs.

#include <mux/compiler.h>
#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "hostile_world.h"

namespace mux::test::hostile_calls {

namespace {

using Codes = std::set<mux_result_t>;

/// The codes that the statements of each entry point name.
const std::map<std::string, Codes> &codes_of_statements() {
  static const std::map<std::string, Codes> codes = [] {
    const std::pair<const char *, mux_result_t> names[] = {
        {"mux_success", mux_success},
        {"mux_error_null_out_parameter", mux_error_null_out_parameter},
        {"mux_error_invalid_value", mux_error_invalid_value},
        {"mux_error_null_allocator_callback", mux_error_null_allocator_callback},
        {"mux_error_invalid_binary", mux_error_invalid_binary},
        {"mux_error_feature_unsupported", mux_error_feature_unsupported},
        {"mux_error_missing_kernel", mux_error_missing_kernel},
        {"mux_error_fence_failure", mux_error_fence_failure},
        {"mux_fence_not_ready", mux_fence_not_ready},
        {"mux_error_out_of_memory", mux_error_out_of_memory}};
    std::map<std::string, Codes> read;
    std::ifstream statements(MUX_TEST_REQUIREMENTS);
    for (std::string line; std::getline(statements, line);) {
      for (const auto &[name, code] : names) {
        if (line.find(name) != std::string::npos) {
          read[line.substr(0, line.find('.'))].insert(code);
        }
      }
    }
    // Two codes that are named elsewhere in the text: what an allocator without functions gets, and
    // a binary that cannot be loaded.
    read["muxCreateQueryPool"].insert(mux_error_null_allocator_callback);
    read["muxCreateExecutable"].insert(mux_error_invalid_binary);
    // No statement is about it, but its header names these.
    read["muxCreateDeviceWithOptions"] = {mux_error_null_allocator_callback,
                                          mux_error_null_out_parameter};
    read["muxCreateExecutableWithOptions"] = {
        mux_error_null_allocator_callback, mux_error_null_out_parameter, mux_error_invalid_binary};
    read["muxRequestDeviceCall"] = read["muxWithdrawDeviceCall"] = {mux_fence_not_ready};
    read["muxLink"] = {mux_error_null_allocator_callback, mux_error_null_out_parameter,
                       mux_error_invalid_binary, mux_error_failure};
    return read;
  }();
  return codes;
}

/// Makes hostile calls and keeps account of what they returned.
class HostileCalls {
 public:
  explicit HostileCalls(uint32_t seed) : world_(seed) {}

  /// One call of a random entry point.
  void call();
  mux_result_t turn_the_page() { return world_.turn_the_page(); }

  /// Entry points that succeeded at least once, and that failed at least once.
  std::set<std::string> succeeded;
  std::set<std::string> failed;

 private:
  using Call = void (HostileCalls::*)();

  /// What a call returned: one of the codes of its statements, or of those that stand for all.
  mux_result_t judge(const char *entry_point, mux_result_t result) {
    (result == mux_success ? succeeded : failed).insert(entry_point);
    const auto &named = codes_of_statements();
    const auto found = named.find(entry_point);
    // A wrong value without a code, and an allocation that fails, have the same code everywhere.
    const bool expected = result == mux_success || result == mux_error_invalid_value ||
                          result == mux_error_out_of_memory ||
                          (found != named.end() && found->second.contains(result)) ||
                          (found == named.end() && result == mux_error_null_out_parameter);
    if (!expected) {
      INFO(entry_point << " returned " << result << ": " << muxGetLastErrorMessage());
      CHECK(expected);
    }
    return result;
  }

  /// The same for a call that makes an object, which is destroyed again.
  template <class Handle, class Destroy>
  void judge_made(const char *entry_point, mux_result_t result, Handle made, Destroy destroy) {
    if (judge(entry_point, result) == mux_success) {
      CHECK(made != nullptr);
      destroy(made);
    } else if (made != nullptr) {
      INFO(entry_point);
      CHECK(made == nullptr);
    }
  }
  template <class T>
  T *out(T &slot) {
    return world_.once_in(10) ? nullptr : &slot;
  }

  /// Ends a recording call.
  bool recorded(const char *entry_point, mux_result_t result, mux_sync_point_t made) {
    if (judge(entry_point, result) != mux_success) {
      CHECK(made == nullptr);
      return false;
    }
    if (made && made->command_buffer == world_.command_buffers[0]) {
      world_.sync_points.push_back(made);
    }
    return true;
  }

  // By object, in the order of the header.
  void enumerate_devices();
  void create_devices();
  void create_device_with_options();
  void create_executable();
  void link();
  void create_kernel();
  void create_builtin_kernel();
  void query_kernel();
  void allocate_memory();
  void memory_from_host();
  void map_memory();
  void flush_memory();
  void create_buffer();
  void bind_buffer();
  void create_image();
  void bind_image();
  void image_formats();
  void create_query_pool();
  void query_results();
  void query_counters();
  void create_command_buffer();
  void clone_command_buffer();
  void change_command_buffer();
  void copy_host();
  void copy_host_regions();
  void copy_buffers();
  void fill_buffer();
  void copy_or_fill_memory();
  void barrier();
  void set_command_completion();
  void copy_image_host();
  void fill_image();
  void copy_images();
  void ndrange();
  void update_descriptors();
  void update_nd_ranges();
  void user_callback();
  void record_query();
  void create_synchronization();
  void reset_synchronization();
  void get_queue();
  void dispatch();
  void dispatch_with_completion();
  void dispatch_for_waiter();
  void device_calls();
  void wait();
  void destroy_with_invalid_arguments();

  static const std::vector<Call> calls;

  HostileWorld world_;
  HostileWorld &w = world_;
};

void HostileCalls::enumerate_devices() {
  mux_device_info_t infos[HostileWorld::list_length] = {};
  uint64_t count = 0;
  judge("muxGetDeviceInfos",
        muxGetDeviceInfos(w.once_in(2) ? mux_device_type_all : w.number32(), w.length(),
                          w.once_in(3) ? nullptr : infos, out(count)));
}

void HostileCalls::create_devices() {
  // A device starts threads; once in a while is enough.
  mux_device_info_s wrong = *w.device->info;
  wrong.id = w.number32();
  mux_device_info_t infos[] = {w.once_in(4) ? w.device->info : nullptr,
                               w.once_in(2) ? &wrong : nullptr};
  mux_device_t made[2] = {};
  const mux_allocator_info_t allocator = w.any_allocator();
  const uint64_t length = w.below(3);
  const mux_result_t result = muxCreateDevices(length, w.once_in(8) ? nullptr : infos, allocator,
                                               w.once_in(8) ? nullptr : made);
  if (judge("muxCreateDevices", result) == mux_success) {
    for (uint64_t i = 0; i < length; ++i) {
      muxDestroyDevice(made[i], allocator);
    }
  }
}

void HostileCalls::create_device_with_options() {
  mux_device_info_s wrong = *w.device->info;
  wrong.id = w.number32();
  mux_device_info_t infos[] = {w.device->info, nullptr, &wrong};
  const uint32_t processors[] = {w.below(4), w.once_in(4) ? w.number32() : 0};
  const mux_device_options_t options = {w.once_in(4) ? w.number32() : w.below(10),
                                        w.once_in(2) ? processors : nullptr, w.below(3)};
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t made = nullptr;
  const mux_result_t result =
      muxCreateDeviceWithOptions(infos[w.once_in(4) ? w.below(3) : 0],
                                 w.once_in(8) ? nullptr : &options, allocator, out(made));
  judge_made("muxCreateDeviceWithOptions", result, made,
             [&](mux_device_t device) { muxDestroyDevice(device, allocator); });
}

void HostileCalls::create_executable() {
  std::string bytes = w.binary;
  if (w.once_in(2)) {
    bytes[w.below(static_cast<uint32_t>(bytes.size()))] ^= static_cast<char>(1 << w.below(8));
  }
  const uint64_t length =
      w.once_in(3) ? w.below(static_cast<uint32_t>(bytes.size())) : bytes.size();
  mux_executable_t made = nullptr;
  const mux_allocator_info_t allocator = w.any_allocator();
  const void *const binary = w.once_in(10) ? nullptr : bytes.data();
  const auto destroy = [&](mux_executable_t executable) {
    muxDestroyExecutable(executable->device, executable, allocator);
  };
  if (w.once_in(2)) {
    const mux_result_t result =
        muxCreateExecutable(w.any_device(), binary, length, allocator, out(made));
    return judge_made("muxCreateExecutable", result, made, destroy);
  }
  const mux_executable_options_t options = {w.below(5)};
  const mux_result_t result = muxCreateExecutableWithOptions(
      w.any_device(), binary, length, w.once_in(10) ? nullptr : &options, allocator, out(made));
  judge_made("muxCreateExecutableWithOptions", result, made, destroy);
}

void HostileCalls::link() {
  const std::string *const valid[] = {&w.object, &w.object, &w.object, &w.binary};
  const void *binaries[2] = {};
  uint64_t lengths[2] = {};
  for (int i = 0; i < 2; ++i) {
    const std::string &bytes = *valid[w.below(4)];
    binaries[i] = w.once_in(10) ? nullptr : bytes.data();
    lengths[i] = w.once_in(6) ? w.below(static_cast<uint32_t>(bytes.size())) : bytes.size();
  }
  const char *const options[] = {nullptr, "", "-create-library", "-cl-fast-relaxed-math", "-cl-'"};
  mux_link_info_t info{};
  info.binaries = w.once_in(20) ? nullptr : binaries;
  info.binary_lengths = w.once_in(20) ? nullptr : lengths;
  info.binary_count = w.once_in(4) ? w.below(3) : 1;
  info.options = options[w.below(5)];
  info.output = w.once_in(6) ? w.number32() : w.below(3);
  mux_compilation_t made = nullptr;
  const mux_allocator_info_t allocator = w.any_allocator();
  const mux_result_t result =
      judge("muxLink", muxLink(w.once_in(20) ? nullptr : &info, allocator, out(made)));
  CHECK((made != nullptr) == (result == mux_success || result == mux_error_failure));
  muxDestroyCompilation(made, allocator);
}

void HostileCalls::create_kernel() {
  const char *const names[] = {"idle", "plain", "absent", "", nullptr};
  const char *const name = names[w.below(5)];
  const uint64_t length = w.once_in(4) || !name ? w.below(2) : std::strlen(name);
  mux_kernel_t made = nullptr;
  const mux_allocator_info_t allocator = w.any_allocator();
  const mux_result_t result =
      muxCreateKernel(w.any_device(), w.any_executable(), name, length, allocator, out(made));
  judge_made("muxCreateKernel", result, made,
             [&](mux_kernel_t kernel) { muxDestroyKernel(kernel->device, kernel, allocator); });
}

void HostileCalls::create_builtin_kernel() {
  const std::string declarations = w.device->info->builtin_kernel_declarations
                                       ? w.device->info->builtin_kernel_declarations
                                       : "";
  const std::string first = declarations.substr(0, declarations.find('('));
  const std::string names[] = {first, first + "?", "idle", ""};
  const std::string &name = names[w.below(4)];
  mux_kernel_t made = nullptr;
  const mux_allocator_info_t allocator = w.any_allocator();
  const mux_result_t result =
      muxCreateBuiltInKernel(w.any_device(), w.once_in(8) ? nullptr : name.data(),
                             w.once_in(8) ? w.below(2) : name.size(), allocator, out(made));
  judge_made("muxCreateBuiltInKernel", result, made,
             [&](mux_kernel_t kernel) { muxDestroyKernel(kernel->device, kernel, allocator); });
}

void HostileCalls::query_kernel() {
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
  size_t size = 0;
  mux_wfv_status_e status = mux_wfv_status_none;
  judge("muxQuerySubGroupSizeForLocalSize",
        muxQuerySubGroupSizeForLocalSize(w.any_kernel(), w.number(), w.number(), w.number(),
                                         out(size)));
  judge("muxQueryLocalSizeForSubGroupCount",
        muxQueryLocalSizeForSubGroupCount(w.any_kernel(), w.number(), out(x), out(y), out(z)));
  judge("muxQueryWFVInfoForLocalSize",
        muxQueryWFVInfoForLocalSize(w.any_kernel(), w.number(), w.number(), w.number(), out(status),
                                    out(x), out(y), out(z)));
  const char *text = nullptr;
  judge("muxGetKernelVectorization", muxGetKernelVectorization(w.any_kernel(), out(text)));
  mux_kernel_info_t info{};
  judge("muxGetKernelInfo", muxGetKernelInfo(w.any_kernel(), out(info)));
  const size_t global_size[3] = {w.number(), w.number(), w.number()};
  judge("muxSuggestLocalSize",
        muxSuggestLocalSize(w.any_kernel(), w.below(5), w.once_in(8) ? nullptr : global_size,
                            w.enumerator(mux_local_size_fit_divides), out(x), out(y), out(z)));
  judge("muxQueryMaxNumSubGroups", muxQueryMaxNumSubGroups(w.any_kernel(), out(size)));
}

void HostileCalls::allocate_memory() {
  const auto type = w.enumerator(mux_allocation_type_alloc_device);
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_memory_t made = nullptr;
  const uint32_t properties = w.once_in(8) ? w.number32() : 1U << w.below(4) | 1U << w.below(4);
  // What is never touched costs address space alone, but not all of it.
  const uint64_t size = w.number();
  const size_t bounded = size < (uint64_t{1} << 33) ? size : size | uint64_t{1} << 62;
  const mux_result_t result =
      muxAllocateMemory(device, bounded, w.once_in(8) ? w.number32() : 1, properties, type,
                        w.once_in(8) ? w.number32() & 0xffff : 0, allocator, out(made));
  judge_made("muxAllocateMemory", result, made,
             [&](mux_memory_t memory) { muxFreeMemory(device, memory, allocator); });
}

void HostileCalls::memory_from_host() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_memory_t made = nullptr;
  const mux_result_t result =
      muxCreateMemoryFromHost(device, w.number(), w.any_host(), allocator, out(made));
  judge_made("muxCreateMemoryFromHost", result, made,
             [&](mux_memory_t memory) { muxFreeMemory(device, memory, allocator); });
}

void HostileCalls::map_memory() {
  void *data = nullptr;
  mux_memory_t memory = w.any_memory();
  mux_device_t device = w.any_device();
  if (judge("muxMapMemory", muxMapMemory(device, memory, w.number(), w.number(), out(data))) ==
      mux_success) {
    CHECK(data != nullptr);
    judge("muxUnmapMemory", muxUnmapMemory(device, memory));
  }
  judge("muxUnmapMemory", muxUnmapMemory(w.any_device(), w.any_memory()));
}

void HostileCalls::flush_memory() {
  judge("muxFlushMappedMemoryToDevice",
        muxFlushMappedMemoryToDevice(w.any_device(), w.any_memory(), w.number(), w.number()));
  judge("muxFlushMappedMemoryFromDevice",
        muxFlushMappedMemoryFromDevice(w.any_device(), w.any_memory(), w.number(), w.number()));
}

void HostileCalls::create_buffer() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_buffer_t made = nullptr;
  const mux_result_t result = muxCreateBuffer(device, w.number(), allocator, out(made));
  judge_made("muxCreateBuffer", result, made,
             [&](mux_buffer_t buffer) { muxDestroyBuffer(device, buffer, allocator); });
}

void HostileCalls::bind_buffer() {
  judge("muxBindBufferMemory",
        muxBindBufferMemory(w.any_device(), w.any_memory(), w.any_buffer(), w.number()));
}

void HostileCalls::create_image() {
  const auto type = w.enumerator(mux_image_type_3d);
  const auto format = w.once_in(2) ? w.enumerator(mux_image_format_R8G8B8A8_unorm)
                                   : mux_image_format_R8G8B8A8_unorm;
  const auto size = [&] { return w.once_in(6) ? w.number32() : 1 + w.below(8); };
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_image_t made = nullptr;
  const mux_result_t result = muxCreateImage(
      device, type, format, size(), w.once_in(2) ? 1 : size(), w.once_in(2) ? 1 : size(),
      w.once_in(4) ? size() : 0, w.once_in(3) ? w.number() : 0, w.once_in(3) ? w.number() : 0,
      allocator, out(made));
  judge_made("muxCreateImage", result, made,
             [&](mux_image_t image) { muxDestroyImage(device, image, allocator); });
}

void HostileCalls::bind_image() {
  judge("muxBindImageMemory",
        muxBindImageMemory(w.any_device(), w.any_memory(), w.any_image(), w.number()));
}

void HostileCalls::image_formats() {
  const auto type = w.enumerator(mux_image_type_3d);
  const auto allocation = w.enumerator(mux_allocation_type_alloc_device);
  std::vector<mux_image_format_e> formats(256);
  uint32_t count = 0;
  judge("muxGetSupportedImageFormats",
        muxGetSupportedImageFormats(w.any_device(), type, allocation, w.below(257),
                                    w.once_in(3) ? nullptr : formats.data(), out(count)));
}

void HostileCalls::create_query_pool() {
  const auto type = w.enumerator(mux_query_type_counter);
  mux_query_counter_config_t configs[HostileWorld::list_length] = {};
  for (mux_query_counter_config_t &config : configs) {
    config.uuid = w.once_in(3) ? w.number32() : w.below(16);
  }
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_queue_t queue = w.any_queue();
  mux_query_pool_t made = nullptr;
  const mux_result_t result = muxCreateQueryPool(
      queue, type, w.length(), w.once_in(3) ? nullptr : configs, allocator, out(made));
  judge_made("muxCreateQueryPool", result, made, [&](mux_query_pool_t query_pool) {
    muxDestroyQueryPool(queue, query_pool, allocator);
  });
}

void HostileCalls::query_results() {
  judge("muxGetQueryPoolResults",
        muxGetQueryPoolResults(w.any_queue(), w.any_query_pool(), w.number32(), w.number32(),
                               w.below(HostileWorld::host_size), w.any_host(), w.number()));
}

void HostileCalls::query_counters() {
  mux_query_counter_t counters[HostileWorld::list_length] = {};
  mux_query_counter_description_t descriptions[HostileWorld::list_length] = {};
  const auto type = w.enumerator(mux_queue_type_compute);
  uint32_t count = 0;
  judge("muxGetSupportedQueryCounters",
        muxGetSupportedQueryCounters(w.any_device(), type, w.length(),
                                     w.once_in(2) ? nullptr : counters,
                                     w.once_in(2) ? nullptr : descriptions, out(count)));
  mux_query_counter_config_t configs[HostileWorld::list_length] = {};
  for (mux_query_counter_config_t &config : configs) {
    config.uuid = w.once_in(3) ? w.number32() : w.below(16);
  }
  judge("muxGetQueryCounterRequiredPasses",
        muxGetQueryCounterRequiredPasses(w.any_queue(), w.length(),
                                         w.once_in(3) ? nullptr : configs, out(count)));
}

void HostileCalls::create_command_buffer() {
  mux_callback_info_s without_function = {nullptr, nullptr};
  mux_callback_info_t callback = w.once_in(2) ? nullptr : no_callback();
  if (w.once_in(4)) {
    callback = &without_function;
  }
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_command_buffer_t made = nullptr;
  const mux_result_t result = muxCreateCommandBuffer(device, callback, allocator, out(made));
  judge_made("muxCreateCommandBuffer", result, made, [&](mux_command_buffer_t command_buffer) {
    muxDestroyCommandBuffer(device, command_buffer, allocator);
  });
}

void HostileCalls::clone_command_buffer() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_command_buffer_t made = nullptr;
  const mux_result_t result =
      muxCloneCommandBuffer(device, allocator, w.any_command_buffer(), out(made));
  judge_made("muxCloneCommandBuffer", result, made, [&](mux_command_buffer_t command_buffer) {
    muxDestroyCommandBuffer(device, command_buffer, allocator);
  });
}

void HostileCalls::change_command_buffer() {
  // Not those that are in use here.
  judge("muxFinalizeCommandBuffer", muxFinalizeCommandBuffer(w.invalid<mux_command_buffer_t>()));
  judge("muxResetCommandBuffer", muxResetCommandBuffer(w.invalid<mux_command_buffer_t>()));
  const auto output = w.enumerator(mux_kernel_output_callback);
  judge("muxSetKernelOutput", muxSetKernelOutput(w.any_command_buffer(), output));
}

void HostileCalls::copy_host() {
  mux_sync_point_t made = nullptr;
  const bool reads = w.once_in(2);
  const mux_result_t result =
      reads
          ? muxCommandReadBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.any_host(),
                                 w.number(), w.wait_list_length(), w.any_wait_list(), out(made))
          : muxCommandWriteBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.any_host(),
                                  w.number(), w.wait_list_length(), w.any_wait_list(), out(made));
  recorded(reads ? "muxCommandReadBuffer" : "muxCommandWriteBuffer", result, made);
}

void HostileCalls::copy_host_regions() {
  mux_sync_point_t made = nullptr;
  const bool reads = w.once_in(2);
  std::vector<mux_buffer_region_info_t> regions = w.any_regions(!reads, reads);
  mux_buffer_region_info_t *const list = w.once_in(12) ? nullptr : regions.data();
  const uint64_t length = w.once_in(12) ? 0 : regions.size();
  const mux_result_t result =
      reads
          ? muxCommandReadBufferRegions(w.any_command_buffer(), w.any_buffer(), w.any_host(), list,
                                        length, w.wait_list_length(), w.any_wait_list(), out(made))
          : muxCommandWriteBufferRegions(w.any_command_buffer(), w.any_buffer(), w.any_host(), list,
                                         length, w.wait_list_length(), w.any_wait_list(),
                                         out(made));
  recorded(reads ? "muxCommandReadBufferRegions" : "muxCommandWriteBufferRegions", result, made);
}

void HostileCalls::copy_buffers() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandCopyBuffer",
           muxCommandCopyBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.any_buffer(),
                                w.number(), w.number(), w.wait_list_length(), w.any_wait_list(),
                                out(made)),
           made);
  made = nullptr;
  std::vector<mux_buffer_region_info_t> regions = w.any_regions(false, false);
  recorded("muxCommandCopyBufferRegions",
           muxCommandCopyBufferRegions(w.any_command_buffer(), w.any_buffer(), w.any_buffer(),
                                       w.once_in(12) ? nullptr : regions.data(),
                                       w.once_in(12) ? 0 : regions.size(), w.wait_list_length(),
                                       w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::fill_buffer() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandFillBuffer",
           muxCommandFillBuffer(w.any_command_buffer(), w.any_buffer(), w.number(), w.number(),
                                w.any_host(), w.once_in(2) ? 4 : w.number(), w.wait_list_length(),
                                w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::copy_or_fill_memory() {
  mux_sync_point_t made = nullptr;
  const bool copies = w.once_in(2);
  const uint64_t size = w.number();
  const mux_result_t result =
      copies ? muxCommandCopyMemory(w.any_command_buffer(), w.any_host(), w.any_host(), size,
                                    w.wait_list_length(), w.any_wait_list(), out(made))
             : muxCommandFillMemory(w.any_command_buffer(), w.any_host(), size, w.any_host(),
                                    w.once_in(2) ? 4 : w.number(), w.wait_list_length(),
                                    w.any_wait_list(), out(made));
  // What an address leads to cannot be known.
  w.must_not_run |=
      recorded(copies ? "muxCommandCopyMemory" : "muxCommandFillMemory", result, made) &&
      size > HostileWorld::host_size;
}

void HostileCalls::barrier() {
  mux_sync_point_t made = nullptr;
  recorded(
      "muxCommandBarrier",
      muxCommandBarrier(w.any_command_buffer(), w.wait_list_length(), w.any_wait_list(), out(made)),
      made);
}

void HostileCalls::set_command_completion() {
  const mux_command_completion_function_t function = [](const mux_command_completion_t *, void *) {
  };
  judge("muxSetCommandCompletion",
        muxSetCommandCompletion(w.any_command_buffer(), w.once_in(4) ? w.number32() : w.below(8),
                                w.once_in(4) ? nullptr : function, w.any_host()));
}

void HostileCalls::copy_image_host() {
  mux_sync_point_t made = nullptr;
  const bool reads = w.once_in(2);
  // Pitches of the host's side: what they reach cannot be known to fit, so large ones do not run.
  const uint64_t row_size = w.once_in(2) ? 0 : w.once_in(4) ? w.number() : 4 * w.below(12);
  const uint64_t slice_size = w.once_in(2) ? 0 : w.once_in(4) ? w.number() : 4 * w.below(96);
  const mux_result_t result =
      reads ? muxCommandReadImage(w.any_command_buffer(), w.any_image(), w.any_offset(),
                                  w.any_extent(), row_size, slice_size, w.any_host(),
                                  w.wait_list_length(), w.any_wait_list(), out(made))
            : muxCommandWriteImage(w.any_command_buffer(), w.any_image(), w.any_offset(),
                                   w.any_extent(), row_size, slice_size, w.any_host(),
                                   w.wait_list_length(), w.any_wait_list(), out(made));
  if (recorded(reads ? "muxCommandReadImage" : "muxCommandWriteImage", result, made)) {
    w.must_not_run |= row_size > 1024 || slice_size > 4096;
  }
}

void HostileCalls::fill_image() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandFillImage",
           muxCommandFillImage(w.any_command_buffer(), w.any_image(), w.any_host(),
                               w.once_in(4) ? w.number32() : 16, w.any_offset(), w.any_extent(),
                               w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::copy_images() {
  mux_sync_point_t made = nullptr;
  recorded("muxCommandCopyImage",
           muxCommandCopyImage(w.any_command_buffer(), w.any_image(), w.any_image(), w.any_offset(),
                               w.any_offset(), w.any_extent(), w.wait_list_length(),
                               w.any_wait_list(), out(made)),
           made);
  made = nullptr;
  recorded("muxCommandCopyImageToBuffer",
           muxCommandCopyImageToBuffer(w.any_command_buffer(), w.any_image(), w.any_buffer(),
                                       w.any_offset(), w.number(), w.any_extent(),
                                       w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
  made = nullptr;
  recorded("muxCommandCopyBufferToImage",
           muxCommandCopyBufferToImage(w.any_command_buffer(), w.any_buffer(), w.any_image(),
                                       w.number32(), w.any_offset(), w.any_extent(),
                                       w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::ndrange() {
  std::vector<mux_descriptor_info_t> descriptors = w.any_descriptors();
  size_t global[3] = {1, 1, 1};
  size_t offset[3] = {0, 0, 0};
  mux_ndrange_options_t options{};
  uint64_t work_items = 1;
  options.dimensions = w.once_in(10) ? w.number() : 1 + w.below(3);
  for (size_t axis = 0; axis < 3; ++axis) {
    global[axis] = w.once_in(12) ? w.number() : 1 + w.below(8);
    offset[axis] = w.once_in(4) ? w.number() : 0;
    options.local_size[axis] = w.once_in(12) ? w.number() : 1 + w.below(2);
    work_items =
        global[axis] > 1000 || work_items > 100000 ? ~uint64_t{0} : work_items * global[axis];
  }
  options.descriptors = w.once_in(12) ? nullptr : descriptors.data();
  options.descriptors_length = w.once_in(12) ? 0 : descriptors.size();
  options.global_offset = w.once_in(3) ? nullptr : offset;
  options.global_size = w.once_in(12) ? nullptr : global;
  mux_sync_point_t made = nullptr;
  if (recorded("muxCommandNDRange",
               muxCommandNDRange(w.any_command_buffer(), w.any_kernel(), options,
                                 w.wait_list_length(), w.any_wait_list(), out(made)),
               made)) {
    w.must_not_run |= work_items > 100000;
  }
}

void HostileCalls::update_descriptors() {
  std::vector<mux_descriptor_info_t> descriptors = w.any_descriptors();
  descriptors.resize(HostileWorld::list_length, w.any_descriptor());
  uint64_t indices[HostileWorld::list_length] = {0, 1, 2, 0};
  if (w.once_in(3)) {
    indices[w.below(HostileWorld::list_length)] = w.number();
  }
  // Of the finalized command buffer, and of one that is being recorded, where it is an error.
  judge("muxUpdateDescriptors",
        muxUpdateDescriptors(w.once_in(2) ? w.command_buffers[1] : w.any_command_buffer(),
                             w.once_in(2) ? 0 : w.number32(), w.length(),
                             w.once_in(8) ? nullptr : indices,
                             w.once_in(8) ? nullptr : descriptors.data()));
}

void HostileCalls::update_nd_ranges() {
  std::vector<mux_descriptor_info_t> descriptors = w.any_descriptors();
  const size_t global[3] = {w.below(9), w.once_in(4) ? w.number() % 100 : 1, 1};
  const size_t offset[3] = {w.once_in(4) ? w.number() : 0, 0, 0};
  mux_ndrange_update_t updates[HostileWorld::list_length] = {};
  for (mux_ndrange_update_t &update : updates) {
    update.command_id = w.once_in(4) ? w.number32() : w.below(4);
    update.kernel = w.any_kernel();
    update.options.descriptors = w.once_in(12) ? nullptr : descriptors.data();
    update.options.descriptors_length = w.once_in(12) ? 0 : descriptors.size();
    for (size_t &size : update.options.local_size) {
      size = w.once_in(12) ? w.number() : 1 + w.below(2);
    }
    update.options.global_offset = w.once_in(12) ? nullptr : offset;
    update.options.global_size = w.once_in(12) ? nullptr : global;
    update.options.dimensions = w.once_in(10) ? w.number() : 1 + w.below(3);
  }
  judge("muxUpdateNDRanges",
        muxUpdateNDRanges(w.once_in(2) ? w.command_buffers[1] : w.any_command_buffer(), w.length(),
                          w.once_in(8) ? nullptr : updates));
}

void HostileCalls::user_callback() {
  mux_sync_point_t made = nullptr;
  const mux_command_user_callback_t function = [](mux_queue_t, mux_command_buffer_t, void *const) {
  };
  recorded("muxCommandUserCallback",
           muxCommandUserCallback(w.any_command_buffer(), w.once_in(4) ? nullptr : function,
                                  w.any_host(), w.wait_list_length(), w.any_wait_list(), out(made)),
           made);
}

void HostileCalls::record_query() {
  using Record = decltype(&muxCommandBeginQuery);
  const std::pair<const char *, Record> commands[] = {
      {"muxCommandBeginQuery", muxCommandBeginQuery},
      {"muxCommandEndQuery", muxCommandEndQuery},
      {"muxCommandResetQueryPool", muxCommandResetQueryPool}};
  const auto &[name, command] = commands[w.below(3)];
  mux_sync_point_t made = nullptr;
  recorded(
      name,
      command(w.any_command_buffer(), w.any_query_pool(), w.once_in(3) ? w.number32() : 0,
              w.once_in(3) ? w.number32() : 1, w.wait_list_length(), w.any_wait_list(), out(made)),
      made);
}

void HostileCalls::create_synchronization() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_fence_t fence = nullptr;
  mux_result_t result = muxCreateFence(device, allocator, out(fence));
  judge_made("muxCreateFence", result, fence,
             [&](mux_fence_t made) { muxDestroyFence(device, made, allocator); });
  mux_semaphore_t semaphore = nullptr;
  result = muxCreateSemaphore(device, allocator, out(semaphore));
  judge_made("muxCreateSemaphore", result, semaphore,
             [&](mux_semaphore_t made) { muxDestroySemaphore(device, made, allocator); });
}

void HostileCalls::reset_synchronization() {
  judge("muxResetFence", muxResetFence(w.any_fence()));
  judge("muxResetSemaphore", muxResetSemaphore(w.any_semaphore()));
  judge("muxSignalSemaphore",
        muxSignalSemaphore(w.any_semaphore(), w.once_in(2) ? mux_success : mux_error_failure));
}

void HostileCalls::get_queue() {
  const auto type = w.enumerator(mux_queue_type_compute);
  mux_queue_t made = nullptr;
  judge("muxGetQueue",
        muxGetQueue(w.any_device(), type, w.once_in(2) ? 0 : w.number32(), out(made)));
}

void HostileCalls::dispatch() {
  const auto list = [&](const mux_semaphore_t *semaphores) {
    return semaphores
               ? std::vector<mux_semaphore_t>(semaphores, semaphores + HostileWorld::list_length)
               : std::vector<mux_semaphore_t>();
  };
  std::vector<mux_semaphore_t> waits = list(w.any_semaphores());
  std::vector<mux_semaphore_t> signals = list(w.any_semaphores());
  void (*const function)(mux_command_buffer_t, mux_result_t,
                         void *const) = [](mux_command_buffer_t, mux_result_t, void *const) {};
  judge("muxDispatch",
        muxDispatch(w.any_queue(), w.any_command_buffer(), w.once_in(3) ? nullptr : w.any_fence(),
                    waits.empty() ? nullptr : waits.data(), w.wait_list_length(),
                    signals.empty() ? nullptr : signals.data(), w.wait_list_length(),
                    w.once_in(2) ? nullptr : function, w.once_in(2) ? nullptr : w.any_host()));
}

void HostileCalls::dispatch_with_completion() {
  const mux_command_completion_function_t function = [](const mux_command_completion_t *, void *) {
  };
  judge("muxDispatchWithCompletion",
        muxDispatchWithCompletion(w.any_queue(), w.any_command_buffer(),
                                  w.once_in(3) ? nullptr : w.any_fence(), w.any_semaphores(),
                                  w.wait_list_length(), w.any_semaphores(), w.wait_list_length(),
                                  w.once_in(8) ? nullptr : function, w.any_host()));
}

void HostileCalls::dispatch_for_waiter() {
  mux_fence_t fence = w.once_in(8) ? nullptr : w.any_fence();
  mux_queue_t queue = w.any_queue();
  judge("muxDispatchForWaiter",
        muxDispatchForWaiter(queue, w.any_command_buffer(), fence, w.any_semaphores(),
                             w.wait_list_length(), w.any_semaphores(), w.wait_list_length()));
}

void HostileCalls::device_calls() {
  static const mux_device_call_t calls[] = {{[](void *) {}, nullptr}, {nullptr, nullptr}};
  const mux_device_call_t *call = w.once_in(8) ? nullptr : &calls[w.once_in(8) ? 1 : 0];
  if (w.once_in(2)) {
    judge("muxRequestDeviceCall", muxRequestDeviceCall(w.any_queue(), call));
  } else {
    judge("muxWithdrawDeviceCall", muxWithdrawDeviceCall(w.any_queue(), call));
  }
}

void HostileCalls::wait() {
  // Without limit only for what cannot be waited for.
  judge("muxTryWait", muxTryWait(w.any_queue(), w.below(2000), w.any_fence()));
  judge("muxTryWait", muxTryWait(w.any_queue(), w.number(), w.invalid<mux_fence_t>()));
  judge("muxWait", muxWait(w.any_queue(), w.invalid<mux_fence_t>()));
  judge("muxWaitAll", muxWaitAll(w.invalid<mux_queue_t>()));
}

void HostileCalls::destroy_with_invalid_arguments() {
  // What was dispatched may still run, and its threads allocate as well.
  const uint64_t freed = CountingAllocator::freed_here();
  const mux_allocator_info_t invalid = invalid_allocators(w.allocator)[w.below(3)];
  const uint32_t which = w.below(3);
  mux_device_t device = which == 0 ? w.invalid<mux_device_t>() : w.device;
  mux_queue_t queue = which == 0 ? w.invalid<mux_queue_t>() : w.queue;
  const mux_allocator_info_t allocator = which == 1 ? invalid : w.allocator;
  const auto object = [&]<class Handle>(const std::vector<Handle> &valid) {
    return which == 2 || valid.empty() ? w.invalid<Handle>() : valid[0];
  };
  muxDestroyFence(device, object(w.fences), allocator);
  muxDestroySemaphore(device, object(w.semaphores), allocator);
  muxDestroyCommandBuffer(device, object(w.command_buffers), allocator);
  muxDestroyBuffer(device, object(w.buffers), allocator);
  muxDestroyImage(device, object(w.images), allocator);
  muxFreeMemory(device, object(w.memories), allocator);
  muxDestroyKernel(device, object(w.kernels), allocator);
  muxDestroyExecutable(device, object(w.executables), allocator);
  muxDestroyQueryPool(queue, object(w.query_pools), allocator);
  muxDestroyDevice(which == 1 ? w.device : w.invalid<mux_device_t>(), allocator);
  CHECK(CountingAllocator::freed_here() == freed);
}

const std::vector<HostileCalls::Call> HostileCalls::calls = {
    &HostileCalls::enumerate_devices,
    &HostileCalls::create_kernel,
    &HostileCalls::create_builtin_kernel,
    &HostileCalls::query_kernel,
    &HostileCalls::allocate_memory,
    &HostileCalls::memory_from_host,
    &HostileCalls::map_memory,
    &HostileCalls::flush_memory,
    &HostileCalls::create_buffer,
    &HostileCalls::bind_buffer,
    &HostileCalls::create_image,
    &HostileCalls::bind_image,
    &HostileCalls::image_formats,
    &HostileCalls::create_query_pool,
    &HostileCalls::query_results,
    &HostileCalls::query_counters,
    &HostileCalls::create_command_buffer,
    &HostileCalls::clone_command_buffer,
    &HostileCalls::change_command_buffer,
    &HostileCalls::copy_host,
    &HostileCalls::copy_host_regions,
    &HostileCalls::copy_buffers,
    &HostileCalls::fill_buffer,
    &HostileCalls::copy_or_fill_memory,
    &HostileCalls::barrier,
    &HostileCalls::set_command_completion,
    &HostileCalls::copy_image_host,
    &HostileCalls::fill_image,
    &HostileCalls::copy_images,
    &HostileCalls::ndrange,
    &HostileCalls::update_descriptors,
    &HostileCalls::update_nd_ranges,
    &HostileCalls::user_callback,
    &HostileCalls::record_query,
    &HostileCalls::create_synchronization,
    &HostileCalls::reset_synchronization,
    &HostileCalls::get_queue,
    &HostileCalls::dispatch,
    &HostileCalls::dispatch_with_completion,
    &HostileCalls::dispatch_for_waiter,
    &HostileCalls::device_calls,
    &HostileCalls::wait,
    &HostileCalls::destroy_with_invalid_arguments};

void HostileCalls::call() {
  // Now and then an allocation fails, as it may anywhere.
  const bool without_memory = w.once_in(20);
  if (without_memory) {
    w.counter.fail_after(w.below(3));
  }
  // Devices start threads, and executables are compiled or linked: these are rare.
  if (w.once_in(2000)) {
    w.once_in(2) ? create_devices() : create_device_with_options();
  } else if (w.once_in(500)) {
    create_executable();
  } else if (w.once_in(200)) {
    link();
  } else {
    (this->*calls[w.below(static_cast<uint32_t>(calls.size()))])();
  }
  w.counter.succeed();
}

/// What entry points answered at least once.
struct Answers {
  std::set<std::string> succeeded;
  std::set<std::string> failed;
};

void call_at_random(uint32_t seed, int pages, int calls_on_a_page, Answers &answers) {
  CAPTURE(seed);
  HostileCalls hostile(seed);
  for (int page = 0; page < pages; ++page) {
    for (int i = 0; i < calls_on_a_page; ++i) {
      hostile.call();
    }
    CAPTURE(page);
    CHECK(hostile.turn_the_page() == mux_success);
  }
  answers.succeeded.merge(hostile.succeeded);
  answers.failed.merge(hostile.failed);
}

}  // namespace

TEST_CASE("hostile calls: at random", "[hostile_calls]") {
  const uint32_t seed = random_seed();
  Answers answers;
  for (uint32_t round = 0; round < 4; ++round) {
    call_at_random(seed + round, 100, 50, answers);
  }
  CHECK(answers.failed.size() > 50);
}

TEST_CASE("hostile calls: many at random", "[hostile_calls][slow]") {
  const uint32_t seed = random_seed();
  Answers answers;
  for (uint32_t round = 0; round < 8; ++round) {
    call_at_random(seed + round, 2000, 60, answers);
  }
  // The calls are not so hostile that nothing gets through, but for those that are only made with
  // what is invalid.
  const std::set<std::string> never_valid = {"muxWait", "muxWaitAll", "muxFinalizeCommandBuffer",
                                             "muxResetCommandBuffer"};
  for (const std::string &entry_point : answers.failed) {
    CAPTURE(entry_point);
    CHECK(answers.succeeded.contains(entry_point) != never_valid.contains(entry_point));
  }
}

}  // namespace mux::test::hostile_calls
