// Devices, executables and kernels.

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

void HostileCalls::enumerate_devices() {
  mux_device_info_t infos[HostileWorld::list_length] = {};
  uint64_t count = 0;
  judge("muxGetDeviceInfos",
        muxGetDeviceInfos(w.once_in(2) ? mux_device_type_all : w.number32(), w.length(),
                          w.once_in(3) ? nullptr : infos, out(count)));
}

void HostileCalls::create_devices() {
  // A device starts threads, so this is rare.
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
  const uint64_t number = w.number32();
  const mux_constant_value_t values[] = {
      {"number", 0, w.below(sizeof(number) + 1), w.once_in(10) ? nullptr : &number},
      {w.once_in(2) ? nullptr : "other", w.below(3), 4, &number}};
  const mux_executable_options_t options = {w.below(5), w.once_in(10) ? nullptr : values,
                                            w.once_in(2) ? 0 : w.below(3)};
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

}  // namespace mux::test::hostile_calls
