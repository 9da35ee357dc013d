#include <algorithm>
#include <bit>
#include <iterator>
#include <string>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"
#include "compiler/container/container.h"
#include "compiler/container/layout.h"

namespace mux::compiler {
namespace {

// Smallest encoded sizes: a count is checked against the remaining bytes before memory is allocated
// for it.
constexpr uint64_t smallest_kernel = 8 + 4 * 8 + 3 * 3 * 8 + 2 * 4 + 2 * 3 * 4 + 2 * 8 + 8 + 5 + 8;
constexpr uint64_t smallest_argument = 4 + 3 * 8 + 7 + 1 + 2 * 8;

/// Parses the tables after the checksum was verified. They are still validated, because a file with
/// a correct checksum may be from another writer than write_container().
class TableReader {
 public:
  TableReader(std::string_view bytes, std::string &error) : reader_(bytes), error_(error) {}

  bool read(Container &container) {
    reader_.raw(container_checked_offset + sizeof(uint64_t));
    const auto kind = reader_.integer<uint32_t>();
    if (kind > static_cast<uint32_t>(CodeKind::linkable)) {
      return fail("unknown kind of code " + std::to_string(kind));
    }
    container.kind = static_cast<CodeKind>(kind);
    container.cpu = reader_.string();
    container.cpu_features = reader_.string();
    const auto kernel_count = reader_.integer<uint64_t>();
    if (!reader_.ok() || kernel_count > reader_.remaining() / smallest_kernel) {
      return fail("the kernel table does not fit");
    }
    container.kernels.resize(kernel_count);
    for (KernelDescription &kernel : container.kernels) {
      if (!read_kernel(kernel)) {
        return false;
      }
    }
    const auto code_size = reader_.integer<uint64_t>();
    reader_.skip_to_multiple_of(container_code_alignment);
    if (!reader_.ok() || code_size != reader_.remaining()) {
      return fail("the length of the code does not match that of the container");
    }
    container.code = reader_.raw(code_size);
    return true;
  }

 private:
  bool read_kernel(KernelDescription &kernel) {
    kernel.name = reader_.string();
    kernel.packed_size = reader_.integer<uint64_t>();
    kernel.local_memory_size = reader_.integer<uint64_t>();
    kernel.storage_per_work_item = reader_.integer<uint64_t>();
    kernel.storage_per_group = reader_.integer<uint64_t>();
    kernel.stack_use = reader_.integer<uint64_t>();
    for (uint64_t &size : kernel.required_local_size) {
      size = reader_.integer<uint64_t>();
    }
    for (uint64_t &size : kernel.local_size_hint) {
      size = reader_.integer<uint64_t>();
    }
    for (uint64_t &size : kernel.preferred_local_size) {
      size = reader_.integer<uint64_t>();
    }
    kernel.sub_group_size = reader_.integer<uint32_t>();
    kernel.required_sub_group_size = reader_.integer<uint32_t>();
    kernel.required_sub_group_count = reader_.integer<uint32_t>();
    for (uint32_t &size : kernel.packet_size) {
      size = reader_.integer<uint32_t>();
    }
    for (uint32_t &lanes : kernel.lanes) {
      lanes = reader_.integer<uint32_t>();
    }
    kernel.attributes = reader_.string();
    kernel.vectorization = reader_.string();
    kernel.has_scalar_code = reader_.boolean();
    kernel.is_loop_baseline = reader_.boolean();
    kernel.vectorization_failed = reader_.boolean();
    if (!read_strategies(kernel.alternative_strategies)) {
      return fail("the strategies of kernel '" + kernel.name + "' are invalid");
    }
    kernel.local_size_matters = reader_.boolean();
    kernel.distinct_buffers_matter = reader_.boolean();
    kernel.opaque_arguments_matter = reader_.boolean();
    kernel.is_group_independent = reader_.boolean();
    kernel.row_dimension = reader_.integer<uint32_t>();
    kernel.has_flexible_lane_dimension = reader_.boolean();
    kernel.dimensions = reader_.integer<uint32_t>();
    kernel.prints = reader_.boolean();
    kernel.may_access_any_memory = reader_.boolean();
    const auto argument_count = reader_.integer<uint64_t>();
    if (!reader_.ok() || argument_count > reader_.remaining() / smallest_argument) {
      return fail("the arguments of kernel '" + kernel.name + "' do not fit");
    }
    if (kernel.name.empty() || kernel.name.find('\0') != std::string::npos) {
      return fail("a kernel has an invalid name");
    }
    if (kernel.local_memory_size % local_memory_alignment != 0) {
      return fail("the local memory size of kernel '" + kernel.name + "' is invalid");
    }
    if (kernel.row_dimension >= 3) {
      return fail("the lane dimension of kernel '" + kernel.name + "' is invalid");
    }
    if (kernel.dimensions > 3) {
      return fail("kernel '" + kernel.name + "' has more than three dimensions");
    }
    if (kernel.sub_group_size == 0) {
      return fail("the sub-group size of kernel '" + kernel.name + "' is 0");
    }
    if (std::find(std::begin(kernel.packet_size), std::end(kernel.packet_size), 0U) !=
        std::end(kernel.packet_size)) {
      return fail("a packet size of kernel '" + kernel.name + "' is 0");
    }
    kernel.arguments.resize(argument_count);
    for (size_t i = 0; i < kernel.arguments.size(); ++i) {
      if (!read_argument(kernel.arguments[i], kernel.packed_size)) {
        return fail("argument " + std::to_string(i) + " of kernel '" + kernel.name +
                    "' is invalid");
      }
    }
    return true;
  }

