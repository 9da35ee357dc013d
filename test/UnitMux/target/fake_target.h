/// @file
/// A target for tests that does nothing, but records every call of a hook. Registered with
/// muxRegisterTarget() on first use; from then on its devices are enumerated with those of the
/// library. For the test's thread only, unless noted otherwise.

#pragma once

#include <mux/target.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>

namespace mux::test {

/// A hook for a member of mux_target_hooks_t: counts its calls, stores the arguments of the last
/// one, and returns `result`.
template <auto Hook>
struct Recorder;

template <class... Parameters, mux_result_t (*mux_target_hooks_t::*Hook)(Parameters...)>
struct Recorder<Hook> {
  static inline int calls = 0;
  static inline std::tuple<Parameters...> last = {};
  static inline mux_result_t result = mux_success;
  /// The error message that the hook sets; NULL for none.
  static inline const char *message = nullptr;

  static mux_result_t hook(Parameters... arguments) {
    ++calls;
    last = std::tuple<Parameters...>(arguments...);
    if (message) {
      muxSetLastErrorMessage(message);
    }
    return result;
  }
};

template <class... Parameters, void (*mux_target_hooks_t::*Hook)(Parameters...)>
struct Recorder<Hook> {
  static inline int calls = 0;
  static inline std::tuple<Parameters...> last = {};

