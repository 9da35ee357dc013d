/// @file
/// Compilations, executables and kernels. Part of <mux/mux.hpp>, which documents ownership, threads
/// and errors.

#ifndef MUX_CPP_PROGRAM_HPP
#define MUX_CPP_PROGRAM_HPP

#include <mux/compiler.h>
#include <mux/extensions.h>
#include <mux/mux.h>
#include <mux/cpp/device.hpp>
#include <mux/cpp/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace mux {

/// A header in memory.
struct Header {
  /// The name in `#include`.
  std::string name;
  /// OpenCL C.
  std::string_view source;
};

/// The result of compiling OpenCL C source or linking objects.
class Compilation {
 public:
  /// Compiles source. Needs no device.
  ///
  /// @param source OpenCL C, or another language of ::mux_compile_language_e.
  /// @param options build options of clBuildProgram.
  /// @param source_name names the source in messages.
  /// @param output portable code, machine code for this CPU, or an object for link().
  /// @param allocator allocates the log and the binary.
  /// @param headers take precedence over those in the folders of -I.
  /// @param language of the source.
  /// @param open_constants whether values for specialization constants of a SPIR-V module can be
  /// given to Executable.
  explicit Compilation(std::string_view source, const std::string &options = {},
                       const std::string &source_name = "kernel.cl",
                       mux_compile_output_e output = mux_compile_output_portable,
                       const mux_allocator_info_t &allocator = default_allocator(),
                       std::span<const Header> headers = {},
                       mux_compile_language_e language = mux_compile_language_detect,
                       bool open_constants = false)
      : allocator_(allocator) {
    std::vector<mux_compile_header_t> header_infos;
    for (const Header &header : headers) {
      header_infos.push_back({header.name.c_str(), header.source.data(), header.source.size()});
    }
    mux_compile_info_t info = {};
    info.source = source.data();
    info.source_length = source.size();
    info.source_name = source_name.c_str();
    info.options = options.c_str();
    info.output = output;
    info.headers = header_infos.data();
    info.header_count = header_infos.size();
    info.open_constants = open_constants ? 1 : 0;
    info.language = language;
    const mux_result_t result = muxCompile(&info, allocator_, &compilation_);
    if (result != mux_success) {
      // The destructor does not run for an object whose constructor throws.
      const Compilation release_on_return(compilation_, allocator_);
      release_on_return.check_log(result, "muxCompile");
    }
  }

  /// Links objects to a program or a library. Needs no device.
  ///
  /// @param binaries objects and libraries; only read during the call.
  /// @param options link options of clLinkProgram; `-create-library` creates a library.
  /// @param output portable code, machine code for this CPU, or an object for a library.
  /// @param allocator allocates the log and the binary. Throws CompileError with the log if linking
  /// fails.
  static Compilation link(std::span<const std::span<const std::byte>> binaries,
                          const std::string &options = {},
                          mux_compile_output_e output = mux_compile_output_portable,
                          const mux_allocator_info_t &allocator = default_allocator()) {
    std::vector<const void *> pointers;
    std::vector<uint64_t> lengths;
    for (const std::span<const std::byte> &binary : binaries) {
      pointers.push_back(binary.data());
      lengths.push_back(binary.size());
    }
    mux_link_info_t info = {};
    info.binaries = pointers.data();
    info.binary_lengths = lengths.data();
    info.binary_count = binaries.size();
    info.options = options.c_str();
    info.output = output;
    mux_compilation_t linked = nullptr;
    const mux_result_t result = muxLink(&info, allocator, &linked);
    Compilation compilation(linked, allocator);
    compilation.check_log(result, "muxLink");
    return compilation;
  }

  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;
  /// Leaves `other` empty.
  Compilation(Compilation &&other) noexcept
      : compilation_(std::exchange(other.compilation_, nullptr)), allocator_(other.allocator_) {}
  /// Swaps: `other` destroys the object owned before.
  Compilation &operator=(Compilation &&other) noexcept {
    std::swap(compilation_, other.compilation_);
    std::swap(allocator_, other.allocator_);
    return *this;
  }
  /// Destroys the log and the binary.
  ~Compilation() { muxDestroyCompilation(compilation_, allocator_); }

  /// Returns the compilation of the C API, owned by this handle.
  mux_compilation_t get() const noexcept { return compilation_; }
  /// The compiler's warnings; empty if there are none. Lives as long as this object.
  const char *log() const noexcept { return muxGetCompilationLog(compilation_); }
  /// The binary for Executable or, if it is an object, for link(). Lives as long as this object.
  std::span<const std::byte> binary() const noexcept {
    return {static_cast<const std::byte *>(muxGetCompilationBinary(compilation_)),
            static_cast<size_t>(muxGetCompilationBinaryLength(compilation_))};
  }

