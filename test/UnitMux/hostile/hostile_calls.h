/// @file
/// Calls of every entry point with invalid arguments; the tests are in hostile_calls.cpp.

#pragma once

#include <mux/compiler.h>
#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "hostile/hostile_world.h"

namespace mux::test::hostile_calls {

/// Makes hostile calls and checks their results.
class HostileCalls {
 public:
  explicit HostileCalls(uint32_t seed) : world_(seed) {}

  /// One call of a random entry point.
  void call();
  mux_result_t turn_the_page() { return world_.turn_the_page(); }

  /// Entry points that succeeded at least once, and those that failed at least once.
  std::set<std::string> succeeded;
  std::set<std::string> failed;

 private:
  using Call = void (HostileCalls::*)();

  /// Checks a result: it must be one of the codes of the entry point's statements, or of those that
  /// are always allowed.
  mux_result_t judge(const char *entry_point, mux_result_t result);

  /// For calls that create an object, which is destroyed again.
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

  /// Checks a recording call.
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

}  // namespace mux::test::hostile_calls