  static void hook(Parameters... arguments) {
    ++calls;
    last = std::tuple<Parameters...>(arguments...);
  }
};

/// Stores the recorders of `Hooks` in a hook table.
template <auto... Hooks>
void install_recorders(mux_target_hooks_t &hooks) {
  ((hooks.*Hooks = Recorder<Hooks>::hook), ...);
}

template <class T>
bool same_bytes(const T &a, const T &b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Checks that calling the entry point calls the hook once with the same arguments and returns its
/// result, success and failure.
template <auto Hook, class... Parameters>
void expect_dispatch(mux_result_t (*entry_point)(Parameters...),
                     std::type_identity_t<Parameters>... arguments) {
  using Recorded = Recorder<Hook>;
  for (const mux_result_t result : {mux_error_internal, mux_success}) {
    const int before = Recorded::calls;
    Recorded::last = {};
    Recorded::result = result;
    const mux_result_t returned = entry_point(arguments...);
    Recorded::result = mux_success;
    INFO(muxGetLastErrorMessage());
    CHECK(returned == result);
    REQUIRE(Recorded::calls == before + 1);
    const std::tuple<Parameters...> expected(arguments...);
    CHECK([&]<size_t... Index>(std::index_sequence<Index...>) {
      return (same_bytes(std::get<Index>(Recorded::last), std::get<Index>(expected)) && ...);
    }(std::index_sequence_for<Parameters...>()));
  }
}

/// For entry points that destroy an object.
template <auto Hook, class... Parameters>
void expect_dispatch(void (*entry_point)(Parameters...),
                     std::type_identity_t<Parameters>... arguments) {
  using Recorded = Recorder<Hook>;
  const int before = Recorded::calls;
  Recorded::last = {};
  entry_point(arguments...);
  REQUIRE(Recorded::calls == before + 1);
  const std::tuple<Parameters...> expected(arguments...);
  CHECK([&]<size_t... Index>(std::index_sequence<Index...>) {
    return (same_bytes(std::get<Index>(Recorded::last), std::get<Index>(expected)) && ...);
  }(std::index_sequence_for<Parameters...>()));
}

/// The registered target and its devices.
class FakeTarget {
 public:
  static constexpr size_t device_count = 2;

  /// Registers the target on first use.
  static FakeTarget &get() {
    static FakeTarget target;
    return target;
  }
  FakeTarget(const FakeTarget &) = delete;
  FakeTarget &operator=(const FakeTarget &) = delete;

  mux_target_id_t id() const { return id_; }
  mux_device_info_t info(size_t index) { return &infos_[index]; }
  const mux_target_hooks_t &hooks() const { return hooks_; }

  /// Results of the enumeration and creation hooks.
  mux_result_t enumeration_result = mux_success;
  mux_result_t creation_result = mux_success;
  /// Devices that were created and not destroyed.
  int live_devices = 0;
  /// The id passed to set_target_id().
  mux_target_id_t told_id = MUX_NULL_ID;

 private:
  FakeTarget() {
    hooks_.size = sizeof(hooks_);
    hooks_.name = "fake";
    hooks_.set_target_id = [](mux_target_id_t id) { pending_id = id; };
    hooks_.get_device_infos = get_device_infos;
    hooks_.create_devices = create_devices;
    hooks_.destroy_device = destroy_device;
    install_object_recorders(hooks_);
    install_command_recorders(hooks_);
    REQUIRE(muxRegisterTarget(&hooks_, &id_) == mux_success);
    told_id = pending_id;
    for (size_t index = 0; index < device_count; ++index) {
      describe(infos_[index], names[index]);
    }
  }

  static void install_object_recorders(mux_target_hooks_t &hooks) {
    using Hooks = mux_target_hooks_t;
    install_recorders<
        &Hooks::create_executable, &Hooks::destroy_executable, &Hooks::create_kernel,
        &Hooks::create_builtin_kernel, &Hooks::query_sub_group_size_for_local_size,
        &Hooks::query_local_size_for_sub_group_count, &Hooks::query_wfv_info_for_local_size,
        &Hooks::destroy_kernel, &Hooks::allocate_memory, &Hooks::create_memory_from_host,
        &Hooks::free_memory, &Hooks::map_memory, &Hooks::flush_mapped_memory_to_device,
        &Hooks::flush_mapped_memory_from_device, &Hooks::unmap_memory, &Hooks::create_buffer,
        &Hooks::destroy_buffer, &Hooks::bind_buffer_memory, &Hooks::create_image,
        &Hooks::destroy_image, &Hooks::bind_image_memory, &Hooks::get_supported_image_formats,
        &Hooks::create_query_pool, &Hooks::destroy_query_pool, &Hooks::get_query_pool_results,
        &Hooks::get_supported_query_counters, &Hooks::get_query_counter_required_passes,
        &Hooks::create_fence, &Hooks::destroy_fence, &Hooks::reset_fence, &Hooks::create_semaphore,
        &Hooks::destroy_semaphore, &Hooks::reset_semaphore, &Hooks::get_queue, &Hooks::dispatch,
        &Hooks::try_wait, &Hooks::wait, &Hooks::wait_all, &Hooks::query_max_num_sub_groups,
        &Hooks::get_executable_kernel_name, &Hooks::get_kernel_argument_info,
        &Hooks::set_kernel_output, &Hooks::create_device_with_options,
        &Hooks::get_kernel_vectorization, &Hooks::get_kernel_info, &Hooks::suggest_local_size,
        &Hooks::signal_semaphore, &Hooks::get_processor_infos, &Hooks::get_executable_info,
        &Hooks::create_executable_with_options, &Hooks::get_executable_constant_info>(hooks);
    hooks.get_executable_kernel_count = [](mux_executable_t, uint64_t *out_count) {
      *out_count = 3;
      return mux_result_t{mux_success};
    };
    hooks.get_executable_constant_count = [](mux_executable_t, uint64_t *out_count) {
      *out_count = 3;
      return mux_result_t{mux_success};
    };
    hooks.get_kernel_argument_count = [](mux_kernel_t, uint64_t *out_count) {
      *out_count = 3;
      return mux_result_t{mux_success};
    };
  }

  static void install_command_recorders(mux_target_hooks_t &hooks) {
    using Hooks = mux_target_hooks_t;
    install_recorders<
        &Hooks::create_command_buffer, &Hooks::finalize_command_buffer,
        &Hooks::clone_command_buffer, &Hooks::destroy_command_buffer, &Hooks::reset_command_buffer,
        &Hooks::command_read_buffer, &Hooks::command_read_buffer_regions,
        &Hooks::command_write_buffer, &Hooks::command_write_buffer_regions,
        &Hooks::command_copy_buffer, &Hooks::command_copy_buffer_regions,
        &Hooks::command_fill_buffer, &Hooks::command_read_image, &Hooks::command_write_image,
        &Hooks::command_fill_image, &Hooks::command_copy_image,
        &Hooks::command_copy_image_to_buffer, &Hooks::command_copy_buffer_to_image,
        &Hooks::command_nd_range, &Hooks::update_descriptors, &Hooks::command_user_callback,
        &Hooks::command_begin_query, &Hooks::command_end_query, &Hooks::command_reset_query_pool,
        &Hooks::set_command_completion, &Hooks::command_barrier, &Hooks::command_copy_memory,
        &Hooks::command_fill_memory, &Hooks::update_nd_ranges, &Hooks::dispatch_with_completion,
        &Hooks::dispatch_for_waiter, &Hooks::request_device_call, &Hooks::withdraw_device_call>(
        hooks);
  }

  /// A device with all features, so that no call is rejected for a missing one.
  void describe(mux_device_info_s &info, const char *name) const {
    info.id = mux_object_id_device | id_;
    info.device_name = name;
    info.device_type = mux_device_type_accelerator;
    info.allocation_capabilities = mux_allocation_capabilities_coherent_host |
                                   mux_allocation_capabilities_cached_host |
                                   mux_allocation_capabilities_alloc_device;
    info.custom_buffer_capabilities = mux_custom_buffer_capabilities_data;
    info.max_work_group_size_x = info.max_work_group_size_y = info.max_work_group_size_z = 64;
    info.compute_units = 1;
    info.memory_size = info.allocation_size = 1 << 20;
    info.image_support = true;
    info.max_image_dimension_1d = info.max_image_dimension_2d = info.max_image_dimension_3d = 256;
    info.max_image_array_layers = 8;
    info.queue_types[mux_queue_type_compute] = 1;
    info.query_counter_support = true;
    info.descriptors_updatable = true;
    info.can_clone_command_buffers = true;
    info.supports_builtin_kernels = true;
    info.builtin_kernel_declarations = "k()";
    info.max_sub_group_count = 4;
  }

  static mux_result_t get_device_infos(uint32_t device_types, uint64_t length,
                                       mux_device_info_t *out_infos, uint64_t *out_length) {
    FakeTarget &target = get();
    if (target.enumeration_result != mux_success) {
      return target.enumeration_result;
    }
    const uint64_t count = (device_types & mux_device_type_accelerator) != 0 ? device_count : 0;
    for (uint64_t index = 0; out_infos && index < length && index < count; ++index) {
      out_infos[index] = target.info(index);
    }
    if (out_length) {
      *out_length = count;
    }
    return mux_success;
  }

  static mux_result_t create_devices(uint64_t length, mux_device_info_t *infos,
                                     mux_allocator_info_t allocator, mux_device_t *out_devices) {
    FakeTarget &target = get();
    if (target.creation_result != mux_success) {
      return target.creation_result;
    }
    for (uint64_t index = 0; index < length; ++index) {
      void *memory =
          allocator.alloc(allocator.user_data, sizeof(mux_device_s), alignof(mux_device_s));
      out_devices[index] = new (memory) mux_device_s{infos[index]->id, infos[index]};
      ++target.live_devices;
    }
    return mux_success;
  }

  static void destroy_device(mux_device_t device, mux_allocator_info_t allocator) {
    --get().live_devices;
    allocator.free(allocator.user_data, device);
  }

  static inline mux_target_id_t pending_id = MUX_NULL_ID;
  static constexpr std::array<const char *, device_count> names = {"fake 0", "fake 1"};

  mux_target_hooks_t hooks_ = {};
  mux_target_id_t id_ = MUX_NULL_ID;
  std::array<mux_device_info_s, device_count> infos_ = {};
};

/// A target without devices that leaves all optional hooks NULL. Its objects are plain memory.
inline mux_target_id_t bare_target_id() {
  static const mux_target_id_t registered = [] {
    static mux_target_hooks_t hooks = {};
    hooks.size = sizeof(hooks);
    hooks.name = "bare";
    hooks.get_device_infos = [](uint32_t, uint64_t, mux_device_info_t *, uint64_t *out_length) {
      if (out_length) {
        *out_length = 0;
      }
      return mux_result_t{mux_success};
    };
    mux_target_id_t id = MUX_NULL_ID;
    REQUIRE(muxRegisterTarget(&hooks, &id) == mux_success);
    return id;
  }();
  return registered;
}

/// Whether the last error message contains `part`.
inline bool last_error_has(const std::string &part) {
  return std::string(muxGetLastErrorMessage()).find(part) != std::string::npos;
}

}  // namespace mux::test