 private:
  Compilation(mux_compilation_t compilation, const mux_allocator_info_t &allocator) noexcept
      : compilation_(compilation), allocator_(allocator) {}

  void check_log(mux_result_t result, const char *entry_point) const {
    if (result != mux_success && *log() != '\0') {
      throw CompileError(log());
    }
    check(result, entry_point);
  }

  mux_compilation_t compilation_ = nullptr;
  mux_allocator_info_t allocator_;
};

/// Features of the compiler. The strings live as long as the library is loaded.
struct CompilerFeatures {
  /// Versions of OpenCL C, as in -cl-std=, oldest first.
  std::span<const char *const> versions;
  /// Optional features, whose macros are defined from OpenCL C 3.0 on.
  std::span<const char *const> features;
  /// Extensions of OpenCL C whose macros are defined.
  std::span<const char *const> extensions;
};

/// Returns what Compilation accepts. Needs no device.
inline CompilerFeatures compiler_features() {
  mux_compiler_features_t told = {};
  check(muxGetCompilerFeatures(&told), "muxGetCompilerFeatures");
  return {{told.versions, static_cast<size_t>(told.version_count)},
          {told.features, static_cast<size_t>(told.feature_count)},
          {told.extensions, static_cast<size_t>(told.extension_count)}};
}

/// A value for a constant of a program (mux_constant_value_t); owns the bytes of the value.
class ConstantValue {
 public:
  /// A value for a variable of OpenCL C.
  ///
  /// @param name of the variable.
  /// @param value of the same size and layout as the variable, such as an `int`, a `cl_float4` or a
  /// structure of them.
  template <typename Value>
    requires(std::is_trivially_copyable_v<Value> &&
             !std::is_convertible_v<const Value &, std::span<const std::byte>>)
  ConstantValue(std::string name, const Value &value)
      : ConstantValue(std::move(name), std::as_bytes(std::span(&value, 1))) {}
  /// The same, as bytes.
  ConstantValue(std::string name, std::span<const std::byte> bytes)
      : name_(std::move(name)), bytes_(bytes.begin(), bytes.end()) {}
  /// A value for a specialization constant of SPIR-V.
  ///
  /// @param id its number.
  /// @param value of the same size as the constant; a Boolean is one byte.
  template <typename Value>
    requires(std::is_trivially_copyable_v<Value> &&
             !std::is_convertible_v<const Value &, std::span<const std::byte>>)
  ConstantValue(uint32_t id, const Value &value)
      : ConstantValue(id, std::as_bytes(std::span(&value, 1))) {}
  /// The same, as bytes.
  ConstantValue(uint32_t id, std::span<const std::byte> bytes)
      : id_(id), bytes_(bytes.begin(), bytes.end()) {}

  /// Returns the structure of the C API; its pointers live as long as this object is not changed.
  mux_constant_value_t get() const noexcept {
    return {name_ ? name_->c_str() : nullptr, id_, bytes_.size(), bytes_.data()};
  }

 private:
  std::optional<std::string> name_;
  uint32_t id_ = 0;
  std::vector<std::byte> bytes_;
};

/// Kernels loaded on a device.
class Executable : public detail::Owner<mux_executable_t, muxDestroyExecutable> {
 public:
  /// Loads a binary.
  ///
  /// @param device the device.
  /// @param binary a container, bitcode or object; only read during the call.
  Executable(const Device &device, std::span<const std::byte> binary)
      : Owner(device.get(), device.allocator()) {
    check(muxCreateExecutable(device.get(), binary.data(), binary.size(), allocator(), out()),
          "muxCreateExecutable");
  }

  /// Loads a binary with values for constants of its program.
  ///
  /// @param device the device.
  /// @param binary a container or bitcode; only read during the call.
  /// @param constants at most one value for each constant; others have their default. Throws Error
  /// with #mux_error_invalid_value if the program does not have one of them.
  Executable(const Device &device, std::span<const std::byte> binary,
             std::span<const ConstantValue> constants)
      : Owner(device.get(), device.allocator()) {
    std::vector<mux_constant_value_t> values;
    for (const ConstantValue &constant : constants) {
      values.push_back(constant.get());
    }
    mux_executable_options_t options = {};
    options.constants = values.data();
    options.constant_count = values.size();
    check(muxCreateExecutableWithOptions(device.get(), binary.data(), binary.size(), &options,
                                         allocator(), out()),
          "muxCreateExecutableWithOptions");
  }