  bool read_strategies(std::vector<VectorizationStrategy> &strategies) {
    const auto count = reader_.integer<uint64_t>();
    const std::string_view values = reader_.raw(count);
    for (const char value : values) {
      const auto strategy = static_cast<VectorizationStrategy>(value);
      if (strategy > VectorizationStrategy::scalar) {
        return false;
      }
      strategies.push_back(strategy);
    }
    return reader_.ok();
  }

  bool read_argument(KernelArgument &argument, uint64_t packed_size) {
    const auto kind = reader_.integer<uint32_t>();
    argument.kind = static_cast<ArgumentKind>(kind);
    argument.size = reader_.integer<uint64_t>();
    argument.alignment = reader_.integer<uint64_t>();
    argument.offset = reader_.integer<uint64_t>();
    argument.reads = reader_.boolean();
    argument.writes = reader_.boolean();
    argument.is_specialization_candidate = reader_.boolean();
    argument.is_constant = reader_.boolean();
    argument.is_const = reader_.boolean();
    argument.is_restrict = reader_.boolean();
    argument.is_volatile = reader_.boolean();
    const auto image_access = reader_.integer<uint8_t>();
    argument.image_access = static_cast<ImageAccess>(image_access);
    argument.is_pipe = reader_.boolean();
    argument.packet_size = reader_.integer<uint32_t>();
    argument.type_name = reader_.string();
    argument.name = reader_.string();
    return reader_.ok() && kind <= static_cast<uint32_t>(ArgumentKind::sampler) &&
           (!argument.is_pipe || argument.kind == ArgumentKind::buffer) &&
           image_access <= static_cast<uint8_t>(ImageAccess::read_write) &&
           std::has_single_bit(argument.alignment) && argument.offset <= packed_size &&
           argument.size <= packed_size - argument.offset;
  }

  bool fail(std::string_view what) {
    error_ = "damaged container: ";
    error_ += what;
    return false;
  }

  ByteReader reader_;
  std::string &error_;
};

bool check_header(std::string_view binary, std::string &error) {
  if (!is_container(binary)) {
    error = "not a container: the magic number is missing";
    return false;
  }
  ByteReader reader(binary);
  reader.raw(container_magic.size());
  const auto version = reader.integer<uint32_t>();
  const std::string_view checksum =
      reader.raw(container_checked_offset - container_checksum_offset);
  const auto length = reader.integer<uint64_t>();
  if (!reader.ok()) {
    error =
        "truncated container: " + std::to_string(binary.size()) + " bytes are less than its header";
    return false;
  }
  if (version != container_version) {
    error = "the container has format version " + std::to_string(version) +
            ", this library reads version " + std::to_string(container_version);
    return false;
  }
  // A damaged length is detected here, before the checksum is computed.
  if (length != binary.size()) {
    error = std::string(binary.size() < length ? "truncated" : "damaged") + " container: it has " +
            std::to_string(binary.size()) + " bytes, but its header says " + std::to_string(length);
    return false;
  }
  if (checksum != container_checksum(binary.substr(container_checked_offset))) {
    error = "damaged container: the checksum does not match its content";
    return false;
  }
  return true;
}

}  // namespace

bool is_container(std::string_view binary) {
  return binary.substr(0, container_magic.size()) == container_magic;
}

bool read_container(std::string_view binary, Container &container, std::string &error) {
  Container result;
  if (!check_header(binary, error) || !TableReader(binary, error).read(result)) {
    return false;
  }
  container = std::move(result);
  return true;
}

}  // namespace mux::compiler
