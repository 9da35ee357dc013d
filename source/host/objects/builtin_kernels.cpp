#include "host/objects/builtin_kernels.h"

#include <mux/native_kernel.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/program/native_description.h"
#include "host/objects/kernel.h"
#include "host/support/allocator.h"
#include "host/support/error.h"

namespace mux::host {

namespace {

struct CopyArguments {
  const std::byte *source;
  std::byte *destination;
  uint64_t size;
};

template <typename Pattern>
struct FillArguments {
  std::byte *destination;
  Pattern pattern;
  uint64_t count;
};

/// uint4 as a kernel argument: with the alignment of packed arguments.
struct Uint4 {
  uint32_t components[4];
};

/// Avoids false sharing between threads that copy adjacent pieces, if the destination is aligned.
constexpr uint64_t copy_granularity = 64;

int32_t copy(const void *packed, const mux_native_range_t *range, uint64_t first_group,
             uint64_t last_group, void *) {
  const auto &arguments = *static_cast<const CopyArguments *>(packed);
  if (arguments.size == 0) {
    return mux_success;
  }
  if (arguments.source == nullptr || arguments.destination == nullptr) {
    return mux_error_invalid_value;
  }
  const uint64_t blocks = (arguments.size - 1) / copy_granularity + 1;
  const mux_native_span_t share = mux_native_share(range, first_group, last_group, blocks);
  // The last block may be partial; its end could exceed 64 bits for the largest size.
  const uint64_t begin = share.begin * copy_granularity;
  const uint64_t end = share.end == blocks ? arguments.size : share.end * copy_granularity;
  if (share.begin != share.end) {
    std::memcpy(arguments.destination + begin, arguments.source + begin, end - begin);
  }
  return mux_success;
}

template <typename Pattern>
int32_t fill(const void *packed, const mux_native_range_t *range, uint64_t first_group,
             uint64_t last_group, void *) {
  const auto &arguments = *static_cast<const FillArguments<Pattern> *>(packed);
  if (arguments.count == 0) {
    return mux_success;
  }
  if (!arguments.destination) {
    return mux_error_invalid_value;
  }
  const mux_native_span_t share = mux_native_share(range, first_group, last_group, arguments.count);
  // A local copy, which the destination cannot alias, so that the loop is vectorized.
  const Pattern pattern = arguments.pattern;
  std::byte *destination = arguments.destination + share.begin * sizeof pattern;
  for (uint64_t i = share.begin; i < share.end; ++i) {
    std::memcpy(destination, &pattern, sizeof pattern);
    destination += sizeof pattern;
  }
  return mux_success;
}

constexpr mux_native_argument_t copy_arguments[] = {
    MUX_NATIVE_ARGUMENT(CopyArguments, source, "uchar*", mux_native_argument_buffer,
                        mux_native_access_read),
    MUX_NATIVE_ARGUMENT(CopyArguments, destination, "uchar*", mux_native_argument_buffer,
                        mux_native_access_write),
    MUX_NATIVE_ARGUMENT(CopyArguments, size, "ulong", mux_native_argument_plain_old_data,
                        mux_native_access_none)};

/// OpenCL C types of the destination and of the pattern.
struct FillTypes {
  const char *destination;
  const char *pattern;
};

template <typename Pattern>
constexpr std::array<mux_native_argument_t, 3> fill_arguments(FillTypes types) {
  using Arguments = FillArguments<Pattern>;
  return {{MUX_NATIVE_ARGUMENT(Arguments, destination, types.destination,
                               mux_native_argument_buffer, mux_native_access_write),
           MUX_NATIVE_ARGUMENT(Arguments, pattern, types.pattern,
                               mux_native_argument_plain_old_data, mux_native_access_none),
           MUX_NATIVE_ARGUMENT(Arguments, count, "ulong", mux_native_argument_plain_old_data,
                               mux_native_access_none)}};
}

constexpr auto fill_8 = fill_arguments<uint8_t>({"uchar*", "uchar"});
constexpr auto fill_16 = fill_arguments<uint16_t>({"ushort*", "ushort"});
constexpr auto fill_32 = fill_arguments<uint32_t>({"uint*", "uint"});
constexpr auto fill_64 = fill_arguments<uint64_t>({"ulong*", "ulong"});
constexpr auto fill_128 = fill_arguments<Uint4>({"uint4*", "uint4"});

/// Entry point for the scheduler: casts the range to the public type.
template <mux_native_function_t function>
int32_t entry_point(const void *arguments, const compiler::NdRange *range, uint64_t first_group,
                    uint64_t last_group, void *scratch) {
  return function(arguments, reinterpret_cast<const mux_native_range_t *>(range), first_group,
                  last_group, scratch);
}

struct Declaration {
  mux_native_kernel_t kernel;
  compiler::KernelFunction entry_point;
};

template <mux_native_function_t function>
constexpr Declaration declare(const char *name, const mux_native_argument_t *arguments) {
  return {{.header = MUX_NATIVE_HEADER,
           .name = name,
           .function = function,
           .arguments = arguments,
           .argument_count = 3,
           .reach = mux_native_reach_arguments},
          entry_point<function>};
}

constexpr Declaration declarations[] = {
    declare<copy>("mux_copy", copy_arguments),
    declare<fill<uint8_t>>("mux_fill_8", fill_8.data()),
    declare<fill<uint16_t>>("mux_fill_16", fill_16.data()),
    declare<fill<uint32_t>>("mux_fill_32", fill_32.data()),
    declare<fill<uint64_t>>("mux_fill_64", fill_64.data()),
    declare<fill<Uint4>>("mux_fill_128", fill_128.data()),
};

struct BuiltinKernel {
  compiler::KernelDescription description;
  compiler::KernelFunction function;
};

std::vector<BuiltinKernel> describe() {
  std::vector<BuiltinKernel> kernels;
  for (const Declaration &declaration : declarations) {
    BuiltinKernel kernel{{}, declaration.entry_point};
    std::string error;
    if (!compiler::describe_native_kernel(declaration.kernel, kernel.description, error)) {
      throw std::logic_error(error);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

/// Never destroyed, because threads may outlive main(). Throws what describe() throws, and tries
/// again the next time.
const std::vector<BuiltinKernel> &builtin_kernels() {
  static const auto *const kernels = new std::vector<BuiltinKernel>(describe());
  return *kernels;
}

}  // namespace

mux_result_t create_builtin_kernel(mux_device_t device, const char *name, uint64_t name_length,
                                   mux_allocator_info_t allocator_info, mux_kernel_t *out_kernel) {
  const std::string_view wanted(name, name_length);
  try {
    for (const BuiltinKernel &kernel : builtin_kernels()) {
      if (kernel.description.name != wanted) {
        continue;
      }
      const Allocator allocator(allocator_info);
      Kernel *created = allocator.create<Kernel>(device, allocator, kernel.description);
      if (created == nullptr) {
        return fail(mux_error_out_of_memory, "no memory for a kernel");
      }
      created->set_function(kernel.function);
      *out_kernel = created;
      return mux_success;
    }
  } catch (const std::bad_alloc &) {
    return fail(mux_error_out_of_memory, "no memory for the built-in kernels");
  } catch (const std::exception &exception) {
    return fail(mux_error_internal, "the built-in kernels are wrong: %s", exception.what());
  }
  return fail(mux_error_internal, "the built-in kernel '%.*s' is declared but not implemented",
              static_cast<int>(std::min<size_t>(wanted.size(), 256)), wanted.data());
}

}  // namespace mux::host