  /// The constants of the program whose values can be given, in order. Pointers live as long as the
  /// executable.
  std::vector<mux_constant_info_t> constants() const {
    uint64_t count = 0;
    check(muxGetExecutableConstantCount(get(), &count), "muxGetExecutableConstantCount");
    std::vector<mux_constant_info_t> infos(count);
    for (uint64_t index = 0; index < count; ++index) {
      check(muxGetExecutableConstantInfo(get(), index, &infos[index]),
            "muxGetExecutableConstantInfo");
    }
    return infos;
  }

  /// The names of its kernels.
  std::vector<std::string> kernel_names() const {
    uint64_t count = 0;
    check(muxGetExecutableKernelCount(get(), &count), "muxGetExecutableKernelCount");
    std::vector<std::string> names(count);
    for (uint64_t index = 0; index < count; ++index) {
      const char *name = nullptr;
      check(muxGetExecutableKernelName(get(), index, &name), "muxGetExecutableKernelName");
      names[index] = name;
    }
    return names;
  }
};

/// One kernel of an executable.
class Kernel : public detail::Owner<mux_kernel_t, muxDestroyKernel> {
 public:
  /// Creates a kernel. The first one of a name may take long, because it is analyzed.
  ///
  /// @param executable must outlive the kernel.
  /// @param name the kernel's name. Throws Error with #mux_error_missing_kernel if the executable
  /// has no kernel of that name.
  Kernel(const Executable &executable, std::string_view name)
      : Owner(executable.device(), executable.allocator()) {
    check(muxCreateKernel(device(), executable.get(), name.data(), name.size(), allocator(), out()),
          "muxCreateKernel");
  }

  /// Describes how it is vectorized, and why; lives as long as the kernel.
  std::string_view vectorization() const {
    const char *text = nullptr;
    check(muxGetKernelVectorization(get(), &text), "muxGetKernelVectorization");
    return text;
  }

  /// Requirements and resource usage. The string lives as long as the kernel.
  mux_kernel_info_t info() const {
    mux_kernel_info_t info{};
    check(muxGetKernelInfo(get(), &info), "muxGetKernelInfo");
    return info;
  }

  /// Suggests a local size.
  ///
  /// @param global work-items of the ND-range in its 1 to 3 dimensions.
  /// @param fit whether all work-groups must be full.
  /// @return work-items of a work-group in x, y and z.
  std::array<size_t, 3> suggested_local_size(
      std::span<const size_t> global, mux_local_size_fit_e fit = mux_local_size_fit_any) const {
    std::array<size_t, 3> local{};
    check(muxSuggestLocalSize(get(), global.size(), global.data(), fit, &local[0], &local[1],
                              &local[2]),
          "muxSuggestLocalSize");
    return local;
  }

  /// The kernel's arguments in order. The strings live as long as the kernel.
  std::vector<mux_kernel_argument_info_t> arguments() const {
    uint64_t count = 0;
    check(muxGetKernelArgumentCount(get(), &count), "muxGetKernelArgumentCount");
    std::vector<mux_kernel_argument_info_t> infos(count);
    for (uint64_t index = 0; index < count; ++index) {
      check(muxGetKernelArgumentInfo(get(), index, &infos[index]), "muxGetKernelArgumentInfo");
    }
    return infos;
  }
};

/// Creates several kernels in parallel, on as many threads as there are processors, since a kernel
/// is analyzed when it is created.
///
/// @param executable must outlive the kernels.
/// @param names of the kernels.
/// @return a kernel for each name, in the order of the names. Throws as the constructor of Kernel.
inline std::vector<Kernel> make_kernels(const Executable &executable,
                                        std::span<const std::string> names) {
  std::vector<std::optional<Kernel>> made(names.size());
  std::atomic<size_t> next{0};
  const auto make_some = [&] {
    for (size_t index = next++; index < names.size(); index = next++) {
      made[index].emplace(executable, names[index]);
    }
  };
  // Their destructors wait for the threads.
  std::vector<std::future<void>> helpers;
  const size_t threads = std::min<size_t>(names.size(), std::thread::hardware_concurrency());
  while (helpers.size() + 1 < threads) {
    helpers.push_back(std::async(make_some));
  }
  make_some();
  for (std::future<void> &helper : helpers) {
    helper.get();
  }
  std::vector<Kernel> kernels;
  kernels.reserve(names.size());
  for (std::optional<Kernel> &kernel : made) {
    // Each is there: a constructor that failed has thrown above.
    if (kernel) {
      kernels.push_back(std::move(*kernel));
    }
  }
  return kernels;
}

}  // namespace mux

#endif  // MUX_CPP_PROGRAM_HPP
